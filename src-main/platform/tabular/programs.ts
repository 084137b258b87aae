// Recognizes files of known programs by their titles: resources/programs has a file for each. A file of a known program is read as
// that program writes it, where titles alone would be misread.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const programSchema = z.strictObject({
	/** As in "Shopify orders". */
	name: z.string().min(1),
	kind: z.enum(['orders', 'addresses']),
	/** Where the titles and their meaning are from. */
	source: z.string().min(1),
	/** ISO date on which the source was read. */
	date: z.iso.date(),
	confidence: z.enum(['high', 'medium', 'low']),
	/** Titles that together occur in no file of another program. */
	recognizedBy: z.array(z.string()).min(2),
	/**
	 * Targets of columns whose titles would be misread. Of an address: its field, as in `city`, with the choice after a space. Of an
	 * order: `order.` or `recipient.` before the field. `-`: not imported.
	 */
	columns: z.record(z.string(), z.string()),
	/** What a price column holds whose title does not say it. */
	prices: z.enum(['unit', 'line']).optional(),
	/** Units of columns whose titles do not state one, such as `g` or `mm`. */
	units: z.record(z.string(), z.string()).optional(),
	/** For files that the program writes without titles: the titles in order, and a pattern for the cells of some of them. */
	untitled: z.strictObject({ titles: z.array(z.string()), patterns: z.record(z.string(), z.string()) }).optional(),
});
export type Program = z.infer<typeof programSchema>;

let loaded: { folder: string; programs: Program[] } | undefined;

/** @throws Error when a file does not satisfy the schema; the message names the file */
export function loadPrograms(folder: string): Program[] {
	if (loaded?.folder !== folder) {
		const programs = readdirSync(folder)
			.filter((name) => name.endsWith('.json'))
			.sort()
			.map((name) => {
				const result = programSchema.safeParse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
				if (!result.success) throw new Error(`${name}: ${z.prettifyError(result.error)}`);
				return result.data;
			});
		loaded = { folder, programs };
	}
	return loaded.programs;
}

const titleKey = (title: string): string => title.trim().toLowerCase();

/** The program whose titles the file has. If several match, the one with the most titles. */
export function findProgram(
	programs: readonly Program[],
	kind: Program['kind'],
	titles: readonly string[],
): Program | undefined {
	const present = new Set(titles.map(titleKey));
	return programs
		.filter((program) => program.kind === kind && program.recognizedBy.every((title) => present.has(titleKey(title))))
		.sort((left, right) => right.recognizedBy.length - left.recognizedBy.length)[0];
}

/** The target text of a column in a program's file; undefined when its title is read as in any other file. */
export function programTargetOf({ columns }: Program, title: string): string | undefined {
	const key = titleKey(title);
	return Object.entries(columns).find(([name]) => titleKey(name) === key)?.[1];
}

/** The unit of a column in a program's file; undefined when it states none. */
export function unitOfColumn({ units = {} }: Program, title: string): string | undefined {
	const key = titleKey(title);
	return Object.entries(units).find(([name]) => titleKey(name) === key)?.[1];
}

const MAX_TESTED_ROWS = 20;
/** The titles of a file without titles that a program wrote; undefined when none of the programs writes such rows. */
export function titlesOfUntitled(
	programs: readonly Program[],
	kind: Program['kind'],
	rows: readonly (readonly string[])[],
): readonly string[] | undefined {
	const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).slice(0, MAX_TESTED_ROWS);
	if (filled.length === 0) return undefined;
	return programs.find((program) => {
		if (program.kind !== kind || !program.untitled) return false;
		const { titles, patterns } = program.untitled;
		return Object.entries(patterns).every(([title, pattern]) =>
			filled.every((row) => new RegExp(pattern, 'u').test(row[titles.indexOf(title)]?.trim() ?? '')),
		);
	})?.untitled?.titles;
}
