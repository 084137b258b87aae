import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { type BookEntry, emptyEntry, type SavedAddress } from '../../../src-contract/model/address';
import type { CheckedAddress } from '../../../src-contract/model/address-check';
import { openBook } from '../../../src-main/address-book/book-database';
import { checkAddress, warningsOf } from '../../../src-main/address-book/checks';
import { parsePastedAddress } from '../../../src-main/address-book/paste-parser';
import { newProgressMemory } from '../../../src-main/address-book/progress';
import { interactiveMethods } from '../../../src-main/address-book/worker-methods';
import { countryCodeOf } from '../../../src-main/platform/country-names';
import { recipient } from '../../fixtures/shipment-draft';

const entry = (changes: Partial<BookEntry> = {}): BookEntry => ({ ...emptyEntry, ...recipient, ...changes });
const everything = { book: null, countryCode: null, tag: null, favourites: false };

function newBook(folder = mkdtempSync(path.join(tmpdir(), 'waybill-book-')), at = '2026-11-21T10:00:00Z') {
	const places = {
		file: path.join(folder, 'addresses.db'),
		deskFile: path.join(folder, 'waybill.db'),
		snapshotsFolder: path.join(folder, 'snapshots'),
		resourcesDir: path.resolve('resources'),
	};
	const now = { value: new Date(at) };
	const book = openBook(
		places,
		newProgressMemory(),
		() => 'desk 1',
		() => now.value,
	);
	const all = (): SavedAddress[] => book.search.list(0, 1000, everything).rows;
	return { ...book, folder, places, now, all };
}

describe('a check', () => {
	const checked = (changes: Partial<CheckedAddress>): CheckedAddress => ({
		addressLine1: 'Street 1',
		addressLine2: '',
		zipcode: '10115',
		city: '',
		region: '',
		countryCode: 'DE',
		email: '',
		phone: '+49 30 901820',
		vatNumber: '',
		eoriNumber: '',
		iossNumber: '',
		einNumber: '',
		...changes,
	});
	const fields = (changes: Partial<CheckedAddress>) => warningsOf(checked(changes)).map(({ field }) => field);

	it.each<[Partial<CheckedAddress>]>([
		[{}],
		[{ vatNumber: 'DE136695976' }],
		[{ vatNumber: '136695976' }],
		[{ vatNumber: 'DE 136 695 976' }],
		[{ vatNumber: 'NL004495445B01' }],
		[{ countryCode: 'GB', zipcode: 'EC1A 1BB', phone: '+44 20 7946 0018', vatNumber: 'GB980780684' }],
		[{ countryCode: 'NL', zipcode: '1012 LG', phone: '+31 20 624 1111' }],
		[{ countryCode: 'NL', zipcode: '1012LG', phone: '+31 20 624 1111' }],
		[{ countryCode: 'NL', zipcode: '1012 lg', phone: '+31 20 624 1111', vatNumber: 'NL004495445B01' }],
		[{ countryCode: 'JP', zipcode: '1000001', phone: '+81 3 3213 1111' }],
		[{ countryCode: 'DK', zipcode: 'DK-1050', phone: '+45 33 13 13 13' }],
		[{ countryCode: 'NO', zipcode: '0150', phone: '+47 22 22 22 22', vatNumber: 'NO 974 760 673 MVA' }],
		[{ countryCode: 'MX', zipcode: '06000', phone: '+52 55 5512 3456', vatNumber: 'SEM950215S98' }],
		[{ countryCode: 'CH', zipcode: '8001', phone: '+41 44 668 18 00', vatNumber: 'CHE-116.281.710' }],
		[{ city: 'Berlin' }],
		[{ city: 'Neustadt' }],
		[{ zipcode: 'DE-80331', city: 'MUENCHEN' }],
		[{ zipcode: '80331', city: 'MÜNCHEN' }],
		[{ countryCode: 'FR', zipcode: '75008', city: 'PARIS CEDEX 08', phone: '' }],
		[{ countryCode: 'FR', zipcode: '69003', city: 'Lyon 3', phone: '' }],
		[{ countryCode: 'GB', zipcode: 'SW1A 1AA', city: 'London', addressLine1: 'Rose Cottage', phone: '' }],
		[{ countryCode: 'US', zipcode: '78701', city: 'Austin', region: 'TX', phone: '' }],
		[{ countryCode: 'US', zipcode: '10001', city: 'New York', region: 'NY', phone: '' }],
		[{ countryCode: 'ES', zipcode: '28001', city: 'Madrid', addressLine1: 'Calle Mayor s/n', phone: '' }],
		[{ countryCode: 'FR', zipcode: '35000', addressLine1: 'Lieu-dit Le Moulin', phone: '' }],
		[{ addressLine1: 'Packstation', addressLine2: '104' }],
		[{ addressLine1: 'Straße des 17. Juni' }],
		[{ email: 'jan@gmail.com' }],
		[{ email: 'info@mail.com' }],
		[{ email: 'jan@hotmail.se' }],
		[{ email: 'jan@yahoo.gr' }],
		[{ email: 'jan@outlook.ie' }],
		[{ zipcode: '85356', city: 'München', phone: '' }],
		[{ countryCode: 'FR', zipcode: '35000', addressLine1: 'Zone d’activités Nord', phone: '' }],
		[{ email: 'info@muster.de' }],
		[{ email: 'info@web.eu' }],
		[{ email: 'not an address' }],
		// There are no rules for postcodes or VAT numbers of these countries.
		[{ countryCode: 'AE', zipcode: '00000', phone: '+971 4 224 4444', vatNumber: '100000000000003' }],
		[{ eoriNumber: 'DE1234567', iossNumber: 'IM0400000001', einNumber: '12-3456789' }],
	])('accepts %j', (address) => {
		expect(fields(address)).toEqual([]);
	});

	it.each<[keyof CheckedAddress, Partial<CheckedAddress>]>([
		['zipcode', { zipcode: '1011' }],
		['zipcode', { zipcode: '1012 LG' }],
		['phone', { phone: '12' }],
		['phone', { phone: '030 901820' }],
		['vatNumber', { vatNumber: 'DE136695977' }],
		['vatNumber', { vatNumber: 'DE12' }],
		['countryCode', { countryCode: 'XX', zipcode: '1' }],
		['eoriNumber', { eoriNumber: '1234' }],
		['iossNumber', { iossNumber: 'IM12' }],
		['einNumber', { einNumber: '123' }],
		['city', { city: 'München' }],
		['city', { zipcode: 'DE-80331', city: 'BERLIN' }],
		['city', { city: 'Muenchen' }],
		['city', { countryCode: 'NL', zipcode: '3011 AA', city: 'Amsterdam', phone: '' }],
		['city', { countryCode: 'FR', zipcode: '69003', city: 'Paris Cedex 03', phone: '' }],
		['city', { countryCode: 'GB', zipcode: 'M1 1AE', city: 'London', phone: '' }],
		['region', { countryCode: 'US', zipcode: '10001', city: 'Albany', region: 'CA', phone: '' }],
		['region', { countryCode: 'CA', zipcode: 'M5V 3L9', city: 'Toronto', region: 'BC', phone: '' }],
		['addressLine1', { addressLine1: 'Hauptstraße' }],
		[
			'addressLine1',
			{ countryCode: 'NL', zipcode: '1012 LG', addressLine1: 'Damrak', addressLine2: 'Links', phone: '' },
		],
		['email', { email: 'jan@gmial.com' }],
		['email', { email: 'jan@hotmail.con' }],
		['email', { email: 'jan@outlok.com' }],
		['email', { email: 'jan@hotmial.de' }],
	])('warns of %s in %j', (field, address) => {
		expect(fields(address)).toEqual([field]);
	});

	it('suggests a correction where one is known', () => {
		const suggestions = (changes: Partial<CheckedAddress>) =>
			warningsOf(checked(changes)).map(({ suggestion }) => suggestion);
		expect(suggestions({ phone: '030 901820' })).toEqual(['+49 30 901820']);
		expect(suggestions({ zipcode: '1067' })).toEqual(['01067']);
		expect(suggestions({ email: 'Jan@Gmial.com' })).toEqual(['Jan@gmail.com']);
	});

	it('splits a street that is too long for the label lines of a carrier', () => {
		const { splits } = checkAddress(
			checked({ addressLine1: 'Bürgermeister-Christian-Albrecht-Straße 123', addressLine2: 'Tor 7' }),
			[
				{ carrier: 'One', maximum: 35 },
				{ carrier: 'Two', maximum: 35 },
				{ carrier: 'Three', maximum: 60 },
			],
		);
		expect(splits).toEqual([
			{ carriers: ['One', 'Two'], maximum: 35, lines: ['Bürgermeister-Christian-Albrecht-St', 'raße 123 Tor 7'] },
		]);
	});

	it('records overridden warnings in the history', () => {
		const book = newBook();
		const saved = interactiveMethods(book).save(entry({ zipcode: '1011', phone: '+49 30 901820' }), {});
		expect(book.history.history(saved.id)[0]?.note).toBe('Saved with warnings: Not a valid postcode for Germany.');
	});
});

describe('countries', () => {
	it.each([
		['Deutschland', 'DE'],
		['allemagne', 'DE'],
		['Pays-Bas', 'NL'],
		['Vereinigte Staaten von Amerika', 'US'],
		['U.S.A.', 'US'],
		['Österreich', 'AT'],
		['日本', 'JP'],
		['Србија', 'RS'],
		['gbr', 'GB'],
		['de', 'DE'],
		['Atlantis', ''],
	])('%s is %s', (name, code) => {
		expect(countryCodeOf(name)).toBe(code);
	});
});

describe('a pasted block', () => {
	const values = (text: string, home = 'NL') =>
		Object.fromEntries(parsePastedAddress(text, home).map(({ field, value }) => [field, value]));

	it('is split into fields', () => {
		expect(
			values(
				'Muster GmbH\nz. Hd. Max Müster\nInvalidenstraße 10\n10115 Berlin\nDeutschland\nTel.: +49 30 901820\nmax@example.com\nUSt-IdNr.: DE136695976',
			),
		).toEqual({
			companyName: 'Muster GmbH',
			contactPerson: 'Max Müster',
			addressLine1: 'Invalidenstraße 10',
			zipcode: '10115',
			city: 'Berlin',
			countryCode: 'DE',
			phone: '+49 30 901820',
			email: 'max@example.com',
			vatNumber: 'DE136695976',
		});
	});

	it.each<[string, Record<string, string>]>([
		[
			'Jan Voorbeeld\nDamrak 1\n1012 LG Amsterdam',
			{
				contactPerson: 'Jan Voorbeeld',
				addressLine1: 'Damrak 1',
				zipcode: '1012 LG',
				city: 'Amsterdam',
				countryCode: 'NL',
			},
		],
		[
			'Example Ltd, 12 High Street, Manchester M1 1AE, United Kingdom',
			{
				companyName: 'Example Ltd',
				addressLine1: '12 High Street',
				zipcode: 'M1 1AE',
				city: 'Manchester',
				countryCode: 'GB',
			},
		],
		[
			'Jane Doe\n350 Fifth Avenue\nSuite 4\nNew York, NY 10118\nUSA',
			{
				contactPerson: 'Jane Doe',
				addressLine1: '350 Fifth Avenue',
				addressLine2: 'Suite 4',
				zipcode: '10118',
				city: 'New York',
				region: 'NY',
				countryCode: 'US',
			},
		],
		[
			'Firma Beispiel AG\nPostfach 12\nCH-8001 Zürich',
			{
				companyName: 'Beispiel AG',
				addressLine1: 'Postfach 12',
				zipcode: '8001',
				city: 'Zürich',
				countryCode: 'CH',
			},
		],
		[
			'Jane Doe\n100 Congress Ave\nAUSTIN TX 78701-1234',
			{
				contactPerson: 'Jane Doe',
				addressLine1: '100 Congress Ave',
				zipcode: '78701-1234',
				city: 'AUSTIN',
				region: 'TX',
				countryCode: 'US',
			},
		],
		[
			'100 Congress Ave, Austin, TX 78701',
			{ addressLine1: '100 Congress Ave', zipcode: '78701', city: 'Austin', region: 'TX', countryCode: 'US' },
		],
		[
			'Example Inc\n100 Congress Ave\nAustin, Texas 78701\nUSA',
			{
				companyName: 'Example Inc',
				addressLine1: '100 Congress Ave',
				zipcode: '78701',
				city: 'Austin',
				region: 'Texas',
				countryCode: 'US',
			},
		],
		[
			'Jane Doe\n123 King Street West\nToronto ON M5V 2T6\nCanada',
			{
				contactPerson: 'Jane Doe',
				addressLine1: '123 King Street West',
				zipcode: 'M5V 2T6',
				city: 'Toronto',
				region: 'ON',
				countryCode: 'CA',
			},
		],
		[
			'Jane Doe\n1 George Street\nSydney NSW 2000',
			{
				contactPerson: 'Jane Doe',
				addressLine1: '1 George Street',
				zipcode: '2000',
				city: 'Sydney',
				region: 'NSW',
				countryCode: 'AU',
			},
		],
		[
			'Maria Exemplo\nAvenida Paulista 1578\nSão Paulo - SP\n01310-200\nBrasil',
			{
				contactPerson: 'Maria Exemplo',
				addressLine1: 'Avenida Paulista 1578',
				zipcode: '01310-200',
				city: 'São Paulo',
				region: 'SP',
				countryCode: 'BR',
			},
		],
		[
			'Maria Exemplo\nAvenida Paulista 1578\n01310-200 São Paulo - SP\nBrazil',
			{
				contactPerson: 'Maria Exemplo',
				addressLine1: 'Avenida Paulista 1578',
				zipcode: '01310-200',
				city: 'São Paulo',
				region: 'SP',
				countryCode: 'BR',
			},
		],
		[
			'Max Muster\nInvalidenstraße 10\n10115 Berlin DE',
			{
				contactPerson: 'Max Muster',
				addressLine1: 'Invalidenstraße 10',
				zipcode: '10115',
				city: 'Berlin',
				countryCode: 'DE',
			},
		],
		['', {}],
		['hello', { companyName: 'hello' }],
	])('%j', (text, expected) => {
		expect(values(text)).toEqual(expected);
	});

	it('gives low confidence to a guessed country', () => {
		const confidence = Object.fromEntries(
			parsePastedAddress('Jan Voorbeeld\nDorpsstraat 1\n9999 XX Voorbeelddorp', 'NL').map(({ field, confidence }) => [
				field,
				confidence,
			]),
		);
		expect(confidence).toEqual({
			zipcode: 'likely',
			city: 'likely',
			countryCode: 'guess',
			addressLine1: 'likely',
			contactPerson: 'likely',
		});
	});
});

describe('duplicates', () => {
	it('are equal and similar entries, and no others', async () => {
		const book = newBook();
		const names = ['Muster GmbH', 'MUSTER gmbh', 'Musster GmbH', 'Quite Other AG'];
		for (const companyName of names)
			book.entries.save(
				entry({
					companyName,
					contactPerson: companyName.slice(0, 2),
					email: `${companyName.replace(/\s/g, '')}@example.com`,
					phone: '',
				}),
			);
		book.entries.save(
			entry({ companyName: 'Muster GmbH', addressLine1: 'Invalidenstraße 12', email: 'x@example.com' }),
		);
		book.entries.save(
			entry({
				companyName: 'Tools BV',
				contactPerson: 'A',
				addressLine1: 'Old 1',
				zipcode: '1',
				email: 'same@example.com',
			}),
		);
		book.entries.save(
			entry({
				companyName: 'Tools B.V.',
				contactPerson: 'B',
				addressLine1: 'New 9',
				zipcode: '2',
				email: 'same@example.com',
			}),
		);
		const pairs = await book.duplicates.find();
		const shown = pairs.map(({ one, other, reason }) => [
			[one.companyName, other.companyName].sort().join(' = '),
			reason,
		]);
		expect(shown).toContainEqual(['MUSTER gmbh = Muster GmbH', 'Same name and address']);
		expect(shown).toContainEqual(['Musster GmbH = Muster GmbH', 'Similar names at the same address']);
		expect(shown).toContainEqual(['Tools B.V. = Tools BV', 'Similar names with the same e-mail address']);
		expect(pairs.some(({ one, other }) => `${one.addressLine1}${other.addressLine1}`.includes('12'))).toBe(false);
	});

	it('that the user kept are not shown again', async () => {
		const book = newBook();
		const [one, other] = [book.entries.save(entry()), book.entries.save(entry())];
		expect(await book.duplicates.find()).toHaveLength(1);
		book.duplicates.markDistinct(other.id, one.id);
		expect(await book.duplicates.find()).toHaveLength(0);
	});
});

describe('snapshots', () => {
	it('are created once a day, and the last 30 are kept', () => {
		const book = newBook();
		expect(book.snapshots.createDaily()).toBeNull();
		book.entries.save(entry());
		for (let day = 1; day <= 40; day += 1) {
			book.now.value = new Date(Date.UTC(2026, 10, day, 9));
			expect(book.snapshots.createDaily()).not.toBeNull();
			expect(book.snapshots.createDaily()).toBeNull();
		}
		const kept = book.snapshots.list();
		expect(kept.map(({ at }) => at)).toHaveLength(31);
		expect(kept[0]).toMatchObject({ at: '2026-12-10', entries: 1 });
		expect(readdirSync(book.places.snapshotsFolder).filter((name) => !name.endsWith('.waybill'))).toEqual([]);
	});

	async function changedBook() {
		const book = newBook();
		const stays = book.entries.save(entry({ companyName: 'Stays' }));
		const changes = book.entries.save(entry({ companyName: 'Changes' }));
		const goes = book.entries.save(entry({ companyName: 'Goes' }));
		book.entries.markUsed(stays);
		const then = book.all();
		book.snapshots.createDaily();
		book.entries.save({ ...entry({ companyName: 'Changes', phone: '1' }), id: changes.id });
		book.entries.remove([goes.id]);
		book.entries.save(entry({ companyName: 'Came' }));
		return { book, then, since: book.all() };
	}

	it('restore the whole book, and the restore can be undone', async () => {
		const { book, then, since } = await changedBook();
		const [snapshot] = book.snapshots.list();
		expect(book.snapshots.open(snapshot?.name as string)).toEqual({
			isSameBook: true,
			toRestore: 1,
			toRevert: 1,
			toRemove: 1,
		});
		expect(
			book.snapshots
				.rows(0, 10)
				.map(({ state, current, earlier }) => [state, current?.companyName, earlier?.companyName]),
		).toEqual([
			['toRestore', undefined, 'Goes'],
			['toRevert', 'Changes', 'Changes'],
			['toRemove', 'Came', undefined],
		]);
		const { batchId, restored } = await book.snapshots.restore(null);
		expect(restored).toBe(3);
		expect(book.all()).toEqual(then);
		book.history.undo(batchId);
		expect(book.all()).toEqual(since);
	});

	it('restore one entry and leave the rest', async () => {
		const { book, since } = await changedBook();
		book.snapshots.open(book.snapshots.list()[0]?.name as string);
		await book.snapshots.restore([0]);
		expect(
			book
				.all()
				.map(({ companyName }) => companyName)
				.sort(),
		).toEqual(['Came', 'Changes', 'Goes', 'Stays']);
		expect(book.all().find(({ companyName }) => companyName === 'Changes')?.phone).toBe('1');
		expect(book.all()).toHaveLength(since.length + 1);
	});

	it('of another desk add missing entries and remove nothing', async () => {
		const here = newBook();
		here.entries.save(entry({ companyName: 'Only here' }));
		here.entries.save(entry({ companyName: 'Both', phone: 'old' }));
		const there = newBook();
		for (const companyName of ['Filler', 'Only there', 'Both']) there.entries.save(entry({ companyName }));
		const file = path.join(there.folder, 'backup.waybill');
		expect(there.snapshots.backup(file)).toBe(3);
		expect(here.snapshots.open(file)).toEqual({ isSameBook: false, toRestore: 2, toRevert: 1, toRemove: 0 });
		const before = here.all();
		const { batchId } = await here.snapshots.restore(null);
		expect(
			here
				.all()
				.map(({ companyName, phone }) => `${companyName} ${phone}`)
				.sort(),
		).toEqual(
			[
				`Both ${recipient.phone}`,
				`Filler ${recipient.phone}`,
				`Only here ${recipient.phone}`,
				`Only there ${recipient.phone}`,
			].sort(),
		);
		here.history.undo(batchId);
		expect(here.all()).toEqual(before);
	});

	it('that are invalid are refused, and no file stays open', () => {
		const book = newBook();
		const saved = book.entries.save(entry());
		const put = (name: string, bytes: Uint8Array) => {
			writeFileSync(path.join(book.folder, name), bytes);
			return path.join(book.folder, name);
		};
		const other = path.join(book.folder, 'other.db');
		const database = new DatabaseSync(other);
		database.exec('CREATE TABLE something (id INTEGER)');
		database.close();
		const view = path.join(book.folder, 'view.db');
		book.snapshots.backup(path.join(book.folder, 'sound.waybill'));
		writeFileSync(view, gunzipSync(readFileSync(path.join(book.folder, 'sound.waybill'))));
		const tampered = new DatabaseSync(view);
		tampered.exec(
			'ALTER TABLE about RENAME TO told; CREATE VIEW about AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS format, x AS at, x AS origin FROM n;',
		);
		tampered.close();
		const notOurs = [
			put('d.waybill', gzipSync(readFileSync(view))),
			put('a.waybill', Buffer.from('no archive')),
			put('b.waybill', gzipSync(Buffer.from('no database'))),
			put('c.waybill', gzipSync(readFileSync(other))),
			path.join(book.folder, 'absent.waybill'),
		];
		for (const file of notOurs) expect(() => book.snapshots.open(file)).toThrow(/not an address book backup/);
		expect(book.all()).toEqual([saved]);
	});
});

describe('a damaged address book', () => {
	it('is renamed and restored from its last snapshot with its history', () => {
		const first = newBook();
		const saved = first.entries.save(entry({ companyName: 'Kept' }));
		first.snapshots.createDaily();
		first.database.close();
		writeFileSync(first.places.file, 'this is no database any more, whatever it was before it was written over');
		const again = newBook(first.folder);
		expect(again.all()).toEqual([saved]);
		expect(again.history.history(saved.id)).toHaveLength(1);
		expect(again.notice()).toMatch(/restored from the snapshot of 2026-11-21/);
		expect(readdirSync(first.folder).some((name) => name.includes('.damaged-'))).toBe(true);
	});

	it('uses an older snapshot when the newest is damaged too, and completes an interrupted restore', () => {
		const first = newBook();
		const saved = first.entries.save(entry({ companyName: 'Kept' }));
		first.snapshots.createDaily();
		first.now.value = new Date('2026-11-22T10:00:00Z');
		const newest = first.snapshots.createDaily() as string;
		first.database.close();
		writeFileSync(newest, 'torn');
		writeFileSync(first.places.file, 'no database');
		const damagedAt = new Date('2026-11-22T09:30:00Z');
		utimesSync(first.places.file, damagedAt, damagedAt);
		const again = newBook(first.folder);
		expect(again.all()).toEqual([saved]);
		again.database.close();
		// As if the process was killed before the last step: the restored book exists under its temporary name.
		renameSync(first.places.file, `${first.places.file}.revived`);
		writeFileSync(first.places.file, 'no database');
		utimesSync(first.places.file, damagedAt, damagedAt);
		const third = newBook(first.folder);
		expect(third.all()).toEqual([saved]);
		expect(third.notice()).toMatch(/2026-11-21.*addresses\.db\.damaged-2026-11-22T09-30-00/);
		third.dismissNotice();
		expect(third.notice()).toBe('');
	});

	it('with an incomplete write-ahead log opens with the committed data', () => {
		const first = newBook();
		first.entries.save(entry());
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-copy-'));
		for (const end of ['', '-wal']) copyFileSync(first.places.file + end, path.join(folder, `addresses.db${end}`));
		const copy = newBook(folder);
		expect(copy.notice()).toBe('');
		expect(copy.all()).toEqual(first.all());
	});
});
