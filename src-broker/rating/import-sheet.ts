// A site's own rate sheet from a table (CSV, or the first sheet of an XLSX file) in the form of docs/rate-sheet-import.md:
// each row names its kind in the first column. A wrong row is refused by file, row and reason.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type RateSheet, rateSheetSchema } from './rate-sheet';
import { buildSheet, RowError, type SheetRow } from './sheet-rows';

/** Excel's dates arrive as dates; the table speaks of days. */
function cellText(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
}

async function readRows(file: string): Promise<SheetRow[]> {
	const bytes = await readFile(file);
	const records: unknown[][] =
		path.extname(file).toLowerCase() === '.xlsx'
			? await readXlsx(bytes)
			: Papa.parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF/, ''), { delimiter: delimiterOf(bytes) }).data;
	return records
		.map((cells, index) => ({ line: index + 1, cells: cells.map(cellText) }))
		.filter(({ cells }) => cells.some((cell) => cell !== '') && !cells[0]?.startsWith('#'));
}

/** What stands after the first word of the first row that is no comment: one table has one delimiter. */
function delimiterOf(bytes: Buffer): string {
	return /^\uFEFF?(?:\s*(?:#.*)?\r?\n)*"?[\w-]+"?([,;\t])/.exec(bytes.toString('utf8'))?.[1] ?? ',';
}

async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
	// Only a site that imports a workbook needs the reader.
	const { readSheet } = await import('read-excel-file/node');
	return readSheet(bytes);
}

/** @throws an error that names the file, the row and the reason; nothing is kept by reading */
export async function readSheetFile(file: string): Promise<RateSheet> {
	const name = path.basename(file);
	let built: ReturnType<typeof buildSheet>;
	try {
		built = buildSheet(await readRows(file));
	} catch (error) {
		if (error instanceof RowError) throw new Error(`${name}, row ${error.line}: ${error.message}`);
		throw new Error(`${name} cannot be read: ${errorMessage(error)}`);
	}
	const result = rateSheetSchema.safeParse(built.sheet);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const place = (issue?.path ?? []).map(String);
	for (let length = place.length; length > 0; length -= 1) {
		const line = built.lineByPath.get(place.slice(0, length).join('.'));
		if (line !== undefined) throw new Error(`${name}, row ${line}: ${place.slice(length).join(' ')} ${issue?.message}`);
	}
	throw new Error(`${name}: ${place.join(' ')}: ${issue?.message}; its row is missing`);
}

/** What an import would bring, for a person to look over first. */
export function preview(sheet: RateSheet): string {
	const lines = [
		`${sheet.carrier} (${sheet.carrierCode}), in force from ${sheet.effectiveFrom}${sheet.effectiveTo ? ` to ${sheet.effectiveTo}` : ''}`,
		`source: ${sheet.source}`,
		`${sheet.lanes.length} lanes, ${Object.keys(sheet.regions).length} regions, fuel ${sheet.fuel.map(({ from, percent }) => `${percent} % from ${from}`).join(', ')}`,
	];
	for (const { productId, name, kinds, prices } of sheet.products) {
		lines.push(`product ${productId} ${name} (${kinds.join(', ')})`);
		for (const [zone, { bands, perKg }] of Object.entries(prices)) {
			const [first, last] = [bands[0], bands.at(-1)];
			lines.push(
				`  zone ${zone}: ${bands.length} bands, ${first?.[0]} kg ${((first?.[1] ?? 0) / 100).toFixed(2)} EUR to ${last?.[0]} kg ${((last?.[1] ?? 0) / 100).toFixed(2)} EUR, then ${(perKg / 100).toFixed(2)} EUR a kg`,
			);
		}
	}
	return lines.join('\n');
}
