// The tables of the classifier: the goods of the Harmonised System 2022 (resources/nomenclature), the names that goods are called by
// (resources/goods-names), and kinds of goods (resources/wordnet).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readTable } from '../platform/table';
import { type NameRow, parseNameRows } from './goods-names';

/** Phrases in one cell, separated by semicolons. */
const phraseList = z.string().transform((text) =>
	text
		.split(';')
		.map((phrase) => phrase.trim())
		.filter(Boolean),
);

const goodsRow = z.object({
	code: z.string().regex(/^\d{4}(\d{2})?$/, 'must have 4 or 6 digits'),
	description: z.string().min(3),
	/** Common names of the goods, in several languages. */
	words: phraseList,
	/** Phrases that identify a similar code: a description that contains one is less likely to mean this code. */
	without: phraseList,
	/** How common shipments of these goods are: from 3 (daily) to 0 (hardly ever). */
	common: z
		.string()
		.regex(/^[0-3]$/, 'must be 0 to 3')
		.transform(Number),
});
export type GoodsRow = z.infer<typeof goodsRow>;

const codesRow = z.object({
	heading: z.string().regex(/^\d{4}$/, 'must have 4 digits'),
	/** Fifth and sixth digits of each subheading of the heading, separated by spaces. */
	subheadings: z.string().regex(/^\d{2}( \d{2})*$/, 'must be two-digit endings'),
});

const kindsRow = z.object({
	noun: z.string().min(3),
	/** Synonyms and more general nouns, nearest first, separated by spaces. */
	kinds: z.string().min(3),
});

const CODES_FILE = 'codes.csv';
const NOMENCLATURE_FOLDER = 'nomenclature';
const NAMES_FOLDER = 'goods-names';
const KINDS_FOLDER = 'wordnet';

/** A CSV file of one of the three folders. */
export interface Source {
	folder: string;
	name: string;
	text: string;
}

/** The source files. A resources folder without names or kinds, as in tests, has an index without them. */
export function readSources(resourcesDir: string): Source[] {
	return [NOMENCLATURE_FOLDER, NAMES_FOLDER, KINDS_FOLDER].flatMap((folder) => {
		const folderPath = path.join(resourcesDir, folder);
		if (!existsSync(folderPath)) return [];
		return readdirSync(folderPath)
			.filter((name) => name.endsWith('.csv'))
			.sort()
			.map((name) => ({ folder, name, text: readFileSync(path.join(folderPath, name), 'utf8') }));
	});
}

/** All subheading codes of the Harmonised System. @throws Error for the first invalid row, with the file, the line and the reason */
export function readSubheadings(resourcesDir: string): Set<string> {
	return parseSubheadings(readFileSync(path.join(resourcesDir, NOMENCLATURE_FOLDER, CODES_FILE), 'utf8'));
}

function parseSubheadings(text: string): Set<string> {
	return new Set(
		readTable(CODES_FILE, text, codesRow).flatMap(({ heading, subheadings }) =>
			subheadings.split(' ').map((ending) => heading + ending),
		),
	);
}

/** The rows of all source files. */
export interface Nomenclature {
	/** All subheading codes. */
	codes: Set<string>;
	/** Descriptions of subheadings and headings. */
	rows: GoodsRow[];
	names: NameRow[];
	kinds: z.infer<typeof kindsRow>[];
}

/** @throws Error for the first invalid row, with the file, the line or code, and the reason */
export function parseNomenclature(sources: readonly Source[]): Nomenclature {
	const codes = parseSubheadings(sources.find(({ name }) => name === CODES_FILE)?.text ?? '');
	const headings = new Set([...codes].map((code) => code.slice(0, 4)));
	const describedCodes = new Set<string>();
	const filesOf = (folder: string) => sources.filter((source) => source.folder === folder);
	const rows = filesOf(NOMENCLATURE_FOLDER)
		.filter(({ name }) => name !== CODES_FILE)
		.flatMap(({ name, text }) => {
			const fileRows = readTable(name, text, goodsRow);
			for (const { code } of fileRows) {
				if (!(code.length === 4 ? headings : codes).has(code))
					throw new Error(`${name}: ${code} is not in ${CODES_FILE}`);
				if (describedCodes.has(code)) throw new Error(`${name}: ${code} is described twice`);
				describedCodes.add(code);
			}
			return fileRows;
		});
	return {
		codes,
		rows,
		names: filesOf(NAMES_FOLDER).flatMap(({ name, text }) => parseNameRows(name, text, codes)),
		kinds: filesOf(KINDS_FOLDER).flatMap(({ name, text }) => readTable(name, text, kindsRow)),
	};
}
