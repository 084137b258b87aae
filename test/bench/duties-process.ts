// A run of the duties benchmark in its own process: the cost of loading, and an estimate of ten items without codes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { createClassifier } from '../../src-broker/classification/classify';
import { openNomenclature } from '../../src-broker/classification/nomenclature';
import { estimate } from '../../src-broker/duties/estimate';
import { loadDutyTables } from '../../src-broker/duties/tables';
import { createEmbargoReason } from '../../src-broker/places/embargoes';
import { createPlaces } from '../../src-broker/places/places';
import { dutiesRequestSchema } from '../../src-contract/partner-api';

const ITEMS = 10;
/** Desks ship similar goods, so results for some words are cached by earlier requests. */
const WARM_UP_ROUNDS = 56;
/** A warm service has answered some thousands of requests. */
const PASSES = 4;
const ROUNDS = 20;
const goodsIndexDir = process.argv[2] as string;
const resources = path.resolve('resources');
const residentMegabytes = () => process.memoryUsage().rss / 1024 / 1024;
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const goods = ['tuning', 'held-out'].flatMap(
	(name) =>
		Papa.parse<{ description: string }>(
			readFileSync(path.resolve('test/fixtures/classification', `${name}.csv`), 'utf8'),
			{ header: true, comments: '#', skipEmptyLines: true },
		).data,
);

const before = residentMegabytes();
const started = performance.now();
const classifier = createClassifier(openNomenclature(goodsIndexDir));
const indexMs = performance.now() - started;
const tables = loadDutyTables(resources);
const loadMs = performance.now() - started;
const loadMegabytes = residentMegabytes() - before;

const places = createPlaces(resources);
const embargoReason = createEmbargoReason(resources);
/** @param pass changes the descriptions, so that no answer is cached */
const request = (round: number, pass = 0) =>
	dutiesRequestSchema.parse({
		contentItems: goods.slice(round * ITEMS, (round + 1) * ITEMS).map(({ description }) => ({
			description: description + '.'.repeat(pass),
			numberOfItems: 3,
			cost: 20,
			originCountry: 'CN',
		})),
		fromCountry: 'CN',
		toCountry: 'DE',
	});

function measureMs(round: number, pass = 0): number {
	const dutiesRequest = request(round, pass);
	const start = performance.now();
	estimate({ tables, classifier, places, embargoReason }, dutiesRequest, '2026-11-21');
	return performance.now() - start;
}

for (let pass = 0; pass < PASSES; pass += 1)
	for (let round = 0; round < WARM_UP_ROUNDS; round += 1) measureMs(round, pass);
const measured = Array.from({ length: ROUNDS }, (_, index) => WARM_UP_ROUNDS + index);
const newGoodsMs = measured.map((round) => measureMs(round));
const repeatedGoodsMs = measured.map((round) => measureMs(round));
process.stdout.write(
	JSON.stringify({ indexMs, loadMs, loadMegabytes, unseenMs: median(newGoodsMs), seenMs: median(repeatedGoodsMs) }),
);
