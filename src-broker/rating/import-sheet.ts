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
		.map((cells, index) => ({ rowNumber: index + 1, cells: cells.map(cellText) }))
		.filter(({ cells }) => cells.some((cell) => cell !== '') && !cells[0]?.startsWith('#'));
}

/** The delimiter of a CSV file: the character after the first cell of the first row that is neither a comment nor empty. */
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
 * @throws Error for the first invalid row, with the file, the row number (the first is 1) and the reason
 */
export async function readSheetFile(file: string): Promise<RateSheet> {
	const name = path.basename(file);
	let draft: ReturnType<typeof buildSheet>;
	try {
		draft = buildSheet(await readRows(file));
	} catch (error) {
		if (error instanceof RowError) throw new Error(`${name}, row ${error.rowNumber}: ${error.message}`);
		throw new Error(`${name} cannot be read: ${errorMessage(error)}`);
	}
	const result = rateSheetSchema.safeParse(draft.sheet);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const issuePath = (issue?.path ?? []).map(String);
	// Names the row that defines the invalid value, or else the row of the smallest part of the sheet that contains the value.
	for (let length = issuePath.length; length > 0; length -= 1) {
		const rowNumber = draft.rowNumberByPath.get(issuePath.slice(0, length).join('.'));
		if (rowNumber !== undefined)
			throw new Error(`${name}, row ${rowNumber}: ${issuePath.slice(length).join(' ')} ${issue?.message}`);
	}
	throw new Error(`${name}: no row defines "${issuePath.join(' ')}": ${issue?.message}`);
}

const formatCents = (cents: number) => `${(cents / 100).toFixed(2)} EUR`;

/** Summary of a rate sheet as text, for review before an import. */
export function summarizeRateSheet(sheet: RateSheet): string {
	const lines = [
		`${sheet.carrier} (${sheet.carrierCode}), valid from ${sheet.effectiveFrom}${sheet.effectiveTo ? ` to ${sheet.effectiveTo}` : ''}`,
		`source: ${sheet.source}`,
		`${sheet.lanes.length} routes, ${Object.keys(sheet.regions).length} regions, fuel ${sheet.fuel.map(({ from, percent }) => `${percent} % from ${from}`).join(', ')}`,
	];
	for (const { productId, name, kinds, prices } of sheet.products) {
		lines.push(`product ${productId} ${name} (${kinds.join(', ')})`);
		for (const [zone, { bands, perKg: perKgCents }] of Object.entries(prices)) {
			const [firstKg = 0, firstCents = 0] = bands[0] ?? [];
			const [lastKg = 0, lastCents = 0] = bands.at(-1) ?? [];
			lines.push(
				`  zone ${zone}: ${bands.length} bands, ${firstKg} kg ${formatCents(firstCents)} to ${lastKg} kg ${formatCents(lastCents)}, then ${formatCents(perKgCents)} per kg`,
			);
		}
	}
	return lines.join('\n');
}
