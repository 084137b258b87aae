// Reads a table of resources/: CSV with a header row and # lines for its source and date, each row checked.
import { parse } from 'csv-parse/sync';
import type * as z from 'zod';

/** @throws an error that names the file, the line and the reason of the first wrong row */
export function readTable<Row extends z.ZodType>(file: string, text: string, row: Row): z.output<Row>[] {
	const records: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
		columns: true,
		comment: '#',
		comment_no_infix: true,
		info: true,
		skip_empty_lines: true,
		trim: true,
	});
	return records.map(({ record, info }) => {
		const result = row.safeParse(record);
		if (!result.success) {
			const issue = result.error.issues[0];
			throw new Error(`${file}, line ${info.lines}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
		}
		return result.data;
	});
}
