// The HS code for a description of goods: the project's pairs, goods that were not used for tuning, and vague descriptions.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createClassifier } from '../../../src-broker/classification/classify';
import { openNomenclature } from '../../../src-broker/classification/nomenclature';
import { buildNomenclature } from '../../../src-broker/classification/nomenclature-build';
import { parseNomenclature, readSources } from '../../../src-broker/classification/nomenclature-tables';
import { GOODS_INDEX_DIR } from '../../../tools/goods-index.mjs';
import { readKnownGoods } from '../../fixtures/classification-sets';

const resources = path.resolve('resources');
const classifier = createClassifier(openNomenclature(GOODS_INDEX_DIR));
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
		const again = createClassifier(openNomenclature(GOODS_INDEX_DIR));
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

	it('is indexed again when its sources change, and refused when the index is missing or damaged', () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-nomenclature-'));
		const indexDir = path.join(folder, 'index');
		mkdirSync(path.join(folder, 'nomenclature'));
		const build = (text: string) => {
			for (const source of rows(text)) writeFileSync(path.join(folder, 'nomenclature', source.name), source.text);
			return buildNomenclature(folder, indexDir);
		};
		const ask = () => {
			const nomenclature = createClassifier(openNomenclature(indexDir));
			const found = nomenclature.classify('tee').candidates[0]?.code;
			nomenclature.close();
			return found;
		};
		expect(ask).toThrow(/index of goods cannot be used: ENOENT/);
		build('610910,T-shirts of cotton,tee,,1\n');
		expect(ask()).toBe('610910');
		const file = build('610990,T-shirts of others,tee,,1\n');
		expect(readdirSync(indexDir)).toEqual([path.basename(file)]);
		expect(ask()).toBe('610990');
		expect(() => build('610999,T-shirts,,,1\n')).toThrow(/610999 is not in codes\.csv/);
		expect(readdirSync(indexDir)).toEqual([path.basename(file)]);
		// One changed byte, as after a disk error or an interrupted copy.
		const bytes = readFileSync(file);
		bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
		for (const damaged of [bytes, bytes.subarray(0, 4096), Buffer.from('')]) {
			writeFileSync(file, damaged);
			expect(ask).toThrow(/is damaged\. Install Waybill again/);
		}
		rmSync(file);
		expect(ask).toThrow(/no index in/);
		rmSync(folder, { recursive: true, force: true });
	});
});
