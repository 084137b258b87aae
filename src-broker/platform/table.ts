// Reads a table of resources/: CSV with a header row and # lines for its source and date, each row checked.
import Papa from 'papaparse';
import type * as z from 'zod';

/** A line of its own each: comments and empty lines hold no row. */
const isRow = ([first = '', ...others]: string[]) => !first.startsWith('#') && (first !== '' || others.length > 0);

/**
 * A row is one line: no cell of these tables holds a line break.
 * @throws an error that names the file, the line and the reason of the first wrong row
 */
export function readTable<Row extends z.ZodType>(file: string, text: string, row: Row): z.output<Row>[] {
	const { data, errors } = Papa.parse<string[]>(text);
	const broken = errors.find(({ type }) => type === 'Quotes');
	if (broken) throw new Error(`${file}, line ${(broken.row ?? 0) + 1}: ${broken.message}`);
	let names: string[] | undefined;
	return data.flatMap((cells, index) => {
		if (!isRow(cells)) return [];
		if (!names) {
			names = cells;
			return [];
		}
		const line = `${file}, line ${index + 1}:`;
		if (cells.length !== names.length) throw new Error(`${line} has ${cells.length} cells, not ${names.length}`);
		const record = Object.fromEntries(names.map((name, position) => [name, (cells[position] ?? '').trim()]));
		const result = row.safeParse(record);
		if (!result.success) {
			const issue = result.error.issues[0];
			throw new Error(`${line} ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
		}
		return [result.data];
	});
}
