// Reads the CSV tables of resources/: a header row, and # comment lines that name source and date.
import Papa from 'papaparse';
import type * as z from 'zod';

/** Whether a line is a row, not a comment or an empty line. */
const isRow = ([first = '', ...rest]: string[]) => !first.startsWith('#') && (first !== '' || rest.length > 0);

/**
 * Parses and validates all rows. Cells of these tables contain no line breaks, so a row is one line.
 * @throws Error for the first invalid row, with the file, the line and the reason
 */
export function readTable<RowSchema extends z.ZodType>(
	file: string,
	text: string,
	row: RowSchema,
): z.output<RowSchema>[] {
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
			throw new Error(`${line} ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`);
		}
		return [result.data];
	});
}
