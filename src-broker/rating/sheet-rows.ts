// Converts the rows of an imported table to the data of a rate sheet, one reader per kind of row (docs/rate-sheet-import.md).

export interface SheetRow {
	/** Row number as in a spreadsheet: the first is 1. */
	rowNumber: number;
	cells: string[];
}

/** An invalid row. The caller adds the file name to the message. */
export class RowError extends Error {
	constructor(
		readonly rowNumber: number,
		message: string,
	) {
		super(message);
	}
}

interface ProductDraft {
	productId: number;
	name: string;
	prices: Record<string, { bands: [number, number][]; perKg?: number }>;
	transit: Record<string, [number, number]>;
	surcharges: unknown[];
	[field: string]: unknown;
}

/** A rate sheet that is not validated yet; `rateSheetSchema` validates it. */
interface SheetDraft {
	regions: Record<string, string[]>;
	lanes: unknown[];
	fuel: unknown[];
	products: ProductDraft[];
	[field: string]: unknown;
}

interface RowCells {
	/** The cells after the first one, which names the kind of row. */
	values: readonly string[];
	/**
	 * Text of a cell.
	 * @param index index in `values`
	 * @param name name of the column in the error message
	 * @throws RowError when the cell is empty
	 */
	text(index: number, name: string): string;
	/** Number in a cell. @throws RowError when the cell is empty or not a number */
	number(index: number, name: string): number;
	/** Creates an error about this row; the caller throws it. */
	error(message: string): RowError;
	/** Records that the value at this path of the sheet comes from this row, so that validation errors can name the row. */
	recordPath(path: string): void;
}

interface RowKind {
	/** Maximum number of columns after the kind; undefined sets no limit. */
	maxColumns?: number;
	/** True if a sheet may have only one row of this kind. */
	isUnique?: true;
	/** Adds the data of a row to the sheet. @throws RowError when a cell is invalid */
	read(row: RowCells, sheet: SheetDraft): void;
}

const NUMBER = /^\d+([.,]\d+)?$/;
const parseDecimal = (text: string) => Number(text.replace(',', '.'));

function createRowCells({ rowNumber, cells }: SheetRow, rowNumberByPath: Map<string, number>): RowCells {
	const [kind = '', ...values] = cells;
	const error = (message: string) => new RowError(rowNumber, `${kind}: ${message}`);
	/** Column number for messages: columns count from 1, and column 1 is the kind of row. */
	const columnNumber = (index: number) => index + 2;
	function text(index: number, name: string): string {
		const value = values[index] ?? '';
		if (value === '') throw error(`column ${columnNumber(index)} (${name}) is empty`);
		return value;
	}
	return {
		values,
		text,
		error,
		number(index, name) {
			const value = text(index, name);
			if (!NUMBER.test(value.replace(/^-/, '')))
				throw error(`column ${columnNumber(index)} (${name}) must be a number, not "${value}"`);
			return parseDecimal(value);
		},
		recordPath: (path) => rowNumberByPath.set(path, rowNumber),
	};
}

/**
 * The product whose id is in the row's first value, and the product's path in the sheet.
 * @throws RowError when no row above defines it
 */
function findProduct(row: RowCells, sheet: SheetDraft): { path: string; product: ProductDraft } {
	const id = row.number(0, 'product id');
	const index = sheet.products.findIndex(({ productId }) => productId === id);
	const product = sheet.products[index];
	if (!product) throw row.error(`no product row above has the id ${id}`);
	return { path: `products.${index}`, product };
}

function readProduct(row: RowCells, sheet: SheetDraft): void {
	row.recordPath(`products.${sheet.products.length}`);
	sheet.products.push({
		productId: row.number(0, 'product id'),
		name: row.text(1, 'name'),
		kinds: row.text(2, 'kinds').split(/\s+/),
		cutOff: row.text(3, 'cut-off'),
		divisor: row.number(4, 'divisor'),
		rounding: [{ upToKg: null, stepKg: row.number(5, 'rounding step') }],
		limits: {
			pieceKg: row.number(6, 'maximum weight of a piece'),
			longestSideCm: row.number(7, 'longest side'),
			lengthPlusGirthCm: row.number(8, 'length and girth'),
			pieces: row.number(9, 'maximum pieces'),
			totalKg: row.number(10, 'maximum weight of a shipment'),
		},
		prices: {},
		transit: {},
		surcharges: [],
	});
}

/** A surcharge setting `name=value`: yes and no become booleans, numbers become numbers. */
function parseSetting(setting: string): [string, unknown] {
	const [name = '', value = ''] = setting.split('=').map((part) => part.trim());
	if (value === 'yes' || value === 'no') return [name, value === 'yes'];
	return [name, NUMBER.test(value) ? parseDecimal(value) : value];
}

const ROW_KINDS = new Map<string, RowKind>(
	Object.entries({
		carrier: {
			maxColumns: 5,
			isUnique: true,
			read(row, sheet) {
				const fields = {
					carrier: row.text(0, 'name'),
					carrierCode: row.text(1, 'two-letter code'),
					trackingFormat: row.text(2, 'tracking number format'),
					addressLineLength: row.number(3, 'maximum address line length'),
					source: row.text(4, 'source'),
				};
				Object.assign(sheet, fields);
				for (const field of Object.keys(fields)) row.recordPath(field);
			},
		},
		valid: {
			maxColumns: 2,
			isUnique: true,
			read(row, sheet) {
				sheet.effectiveFrom = row.text(0, 'from');
				sheet.effectiveTo = row.values[1] || null;
				row.recordPath('effectiveFrom');
				row.recordPath('effectiveTo');
			},
		},
		region: {
			maxColumns: 2,
			read(row, sheet) {
				const name = row.text(0, 'name');
				sheet.regions[name] = row.text(1, 'countries and postcodes').split(/\s+/);
				row.recordPath(`regions.${name}`);
			},
		},
		lane: {
			maxColumns: 3,
			read(row, sheet) {
				row.recordPath(`lanes.${sheet.lanes.length}`);
				sheet.lanes.push({ from: row.text(0, 'from'), to: row.text(1, 'to'), zone: row.text(2, 'zone') });
			},
		},
		fuel: {
			maxColumns: 2,
			read(row, sheet) {
				row.recordPath(`fuel.${sheet.fuel.length}`);
				sheet.fuel.push({ from: row.text(0, 'from'), percent: row.number(1, 'percent') });
			},
		},
		insurance: {
			maxColumns: 2,
			isUnique: true,
			read(row, sheet) {
				sheet.insurance = { percent: row.number(0, 'percent'), minimum: row.number(1, 'minimum amount') };
				row.recordPath('insurance');
			},
		},
		product: { maxColumns: 11, read: readProduct },
		price: {
			maxColumns: 4,
			read(row, sheet) {
				const { path, product } = findProduct(row, sheet);
				const zone = row.text(1, 'zone');
				product.prices[zone] ??= { bands: [] };
				const { bands } = product.prices[zone];
				row.recordPath(`${path}.prices.${zone}.bands.${bands.length}`);
				row.recordPath(`${path}.prices.${zone}`);
				bands.push([row.number(2, 'up to kg'), row.number(3, 'euros')]);
			},
		},
		'per-kg': {
			maxColumns: 3,
			read(row, sheet) {
				const { path, product } = findProduct(row, sheet);
				const zone = row.text(1, 'zone');
				product.prices[zone] ??= { bands: [] };
				product.prices[zone].perKg = row.number(2, 'euros per kg');
				row.recordPath(`${path}.prices.${zone}.perKg`);
			},
		},
		transit: {
			maxColumns: 4,
			read(row, sheet) {
				const { path, product } = findProduct(row, sheet);
				const zone = row.text(1, 'zone');
				product.transit[zone] = [row.number(2, 'minimum days'), row.number(3, 'maximum days')];
				row.recordPath(`${path}.transit.${zone}`);
			},
		},
		surcharge: {
			read(row, sheet) {
				const { path, product } = findProduct(row, sheet);
				row.recordPath(`${path}.surcharges.${product.surcharges.length}`);
				const settings = row.values.slice(2).filter((value) => value !== '');
				product.surcharges.push({
					kind: row.text(1, 'kind'),
					...Object.fromEntries(settings.map(parseSetting)),
				});
			},
		},
	} satisfies Record<string, RowKind>),
);

/**
 * Builds a sheet from its rows, without validating it.
 * @returns the sheet, and `rowNumberByPath`: for each path in the sheet, the number of the row that defines it
 * @throws RowError for the first invalid row
 */
export function buildSheet(rows: readonly SheetRow[]) {
	const sheet: SheetDraft = { effectiveTo: null, regions: {}, lanes: [], fuel: [], products: [] };
	const rowNumberByPath = new Map<string, number>();
	const seenKinds = new Set<RowKind>();
	for (const row of rows) {
		const name = row.cells[0] ?? '';
		const kind = ROW_KINDS.get(name.toLowerCase());
		if (!kind) {
			throw new RowError(
				row.rowNumber,
				`"${name}" is not a kind of row; use carrier, valid, region, lane, fuel, insurance, product, price, per-kg, transit or surcharge`,
			);
		}
		const cells = createRowCells(row, rowNumberByPath);
		const { maxColumns } = kind;
		if (maxColumns !== undefined && cells.values.slice(maxColumns).some((value) => value !== ''))
			throw cells.error(`more than ${maxColumns + 1} columns; does a decimal number contain the delimiter?`);
		if (kind.isUnique && seenKinds.has(kind)) throw cells.error('only one such row is allowed');
		seenKinds.add(kind);
		kind.read(cells, sheet);
	}
	return { sheet, rowNumberByPath };
}
