// Decisions on HS codes that the desks of a site share, on a real PostgreSQL with a password and TLS.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrationSteps, SCHEMA } from '../../../src-broker/books/schema';
import { decodeJoinCode } from '../../../src-contract/model/shared-books';
import { generatePassword, verifierOf } from '../../../src-main/site/site';
import { type CuttableConnection, startCuttableConnection } from '../../fixtures/cuttable-connection';
import { memoryFile, newFolder } from '../../fixtures/desk';
import { makeEntry, openSharedDesk, type SharedDesk, until } from '../../fixtures/shared-desk';
import { BOOK, createTestSite, PASSPHRASE, type SharedSite } from '../../fixtures/shared-site';

let site: SharedSite;
let administrator: pg.Client;
const desks: SharedDesk[] = [];
const connections: CuttableConnection[] = [];
const errors: unknown[] = [];
beforeEach(async () => {
	site = await createTestSite(inject('postgresUrl'));
	administrator = new pg.Client({ connectionString: site.url });
	await administrator.connect();
	errors.length = 0;
});
afterEach(async () => {
	for (const desk of desks.splice(0)) await desk.close();
	for (const connection of connections.splice(0)) await connection.close();
	await administrator.end();
});

function openDesk(name: string, folder?: string, file = memoryFile()): SharedDesk {
	const desk = openSharedDesk(name, folder, file, (error) => errors.push(error));
	desks.push(desk);
	return desk;
}
const untilUpToDate = (desk: SharedDesk) => until(async () => (await desk.site.status()).state === 'upToDate');
async function join(desk: SharedDesk, name: string, port?: number): Promise<void> {
	await desk.join(await site.invite(name, port));
	await untilUpToDate(desk);
}
async function openConnection(): Promise<CuttableConnection> {
	const connection = await startCuttableConnection(site.port);
	connections.push(connection);
	return connection;
}

/** Chooses a code at a desk as the screens do. */
function decide(desk: SharedDesk, goods: string, code: string, chosenAt: string): void {
	desk.decisions.record({
		goods,
		code,
		codeDescription: 'Goods',
		chosenBy: '',
		chosenAt: `2026-11-${chosenAt}:00.000Z`,
	});
	desk.site.handleDecisionRecorded();
}
const codeAt = async (desk: SharedDesk, goods: string) => (await desk.decisions.find(goods))?.code;
const untilCode = (desk: SharedDesk, goods: string, code: string) =>
	until(async () => (await codeAt(desk, goods)) === code);
const untilSent = (desk: SharedDesk) => until(() => desk.decisions.pending(1).length === 0);
const siteRows = async (): Promise<{ goods: string; code: string; chosen_by: string; version: number }[]> => {
	const sql = 'SELECT goods, code, chosen_by, version::int FROM waybill_books.goods_decision ORDER BY goods';
	return (await administrator.query(sql)).rows;
};
async function twoDesks(): Promise<[SharedDesk, SharedDesk]> {
	const one = openDesk('Desk 1');
	const other = openDesk('Desk 2');
	await join(one, 'Desk 1');
	await join(other, 'Desk 2');
	return [one, other];
}

/** Replaces the site database by one of the first schema version, as the previous release created it. */
async function replaceByFirstVersion(): Promise<void> {
	await administrator.query(`DROP SCHEMA ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}; SET search_path = ${SCHEMA}`);
	await administrator.query(migrationSteps[0] as string);
	await administrator.query('UPDATE about SET version = 1; RESET search_path');
}

describe('two desks of a site', () => {
	it('share each decision, with the name of the desk that made it, and use it by words', async () => {
		const [one, other] = await twoDesks();
		decide(one, 'Merino beanie, grey, size M', '650500', '20T10:00');
		await untilCode(other, 'Merino beanie, grey, size M', '650500');
		expect(await other.decisions.find('blue merino beanies (L)')).toMatchObject({
			match: 'words',
			code: '650500',
			chosenBy: 'Desk 1',
			goods: 'Merino beanie, grey, size M',
			chosenAt: '2026-11-20T10:00:00.000Z',
		});
		await untilSent(one);
		// The receipt changes nothing at the desk that made the decision, except that the site's name of the desk is shown.
		expect(await one.decisions.find('merino beanie')).toMatchObject({ codeDescription: 'Goods', chosenBy: 'Desk 1' });
		expect(errors).toEqual([]);
	});

	it('share the decisions that were made before joining', async () => {
		const one = openDesk('Desk 1');
		for (let number = 0; number < 250; number += 1) decide(one, `part${number}x`, '731815', '20T10:00');
		await join(one, 'Desk 1');
		await untilSent(one);
		const other = openDesk('Desk 2');
		decide(other, 'Silk scarf', '621410', '20T11:00');
		await join(other, 'Desk 2');
		await untilCode(one, 'Silk scarf', '621410');
		await untilCode(other, 'part249x', '731815');
		expect(await siteRows()).toHaveLength(251);
		expect(await codeAt(other, 'Parts')).toBeUndefined();
	});

	it('agree on the later choice, whichever desk reconnects first', async () => {
		const connection = await openConnection();
		const one = openDesk('Desk 1');
		const other = openDesk('Desk 2');
		await join(one, 'Desk 1');
		await join(other, 'Desk 2', connection.port);
		connection.cut();
		await until(async () => (await other.site.status()).state === 'offline');
		decide(other, 'Cotton shirt', '620520', '20T10:00');
		decide(other, 'Wool shirt', '620590', '20T12:00');
		decide(one, 'Cotton shirt', '610510', '20T11:00');
		decide(one, 'Wool shirt', '610590', '20T11:00');
		await untilSent(one);
		connection.restore();
		await untilSent(other);
		for (const desk of [one, other]) {
			await untilCode(desk, 'Cotton shirt', '610510');
			await untilCode(desk, 'Wool shirt', '620590');
		}
		expect((await siteRows()).map(({ code, chosen_by }) => [code, chosen_by])).toEqual([
			['610510', 'Desk 1'],
			['620590', 'Desk 2'],
		]);
	});

	it('use a new choice even if the other desk has a clock that is ahead', async () => {
		const [one, other] = await twoDesks();
		decide(one, 'Silk scarf', '621490', '29T10:00');
		await untilCode(other, 'Silk scarf', '621490');
		decide(other, 'Silk scarf', '621410', '20T10:00');
		await untilCode(one, 'Silk scarf', '621410');
		expect((await siteRows()).map(({ code, chosen_by }) => [code, chosen_by])).toEqual([['621410', 'Desk 2']]);
	});

	it('change nothing when a decision is sent again after a kill', async () => {
		const folder = newFolder();
		const file = memoryFile();
		const killed = openDesk('Desk 1', folder, file);
		const other = openDesk('Desk 2');
		await join(killed, 'Desk 1');
		await join(other, 'Desk 2');
		// The site has the decision, and the desk stops before it stores the site's answer.
		killed.decisions.confirmSent = () => {
			throw new Error('killed');
		};
		decide(killed, 'Silk scarf', '621410', '20T10:00');
		await untilCode(other, 'Silk scarf', '621410');
		await until(() => errors.length > 0);
		expect(killed.decisions.pending(10)).toHaveLength(1);
		await killed.close();
		desks.splice(desks.indexOf(killed), 1);
		const before = await siteRows();
		expect(before).toHaveLength(1);
		const restarted = openDesk('Desk 1', folder, file);
		await restarted.site.unlock(PASSPHRASE);
		await untilSent(restarted);
		expect(await siteRows()).toEqual(before);
		expect(await codeAt(restarted, 'Silk scarf')).toBe('621410');
	});

	it('send a decision that was replaced while it was being sent', async () => {
		const [one, other] = await twoDesks();
		const { confirmSent } = one.decisions;
		one.decisions.confirmSent = (sent, current) => {
			one.decisions.confirmSent = confirmSent;
			one.decisions.record({
				goods: 'Silk scarf',
				code: '621490',
				codeDescription: 'Goods',
				chosenBy: '',
				chosenAt: '2026-11-20T11:00:00.000Z',
			});
			confirmSent(sent, current);
		};
		decide(one, 'Silk scarf', '621410', '20T10:00');
		await untilCode(other, 'Silk scarf', '621490');
		await untilSent(one);
		expect(await codeAt(one, 'Silk scarf')).toBe('621490');
	});
});

describe('a site database that was restored from a backup', () => {
	/** The state of a backup from before the second decision. */
	const restoreBackup = () =>
		administrator.query("DELETE FROM waybill_books.goods_decision WHERE goods = 'Wool shirt'");
	/** Desk 1 has made the first decision, and desk 2 the second. */
	async function twoDecisions(): Promise<[SharedDesk, SharedDesk, CuttableConnection]> {
		const connection = await openConnection();
		const one = openDesk('Desk 1');
		const other = openDesk('Desk 2');
		await join(one, 'Desk 1');
		await join(other, 'Desk 2', connection.port);
		decide(one, 'Cotton shirt', '610510', '20T10:00');
		await untilCode(other, 'Cotton shirt', '610510');
		decide(other, 'Wool shirt', '620590', '20T11:00');
		await untilCode(one, 'Wool shirt', '620590');
		await untilSent(one);
		await untilSent(other);
		return [one, other, connection];
	}
	const untilBothBack = () => until(async () => (await siteRows()).length === 2);

	it('gets the decisions again after "books restored"', async () => {
		await twoDecisions();
		await restoreBackup();
		await site.runCommand('books restored');
		await untilBothBack();
	});

	it('gets them again without the command, when a desk has a newer decision', async () => {
		const [one] = await twoDecisions();
		await restoreBackup();
		one.site.handleDecisionRecorded();
		await untilBothBack();
	});

	it('names the desk that chose the code, even if another desk sends the decision first', async () => {
		const [one, other, connection] = await twoDecisions();
		connection.cut();
		await until(async () => (await other.site.status()).state === 'offline');
		await restoreBackup();
		one.site.handleDecisionRecorded();
		await untilBothBack();
		expect((await siteRows()).map(({ chosen_by }) => chosen_by)).toEqual(['Desk 1', 'Desk 1']);
		await site.runCommand('books restored');
		connection.restore();
		await until(async () => (await siteRows())[1]?.chosen_by === 'Desk 2');
		await until(async () => (await one.decisions.find('Wool shirt'))?.chosenBy === 'Desk 2');
		expect((await siteRows()).map(({ code, chosen_by }) => [code, chosen_by])).toEqual([
			['610510', 'Desk 1'],
			['620590', 'Desk 2'],
		]);
	});
});

describe('a site database of the first schema version', () => {
	it('shares books and no decisions, until "books init" upgrades it', async () => {
		await replaceByFirstVersion();
		const [one, other] = await twoDesks();
		decide(one, 'Silk scarf', '621410', '20T10:00');
		one.write(({ entries }) => entries.save(makeEntry({ city: 'Berlin' })));
		await one.site.shareBook(BOOK);
		await until(() => other.all().length === 1);
		expect(one.decisions.pending(10)).toHaveLength(1);
		expect(await codeAt(other, 'Silk scarf')).toBeUndefined();
		expect(errors).toEqual([]);
		await site.runCommand('books init');
		one.site.handleDecisionRecorded();
		await untilSent(one);
		other.site.handleDecisionRecorded();
		await untilCode(other, 'Silk scarf', '621410');
		expect(other.all()).toHaveLength(1);
	});
});

describe('a site with invalid decisions', () => {
	it('shares its valid decisions and its books', async () => {
		const [one, other] = await twoDesks();
		const insert = (key: string, goods: string, code: string, chosenAt = '2026-11-20T10:00:00Z', chosenBy = 'Desk 1') =>
			administrator.query(
				"INSERT INTO waybill_books.goods_decision VALUES ($1, $2, $3, $4, $5, false, nextval('waybill_books.version'))",
				[key, goods, code, chosenAt, chosenBy],
			);
		// More than one page of them.
		for (let number = 0; number < 120; number += 1) await insert(`scarf ${number}`, `Scarf ${number}`, 'not a code');
		await insert('other goods', 'Wool scarf', '611710');
		await insert('long'.repeat(200), 'Long'.repeat(200), '611710');
		await insert('escape \u001b', 'Escape \u001b', '611710');
		await insert('never', 'Never', '611710', 'infinity');
		await insert('early', 'Early', '611710', '0044-03-15 BC');
		await insert('named', 'Named', '611710', '2026-11-20T10:00:00Z', 'x'.repeat(5000));
		await insert('silk scarf', 'Silk scarf', '621410');
		decide(one, 'Steel screws', '731815', '20T10:00');
		await untilCode(one, 'Silk scarf', '621410');
		await untilCode(other, 'Steel screws', '731815');
		for (const refused of ['Scarf 7', 'Wool scarf', 'Never', 'Early', 'Named'])
			expect(await other.decisions.find(refused), refused).toBeUndefined();
		one.write(({ entries }) => entries.save(makeEntry({ city: 'Berlin' })));
		await one.site.shareBook(BOOK);
		await until(() => other.all().length === 1);
		expect(errors).toEqual([]);
	});

	it('whose table has other types stops no book, and is reported once', async () => {
		const [one, other] = await twoDesks();
		await administrator.query('ALTER TABLE waybill_books.goods_decision ALTER COLUMN version TYPE text');
		await administrator.query("INSERT INTO waybill_books.goods_decision VALUES ('a', 'A', '1', now(), '', false, 'x')");
		one.write(({ entries }) => entries.save(makeEntry({ city: 'Berlin' })));
		await one.site.shareBook(BOOK);
		await until(() => other.all().length === 1);
		await until(() => errors.length >= 2);
		one.site.handleDecisionRecorded();
		await untilUpToDate(one);
		expect(errors).toHaveLength(2);
	});
});

describe('a desk', () => {
	it('keeps a decision that the site would refuse', async () => {
		const [one, other] = await twoDesks();
		decide(one, 'Scarf\u0007', '621410', '20T10:00');
		decide(one, 'Steel screws', '731815', '20T10:00');
		await untilCode(other, 'Steel screws', '731815');
		await untilSent(one);
		expect(await siteRows()).toHaveLength(1);
		expect(await codeAt(one, 'Scarf\u0007')).toBe('621410');
		expect(errors).toEqual([]);
	});

	it('may read decisions, and write them only through the function, under its own name', async () => {
		const invitation = decodeJoinCode(await site.invite('Desk 1'));
		const client = new pg.Client({
			connectionString: site.url.replace('tester@', `${invitation?.role}:${invitation?.password}@`),
			ssl: { rejectUnauthorized: false },
		});
		await client.connect();
		const refuses = (sql: string, code: string) => expect(client.query(sql), sql).rejects.toMatchObject({ code });
		const record = (changes: object) => {
			const decision = { key: 'a', goods: 'A', code: '621410', chosenAt: '2026-11-20T10:00:00Z', isOwn: true };
			return `SELECT * FROM waybill_books.record_decisions('${JSON.stringify([{ ...decision, chosenBy: 'Desk 9', ...changes }])}')`;
		};
		await refuses('SELECT * FROM waybill_books.goods_decision', '42501');
		await refuses(record({}), '42501');
		await client.query('SELECT waybill_books.join_site($1)', [verifierOf(generatePassword())]);
		expect((await client.query(record({}))).rows).toMatchObject([{ goods: 'A', chosen_by: 'Desk 1' }]);
		expect((await client.query('SELECT * FROM waybill_books.goods_decision')).rows).toHaveLength(1);
		for (const sql of [
			"UPDATE waybill_books.goods_decision SET code = '1'",
			'DELETE FROM waybill_books.goods_decision',
		])
			await refuses(sql, '42501');
		for (const changes of [{ code: '12' }, { code: null }, { key: '' }, { goods: 'x'.repeat(401) }, { isOwn: null }])
			await refuses(record(changes), '22023');
		await refuses(record({ chosenAt: 'infinity' }), '22023');
		await refuses(record({ chosenAt: 'never' }), '22007');
		await client.end();
	});
});
