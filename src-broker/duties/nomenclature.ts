// The goods of the Harmonised System 2022 in our own words, from resources/nomenclature: which codes there are, and what
// people call what they hold.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readTable } from '../table';

const phrases = z.string().transform((text) =>
	text
		.split(';')
		.map((phrase) => phrase.trim())
		.filter(Boolean),
);

const goodsRow = z.object({
	code: z.string().regex(/^\d{4}(\d{2})?$/, 'must have 4 or 6 digits'),
	description: z.string().min(3),
	/** Names that the goods go by, in several languages. */
	words: phrases,
	/** Words that speak against the code: those that decide for its neighbours. */
	without: phrases,
	/** How often desks ship the goods: 3 daily, 0 hardly ever. */
	common: z
		.string()
		.regex(/^[0-3]$/, 'must be 0 to 3')
		.transform(Number),
});
export type GoodsRow = z.infer<typeof goodsRow>;

const codesRow = z.object({
	heading: z.string().regex(/^\d{4}$/, 'must have 4 digits'),
	/** The fifth and sixth digits of its subheadings. */
	subheadings: z.string().regex(/^\d{2}( \d{2})*$/, 'must be endings of two digits'),
});

const CODES_FILE = 'codes.csv';

export interface Nomenclature {
	/** Every six-digit code of the Harmonised System. */
	codes: ReadonlySet<string>;
	/** Headings (four digits) and subheadings (six), each once. */
	rows: readonly GoodsRow[];
}

/** @throws an error that names the file, the line and the reason of the first wrong row */
export function loadNomenclature(resourcesDir: string): Nomenclature {
	const folder = path.join(resourcesDir, 'nomenclature');
	const read = <Row extends z.ZodType>(name: string, row: Row) => {
		const file = path.join(folder, name);
		return readTable(file, readFileSync(file, 'utf8'), row);
	};
	const codes = new Set(
		read(CODES_FILE, codesRow).flatMap(({ heading, subheadings }) =>
			subheadings.split(' ').map((ending) => heading + ending),
		),
	);
	const headings = new Set([...codes].map((code) => code.slice(0, 4)));
	const seen = new Set<string>();
	const names = readdirSync(folder).filter((name) => name.endsWith('.csv') && name !== CODES_FILE);
	const rows = names.sort().flatMap((name) => {
		const held = read(name, goodsRow);
		for (const { code } of held) {
			if (!(code.length === 4 ? headings : codes).has(code))
				throw new Error(`${name}: ${code} is not in ${CODES_FILE}`);
			if (seen.has(code)) throw new Error(`${name}: ${code} is described twice`);
			seen.add(code);
		}
		return held;
	});
	return { codes, rows };
}
