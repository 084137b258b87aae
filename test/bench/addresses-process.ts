// A run of the address book benchmark in its own process: searches with and without typing errors, in the address book and in three
// in-memory search libraries with the same addresses, for the first 20 results each.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import FlexSearch from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { foldForSearch } from '../../src-contract/lib/text-folding';
import type { BookEntry } from '../../src-contract/model/address';
import { createEntries } from '../../src-main/address-book/entries';
import { createEntryStore } from '../../src-main/address-book/entry-store';
import { migrations } from '../../src-main/address-book/migrations';
import { createSearch } from '../../src-main/address-book/search';
import { openDatabase } from '../../src-main/platform/database';
import { generateAddresses, random, withTypo } from '../fixtures/address-book/made-up';

const LARGE_COUNT = 100_000;
const SMALL_COUNT = 1_000;
const MAX_RESULTS = 20;
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
function createBook(all: readonly BookEntry[]) {
	const database = openDatabase(path.join(folder, `${all.length}.db`), migrations);
	const search = createSearch(database);
	const userName = () => 'bench';
	const entries = createEntries(createEntryStore(database, userName, () => new Date(), search.addWords));
	entries.addAll(all, 'bench');
	search.warm();
	return search;
}

const all = generateAddresses(LARGE_COUNT);
const next = random(11);
const pickAddress = () => all[Math.floor(next() * all.length)] as BookEntry;

/** Three words of an address, one of them with a typing error. */
function makeMisspelledQuery(): { text: string; expectedEmail: string } | undefined {
	const address = pickAddress();
	const words = [
		address.contactPerson.split(' ').at(-1) as string,
		address.city.split(' ')[0] as string,
		(address.companyName || address.addressLine1).split(' ')[0] as string,
	]
		.map(foldForSearch)
		.filter((word) => /^[a-z]{4,}$/.test(word));
	if (words.length < 2) return undefined;
	const at = Math.floor(next() * words.length);
	words[at] = withTypo(words[at] as string, next);
	return { text: words.join(' '), expectedEmail: address.email };
}
const misspelled: { text: string; expectedEmail: string }[] = [];
while (misspelled.length < MISSPELLED_QUERIES) {
	const query = makeMisspelledQuery();
	if (query) misspelled.push(query);
}
/** Every intermediate text while a user types a name and a city. */
const typed = Array.from({ length: TYPED_TEXTS }, pickAddress).flatMap(({ contactPerson, city }) => {
	const text = `${contactPerson.split(' ').at(-1)} ${city}`.slice(0, 12);
	return Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
});

type Find = (text: string) => string[];
const percentile = (values: number[], share: number) =>
	[...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

function measure(find: Find, queryCount = MISSPELLED_QUERIES) {
	for (const { text } of misspelled.slice(0, queryCount / 8)) find(text);
	const times: number[] = [];
	let found = 0;
	for (const { text, expectedEmail } of misspelled.slice(0, queryCount)) {
		const start = performance.now();
		const answers = find(text);
		times.push(performance.now() - start);
		if (answers.includes(expectedEmail)) found += 1;
	}
	const step = Math.max(1, Math.floor(typed.length / queryCount));
	const typing: number[] = [];
	for (const [index, text] of typed.entries()) {
		if (queryCount !== MISSPELLED_QUERIES && index % step !== 0) continue;
		const start = performance.now();
		find(text);
		typing.push(performance.now() - start);
	}
	const total = [...times, ...typing].reduce((sum, time) => sum + time, 0) / (times.length + typing.length);
	return {
		recall: found / Math.min(queryCount, misspelled.length),
		meanMs: total,
		typingP95Ms: percentile(typing, 0.95),
	};
}

const started = performance.now();
const book = createBook(all);
const indexMs = performance.now() - started;
const ours = measure((text) => book.find(text, MAX_RESULTS).map(({ email }) => email));
const smallBook = createBook(all.slice(0, SMALL_COUNT));
const oursSmall = measure((text) => smallBook.find(text, MAX_RESULTS).map(({ email }) => email));

const documents = all.map((address, id) => ({ ...address, id, tags: '' }));
const miniSearchIndex = new MiniSearch({
	fields: [...FIELDS],
	idField: 'id',
	processTerm: (term) => foldForSearch(term) || null,
});
miniSearchIndex.addAll(documents);
const miniSearch = measure((text) =>
	miniSearchIndex
		.search(text, { prefix: true, fuzzy: 0.2, combineWith: 'AND' })
		.slice(0, MAX_RESULTS)
		.map(({ id }) => all[id]?.email ?? ''),
);

const flexSearchIndex = new FlexSearch.Document({
	tokenize: 'forward',
	document: { id: 'id', index: [...FIELDS] },
	encoder: FlexSearch.Charset.LatinBalance,
} as never);
for (const document of documents) flexSearchIndex.add(document as never);
const flexSearch = measure((text) => {
	const groups = flexSearchIndex.search(text, {
		limit: MAX_RESULTS,
		suggest: true,
		merge: true,
	} as never) as unknown as {
		id: number;
	}[];
	return groups.slice(0, MAX_RESULTS).map(({ id }) => all[id]?.email ?? '');
});

const fuse = new Fuse(documents, {
	keys: [...FIELDS],
	ignoreDiacritics: true,
	threshold: 0.3,
	useExtendedSearch: false,
});
const fuseJs = measure((text) => fuse.search(text, { limit: MAX_RESULTS }).map(({ item }) => item.email), FUSE_QUERIES);

rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ ours, oursSmall, miniSearch, flexSearch, fuseJs, indexMs }));
process.exit(0);
