// The HS code for a description of goods: the project's pairs, goods that were not used for tuning, and vague descriptions.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createClassifier } from '../../../src-broker/classification/classify';
import { openNomenclature } from '../../../src-broker/classification/nomenclature';
import { parseNomenclature, readSources } from '../../../src-broker/classification/nomenclature-tables';
import { readKnownGoods } from '../../fixtures/classification-sets';

const resources = path.resolve('resources');
const cacheDir = path.resolve('out/test-cache');
const classifier = createClassifier(openNomenclature(resources, cacheDir));
afterAll(() => classifier.close());

/** Percentages with the right code first, and among the first three; for six and for four digits. */
function accuracy(name: string) {
	const rows = readKnownGoods(name);
	const share = (most: number, digits: number) =>
		(rows.filter(({ description, right }) =>
			classifier
				.classify(description)
				.candidates.slice(0, most)
				.some(({ code }) => right.some((expected) => expected.slice(0, digits) === code.slice(0, digits))),
		).length /
			rows.length) *
		100;
	return { first: share(1, 6), three: share(3, 6), firstHeading: share(1, 4), threeHeadings: share(3, 4) };
}

describe('the classifier', () => {
	it.each(['pairs', 'tuning', 'held-out'])(
		'finds 85 of 100 goods of %s first, and 95 among the first three',
		(name) => {
			const { first, three } = accuracy(name);
			expect(first).toBeGreaterThanOrEqual(85);
			expect(three).toBeGreaterThanOrEqual(95);
		},
	);

	it('understands vague descriptions in five languages', () => {
		const { first, three } = accuracy('vague');
		expect(first).toBeGreaterThanOrEqual(80);
		expect(three).toBeGreaterThanOrEqual(88);
	});

	it.each([
		['Baumwollsocken', '611595'],
		['powerbank', '850760'],
		['power bank 10000 mAh', '850760'],
		['tshirt', '610910'],
		['T-SHIRT', '610910'],
		['porcelan dinner plates', '691110'],
		['box of chocolates', '180690'],
	])('takes "%s" for %s', (description, code) => {
		expect(classifier.classify(description).candidates[0]?.code).toBe(code);
	});

	it('respects negations in descriptions', () => {
		const chairs = (description: string) => classifier.classify(description).candidates[0]?.code;
		expect(chairs('wooden chair, upholstered')).toBe('940161');
		expect(chairs('wooden chair, not upholstered')).toBe('940169');
	});

	it.each([
		['makeup remover cleansing oil', '3304'],
		['car seat cover', '6304'],
		['toy kitchen', '9503'],
		['detergent tablets for baby bottles', '3402'],
		['cockpit display screen', '8528'],
		['sporran', '4202'],
		['pillow feather', '9404'],
		['duvet polyester', '9404'],
		['calf leather', '4107'],
	])('takes "%s" for goods of heading %s, whatever its other words suggest', (description, heading) => {
		expect(classifier.classify(description).candidates[0]?.code.slice(0, 4)).toBe(heading);
	});

	it('asks for the fact that decides, until the description states it', () => {
		const mug = classifier.classify('mug');
		expect(mug.confidence).not.toBe('sure');
		expect(mug.question?.fact).toBe('material');
		const answers = mug.question?.answers ?? [];
		expect(answers).toContainEqual({ text: 'plastic', code: '392410' });
		expect(answers).toContainEqual({ text: 'glass', code: '701337' });
		const plasticMug = classifier.classify('plastic mug');
		expect(plasticMug.candidates[0]).toMatchObject({ code: '392410', matchedWords: 'plastic mug' });
		expect(plasticMug.question).toBeNull();
	});

	it.each(['branded', 'marketing', 'technical', 'vague'])(
		'is right in at least 90 %% of the %s goods of which it is sure, and sure of at least 40 %%',
		(name) => {
			const rows = readKnownGoods(`independent/${name}-evaluation`);
			const sure = rows
				.map(({ description, right }) => ({ right, ...classifier.classify(description) }))
				.filter(({ confidence }) => confidence === 'sure');
			expect(rows.length).toBeGreaterThanOrEqual(150);
			expect(sure.length / rows.length).toBeGreaterThanOrEqual(0.4);
			const rightCount = sure.filter(({ right, candidates }) => right.includes(candidates[0]?.code ?? '')).length;
			expect(rightCount / sure.length).toBeGreaterThanOrEqual(0.9);
		},
	);

	it.each(['', '   ', '!!!', 'qwxzvbn', '"x" OR *', 'NEAR(a b)', '12345', 'ÄÖÜ ß', '的', 'a'.repeat(200)])(
		'is not led astray by %j',
		(description) => {
			const { confidence, candidates } = classifier.classify(description);
			if (candidates.length === 0) expect(confidence).toBe('unsure');
		},
	);

	it('knows every code of the Harmonised System and no other', () => {
		expect(classifier.isCode('610910')).toBe(true);
		expect(classifier.isCode('6109100010')).toBe(true);
		for (const code of ['610999', '6109', '000000', '771000', '']) expect(classifier.isCode(code)).toBe(false);
		expect(classifier.describe('61091000')).toMatch(/T-shirts/);
	});

	it('gives the same answer every time', () => {
		const again = createClassifier(openNomenclature(resources, cacheDir));
		for (const { description } of readKnownGoods('pairs'))
			expect(again.classify(description)).toEqual(classifier.classify(description));
		again.close();
	});
});

describe('the nomenclature', () => {
	const folder = 'nomenclature';
	const codes = { folder, name: 'codes.csv', text: 'heading,subheadings\n6109,10 90\n' };
	const rows = (text: string) => [
		codes,
		{ folder, name: 'goods.csv', text: `# source\ncode,description,words,without,common\n${text}` },
	];

	it('describes every heading and subheading', () => {
		const nomenclature = parseNomenclature(readSources(resources));
		const headings = new Set([...nomenclature.codes].map((code) => code.slice(0, 4)));
		expect(nomenclature.codes.size).toBeGreaterThan(5_600);
		expect(nomenclature.rows.filter(({ code }) => code.length === 4).length).toBe(headings.size);
		expect(nomenclature.rows.filter(({ code }) => code.length === 6).length).toBe(nomenclature.codes.size);
	});

	it.each([
		['610910,T-shirts,tee; shirt,woven,9', /goods\.csv, line 3: common must be 0 to 3/],
		['6109100,T-shirts,,,1', /goods\.csv, line 3: code must have 4 or 6 digits/],
		['610910,T-shirts,,1', /goods\.csv, line 3: has 4 cells, not 5/],
		['610999,T-shirts,,,1', /goods\.csv: 610999 is not in codes\.csv/],
		['610910,T-shirts,,,1\n610910,Shirts,,,1', /goods\.csv: 610910 is described twice/],
	])('refuses %j by file and line', (text, message) => {
		expect(() => parseNomenclature(rows(text))).toThrow(message);
	});

	it('is indexed once, again when its sources change, and in memory when the folder is not writable', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-nomenclature-'));
		mkdirSync(path.join(folder, 'nomenclature'));
		const write = (text: string) => {
			for (const source of rows(text)) writeFileSync(path.join(folder, 'nomenclature', source.name), source.text);
		};
		const cachedFiles = () => readdirSync(path.join(folder, 'cache'));
		const ask = (cache: string) => {
			const nomenclature = createClassifier(openNomenclature(folder, cache));
			const found = nomenclature.classify('tee').candidates[0]?.code;
			nomenclature.close();
			return found;
		};
		write('610910,T-shirts of cotton,tee,,1\n');
		expect(ask(path.join(folder, 'cache'))).toBe('610910');
		const [first] = cachedFiles();
		expect(ask(path.join(folder, 'cache'))).toBe('610910');
		expect(cachedFiles()).toEqual([first]);
		write('610990,T-shirts of others,tee,,1\n');
		expect(ask(path.join(folder, 'cache'))).toBe('610990');
		expect(cachedFiles().length).toBe(1);
		expect(cachedFiles()).not.toEqual([first]);
		// A file damaged by a crash or a disk is replaced.
		for (const rest of ['', 'not a database', 'x'.repeat(10_000)]) {
			writeFileSync(path.join(folder, 'cache', cachedFiles()[0] as string), rest);
			expect(ask(path.join(folder, 'cache'))).toBe('610990');
		}
		// A file has the name of the folder.
		expect(ask(path.join(folder, 'nomenclature', 'codes.csv'))).toBe('610990');
		rmSync(folder, { recursive: true, force: true });
	});
});
