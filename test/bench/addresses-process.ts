// A run of the address book benchmark in its own process: searches with and without typing errors, in the address book and in three
// in-memory search libraries with the same addresses, for the first 20 results each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import FlexSearch from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import type { BookEntry } from '../../src-contract/model/address';
import { createEntries } from '../../src-main/address-book/entries';
import { createEntryStore } from '../../src-main/address-book/entry-store';
import { migrations } from '../../src-main/address-book/migrations';
import { createSearch } from '../../src-main/address-book/search';
import { openDatabase } from '../../src-main/platform/database';
import { fold } from '../../src-main/platform/text';
import { generateAddresses, random, withTypo } from '../fixtures/address-book/made-up';

const LARGE = 100_000;
const SMALL = 1_000;
const FIRST = 20;
const MISSPELLED_QUERIES = 200;
const TYPED_TEXTS = 40;
/** A search takes seconds. */
const FUSE_QUERIES = 8;
const FIELDS = [
	'companyName',
	'contactPerson',
	'addressLine1',
	'zipcode',
	'city',
	'countryCode',
	'phone',
	'email',
	'reference',
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-addresses-'));
function bookOf(all: readonly BookEntry[]) {
	const database = openDatabase(path.join(folder, `${all.length}.db`), migrations);
	const search = createSearch(database);
	const who = () => 'bench';
	const entries = createEntries(createEntryStore(database, who, () => new Date(), search.addWords));
	entries.addAll(all, 'bench');
	search.warm();
	return search;
}

const all = generateAddresses(LARGE);
const next = random(11);
const pickAddress = () => all[Math.floor(next() * all.length)] as BookEntry;

/** Three words of an address, one of them with a typing error. */
function makeMisspelledQuery(): { text: string; wanted: string } | undefined {
	const address = pickAddress();
	const words = [
		address.contactPerson.split(' ').at(-1) as string,
		address.city.split(' ')[0] as string,
		(address.companyName || address.addressLine1).split(' ')[0] as string,
	]
		.map(fold)
		.filter((word) => /^[a-z]{4,}$/.test(word));
	if (words.length < 2) return undefined;
	const at = Math.floor(next() * words.length);
	words[at] = withTypo(words[at] as string, next);
	return { text: words.join(' '), wanted: address.email };
}
const slipped: { text: string; wanted: string }[] = [];
while (slipped.length < MISSPELLED_QUERIES) {
	const query = makeMisspelledQuery();
	if (query) slipped.push(query);
}
/** Every intermediate text while a user types a name and a city. */
const typed = Array.from({ length: TYPED_TEXTS }, pickAddress).flatMap(({ contactPerson, city }) => {
	const text = `${contactPerson.split(' ').at(-1)} ${city}`.slice(0, 12);
	return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
});

type Find = (text: string) => string[];
const percentile = (values: number[], share: number) =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

function measure(find: Find, most = MISSPELLED_QUERIES) {
	for (const { text } of slipped.slice(0, most / 8)) find(text);
	const times: number[] = [];
	let found = 0;
	for (const { text, wanted } of slipped.slice(0, most)) {
		const start = performance.now();
		const answers = find(text);
		times.push(performance.now() - start);
		if (answers.includes(wanted)) found += 1;
	}
	const every = Math.max(1, Math.floor(typed.length / most));
	const typing: number[] = [];
	for (const [index, text] of typed.entries()) {
		if (most !== MISSPELLED_QUERIES && index % every !== 0) continue;
		const start = performance.now();
		find(text);
		typing.push(performance.now() - start);
	}
	const total = [...times, ...typing].reduce((sum, time) => sum + time, 0) / (times.length + typing.length);
	return { recall: found / Math.min(most, slipped.length), meanMs: total, typingP95Ms: percentile(typing, 0.95) };
}

const started = performance.now();
const book = bookOf(all);
const takenOverMs = performance.now() - started;
const ours = measure((text) => book.find(text, FIRST).map(({ email }) => email));
const small = bookOf(all.slice(0, SMALL));
const oursSmall = measure((text) => small.find(text, FIRST).map(({ email }) => email));

const documents = all.map((address, id) => ({ ...address, id, tags: '' }));
const mini = new MiniSearch({ fields: [...FIELDS], idField: 'id', processTerm: (term) => fold(term) || null });
mini.addAll(documents);
const miniSearch = measure((text) =>
	mini
		.search(text, { prefix: true, fuzzy: 0.2, combineWith: 'AND' })
		.slice(0, FIRST)
		.map(({ id }) => all[id]?.email ?? ''),
);

const index = new FlexSearch.Document({
	tokenize: 'forward',
	document: { id: 'id', index: [...FIELDS] },
	encoder: FlexSearch.Charset.LatinBalance,
} as never);
for (const document of documents) index.add(document as never);
const flexSearch = measure((text) => {
	const groups = index.search(text, { limit: FIRST, suggest: true, merge: true } as never) as unknown as {
		id: number;
	}[];
	return groups.slice(0, FIRST).map(({ id }) => all[id]?.email ?? '');
});

const fuse = new Fuse(documents, {
	keys: [...FIELDS],
	ignoreDiacritics: true,
	threshold: 0.3,
	useExtendedSearch: false,
});
const fuseJs = measure((text) => fuse.search(text, { limit: FIRST }).map(({ item }) => item.email), FUSE_QUERIES);

rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ ours, oursSmall, miniSearch, flexSearch, fuseJs, takenOverMs }));
process.exit(0);
