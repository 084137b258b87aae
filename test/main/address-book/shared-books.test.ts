// Shared address books, on a real PostgreSQL with a password and TLS.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { decodeJoinCode } from '../../../src-contract/model/shared-books';
import { generatePassword, verifierOf } from '../../../src-main/site/site';
import { editDuringCuts } from '../../faults/books';
import { startCuttableConnection } from '../../fixtures/cuttable-connection';
import { memoryFile } from '../../fixtures/desk';
import { makeEntry, openSharedDesk, type SharedDesk, until, untilEqual } from '../../fixtures/shared-desk';
import { BOOK, createTestSite, PASSPHRASE, type SharedSite } from '../../fixtures/shared-site';

let site: SharedSite;
const open: SharedDesk[] = [];
beforeEach(async () => {
	site = await createTestSite(inject('postgresUrl'));
});
afterEach(async () => {
	for (const desk of open.splice(0)) await desk.close();
});

async function joined(name: string, port?: number): Promise<SharedDesk> {
	const desk = openSharedDesk(name);
	open.push(desk);
	await desk.join(await site.invite(name, port));
	await until(async () => (await desk.site.status()).state === 'upToDate');
	return desk;
}
const only = (desk: SharedDesk) => {
	const [one, ...rest] = desk.all();
	expect(rest).toEqual([]);
	return one as NonNullable<typeof one>;
};
/** Two desks that share one entry. */
async function twoWithOne(): Promise<[SharedDesk, SharedDesk]> {
	const one = await joined('Desk 1');
	one.write(({ entries }) => entries.save(makeEntry({ city: 'Berlin' })));
	await one.site.shareBook(BOOK);
	const other = await joined('Desk 2');
	await untilEqual([one, other]);
	await until(() => other.all().length === 1);
	return [one, other];
}
const change = (desk: SharedDesk, changes: Parameters<typeof makeEntry>[0]) =>
	desk.write(({ entries }) => entries.save({ ...only(desk), ...changes }));
const conflictsOf = async (desk: SharedDesk) => (await desk.site.status()).conflicts;

describe('two desks', () => {
	it('both have a shared book, and receive each change of the other', async () => {
		const [one, other] = await twoWithOne();
		change(other, { phone: '+49 30 999' });
		await until(() => only(one).phone === '+49 30 999');
		one.write(({ entries }) => entries.remove([only(one).id]));
		await until(() => other.all().length === 0);
		expect(await conflictsOf(one)).toEqual([]);
		const [last] = other.book.history.history(1);
		expect(last).toMatchObject({ kind: 'site', note: 'Desk 1' });
	});

	it('merge offline changes field by field', async () => {
		const line = await startCuttableConnection(site.port);
		const [one] = await twoWithOne();
		const other = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		line.cut();
		change(other, { city: 'Potsdam', tags: ['vip'] });
		change(one, { phone: '+49 30 111' });
		await until(async () => (await other.site.status()).state === 'offline');
		expect((await other.site.status()).waiting).toBe(1);
		line.restore();
		await untilEqual([one, other]);
		for (const desk of [one, other])
			expect(only(desk)).toMatchObject({ city: 'Potsdam', phone: '+49 30 111', tags: ['vip'] });
		expect(await conflictsOf(one)).toEqual([]);
		await line.close();
	});

	it('show a field that both changed as a conflict, which either of them resolves', async () => {
		const line = await startCuttableConnection(site.port);
		const [one] = await twoWithOne();
		const other = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		line.cut();
		change(other, { city: 'Potsdam' });
		change(one, { city: 'Bernau' });
		await untilEqual([one]);
		line.restore();
		await untilEqual([one, other]);
		for (const desk of [one, other]) await until(async () => (await conflictsOf(desk)).length === 1);
		for (const desk of [one, other]) {
			expect(only(desk).city).toBe('Bernau');
			expect(await conflictsOf(desk)).toMatchObject([
				{ field: 'city', current: 'Bernau', other: 'Potsdam', currentDesk: 'Desk 1', otherDesk: 'Desk 3' },
			]);
		}
		const [conflict] = await conflictsOf(one);
		await expect(one.site.resolveConflict(conflict?.id as number, true, 'Ulm')).rejects.toMatchObject({
			code: 'site.changed',
		});
		await one.site.resolveConflict(conflict?.id as number, true, 'Bernau');
		await until(() => only(one).city === 'Potsdam' && only(other).city === 'Potsdam');
		await until(async () => (await conflictsOf(other)).length === 0);
		await line.close();
	});

	it.each([
		['was changed before it was removed', 'change first'],
		['was removed before it was changed', 'removal first'],
	])('keep an entry that %s, and ask', async (_, order) => {
		const line = await startCuttableConnection(site.port);
		const [one] = await twoWithOne();
		const other = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		line.cut();
		if (order === 'change first') {
			change(one, { city: 'Bernau' });
			other.write(({ entries }) => entries.remove([only(other).id]));
		} else {
			one.write(({ entries }) => entries.remove([only(one).id]));
			change(other, { city: 'Bernau' });
		}
		await untilEqual([one]);
		line.restore();
		await until(() => one.all().length === 1 && other.all().length === 1);
		for (const desk of [one, other]) await until(async () => (await conflictsOf(desk)).length === 1);
		for (const desk of [one, other]) expect(only(desk).city).toBe('Bernau');
		const [conflict] = await conflictsOf(other);
		expect(conflict).toMatchObject({ field: '', otherDesk: order === 'change first' ? 'Desk 3' : 'Desk 1' });
		await other.site.resolveConflict(conflict?.id as number, true, conflict?.current);
		await until(() => one.all().length + other.all().length === 0);
		await line.close();
	});

	it('that had the same book before end up with one copy of each entry', async () => {
		const [one] = await twoWithOne();
		const other = openSharedDesk('Desk 3');
		open.push(other);
		other.book.entries.addAll(
			[makeEntry({ city: 'Berlin' }), makeEntry({ contactPerson: 'Another', city: 'Ulm' })],
			'',
		);
		await other.join(await site.invite('Desk 3'));
		await until(() => one.all().length === 2);
		await untilEqual([one, other]);
		expect(other.all()).toHaveLength(2);
	});

	it('keep changes of the other desk when a form was open meanwhile', async () => {
		const [one, other] = await twoWithOne();
		const opened = only(one);
		change(other, { phone: '+49 30 999' });
		await until(() => only(one).phone === '+49 30 999');
		const { id, ...typed } = { ...opened, city: 'Ulm' };
		one.write(({ entries }) => entries.save({ ...typed, id }, '', { ...opened }));
		await until(() => only(other).city === 'Ulm');
		for (const desk of [one, other]) expect(only(desk)).toMatchObject({ city: 'Ulm', phone: '+49 30 999' });
	});

	it('send an undo when the answer to the original push was lost', async () => {
		const line = await startCuttableConnection(site.port);
		const [other] = await twoWithOne();
		const one = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		await client.query('BEGIN');
		await client.query('SELECT 1 FROM waybill_books.about FOR UPDATE');
		change(one, { city: 'Ulm' });
		await until(async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length > 0);
		line.dropAnswers();
		await client.query('COMMIT');
		await client.end();
		await until(() => only(other).city === 'Ulm');
		change(one, { city: 'Berlin' });
		line.cut();
		line.restore();
		await until(() => only(other).city === 'Berlin');
		await untilEqual([one, other]);
		expect(only(one).city).toBe('Berlin');
		expect(await conflictsOf(one)).toEqual([]);
		await line.close();
	});

	it('remove an entry even if one of them has marked it as a favourite meanwhile', async () => {
		const line = await startCuttableConnection(site.port);
		const [one] = await twoWithOne();
		const other = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		line.cut();
		change(other, { isFavourite: true });
		one.write(({ entries }) => entries.remove([only(one).id]));
		await untilEqual([one]);
		line.restore();
		await until(() => other.all().length === 0);
		await untilEqual([one, other]);
		expect(one.all().length + other.all().length).toBe(0);
		await line.close();
	});

	it('have an entry once after it was removed, restored, and changed by the other', async () => {
		const line = await startCuttableConnection(site.port);
		const [other] = await twoWithOne();
		const one = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		line.cut();
		const batchId = one.write(({ entries }) => entries.remove([only(one).id]));
		one.book.sharing.nextPush();
		one.write(({ history }) => history.undo(batchId));
		change(other, { city: 'Ulm' });
		await untilEqual([other]);
		line.restore();
		await until(() => only(one).city === 'Ulm');
		await untilEqual([one, other]);
		for (const desk of [one, other]) expect(only(desk).city).toBe('Ulm');
		await line.close();
	});

	it('share an entry that the form would reject unchanged', async () => {
		const [one, other] = await twoWithOne();
		one.write(({ entries }) => entries.save(makeEntry({ contactPerson: 'Another user', email: 'nobody@localhost' })));
		await until(() => other.all().length === 2);
		expect(other.all().map(({ email }) => email)).toContain('nobody@localhost');
	});

	it('do not share other books or the local fields of an entry', async () => {
		const [one, other] = await twoWithOne();
		one.write(({ entries }) => entries.save(makeEntry({ book: 'Private', contactPerson: 'Nobody else' })));
		change(one, { isFavourite: true, labelPrinterId: 'mine', city: 'Ulm' });
		await until(() => only(other).city === 'Ulm');
		expect(only(other)).toMatchObject({ isFavourite: false, labelPrinterId: '' });
		// Moved out of the shared book, the entry is local again.
		change(one, { book: 'Private' });
		await until(() => other.all().length === 0);
		expect(one.book.search.facets().books).toEqual([['Private', 2]]);
	});

	it('lose nothing and report no conflict when the answer to a push is lost', async () => {
		const line = await startCuttableConnection(site.port);
		const [other] = await twoWithOne();
		const one = await joined('Desk 3', line.port);
		await untilEqual([one, other]);
		// The server delays the push until the connection for its answer is gone.
		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		await client.query('BEGIN');
		await client.query('SELECT 1 FROM waybill_books.about FOR UPDATE');
		change(one, { city: 'Ulm' });
		await until(async () => (await client.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length > 0);
		line.dropAnswers();
		await client.query('COMMIT');
		await client.end();
		// Applied at the site, and replaced there, before this desk gets the answer.
		await until(() => only(other).city === 'Ulm');
		change(other, { city: 'Bonn' });
		await untilEqual([other]);
		change(one, { phone: '+49 1' });
		line.cut();
		line.restore();
		await untilEqual([one, other]);
		for (const desk of [one, other]) expect(only(desk)).toMatchObject({ city: 'Bonn', phone: '+49 1' });
		expect(await conflictsOf(one)).toEqual([]);
		await line.close();
	});
});

describe('a desk', () => {
	it('joins with a code once, and reconnects with its own password', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-shared-'));
		const file = memoryFile();
		const code = await site.invite('Desk 1');
		const desk = openSharedDesk('Desk 1', folder, file);
		await desk.join(code);
		await until(async () => (await desk.site.status()).state === 'upToDate');
		desk.write(({ entries }) => entries.save(makeEntry({})));
		await desk.site.shareBook(BOOK);
		await until(() => desk.book.sharing.state()?.books.length === 1);
		await untilEqual([desk]);
		await desk.close();

		const again = openSharedDesk('Desk 1', folder, file);
		open.push(again);
		again.site.start();
		expect(await again.site.status()).toMatchObject({ state: 'locked', books: [BOOK] });
		again.site.unlock(PASSPHRASE);
		await until(async () => (await again.site.status()).state === 'upToDate');
		const thief = openSharedDesk('Desk 9');
		open.push(thief);
		await expect(thief.join(code)).rejects.toMatchObject({ code: 'site.refused' });
		expect(await thief.site.status()).toMatchObject({ state: 'none' });
	});

	it('that is removed from the site shows this, and keeps its addresses', async () => {
		const [one] = await twoWithOne();
		await site.runCommand('books remove', 'Desk 1');
		await until(async () => (await one.site.status()).state === 'refused');
		expect((await one.site.status()).message).toContain('removed');
		await one.site.leave();
		expect(await one.site.status()).toMatchObject({ state: 'none' });
		expect(one.all()).toHaveLength(1);
	});

	it('may read, and write only through the functions of the site', async () => {
		const invitation = decodeJoinCode(await site.invite('Desk 1'));
		const client = new pg.Client({
			connectionString: site.url.replace('tester@', `${invitation?.role}:${invitation?.password}@`),
			ssl: { rejectUnauthorized: false },
		});
		await client.connect();
		const refuses = (sql: string) => expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
		// With the password of the invitation it may only join.
		await refuses('SELECT * FROM waybill_books.entry');
		await refuses("SELECT waybill_books.share_book('x')");
		await expect(client.query("SELECT waybill_books.join_site('plain text')")).rejects.toMatchObject({ code: '22023' });
		await client.query('SELECT waybill_books.join_site($1)', [verifierOf(generatePassword())]);
		for (const table of ['about', 'book', 'entry', 'conflict']) {
			await client.query(`SELECT * FROM waybill_books.${table}`);
			await refuses(`DELETE FROM waybill_books.${table}`);
		}
		await refuses("INSERT INTO waybill_books.book (name, shared_by) VALUES ('x', 'y')");
		await refuses("UPDATE waybill_books.entry SET fields = '{}'");
		await refuses('SELECT * FROM waybill_books.desk');
		await refuses('SELECT * FROM waybill_books.push');
		await refuses("SELECT waybill_books.take('{}', 'another desk')");
		await refuses('CREATE TABLE waybill_books.more (id integer)');
		await refuses('CREATE TABLE public.more (id integer)');
		await refuses('CREATE SCHEMA more');
		await refuses('CREATE ROLE more');
		await refuses('SELECT waybill_books.join_site($1)'.replace('$1', `'${verifierOf(generatePassword())}'`));
		await refuses('CREATE TEMPORARY TABLE more (id integer)');
		await refuses('SELECT 1 FROM waybill_books.about FOR UPDATE');
		await client.end();
	});

	it('refuses a server whose certificate differs from the invitation', async () => {
		const desk = openSharedDesk('Desk 1');
		open.push(desk);
		const invitation = decodeJoinCode(await site.invite('Desk 1'));
		const { encodeJoinCode } = await import('../../../src-contract/model/shared-books');
		const forged = encodeJoinCode({ ...(invitation as NonNullable<typeof invitation>), fingerprint: 'a'.repeat(64) });
		await expect(desk.join(forged)).rejects.toThrow(/different certificate/);
		const open2 = encodeJoinCode({
			...(invitation as NonNullable<typeof invitation>),
			host: '192.0.2.1',
			fingerprint: '',
		});
		await expect(desk.join(open2)).rejects.toThrow(/has no certificate/);
	});

	it('closes at once while offline, and while the server does not answer', async () => {
		const line = await startCuttableConnection(site.port);
		const one = await joined('Desk 1', line.port);
		const other = await joined('Desk 2', line.port);
		line.dropAnswers();
		await other.site.close();
		line.cut();
		await until(async () => (await one.site.status()).state === 'offline');
		await one.site.close();
		await line.close();
	});

	it('creates a password verifier that PostgreSQL accepts', async () => {
		const password = generatePassword();
		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		const role = `waybill_verifier_${Date.now()}`;
		await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${verifierOf(password)}'`);
		const as = (word: string) => new pg.Client({ connectionString: site.url.replace('tester@', `${role}:${word}@`) });
		const right = as(password);
		await right.connect();
		await right.end();
		await expect(as('another').connect()).rejects.toMatchObject({ code: '28P01' });
		await client.query(`DROP ROLE ${role}`);
		await client.end();
	});

	it('compares all entries after the site was restored from a backup', async () => {
		const [one, other] = await twoWithOne();
		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		change(one, { city: 'Ulm' });
		one.write(({ entries }) => entries.save(makeEntry({ contactPerson: 'Second', reference: 'R2' })));
		await untilEqual([one, other]);
		await until(() => other.all().length === 2);
		// The state of a backup from before the second entry.
		await client.query("DELETE FROM waybill_books.entry WHERE fields->>'reference' = 'R2'");
		await site.runCommand('books restored');
		await until(async () => (await client.query('SELECT count(*)::int AS n FROM waybill_books.entry')).rows[0].n === 2);
		await untilEqual([one, other]);
		for (const desk of [one, other]) expect(desk.all()).toHaveLength(2);
		await client.end();
	});
});

it('stays consistent and loses nothing while connections are cut', async () => {
	expect(await editDuringCuts(60)).toMatchObject({ edits: 60, lost: 0, misreported: 0, failures: [] });
});
