import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookEntry, emptyEntry, type SavedAddress, savedEntrySchema } from '../../../src-contract/model/address';
import type { ImportCounts, ImportFile, ImportRow } from '../../../src-contract/model/address-import';
import { openBook } from '../../../src-main/address-book/book-database';
import { createEntryStore } from '../../../src-main/address-book/entry-store';
import { entryOfContact } from '../../../src-main/address-book/files/contacts';
import { parseCards, unfold } from '../../../src-main/address-book/files/vcards';
import { toCards } from '../../../src-main/address-book/files/write-vcards';
import { createFileImport } from '../../../src-main/address-book/import';
import { createProgress, newProgressMemory, watchProgress } from '../../../src-main/address-book/progress';
import { recipient } from '../../fixtures/shipment-draft';

const files = path.resolve(import.meta.dirname, '../../fixtures/address-book/files');
const expected = JSON.parse(readFileSync(path.join(files, 'expected.json'), 'utf8')) as Record<
	string,
	{ source: string; entries: Partial<BookEntry>[] }
>;
const everything = { book: null, countryCode: null, tag: null, favourites: false };
const entry = (changes: Partial<BookEntry> = {}): BookEntry => ({ ...emptyEntry, ...recipient, ...changes });

function newBook() {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-book-'));
	const memory = newProgressMemory();
	const now = { value: new Date('2026-11-21T10:00:00Z') };
	const places = {
		file: path.join(folder, 'addresses.db'),
		deskFile: path.join(folder, 'waybill.db'),
		snapshotsFolder: path.join(folder, 'snapshots'),
		resourcesDir: path.resolve('resources'),
	};
	const book = openBook(
		places,
		memory,
		() => 'desk 1',
		() => now.value,
	);
	const put = (name: string, contents: string | Uint8Array) => {
		writeFileSync(path.join(folder, name), contents);
		return path.join(folder, name);
	};
	const all = (): SavedAddress[] => book.search.list(0, 100_000, everything).rows;
	const fileImport = createFileImport(
		createEntryStore(
			book.database,
			() => 'desk 1',
			() => now.value,
			book.search.addWords,
		),
		createProgress(memory),
		path.resolve('resources/programs'),
	);
	return { ...book, fileImport, folder, now, put, all, progress: watchProgress(memory) };
}
type Book = ReturnType<typeof newBook>;

const columnsOf = ({ columns }: ImportFile) => columns.map(({ target }) => target);

async function preview(
	book: Book,
	file: string,
	plan: { book?: string; countryCode?: string } = {},
): Promise<{ file: ImportFile; counts: ImportCounts; rows: ImportRow[] }> {
	const opened = await book.fileImport.open(file);
	const counts = await book.fileImport.preview({ columns: columnsOf(opened), book: '', countryCode: '', ...plan });
	return { file: opened, counts, rows: book.fileImport.rows(null, 0, 500) };
}

async function importAll(book: Book, file: string) {
	const { file: opened, counts } = await preview(book, file);
	return { counts, taken: await book.fileImport.apply(columnsOf(opened), true) };
}

const isFilled = ([field, value]: [string, unknown]) =>
	JSON.stringify(value) !== JSON.stringify(emptyEntry[field as keyof BookEntry]);

describe('files of other programs', () => {
	it.each(Object.keys(expected))('%s', async (name) => {
		const { rows } = await preview(newBook(), path.join(files, name));
		const read = rows.map(({ entry }) => Object.fromEntries(Object.entries(entry).filter(isFilled)));
		expect(read).toEqual(expected[name]?.entries);
		for (const { state, entry } of rows) {
			const isNamed = entry.companyName + entry.contactPerson !== '';
			const isSomewhere = entry.addressLine1 + entry.zipcode + entry.city !== '';
			expect(state).toBe(isNamed && isSomewhere ? 'new' : 'wrong');
		}
	});

	it('are never the sender beside the recipient', async () => {
		const book = newBook();
		const file = book.put(
			'a.csv',
			'Sender name,Sender street,Sender postcode,Sender city,Recipient name,Recipient street,Recipient postcode,Recipient city,Recipient country\nSample BV,Damrak 1,1012 LG,Amsterdam,Erika Muster,Hauptstr. 4,10115,Berlin,DE\n',
		);
		const { rows } = await preview(book, file);
		expect(rows.map(({ entry }) => [entry.contactPerson, entry.addressLine1, entry.city])).toEqual([
			['Erika Muster', 'Hauptstr. 4', 'Berlin'],
		]);
	});

	it('say that a spreadsheet program has changed a house number to a date', async () => {
		const book = newBook();
		const file = book.put(
			'a.csv',
			'Name,Street,House number,Postcode,City,Country\nJan Voorbeeld,Kerkstraat,12-Mar,1017 GA,Amsterdam,NL\nEls Voorbeeld,Kerkstraat,12-3,1017 GA,Amsterdam,NL\n',
		);
		const { rows } = await preview(book, file);
		expect(rows.map(({ state }) => state)).toEqual(['wrong', 'new']);
		expect(rows[0]?.reason).toContain('12-Mar');
	});

	it('may have the whole address in one cell', async () => {
		const book = newBook();
		const file = book.put(
			'a.csv',
			[
				'Name,Address,Phone',
				'Greta Holm,"Holm Design AB\nKungsgatan 5\n411 19 Göteborg\nSweden",',
				'Sam Carter,"1600 Main St, Suite 200, Boulder, CO 80302, USA",',
				'Dr. Julia Weiss,"c/o Praxis am Ring, Ring 3, 1010 Wien, Austria",',
				'Jan Voorbeeld,"Damrak 1, 1012 LG Amsterdam",',
				'Els Voorbeeld,"Sample BV, Jan Voorbeeld, Damrak 1, 1012 LG Amsterdam, +31 20 555 0100",',
				'Erika Muster,Hauptstr. 4,',
				'Max Muster,"Hauptstr. 5, Hinterhaus, D-10115 Berlin, bitte klingeln",',
			].join('\n'),
		);
		const { rows } = await preview(book, file, { countryCode: 'NL' });
		expect(
			rows.map(({ entry }) =>
				[
					entry.companyName,
					entry.contactPerson,
					entry.phone,
					entry.addressLine1,
					entry.addressLine2,
					entry.zipcode,
					entry.city,
					entry.region,
					entry.countryCode,
				].join('|'),
			),
		).toEqual([
			'Holm Design AB|Greta Holm||Kungsgatan 5||411 19|Göteborg||SE',
			'|Sam Carter||1600 Main St|Suite 200|80302|Boulder|CO|US',
			'|Dr. Julia Weiss||Ring 3|c/o Praxis am Ring|1010|Wien||AT',
			'|Jan Voorbeeld||Damrak 1||1012 LG|Amsterdam||NL',
			'Sample BV|Els Voorbeeld|+31 20 555 0100|Damrak 1|Jan Voorbeeld|1012 LG|Amsterdam||NL',
			'|Erika Muster||Hauptstr. 4|||||NL',
			'|Max Muster||Hauptstr. 5|Hinterhaus, bitte klingeln|10115|Berlin||DE',
		]);
		expect(rows.map(({ reason }) => reason.includes('split from one cell'))).toEqual([
			...[true, true, true, true, true],
			...[false, true],
		]);
	});

	it('are all imported, searched and undone', async () => {
		const book = newBook();
		for (const name of Object.keys(expected)) await importAll(book, path.join(files, name));
		const before = book.all();
		expect(before.length).toBeGreaterThan(90);
		for (const { id, kind } of book.history.batches(200)) if (kind === 'import') book.history.undo(id);
		expect(book.all()).toEqual([]);
	});
});

describe('an import', () => {
	const header = 'Company;Contact person;Street and number;Postcode;City;Country;Phone;E-mail;Reference\n';
	const row = (company: string, more = '') =>
		`${company};Max Müster;Invalidenstraße 10;10115;Berlin;DE;+49 30 1234567;max@example.com;${more}\n`;

	it('previews the result of each row with a reason', async () => {
		const book = newBook();
		book.entries.save(entry({ companyName: 'Same GmbH', phone: '+49 30 1234567', email: 'max@example.com' }));
		book.entries.save(entry({ companyName: 'Other GmbH', phone: '+49 30 1111111', email: 'max@example.com' }));
		book.entries.save(entry({ companyName: 'Moved GmbH', addressLine1: 'Elsewhere 1', reference: 'C-7' }));
		const file = book.put(
			'a.csv',
			`${header}${row('New GmbH')}${row('Same GmbH')}${row('Other GmbH')}${row('Moved GmbH', 'C-7')}${row('new gmbh')}Nowhere GmbH;;;;;;;;\nX GmbH;Y;Z 1;1;Q;Atlantis;;;\n`,
		);
		const { rows, counts } = await preview(book, file);
		expect(rows.map(({ rowNumber, state, reason }) => [rowNumber, state, reason])).toEqual([
			[2, 'new', ''],
			[3, 'same', ''],
			[4, 'changed', 'Changes: phone.'],
			[5, 'changed', 'Changes: e-mail, phone, street and number.'],
			[6, 'duplicate', 'Duplicate of row 2.'],
			[7, 'wrong', 'The address is missing.'],
			[8, 'wrong', 'There is no country named "Atlantis".'],
		]);
		expect(counts).toEqual({ new: 1, changed: 2, same: 1, duplicate: 1, wrong: 2 });
	});

	it('reads a dropped file as a chosen file, and refuses other types with the same message', async () => {
		const { put, fileImport } = newBook();
		const chosen = await fileImport.open(put('a.csv', header + row('New GmbH')));
		expect(chosen.rows).toBe(1);
		const dropped = { name: 'a.csv', bytes: new TextEncoder().encode(header + row('New GmbH')) };
		expect(await fileImport.open(dropped)).toEqual(chosen);
		const odd = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 3]);
		for (const file of [put('a.pdf', odd), { name: 'a.pdf', bytes: odd }])
			await expect(fileImport.open(file)).rejects.toMatchObject({
				code: 'address.fileFailed',
				message: 'This file type is not supported. Use CSV, XLSX or vCard. Nothing was imported.',
			});
	});

	it('writes the preview in one batch, keeps fields the file does not have, and can be undone', async () => {
		const book = newBook();
		const kept = entry({ companyName: 'Other GmbH', notes: 'Ring twice', tags: ['retail'], isFavourite: true });
		book.entries.save(kept);
		book.entries.save(entry({ companyName: 'Untouched' }));
		book.entries.markUsed(kept);
		const before = book.all();
		const { taken } = await importAll(book, book.put('a.csv', header + row('Other GmbH') + row('New GmbH')));
		expect(taken).toMatchObject({ added: 1, changed: 1 });
		expect(book.all()).toHaveLength(3);
		expect(book.all().find(({ companyName }) => companyName === 'Other GmbH')).toMatchObject({
			notes: 'Ring twice',
			tags: ['retail'],
			isFavourite: true,
			phone: '+49 30 1234567',
		});
		book.history.undo(taken.batchId);
		expect(book.all()).toEqual(before);
	});

	it('changes nothing when the disk is full, and succeeds once there is space', async () => {
		const book = newBook();
		book.entries.save(entry());
		const before = book.all();
		const many = header + Array.from({ length: 500 }, (_, at) => row(`Firm ${at}`)).join('');
		const { file } = await preview(book, book.put('a.csv', many));
		book.database.get('PRAGMA max_page_count = 60');
		await expect(book.fileImport.apply(columnsOf(file), true)).rejects.toMatchObject({ code: 'storage.full' });
		expect(book.all()).toEqual(before);
		book.database.get('PRAGMA max_page_count = 1000000');
		expect((await book.fileImport.apply(columnsOf(file), true)).added).toBe(500);
	});

	it('keeps edits made since the preview, and fields that the file leaves empty', async () => {
		const book = newBook();
		const { id } = book.entries.save(entry({ companyName: 'Other GmbH', addressLine2: 'Tor 7', kind: 'business' }));
		const { file } = await preview(book, book.put('a.csv', header + row('Other GmbH') + row('New GmbH')));
		book.entries.save({
			...entry({ companyName: 'Other GmbH', addressLine2: 'Tor 7', kind: 'business', phone: '7' }),
			id,
		});
		book.entries.save(entry({ companyName: 'New GmbH', phone: '8' }));
		expect(await book.fileImport.apply(columnsOf(file), true)).toMatchObject({ added: 0, changed: 1 });
		const now = book
			.all()
			.map(({ companyName, phone, email, addressLine2, kind }) => [companyName, phone, email, addressLine2, kind]);
		expect(now).toContainEqual(['Other GmbH', '7', 'max@example.com', 'Tor 7', 'business']);
		expect(now).toContainEqual(['New GmbH', '8', recipient.email, '', '']);
		expect(now).toHaveLength(2);
	});

	it('keeps two contacts of one company at one address separate', async () => {
		const book = newBook();
		const two = row('ACME', 'C-7').replace('max@', 'one@') + row('ACME', 'C-7').replace('max@', 'two@');
		const elsewhere = row('ACME', 'C-7').replace('Invalidenstraße 10', 'Second Street 2');
		await importAll(book, book.put('a.csv', header + two + elsewhere));
		expect(book.all()).toHaveLength(3);
		const { counts } = await preview(book, book.put('b.csv', header + two + elsewhere));
		expect(counts).toEqual({ new: 0, changed: 0, same: 3, duplicate: 0, wrong: 0 });
	});

	it('reads a file with one invalid character', async () => {
		const book = newBook();
		const text = Buffer.from(header + Array.from({ length: 30 }, (_, at) => row(`Müßig ${at}`)).join(''));
		text[header.length + 2] = 0x20;
		const { file, rows } = await preview(book, book.put('a.csv', text));
		expect(file.encoding).toBe('utf-8');
		expect(rows[5]?.entry.companyName).toBe('Müßig 5');
	});

	it('joins street and house number of Dutch columns', async () => {
		const book = newBook();
		const file = book.put(
			'nl.csv',
			'Naam;Straat;Huisnummer;Toevoeging;Postcode;Plaats;Land\nJan Voorbeeld;Damrak;1;A;1012 LG;Amsterdam;Nederland\n',
		);
		const { rows } = await preview(book, file);
		expect(rows[0]?.entry).toMatchObject({
			contactPerson: 'Jan Voorbeeld',
			addressLine1: 'Damrak 1 A',
			addressLine2: '',
			city: 'Amsterdam',
		});
	});

	it('saves the column mapping', async () => {
		const book = newBook();
		const text = 'Who,Where,Code,Place\nExample BV,Damrak 1,1012 LG,Amsterdam\n';
		expect((await book.fileImport.open(book.put('a.csv', text))).isRemembered).toBe(false);
		await book.fileImport.read({ encoding: null, separator: null, headerRow: 1 });
		const columns = (['companyName', 'addressLine1', 'zipcode', 'city'] as const).map((field) => ({
			field,
			choice: 1,
		}));
		await book.fileImport.preview({ columns, book: 'Recipients', countryCode: 'NL' });
		await book.fileImport.apply(columns, true);
		const again = await book.fileImport.open(book.put('b.csv', text.replace('Example', 'Another')));
		expect(again.isRemembered).toBe(true);
		expect(columnsOf(again)).toEqual(columns);
		expect(book.all()[0]).toMatchObject({ companyName: 'Example BV', countryCode: 'NL', book: 'Recipients' });
	});

	it('warns of missing and suspicious values in an accepted row', async () => {
		const book = newBook();
		const { rows } = await preview(
			book,
			book.put('a.csv', 'Company,Street,Postcode,City,Country\nExample,Street 1,1234567,Berlin,DE\n'),
		);
		expect(rows[0]).toMatchObject({ state: 'new' });
		expect(rows[0]?.reason).toMatch(/missing: contact person, e-mail, phone; not a valid postcode/i);
	});

	it.each([
		['an empty file', ''],
		['a heading alone', header],
		['noise', Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251))],
		['a broken workbook', Buffer.from('PK\u0003\u0004 no workbook')],
		['a quotation mark without its end', `${header}"${row('A')}`],
		['a million spaces', `${header}${row('A').replace('Berlin', `x${' '.repeat(1_000_000)}x`)}`],
		['a thousand and one columns', `${'a,'.repeat(1001)}\n${'b,'.repeat(1001)}\n`],
		['many cards that never end', 'BEGIN:VCARD\nFN:a\n'.repeat(20_000)],
		['a card without its end', 'BEGIN:VCARD\nVERSION:3.0\nFN:Nobody\n'],
	])('of %s fails with a message', async (_what, contents) => {
		const book = newBook();
		const file = book.put('odd', contents as string);
		const result = await preview(book, file).then(
			({ counts }) => counts,
			(error) => error,
		);
		if (result instanceof Error) expect(result).toMatchObject({ code: 'address.fileFailed' });
		else expect(result.new + result.changed).toBe(0);
	});
});

const anyText = (maxLength: number) =>
	fc.oneof(
		fc.string({ unit: 'grapheme', maxLength }),
		fc.string({ unit: 'binary', maxLength }),
		fc.constantFrom(
			'',
			"'=1",
			'=A1',
			'+x',
			'-',
			'@',
			"'t Hart",
			'"',
			';',
			',',
			'\\',
			'\\n',
			'a;b\\;c',
			'x\r\ny',
			'01067',
			' ::: ',
			'toString',
			'__proto__',
			'_x0041_',
		),
	);
/** The entry as the address book would store it, after validation. */
const anyEntry: fc.Arbitrary<BookEntry> = fc
	.record({
		companyName: anyText(20),
		contactPerson: anyText(20),
		email: fc.constantFrom('', 'a@example.com', "o'hara+x@example.org"),
		phone: fc.constantFrom('', '+49 30 1234567', '030/12 34', '=1'),
		addressLine1: anyText(20),
		addressLine2: anyText(20),
		zipcode: fc.constantFrom('', '01067', '1012 LG', "'0"),
		city: anyText(20),
		countryCode: fc.constantFrom('', 'DE', 'US', 'NL'),
		vatNumber: anyText(10),
		book: anyText(10),
		tags: fc.array(anyText(10), { maxLength: 3 }),
		isFavourite: fc.boolean(),
		kind: fc.constantFrom('' as const, 'business' as const, 'residential' as const),
		reference: anyText(10),
		eoriNumber: anyText(5),
		iossNumber: anyText(5),
		einNumber: anyText(5),
		notes: fc.array(anyText(20), { maxLength: 3 }).map((lines) => lines.join('\n')),
		defaultParcel: fc.option(
			fc.record({
				lengthCm: fc.integer({ min: 1, max: 2000 }),
				widthCm: fc.integer({ min: 1, max: 2000 }),
				heightCm: fc.integer({ min: 1, max: 2000 }),
				weightKg: fc.integer({ min: 1, max: 100_000 }).map((grams) => grams / 1000),
			}),
		),
		labelPrinterId: fc.constantFrom('', 'printer-7'),
	})
	.map((typed) => savedEntrySchema.safeParse(typed).data)
	.filter((kept): kept is BookEntry => kept !== undefined)
	.map((kept) => ({ ...kept, tags: [...new Set(kept.tags)] }));

it('reads a card whose name has one part', () => {
	const [card] = parseCards(
		'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Muster\r\nADR:;;Street 1;Berlin;;10115;DE\r\nEND:VCARD\r\n',
	);
	expect(card?.error).toBe('');
	expect(card?.contact.first('contactPerson')).toBe('Muster');
});

describe('a round trip changes nothing', () => {
	it('of a second line that begins with a comma', () => {
		const entry = { ...emptyEntry, contactPerson: 'Max Muster', addressLine1: 'Weg 1', addressLine2: ', rear' };
		const [card] = parseCards(Buffer.from(unfold(Buffer.from(toCards([entry])))).toString());
		expect(card && entryOfContact(card.contact, { countryCode: '', book: '' }).entry).toEqual(entry);
	});

	it('as cards', () => {
		fc.assert(
			fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 3 }), (entries) => {
				const text = Buffer.from(unfold(Buffer.from(toCards(entries)))).toString();
				const read = parseCards(text).map(
					({ contact }) => entryOfContact(contact, { countryCode: '', book: '' }).entry,
				);
				expect(read).toEqual(entries);
			}),
			{ numRuns: 300 },
		);
	});

	it.each(['csv', 'xlsx', 'vcf'] as const)('of a book through %s', async (format) => {
		const { exportEntries } = await import('../../../src-main/address-book/export');
		await fc.assert(
			fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 5 }), async (entries) => {
				const book = newBook();
				for (const one of entries) book.entries.save(one);
				const file = path.join(book.folder, `out.${format}`);
				expect(await exportEntries(book.database, file, format, everything)).toBe(entries.length);
				// Importing into the same book adds nothing; importing into an empty one restores everything.
				const again = await preview(book, file);
				expect(again.counts).toMatchObject({ new: 0, changed: 0, wrong: 0 });
				const other = newBook();
				await importAll(other, file);
				const plain = (saved: SavedAddress[]) =>
					saved.map(({ id: _id, lastUsedAt: _at, useCount: _count, ...one }) => JSON.stringify(one)).sort();
				const unlike = new Set(plain(book.all()));
				for (const one of plain(other.all())) expect(unlike.has(one)).toBe(true);
				expect(other.all().length).toBe(again.counts.same);
				book.database.close();
				other.database.close();
			}),
			{ numRuns: 25 },
		);
	});
});
