// A site's own rate sheet from a table (CSV, or the first sheet of an XLSX file) in the form of docs/rate-sheet-import.md:
// each row names its kind in the first column. A wrong row is refused by file, row and reason.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import { type RateSheet, rateSheetSchema } from './rate-sheet';

interface Row {
	/** As a spreadsheet counts: the first is 1. */
	line: number;
	cells: string[];
}

class WrongRow extends Error {
	constructor(
		readonly line: number,
		message: string,
	) {
		super(message);
	}
}

/** Excel's dates arrive as dates; the table speaks of days. */
function cellText(cell: unknown): string {
	if (cell === null || cell === undefined) return '';
	return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
}

async function readRows(file: string): Promise<Row[]> {
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

type Draft = Record<string, unknown> & {
	regions: Record<string, string[]>;
	lanes: unknown[];
	fuel: unknown[];
	products: (Record<string, unknown> & {
		rounding: unknown[];
		prices: Record<string, { bands: [number, number][]; perKg?: number }>;
		transit: Record<string, [number, number]>;
		surcharges: unknown[];
	})[];
};

/** Columns after the kind. */
const MOST_COLUMNS: Record<string, number> = {
	carrier: 5,
	valid: 2,
	region: 2,
	lane: 3,
	fuel: 2,
	insurance: 2,
	product: 11,
	price: 4,
	'per-kg': 3,
	transit: 4,
};
const ONCE = new Set(['carrier', 'valid', 'insurance']);

/** Rows to the form of a sheet; `lineOf` remembers which row stands behind a place in it. */
function build(rows: readonly Row[]) {
	const sheet: Draft = { effectiveTo: null, regions: {}, lanes: [], fuel: [], products: [] };
	const lineOf = new Map<string, number>();
	const seen = new Set<string>();

	for (const { line, cells } of rows) {
		const [kind = '', ...values] = cells;
		const text = (index: number, what: string) => {
			const value = values[index] ?? '';
			if (value === '') throw new WrongRow(line, `${kind}: column ${index + 2} (${what}) is empty`);
			return value;
		};
		const number = (index: number, what: string) => {
			const value = text(index, what);
			if (!/^-?\d+([.,]\d+)?$/.test(value))
				throw new WrongRow(line, `${kind}: column ${index + 2} (${what}) must be a number, not "${value}"`);
			return Number(value.replace(',', '.'));
		};
		const product = () => {
			const id = number(0, 'product id');
			const index = sheet.products.findIndex(({ productId }) => productId === id);
			if (index < 0) throw new WrongRow(line, `${kind}: no product row above has the id ${id}`);
			return { index, product: sheet.products[index] as Draft['products'][number] };
		};
		const remember = (place: string) => lineOf.set(place, line);
		const most = MOST_COLUMNS[kind.toLowerCase()];
		if (most !== undefined && values.slice(most).some((value) => value !== ''))
			throw new WrongRow(
				line,
				`${kind}: there are more than ${most + 1} columns; is a decimal written with the delimiter?`,
			);
		if (ONCE.has(kind.toLowerCase()) && seen.has(kind.toLowerCase()))
			throw new WrongRow(line, `${kind}: there is such a row already`);
		seen.add(kind.toLowerCase());

		switch (kind.toLowerCase()) {
			case 'carrier':
				Object.assign(sheet, {
					carrier: text(0, 'name'),
					carrierCode: text(1, 'code of two letters'),
					trackingFormat: text(2, 'tracking number format'),
					addressLineLength: number(3, 'longest address line'),
					source: text(4, 'source'),
				});
				for (const field of ['carrier', 'carrierCode', 'trackingFormat', 'addressLineLength', 'source'])
					remember(field);
				break;
			case 'valid':
				sheet.effectiveFrom = text(0, 'from');
				sheet.effectiveTo = values[1] || null;
				remember('effectiveFrom');
				remember('effectiveTo');
				break;
			case 'region':
				sheet.regions[text(0, 'name')] = text(1, 'countries and postcodes').split(/\s+/);
				remember(`regions.${values[0]}`);
				break;
			case 'lane':
				remember(`lanes.${sheet.lanes.length}`);
				sheet.lanes.push({ from: text(0, 'from'), to: text(1, 'to'), zone: text(2, 'zone') });
				break;
			case 'fuel':
				remember(`fuel.${sheet.fuel.length}`);
				sheet.fuel.push({ from: text(0, 'from'), percent: number(1, 'percent') });
				break;
			case 'insurance':
				sheet.insurance = { percent: number(0, 'percent'), minimum: number(1, 'least amount') };
				remember('insurance');
				break;
			case 'product':
				remember(`products.${sheet.products.length}`);
				sheet.products.push({
					productId: number(0, 'product id'),
					name: text(1, 'name'),
					kinds: text(2, 'kinds').split(/\s+/),
					cutOff: text(3, 'cut-off'),
					divisor: number(4, 'divisor'),
					rounding: [{ upToKg: null, stepKg: number(5, 'rounding step') }],
					limits: {
						pieceKg: number(6, 'heaviest piece'),
						longestSideCm: number(7, 'longest side'),
						lengthPlusGirthCm: number(8, 'length and girth'),
						pieces: number(9, 'most pieces'),
						totalKg: number(10, 'heaviest shipment'),
					},
					prices: {},
					transit: {},
					surcharges: [],
				});
				break;
			case 'price': {
				const { index, product: of } = product();
				const zone = text(1, 'zone');
				of.prices[zone] ??= { bands: [] };
				remember(`products.${index}.prices.${zone}.bands.${of.prices[zone].bands.length}`);
				remember(`products.${index}.prices.${zone}`);
				of.prices[zone].bands.push([number(2, 'up to kg'), number(3, 'euros')]);
				break;
			}
			case 'per-kg': {
				const { index, product: of } = product();
				const zone = text(1, 'zone');
				of.prices[zone] ??= { bands: [] };
				of.prices[zone].perKg = number(2, 'euros a kg');
				remember(`products.${index}.prices.${zone}.perKg`);
				break;
			}
			case 'transit': {
				const { index, product: of } = product();
				of.transit[text(1, 'zone')] = [number(2, 'least days'), number(3, 'most days')];
				remember(`products.${index}.transit.${values[1]}`);
				break;
			}
			case 'surcharge': {
				const { index, product: of } = product();
				remember(`products.${index}.surcharges.${of.surcharges.length}`);
				const settings = values.slice(2).filter((value) => value !== '');
				const entries = settings.map((setting) => {
					const [name = '', value = ''] = setting.split('=').map((part) => part.trim());
					if (value === 'yes' || value === 'no') return [name, value === 'yes'];
					return [name, /^\d+([.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : value];
				});
				of.surcharges.push({ kind: text(1, 'kind'), ...Object.fromEntries(entries) });
				break;
			}
			default:
				throw new WrongRow(
					line,
					`"${kind}" is no kind of row; there are carrier, valid, region, lane, fuel, insurance, product, price, per-kg, transit and surcharge`,
				);
		}
	}
	return { sheet, lineOf };
}

/** @throws an error that names the file, the row and the reason; nothing is kept by reading */
export async function readSheetFile(file: string): Promise<RateSheet> {
	const name = path.basename(file);
	let built: ReturnType<typeof build>;
	try {
		built = build(await readRows(file));
	} catch (error) {
		if (error instanceof WrongRow) throw new Error(`${name}, row ${error.line}: ${error.message}`);
		throw new Error(`${name} cannot be read: ${(error as Error).message}`);
	}
	const result = rateSheetSchema.safeParse(built.sheet);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const place = (issue?.path ?? []).map(String);
	for (let length = place.length; length > 0; length -= 1) {
		const line = built.lineOf.get(place.slice(0, length).join('.'));
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
