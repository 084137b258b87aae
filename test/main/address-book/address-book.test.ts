import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../../src-contract/lib/text-folding';
import { type BookEntry, emptyEntry } from '../../../src-contract/model/address';
import { createEntries } from '../../../src-main/address-book/entries';
import { createEntryStore } from '../../../src-main/address-book/entry-store';
import { createHistory } from '../../../src-main/address-book/history';
import { importLegacyData } from '../../../src-main/address-book/legacy-import';
import { migrations } from '../../../src-main/address-book/migrations';
import { createProgress, newProgressMemory } from '../../../src-main/address-book/progress';
import { createSearch } from '../../../src-main/address-book/search';
import { createSharing } from '../../../src-main/address-book/sharing';
import { fuzzyMatch } from '../../../src-main/address-book/typos';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations as deskMigrations } from '../../../src-main/platform/migrations';
import { wordsIn } from '../../../src-main/platform/text';
import { generateAddresses, random, withTypo } from '../../fixtures/address-book/made-up';
import { recipient, sender } from '../../fixtures/shipment-draft';

const folder = () => mkdtempSync(path.join(tmpdir(), 'waybill-addresses-'));
const entry = (changes: Partial<BookEntry> = {}): BookEntry => ({ ...emptyEntry, ...recipient, ...changes });

function openBook(now: () => Date = () => new Date('2026-11-21T10:00:00Z')) {
	const database = openDatabase(path.join(folder(), 'addresses.db'), migrations);
	const search = createSearch(database);
	const store = createEntryStore(database, () => 'desk 1', now, search.addWords);
	const entries = { ...createEntries(store), ...createHistory(store, createProgress(newProgressMemory())) };
	const names = (text: string, filter?: Parameters<typeof search.find>[2]) =>
		search.find(text, 10, filter).map(({ companyName, contactPerson }) => companyName || contactPerson);
	return { database, store, search, entries, names };
}

describe('words', () => {
	it('ignore case and accents in every script', () => {
		expect(foldForSearch('Ærøskøbing GROSSE Straße Łódź İzmir')).toBe('aeroskobing grosse strasse lodz izmir');
		expect(wordsIn('Αθήνα София')).toEqual(['αθηνα', 'софия'].map(foldForSearch));
		expect(wordsIn('東京都千代田区').length).toBeGreaterThan(1);
	});

	it('are found with one edit: a missing, doubled, replaced or swapped character', () => {
		const words = ['mueller', 'muster', 'mustermann', 'rotterdam', 'zurich'].sort();
		const first = (typed: string) => fuzzyMatch(typed, words, 5)[0]?.word;
		for (const typed of ['mustr', 'musster', 'mustar', 'msuter']) expect(first(typed)).toBe('muster');
		expect(first('roterdma')).toBe('rotterdam');
		expect(first('rotterdan')).toBe('rotterdam');
		// The typed text may match a prefix.
		expect(first('rotetr')).toBe('rotterdam');
		expect(first('xyz')).toBeUndefined();
	});

	it('match the results of a plain edit distance', () => {
		const distance = (one: string, other: string): number => {
			const rows = Array.from({ length: one.length + 1 }, (_, row) =>
				Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
			);
			for (let row = 1; row <= one.length; row += 1)
				for (let column = 1; column <= other.length; column += 1) {
					const line = rows[row] as number[];
					const above = rows[row - 1] as number[];
					const same = one[row - 1] === other[column - 1] ? 0 : 1;
					line[column] = Math.min(
						(above[column - 1] as number) + same,
						(above[column] as number) + 1,
						(line[column - 1] as number) + 1,
					);
					if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
						line[column] = Math.min(line[column] as number, ((rows[row - 2] as number[])[column - 2] as number) + 1);
				}
			return (rows[one.length] as number[])[other.length] as number;
		};
		const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 7 });
		fc.assert(
			fc.property(word, fc.uniqueArray(word, { maxLength: 20 }), (typed, words) => {
				const found = fuzzyMatch(typed, [...words].sort(), 100).map((one) => one.word);
				const near = words.filter(
					(one) =>
						!one.startsWith(typed) &&
						Array.from({ length: one.length + 1 }, (_, length) => one.slice(0, length)).some(
							(start) => distance(typed, start) <= 1,
						),
				);
				expect([...found].sort()).toEqual(near.sort());
			}),
		);
	});
});

describe('a search', () => {
	it.each([
		'muster',
		'MUSTER GmbH',
		'müst',
		'inval 10',
		'10115',
		'berl',
		'germany max',
		'+49 30 1234',
		'0301234',
		'KD-77',
		'kd77',
		'mutser berlin',
	])('finds by "%s"', (text) => {
		const { entries, search } = openBook();
		entries.save(entry({ ...sender, companyName: 'Example BV' }));
		const saved = entries.save(entry({ phone: '+49 30 123456', reference: 'KD-77' }));
		expect(search.find(text, 10).map(({ id }) => id)).toEqual([saved.id]);
	});

	it('does not interpret the text as query syntax', () => {
		const { entries, names } = openBook();
		entries.save(entry());
		for (const text of ['"; DROP TABLE entry; --', 'muster NEAR berlin', 'muster*', '"', '^muster', '-muster OR'])
			expect(() => names(text)).not.toThrow();
	});

	it('ranks whole words before prefixes, then the last used, then the newest', () => {
		const { entries, names } = openBook();
		const first = entry({ companyName: 'Alpha Tools', contactPerson: 'A' });
		entries.save(first);
		entries.save(entry({ companyName: 'Beta Tools', contactPerson: 'B' }));
		entries.save(entry({ companyName: 'Toolshed', contactPerson: 'C' }));
		expect(names('')).toEqual(['Toolshed', 'Beta Tools', 'Alpha Tools']);
		entries.markUsed(first);
		expect(names('')).toEqual(['Alpha Tools', 'Toolshed', 'Beta Tools']);
		expect(names('tools')).toEqual(['Alpha Tools', 'Beta Tools', 'Toolshed']);
	});

	it('filters by book, country, tag and favourites', () => {
		const { entries, search, names } = openBook();
		entries.save(entry({ companyName: 'One', book: 'Recipients', tags: ['returns'], isFavourite: true }));
		entries.save(entry({ companyName: 'Two', book: 'Senders', countryCode: 'NL' }));
		const any = { book: null, countryCode: null, tag: null, favourites: false };
		expect(names('', { ...any, book: 'Senders' })).toEqual(['Two']);
		expect(names('max', { ...any, countryCode: 'DE' })).toEqual(['One']);
		expect(names('', { ...any, tag: 'returns' })).toEqual(['One']);
		expect(names('', { ...any, favourites: true })).toEqual(['One']);
		expect(search.facets()).toEqual({
			books: [
				['Recipients', 1],
				['Senders', 1],
			],
			countries: expect.arrayContaining([
				['DE', 1],
				['NL', 1],
			]),
			tags: [['returns', 1]],
			total: 2,
			favourites: 1,
		});
	});

	it('finds generated names despite a typo', () => {
		const { entries, search } = openBook();
		const all = generateAddresses(2000);
		entries.addAll(all, 'test');
		const next = random(5);
		let found = 0;
		for (let count = 0; count < 100; count += 1) {
			const one = all[Math.floor(next() * all.length)] as BookEntry;
			const last = foldForSearch(one.contactPerson.split(' ').at(-1) as string);
			const text = `${withTypo(last, next)} ${one.addressLine1.split(' ')[0]}`;
			if (search.find(text, 20).some(({ email }) => email === one.email)) found += 1;
		}
		expect(found).toBeGreaterThanOrEqual(97);
	});
});

describe('changes', () => {
	it('are recorded for each entry: user, time, before and after', () => {
		const { entries } = openBook();
		const { id } = entries.save(entry({ city: 'Berlin' }));
		entries.save({ ...entry({ city: 'Bonn' }), id });
		entries.remove([id]);
		expect(entries.history(id).map(({ kind, who, before, after }) => [kind, who, before?.city, after?.city])).toEqual([
			['remove', 'desk 1', 'Bonn', undefined],
			['save', 'desk 1', 'Berlin', 'Bonn'],
			['save', 'desk 1', undefined, 'Berlin'],
		]);
		expect(() => entries.save({ ...entry(), id })).toThrow(/no longer in the address book/);
	});

	it('are undone one by one, and later changes are kept', () => {
		const { entries, names } = openBook();
		const { id } = entries.save(entry({ companyName: 'One' }));
		const batchId = entries.addAll([entry({ companyName: 'Two' }), entry({ companyName: 'Three' })], 'file.csv');
		const two = entries.history(id + 1)[0]?.after;
		entries.save({ ...entry({ companyName: 'Two and a half' }), id: two?.id ?? 0 });
		expect(entries.undo(batchId)).toEqual({ restored: 1, skipped: 1 });
		expect(names('').sort()).toEqual(['One', 'Two and a half']);
		expect(entries.undo(batchId)).toEqual({ restored: 0, skipped: 1 });
		const edit = entries.history(two?.id ?? 0)[0]?.batchId ?? 0;
		expect(entries.undo(edit)).toEqual({ restored: 1, skipped: 0 });
		expect(entries.undo(batchId)).toEqual({ restored: 1, skipped: 0 });
		expect(() => entries.undo(batchId)).toThrow(/already undone/);
		const removal = entries.remove([id]);
		expect(names('one')).toEqual([]);
		expect(entries.undo(removal)).toEqual({ restored: 1, skipped: 0 });
		expect(names('one')).toEqual(['One']);
	});

	it('of a batch can be undone for one entry only', () => {
		const { entries, names } = openBook();
		const many = Array.from({ length: 2000 }, (_, at) => entry({ companyName: `Firm ${at}` }));
		const batchId = entries.addAll(many, 'file.csv');
		const [first, second] = many.map((_, at) => at + 1) as [number, number];
		expect(entries.undo(batchId, first)).toEqual({ restored: 1, skipped: 0 });
		expect(names('firm 0')).not.toContain('Firm 0');
		expect(entries.history(second)[0]?.undone).toBe(false);
		entries.save({ ...entry({ companyName: 'Changed since' }), id: second });
		expect(entries.undo(batchId)).toEqual({ restored: 1998, skipped: 1 });
		expect(names('')).toEqual(['Changed since']);
		expect(entries.undo(entries.history(second)[0]?.batchId ?? 0).restored).toBe(1);
		expect(entries.undo(batchId)).toEqual({ restored: 1, skipped: 0 });
		expect(names('')).toEqual([]);
		expect(() => entries.undo(batchId)).toThrow(/already undone/);
	});

	it('keep the use count when they are undone', () => {
		const { entries, search } = openBook();
		const { id } = entries.save(entry());
		entries.save({ ...entry({ phone: '1' }), id });
		entries.markUsed(entry());
		entries.undo(entries.history(id)[0]?.batchId ?? 0);
		expect(search.find('', 1)[0]).toMatchObject({ useCount: 1, phone: recipient.phone });
	});

	it('cannot be undone after 30 days', () => {
		const clock = { now: new Date('2026-01-01T00:00:00Z') };
		const { entries } = openBook(() => clock.now);
		const { id } = entries.save(entry());
		clock.now = new Date('2026-02-15T00:00:00Z');
		expect(() => entries.undo(entries.history(id)[0]?.batchId ?? 0)).toThrow(/30 days/);
	});

	it('merge two entries with the use of both, and can be undone', () => {
		const { database, entries, search } = openBook();
		const kept = entries.save(entry({ companyName: 'Muster GmbH' }));
		const other = entries.save(entry({ companyName: 'Muster', phone: '1' }));
		entries.markUsed(entry({ companyName: 'Muster' }));
		const before = database.all('SELECT * FROM entry ORDER BY id');
		const merged = entries.merge(kept.id, other.id, entry({ companyName: 'Muster GmbH', phone: '1' }));
		expect(merged.entry).toMatchObject({ id: kept.id, phone: '1', useCount: 1 });
		expect(search.find('', 10)).toHaveLength(1);
		entries.undo(merged.batchId);
		expect(database.all('SELECT * FROM entry ORDER BY id')).toEqual(before);
	});

	it('of any kind and order are undone exactly, last first', () => {
		const step = fc.oneof(
			fc.record({
				kind: fc.constant('add' as const),
				name: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
			}),
			fc.record({
				kind: fc.constant('change' as const),
				which: fc.nat(),
				city: fc.string({ maxLength: 8, unit: 'grapheme' }),
			}),
			fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
			fc.record({ kind: fc.constant('merge' as const), which: fc.nat(), other: fc.nat() }),
			fc.record({
				kind: fc.constant('import' as const),
				names: fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
			}),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
				const { database, entries } = openBook();
				entries.addAll([entry({ companyName: 'A' }), entry({ companyName: 'B' })], 'first');
				const ids = () => database.all<{ id: number }>('SELECT id FROM entry ORDER BY id').map(({ id }) => id);
				const state = () => ({
					entries: database.all('SELECT * FROM entry ORDER BY id'),
					indexed: database.all('SELECT rowid FROM entry_index ORDER BY rowid'),
				});
				const last = () => database.get<{ id: number }>('SELECT max(id) AS id FROM batch')?.id ?? 0;
				const states: [batchId: number, before: unknown][] = [];
				for (const one of steps) {
					const before = state();
					const earlier = last();
					const all = ids();
					const id = 'which' in one ? all[one.which % all.length] : undefined;
					if (one.kind === 'add') entries.save(entry({ companyName: one.name }));
					else if (one.kind === 'import')
						entries.addAll(
							one.names.map((name) => entry({ companyName: name })),
							'',
						);
					else if (id === undefined) continue;
					else if (one.kind === 'change') entries.save({ ...entry({ city: one.city }), id });
					else if (one.kind === 'remove') entries.remove([id]);
					else {
						const other = all[one.other % all.length] as number;
						if (other === id) continue;
						entries.merge(id, other, entry({ companyName: 'merged' }));
					}
					if (last() > earlier) states.push([last(), before]);
				}
				for (const [batchId, before] of states.reverse()) {
					entries.undo(batchId);
					expect(state()).toEqual(before);
				}
				database.close();
			}),
			{ numRuns: 60 },
		);
	});
});

it('imports the address book of an earlier release once', () => {
	const deskFile = path.join(folder(), 'waybill.db');
	openDatabase(deskFile, deskMigrations).close();
	const desk = new DatabaseSync(deskFile);
	for (const [index, used] of [null, '2026-01-02', '2026-03-04'].entries())
		desk
			.prepare(
				`INSERT INTO address (company_name, contact_person, email, phone, address_line1, address_line2, zipcode, city, country_code, vat_number, last_used_at, updated_at)
				VALUES (?, 'P', 'p@example.com', '1', 'S 1', '', '1', 'C', 'NL', '', ?, '')`,
			)
			.run(`Company ${index}`, used);
	desk.close();
	const { database, entries, names } = openBook();
	importLegacyData(database, entries, deskFile);
	importLegacyData(database, entries, deskFile);
	expect(names('')).toEqual(['Company 2', 'Company 1', 'Company 0']);
});

it('ignores stored site conflicts that another release wrote in another form', () => {
	const { database, store } = openBook();
	const sharing = createSharing(store);
	sharing.apply({ origin: 'site', entries: [], books: ['Shared'], version: 7 });
	database.write('UPDATE shared_state SET conflicts = ?', '[{"id":1,"removedField":"x"}]');
	expect(sharing.state()).toMatchObject({ version: 7, books: ['Shared'], conflicts: [] });
});
