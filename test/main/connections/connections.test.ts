// The services that a desk uses: each has a permanent id, also those that an earlier version stored by address.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BUILT_IN_ID, createConnections } from '../../../src-main/connections/connections';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'waybill-connections-')), 'waybill.db');
const ONE = 'https://one.example';
const OTHER = 'https://other.example/base';

it('gives each address an id that stays the same', () => {
	const file = newFile();
	const database = openDatabase(file, migrations);
	const setting = { url: ONE };
	const connections = createConnections(database, () => setting.url);
	const first = connections.current();
	expect(first.baseUrl).toBe(ONE);
	expect(connections.currentId()).toBe(first.id);
	setting.url = OTHER;
	const second = connections.current();
	expect(second.baseUrl).toBe(OTHER);
	expect(new Set([first.id, second.id, BUILT_IN_ID]).size).toBe(3);
	setting.url = ONE;
	expect(connections.current()).toEqual(first);
	database.close();

	const reopened = openDatabase(file, migrations);
	const later = createConnections(reopened, () => OTHER);
	expect(later.current()).toEqual(second);
	expect([first.id, second.id, BUILT_IN_ID].map(later.nameOf)).toEqual([ONE, OTHER, 'builtIn']);
	reopened.close();
});

it('knows the built-in service by its id, without an address', () => {
	const database = openDatabase(newFile(), migrations);
	const connections = createConnections(database, () => '');
	expect(connections.current()).toEqual({ id: BUILT_IN_ID, baseUrl: null });
	expect(connections.isBuiltIn()).toBe(true);
	expect(createConnections(database, () => ONE).isBuiltIn()).toBe(false);
	database.close();
});

it('gives ids to the services that an earlier version stored by address', () => {
	const file = newFile();
	const step = migrations.findIndex((migration) => migration.includes('CREATE TABLE connection'));
	expect(step).toBeGreaterThan(0);
	const old = openDatabase(file, migrations.slice(0, step));
	const shipment = `INSERT INTO shipment (state, idempotency_key, service_url, composition, reference, recipient, destination, created_at)
		VALUES ('booked', ?, ?, '{}', '', '', '', '')`;
	for (const [key, url] of Object.entries({ a: '', b: ONE, c: ONE, d: OTHER })) old.run(shipment, key, url);
	old.run(`INSERT INTO batch (name, state, rule, print_order, per_minute, allowance_percent, created_at)
		VALUES ('', 'checked', '{}', 'listed', 0, 0, '')`);
	const row = `INSERT INTO batch_row (batch_id, position, row, composition, faults, remarks, option)
		VALUES (1, ?, '', '{}', '[]', '[]', ?)`;
	const options = [{ serviceUrl: '' }, { serviceUrl: OTHER }, { serviceUrl: 'https://third.example' }];
	for (const [position, option] of options.entries()) old.run(row, position, JSON.stringify({ price: 9, ...option }));
	old.run(row, options.length, null);
	old.close();

	const database = openDatabase(file, migrations);
	const { nameOf } = createConnections(database, () => '');
	const ids = database
		.all<{ id: string }>('SELECT connection_id AS id FROM shipment ORDER BY shipment.id')
		.map(({ id }) => id);
	expect(ids.map(nameOf)).toEqual(['builtIn', ONE, ONE, OTHER]);
	expect(ids[0]).toBe(BUILT_IN_ID);
	const rated = database
		.all<{ option: string | null }>('SELECT option FROM batch_row ORDER BY position')
		.map(({ option }) => (option === null ? null : JSON.parse(option)));
	expect(rated.map((option) => option && { ...option, connectionId: nameOf(option.connectionId) })).toEqual([
		{ price: 9, connectionId: 'builtIn' },
		{ price: 9, connectionId: OTHER },
		{ price: 9, connectionId: 'https://third.example' },
		null,
	]);
	expect(createConnections(database, () => ONE).currentId()).toBe(ids[1]);
	database.close();
});
