// Reads the CSV tables of resources/. They have a header row, and comment lines (#) that name source and date.
import Papa from 'papaparse';
import type * as z from 'zod';

/** Whether the cells are those of a header or data row, not of a comment line or an empty line. */
const isRow = ([first = '', ...rest]: string[]) => !first.startsWith('#') && (first !== '' || rest.length > 0);

/**
 * Parses and validates all rows. Cells of these tables contain no line breaks, so each row is one line.
 * @throws Error for the first invalid row, with the file, the line and the reason
 */
export function readTable<RowSchema extends z.ZodType>(
	file: string,
	text: string,
	rowSchema: RowSchema,
): z.output<RowSchema>[] {
	const { data, errors } = Papa.parse<string[]>(text);
	const quoteError = errors.find(({ type }) => type === 'Quotes');
	if (quoteError) throw new Error(`${file}, line ${(quoteError.row ?? 0) + 1}: ${quoteError.message}`);
	let columnNames: string[] | undefined;
	return data.flatMap((cells, index) => {
		if (!isRow(cells)) return [];
		if (!columnNames) {
			columnNames = cells;
			return [];
		}
		const location = `${file}, line ${index + 1}:`;
		if (cells.length !== columnNames.length)
			throw new Error(`${location} has ${cells.length} cells, not ${columnNames.length}`);
		const record = Object.fromEntries(columnNames.map((name, position) => [name, (cells[position] ?? '').trim()]));
		const result = rowSchema.safeParse(record);
		if (!result.success) {
			const issue = result.error.issues[0];
			throw new Error(`${location} ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`);
		}
		return [result.data];
	});
}
