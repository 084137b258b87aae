// Reads a rate sheet from a CSV file or the first sheet of an XLSX file. docs/rate-sheet-import.md describes the format: the first
// column of each row names the kind of row.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type RateSheet, rateSheetSchema } from './rate-sheet';
import { buildSheet, RowError, type SheetRow } from './sheet-rows';

/** Cell as trimmed text. The XLSX reader returns Date objects for dates; they become `YYYY-MM-DD`. */
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

/** The delimiter after the first word of the first row that is not a comment. */
function delimiterOf(bytes: Buffer): string {
	return /^\uFEFF?(?:\s*(?:#.*)?\r?\n)*"?[\w-]+"?([,;\t])/.exec(bytes.toString('utf8'))?.[1] ?? ',';
}

async function readXlsx(bytes: Buffer): Promise<unknown[][]> {
	// Loaded on demand: only the import of a workbook needs it.
	const { readSheet } = await import('read-excel-file/node');
	return readSheet(bytes);
}

/**
 * Reads and validates a rate sheet. Does not save it.
 * @returns the sheet, with amounts in cents
 * @throws Error that names the file, the row (1 is the first) and the reason
 */
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
	const issuePath = (issue?.path ?? []).map(String);
	for (let length = issuePath.length; length > 0; length -= 1) {
		const line = built.lineByPath.get(issuePath.slice(0, length).join('.'));
		if (line !== undefined)
			throw new Error(`${name}, row ${line}: ${issuePath.slice(length).join(' ')} ${issue?.message}`);
	}
	throw new Error(`${name}: ${issuePath.join(' ')}: ${issue?.message}; its row is missing`);
}

/** Summary of a rate sheet as text, for review before an import. */
export function summarizeRateSheet(sheet: RateSheet): string {
	const lines = [
		`${sheet.carrier} (${sheet.carrierCode}), valid from ${sheet.effectiveFrom}${sheet.effectiveTo ? ` to ${sheet.effectiveTo}` : ''}`,
		`source: ${sheet.source}`,
		`${sheet.lanes.length} routes, ${Object.keys(sheet.regions).length} regions, fuel ${sheet.fuel.map(({ from, percent }) => `${percent} % from ${from}`).join(', ')}`,
	];
	for (const { productId, name, kinds, prices } of sheet.products) {
		lines.push(`product ${productId} ${name} (${kinds.join(', ')})`);
		for (const [zone, { bands, perKg }] of Object.entries(prices)) {
			const [first, last] = [bands[0], bands.at(-1)];
			lines.push(
				`  zone ${zone}: ${bands.length} bands, ${first?.[0]} kg ${((first?.[1] ?? 0) / 100).toFixed(2)} EUR to ${last?.[0]} kg ${((last?.[1] ?? 0) / 100).toFixed(2)} EUR, then ${(perKg / 100).toFixed(2)} EUR per kg`,
			);
		}
	}
	return lines.join('\n');
}
