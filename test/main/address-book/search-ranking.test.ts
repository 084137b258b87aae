// The order of search results: match quality and field first, recency second.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BookEntry, emptyEntry } from '../../../src-contract/model/address';
import { createEntries } from '../../../src-main/address-book/entries';
import { createEntryStore } from '../../../src-main/address-book/entry-store';
import { migrations } from '../../../src-main/address-book/migrations';
import { createSearch } from '../../../src-main/address-book/search';
import { openDatabase } from '../../../src-main/platform/database';

const entry = (changes: Partial<BookEntry>): BookEntry => ({
	...emptyEntry,
	contactPerson: 'Robin Example',
	email: 'robin@example.com',
	phone: '+49 30 901820',
	addressLine1: 'Hauptstraße 1',
	zipcode: '10115',
	city: 'Berlin',
	countryCode: 'DE',
	...changes,
});

function newBook(file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-search-')), 'addresses.db')) {
	const database = openDatabase(file, migrations);
	const search = createSearch(database);
	const entries = createEntries(
		createEntryStore(
			database,
			() => 'desk 1',
			() => new Date(),
			search.addWords,
		),
	);
	return { database, search, entries };
}

/** Companies found for the text, best first. The first entry given is the least recent. */
function found(text: string, entries: readonly Partial<BookEntry>[]): string[] {
	const book = newBook();
	for (const changes of entries) book.entries.save(entry(changes));
	return book.search.find(text, 12).map(({ companyName }) => companyName);
}

describe('a search ranks', () => {
	it.each<[rule: string, text: string, best: Partial<BookEntry>, other: Partial<BookEntry>]>([
		[
			'the start of a company before an e-mail domain',
			'muster',
			{ companyName: 'Mustermann AG' },
			{ email: 'a@muster.example' },
		],
		['a whole company before its start', 'muster', { companyName: 'Muster GmbH' }, { companyName: 'Mustermann AG' }],
		['a company before a person', 'muster', { companyName: 'Muster GmbH' }, { contactPerson: 'Kim Muster' }],
		['a person before a city', 'essen', { contactPerson: 'Jan Essen' }, { city: 'Essen' }],
		['a whole city before the start of a company', 'essen', { city: 'Essen' }, { companyName: 'Essener Kisten' }],
		['a city before a street', 'essen', { city: 'Essen' }, { addressLine1: 'Essen 4' }],
		['a street before an e-mail', 'linden', { addressLine1: 'Linden 4' }, { email: 'linden@example.com' }],
		['a postcode before a phone number', '45127', { zipcode: '45127' }, { phone: '45127' }],
		['a postcode before a reference', '45127', { zipcode: '45127' }, { reference: '45127' }],
		['a postcode without its space', '1012lg', { zipcode: '1012 LG' }, { email: '1012lg@example.com' }],
		['a city before a tag', 'essen', { city: 'Essen' }, { tags: ['essen'] }],
		['the start of a word before its inside', 'haus', { companyName: 'Hausmann' }, { companyName: 'Möbelhaus' }],
		['the inside of a company before a typo', 'house', { companyName: 'Warehouse Ltd' }, { companyName: 'Housse' }],
		[
			'two names before a name and an e-mail',
			'max muster',
			{ companyName: 'Muster', contactPerson: 'Max Kim' },
			{ contactPerson: 'Max Kim', email: 'a@muster.example' },
		],
	])('%s', (_rule, text, best, other) => {
		const [bestName, otherName] = [best.companyName ?? 'Best', other.companyName ?? 'Other'];
		const entries = [
			{ companyName: 'Best', ...best },
			{ companyName: 'Other', ...other },
		];
		expect(found(text, entries)).toEqual([bestName, otherName]);
		expect(found(text, entries.toReversed())).toEqual([bestName, otherName]);
	});

	it('equal matches by recency', () => {
		const entries = [{ companyName: 'Muster Ost' }, { companyName: 'Muster West' }];
		expect(found('muster', entries)).toEqual(['Muster West', 'Muster Ost']);
		expect(found('muster', entries.toReversed())).toEqual(['Muster Ost', 'Muster West']);
	});
});

it('finds the best matches behind any number of recent ones that are worse', () => {
	const recent = Array.from({ length: 200 }, (_, index) => ({
		companyName: `Shop ${index}`,
		contactPerson: 'Mustafa Example',
		email: `shop${index}@muster.example`,
	}));
	const names = found('muster', [{ companyName: 'Muster GmbH' }, { companyName: 'Mustermann AG' }, ...recent]);
	expect(names).toHaveLength(12);
	expect(names.slice(0, 2)).toEqual(['Muster GmbH', 'Mustermann AG']);
});

it('finds names of entries that an earlier release stored', () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-search-')), 'addresses.db');
	openDatabase(file, migrations.slice(0, 3)).close();
	const old = openDatabase(file, migrations.slice(0, 3));
	const company = (id: number, name: string, words: string) => {
		old.write(
			`INSERT INTO entry (id, position, book, company_name, contact_person, email, phone, address_line1, address_line2,
				zipcode, city, country_code, vat_number, tags, is_favourite, kind, reference, eori_number, ioss_number, ein_number,
				notes, use_count, same_key, words)
			VALUES (?, ?, '', ?, '', '', '', 'Street 1', '', '1', 'Berlin', 'DE', '', '[]', 0, '', '', '', '', '', '', 0, '', ?)`,
			id,
			id,
			name,
			words,
		);
		old.write('INSERT INTO entry_index (rowid, words) VALUES (?, ?)', id, words);
	};
	for (let id = 1; id <= 100; id += 1) company(id, `Shop ${id}`, `shop ${id} strasse`);
	company(101, 'Große Straße Søren', 'grosse strasse soren');
	old.close();
	const { search } = newBook(file);
	expect(search.find('strasse', 12)[0]?.companyName).toBe('Große Straße Søren');
	expect(search.find('soren', 12)[0]).toMatchObject({ companyName: 'Große Straße Søren', region: '' });
});
