// Sends label files in the style of carriers through the whole print path, reads the output with an independent decoder, and scans
// every symbol on its own parcel and on others.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { type Device, deviceKinds } from '../../src-contract/model/device-kinds';
import { type PrintableKind, type PrinterProfile, printerSchema } from '../../src-contract/model/print';
import { STOCKS } from '../../src-contract/model/stock';
import type { NewDocument } from '../../src-main/documents/new-document';
import { splitDocuments } from '../../src-main/documents/split';
import type { Dots } from '../../src-main/printing/layout/dots';
import { makePayload } from '../../src-main/printing/payload';
import {
	CARRIER_LABEL_NAMES,
	type CarrierLabel,
	makeCarrierLabels,
	type StatedArea,
	type StatedSymbol,
} from '../fixtures/carrier-labels';
import { isRead, pdfOf } from '../fixtures/carrier-labels/reading';
import { RASTER_READERS, readPwg } from '../fixtures/raster-languages';
import { carrierSymbolsOn, drawDots, drawPages, type GreyPage, type ReadSymbol } from '../fixtures/symbols';
import { type ScanReport, scanEverySymbol } from './label-scans';

const CONNECTION = 'tcp://127.0.0.1:9100';

/** A printed sheet. Drawn only if no sheet with the same key was read before. */
interface Sheet {
	key: string;
	draw(): GreyPage;
}
const hashOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
const asSheet = (page: GreyPage): Sheet => ({ key: `${page.widthPx} ${hashOf(page.grey)}`, draw: () => page });
const inDots = (read: (stream: Buffer) => Dots[]) => (payload: Uint8Array) =>
	read(Buffer.from(payload)).map(
		(dots): Sheet => ({ key: `${dots.bytesPerRow} ${hashOf(dots.bits)}`, draw: () => drawDots(dots) }),
	);

interface TableLanguage {
	device: Partial<Device>;
	read: (payload: Uint8Array, dpi: number) => Sheet[];
}
/** Every raw printer language, PWG Raster and PDF. */
const LANGUAGES = new Map<string, TableLanguage>([
	...deviceKinds.flatMap(({ initial }): [string, TableLanguage][] => {
		if (!('connection' in initial)) return [];
		const read = RASTER_READERS[initial.driver];
		return [[initial.driver, { device: { ...initial, connection: CONNECTION }, read: inDots(read) }]];
	}),
	['pwg', { device: { driver: 'ipp', url: 'ipp://127.0.0.1/ipp/print' }, read: inDots(readPwg) }],
	[
		'pdf',
		{ device: { driver: 'folder', folder: '/nowhere' }, read: (payload, dpi) => drawPages(payload, dpi).map(asSheet) },
	],
]);
export const TABLE_LANGUAGES = [...LANGUAGES.keys()];
function tableLanguage(name: string): TableLanguage {
	const language = LANGUAGES.get(name);
	if (!language) throw new Error(`no such language: ${name}`);
	return language;
}
const TABLE_DPI = [203, 300] as const;
const TABLE_STOCKS = ['4x6', 'A6', '4x8', 'A4'] as const;
type TableStock = (typeof TABLE_STOCKS)[number];

/** Resolution at which received pages are read. */
const RECEIVED_DPI = 300;
/** The station's tolerance for pages larger than their stock. */
const FITS_TOLERANCE_MM = 2;
/** Relative difference in length up to which a printed code counts as true to size. */
const SIZE_TOLERANCE = 0.03;
const MM_PER_INCH = 25.4;

export interface LabelTableReport {
	fixtures: number;
	/** Symbols that the fixtures state, and those that can be read on the labels as received. */
	stated: number;
	readBefore: number;
	/** Differences between the kinds of pages that the station finds and those that the fixture states. */
	wrongKinds: number;
	/** Symbols that are in no document of kind `label`. */
	notInLabels: number;
	combinations: number;
	printed: number;
	/** Codes that can be read before and after printing. */
	codesBefore: number;
	codesAfter: number;
	lostSilently: number;
	wrongSize: number;
	/** Refused prints by error code. */
	refused: Record<string, number>;
	/** Refused although the label fits on the stock. */
	refusedThoughItFits: number;
	/** One line per fixture with a failure. */
	failures: string[];
}

export interface LabelsReport extends LabelTableReport {
	scans: ScanReport;
	lost: number;
	misreported: number;
}

export interface TableRange {
	names?: readonly string[];
	languages?: readonly string[];
	dpi?: readonly (typeof TABLE_DPI)[number][];
	stocks?: readonly TableStock[];
}

/** Crops a page to its content plus a white margin: less to decode, and equal for all languages. */
function trimmed({ grey, widthPx, heightPx }: GreyPage): GreyPage {
	const MARGIN_PX = 30;
	let [left, right, top, bottom] = [widthPx, -1, -1, -1];
	for (let y = 0; y < heightPx; y += 1) {
		const start = y * widthPx;
		let first = 0;
		while (first < widthPx && (grey[start + first] as number) >= 128) first += 1;
		if (first === widthPx) continue;
		let last = widthPx - 1;
		while ((grey[start + last] as number) >= 128) last -= 1;
		if (top < 0) top = y;
		bottom = y;
		left = Math.min(left, first);
		right = Math.max(right, last);
	}
	if (top < 0) return { grey: new Uint8Array(1).fill(255), widthPx: 1, heightPx: 1 };
	const [width, height] = [right - left + 1, bottom - top + 1];
	const [paddedWidth, paddedHeight] = [width + 2 * MARGIN_PX, height + 2 * MARGIN_PX];
	const part = new Uint8Array(paddedWidth * paddedHeight).fill(255);
	for (let y = 0; y < height; y += 1) {
		const start = (top + y) * widthPx + left;
		part.set(grey.subarray(start, start + width), (y + MARGIN_PX) * paddedWidth + MARGIN_PX);
	}
	return { grey: part, widthPx: paddedWidth, heightPx: paddedHeight };
}

/** Creates a decoder that decodes equal sheets only once. */
function createReader() {
	const cached = new Map<string, ReadSymbol[]>();
	return async (sheets: readonly Sheet[]): Promise<ReadSymbol[]> => {
		const found: ReadSymbol[] = [];
		for (const { key, draw } of sheets) {
			const symbols = cached.get(key) ?? (await carrierSymbolsOn(trimmed(draw())));
			cached.set(key, symbols);
			found.push(...symbols);
		}
		return found;
	};
}
type Reader = ReturnType<typeof createReader>;

function fitsOn(area: StatedArea, stock: TableStock): boolean {
	const { widthMm: width, heightMm } = STOCKS[stock];
	const height = heightMm ?? Number.POSITIVE_INFINITY;
	const [short, long] = [Math.min(area.widthMm, area.heightMm), Math.max(area.widthMm, area.heightMm)];
	return short <= Math.min(width, height) + FITS_TOLERANCE_MM && long <= Math.max(width, height) + FITS_TOLERANCE_MM;
}

/** Maximum number of papers that the rest of a label page may become. */
const MAX_LEFTOVER_PAPERS = 3;

/** Differences in page kinds. A page with a label and other content may become a label, or a label and papers. */
function kindErrors({ pages }: CarrierLabel, documents: readonly NewDocument[]): string[] {
	const errors: string[] = [];
	const kinds: PrintableKind[] = ['label', 'invoice', 'customs', 'manifest', 'papers'];
	for (const kind of kinds) {
		const stated = pages.filter((page) => page.kind === kind);
		const areas = stated.reduce((sum, page) => sum + page.areas.length, 0);
		const leftovers = pages.filter(({ hasLeftover }) => hasLeftover).length;
		const minimum = stated.length;
		const maximum =
			kind === 'label'
				? Math.max(areas, minimum)
				: kind === 'papers' || kind === 'customs'
					? minimum + leftovers * MAX_LEFTOVER_PAPERS
					: minimum;
		const made = documents
			.filter((document) => document.kind === kind)
			.reduce((sum, document) => sum + document.pages, 0);
		if (made < minimum || made > maximum)
			errors.push(`${made} ${kind} pages instead of ${minimum === maximum ? minimum : `${minimum} to ${maximum}`}`);
	}
	const unreadable = documents.find(({ kind }) => kind === 'unreadable');
	if (unreadable) errors.push(`unreadable: ${unreadable.message}`);
	return errors;
}

const profile = (language: string, dpi: number, stock: TableStock): PrinterProfile =>
	printerSchema.parse({ id: 'p', name: 'Printer', device: tableLanguage(language).device, stock, dpi });

interface LabelPart {
	document: NewDocument;
	/** Stated symbols that can be read in the received document. */
	symbols: { symbol: StatedSymbol; area: StatedArea }[];
}

/** @param range fixtures, languages, resolutions and stocks; all by default */
export async function labelTable(range: TableRange = {}): Promise<LabelTableReport> {
	const { names = CARRIER_LABEL_NAMES, languages = TABLE_LANGUAGES, dpi = TABLE_DPI, stocks = TABLE_STOCKS } = range;
	const report: LabelTableReport = {
		fixtures: 0,
		stated: 0,
		readBefore: 0,
		wrongKinds: 0,
		notInLabels: 0,
		combinations: 0,
		printed: 0,
		codesBefore: 0,
		codesAfter: 0,
		lostSilently: 0,
		wrongSize: 0,
		refused: {},
		refusedThoughItFits: 0,
		failures: [],
	};
	for (const name of names) {
		const [label] = await makeCarrierLabels([name]);
		if (!label) throw new Error(`no such fixture: ${name}`);
		report.fixtures += 1;
		const found = await printAndRead(label, report, { languages, dpi, stocks });
		if (found.length > 0) report.failures.push(`${name}: ${found.join('; ')}`);
	}
	return report;
}

async function printAndRead(
	label: CarrierLabel,
	report: LabelTableReport,
	{ languages, dpi: resolutions, stocks }: Required<Omit<TableRange, 'names'>>,
): Promise<string[]> {
	const read = createReader();
	const stated = label.pages.flatMap(({ areas }) =>
		areas.flatMap((area) => area.symbols.map((symbol) => ({ symbol, area }))),
	);
	report.stated += stated.length;
	const documents = await splitDocuments(label.bytes, label.trackingNumber, []);
	const failures = kindErrors(label, documents);
	report.wrongKinds += failures.length;

	const received = await pdfOf(label);
	const before: ReadSymbol[] = [];
	if (received) before.push(...(await read(drawPages(received, RECEIVED_DPI).map(asSheet))));
	const readable = stated.filter(({ symbol }) => !received || isRead(symbol, before));
	report.readBefore += readable.length;

	const parts: LabelPart[] = [];
	for (const document of documents.filter(({ kind }) => kind === 'label')) {
		if (document.format !== 'pdf') {
			parts.push({ document, symbols: readable });
			continue;
		}
		const found = await read(drawPages(document.bytes, RECEIVED_DPI).map(asSheet));
		parts.push({ document, symbols: readable.filter(({ symbol }) => isRead(symbol, found)) });
	}
	const missing = readable.filter(
		({ symbol }) => !parts.some(({ symbols }) => symbols.some((part) => part.symbol === symbol)),
	);
	report.notInLabels += missing.length;
	if (missing.length > 0) failures.push(`${missing.length} symbols in no label document`);

	// Group equal messages of different languages and resolutions.
	const notes = new Map<string, Set<string>>();
	const note = (what: string, where: string) => notes.set(what, (notes.get(what) ?? new Set()).add(where));
	for (const stock of stocks)
		for (const dpi of resolutions)
			for (const language of languages)
				for (const part of parts) await print(part, { language, dpi, stock }, report, read, note);
	for (const [what, locations] of notes) failures.push(`${what} (${[...locations].join(', ')})`);
	return failures;
}

interface Combination {
	language: string;
	dpi: (typeof TABLE_DPI)[number];
	stock: TableStock;
}

async function print(
	{ document, symbols }: LabelPart,
	{ language, dpi, stock }: Combination,
	report: LabelTableReport,
	read: Reader,
	note: (what: string, where: string) => void,
): Promise<void> {
	report.combinations += 1;
	const printer = profile(language, dpi, stock);
	const fits = symbols.length > 0 && symbols.every(({ area }) => fitsOn(area, stock));
	const payload = async (oversize: PrinterProfile['oversize']): Promise<Uint8Array | string> => {
		try {
			const layout = { printer, isLabel: true, oversize };
			return (await makePayload({ bytes: document.bytes, format: document.format, language, layout })).bytes;
		} catch (error) {
			return error instanceof AppError ? error.code : `not an AppError: ${(error as Error).message}`;
		}
	};
	let made = await payload('refuse');
	if (typeof made === 'string') {
		const reason = made;
		report.refused[reason] = (report.refused[reason] ?? 0) + 1;
		if (reason === 'printer.otherLanguage') return;
		if (fits) {
			report.refusedThoughItFits += 1;
			note(`refused though it fits: ${reason}`, stock);
		}
		// Print again with the profile set to scale oversize labels.
		made = await payload('scale');
		if (typeof made === 'string') {
			const scaled = `${made} when scaled`;
			report.refused[scaled] = (report.refused[scaled] ?? 0) + 1;
			return;
		}
	}
	report.printed += 1;
	if (document.format !== 'pdf') {
		if (Buffer.compare(Buffer.from(made), Buffer.from(document.bytes)) !== 0) note('changed before printing', language);
		report.codesBefore += symbols.length;
		report.codesAfter += symbols.length;
		return;
	}
	const found = await read(tableLanguage(language).read(made, dpi));
	for (const { symbol } of symbols) {
		report.codesBefore += 1;
		const printed = found.find(({ format, data }) => format === symbol.format && data === symbol.data);
		if (!printed) {
			report.lostSilently += 1;
			note(`${symbol.format} lost`, `${stock} ${dpi} ${language}`);
			continue;
		}
		report.codesAfter += 1;
		const scale = ((printed.lengthPx / dpi) * MM_PER_INCH) / symbol.lengthMm;
		if (fits && Math.abs(scale - 1) > SIZE_TOLERANCE) {
			report.wrongSize += 1;
			note(`printed at ${Math.round(scale * 100)} % though it fits`, stock);
		}
	}
}

/** Prints the first `count` fixtures in every combination and scans all their symbols. */
export async function labelsThroughPrinters(count: number): Promise<LabelsReport> {
	const names = CARRIER_LABEL_NAMES.slice(0, count);
	const table = await labelTable({ names });
	const scans = await scanEverySymbol(await makeCarrierLabels(names));
	return {
		...table,
		scans,
		lost: table.lostSilently + table.notInLabels,
		misreported:
			table.wrongKinds +
			table.wrongSize +
			scans.refused +
			scans.routingRefused +
			scans.acceptedOnOther +
			scans.randomAccepted +
			scans.alteredAccepted,
	};
}
