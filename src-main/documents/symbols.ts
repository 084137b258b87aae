// Reads the bar codes on a drawn page with zxing-wasm: data, position and module width. A symbol is a printed bar code.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReadInputBarcodeFormat, type ReadResult, readBarcodes } from 'zxing-wasm/reader';

const MM_PER_INCH = 25.4;
/** Pixels darker than this are black. */
const BLACK_BELOW = 128;

/** Linear symbologies. All others are treated as matrix codes. */
const LINEAR_SYMBOLOGIES: ReadInputBarcodeFormat[] = [
	'Code128',
	'Code39',
	'Code93',
	'Codabar',
	'ITF',
	'EAN13',
	'EAN8',
	'UPCA',
	'UPCE',
];
const LINEAR_FORMATS = new Set<string>(LINEAR_SYMBOLOGIES);
/** Symbologies that are read. Searching for few symbologies is faster and gives fewer false results than searching for all. */
const SYMBOLOGIES: ReadInputBarcodeFormat[] = [
	...LINEAR_SYMBOLOGIES,
	'PDF417',
	'DataMatrix',
	'QRCode',
	'Aztec',
	'MaxiCode',
];

/** Grey pixels, one byte each, rows from the top without padding. 0 is black. */
export interface GreyPixels {
	pixels: Uint8Array;
	widthPx: number;
	heightPx: number;
}

/** A bar code that was read on a page. Lengths in millimetres, from the upper left corner of the visible page. */
export interface PageSymbol {
	/** Symbology name of zxing: `Code128`, `ITF`, `PDF417`, `DataMatrix`, `QRCode`, `Aztec`, `MaxiCode` … */
	format: string;
	/** Data as a scanner sends it, with GS (`\x1d`) between GS1 fields and without the symbology identifier. */
	text: string;
	/** ISO/IEC 15424 symbology identifier, such as `]C1` for GS1-128. */
	identifier: string;
	leftMm: number;
	topMm: number;
	widthMm: number;
	heightMm: number;
	/** Width of the narrowest bar, or of one module of a matrix code. */
	moduleMm: number;
}

// The library would download its WebAssembly binary, so the binary of the package is passed to it.
const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
let isPrepared = false;
function prepare(): void {
	if (isPrepared) return;
	prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmFile)).buffer } });
	isPrepared = true;
}

/**
 * Reads all bar codes of a page.
 * @param dpi resolution of `page`. 203 dpi suffices for codes that are made for label printers; finer codes need 300 dpi.
 * @param threshold `fixed` converts grey to black and white as a label printer does and is a fifth faster; `local` adapts to the
 * shades of a scanned picture
 * @returns the codes in the order in which they were found; a code that is printed several times is listed several times
 */
export async function readSymbols(
	page: GreyPixels,
	dpi: number,
	threshold: 'fixed' | 'local' = 'fixed',
): Promise<PageSymbol[]> {
	prepare();
	const header = Buffer.from(`P5\n${page.widthPx} ${page.heightPx}\n255\n`);
	const pgmFile = new Uint8Array(header.length + page.pixels.length);
	pgmFile.set(header);
	pgmFile.set(page.pixels, header.length);
	const results = await readBarcodes(pgmFile, {
		formats: SYMBOLOGIES,
		binarizer: threshold === 'fixed' ? 'FixedThreshold' : 'LocalAverage',
		tryHarder: true,
		tryRotate: true,
		// Searching inverted and downscaled pictures finds no further codes: labels are black on white, and drawn at a suitable
		// resolution.
		tryInvert: false,
		tryDownscale: false,
		textMode: 'Plain',
	});
	const millimetres = (pixels: number) => (pixels / dpi) * MM_PER_INCH;
	return results.map((result) => {
		const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
		const xs = [topLeft, topRight, bottomRight, bottomLeft].map(({ x }) => x);
		const ys = [topLeft, topRight, bottomRight, bottomLeft].map(({ y }) => y);
		return {
			format: result.format,
			text: result.text,
			identifier: result.symbologyIdentifier,
			leftMm: millimetres(Math.min(...xs)),
			topMm: millimetres(Math.min(...ys)),
			widthMm: millimetres(Math.max(...xs) - Math.min(...xs)),
			heightMm: millimetres(Math.max(...ys) - Math.min(...ys)),
			moduleMm: millimetres(moduleWidthPx(result, page)),
		};
	});
}

/** Module width in pixels, measured from the lengths of the black and white runs across the code. */
function moduleWidthPx({ format, position }: ReadResult, page: GreyPixels): number {
	const { topLeft, topRight, bottomRight, bottomLeft } = position;
	const lengthPx = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
	const isLinear = LINEAR_FORMATS.has(format);
	const runs = (isLinear ? [0.5] : MATRIX_SCAN_HEIGHTS).flatMap((height) => {
		const interpolate = (top: number, bottom: number) => top + (bottom - top) * height;
		return runsAlong(
			page,
			{ x: interpolate(topLeft.x, bottomLeft.x), y: interpolate(topLeft.y, bottomLeft.y) },
			{ x: interpolate(topRight.x, bottomRight.x), y: interpolate(topRight.y, bottomRight.y) },
		);
	});
	// Code 128: each character has 6 elements in 11 modules; the stop pattern has 7 elements in 13 modules.
	if (format === 'Code128' && runs.length % 6 === 1) return lengthPx / ((11 * (runs.length - 1)) / 6 + 2);
	const sortedRuns = [...runs].sort((a, b) => a - b);
	const roughModulePx = sortedRuns[Math.floor(sortedRuns.length * ONE_MODULE_QUANTILE)] ?? 0;
	const oneModuleRuns = runs.filter((run) => run > roughModulePx * 0.6 && run < roughModulePx * 1.6);
	return oneModuleRuns.reduce((sum, run) => sum + run, 0) / Math.max(1, oneModuleRuns.length);
}

/**
 * The run length at this quantile is roughly one module. The shortest runs are not used, because the scan line may touch the
 * corner of a module in the next row.
 */
const ONE_MODULE_QUANTILE = 0.1;

/**
 * Positions of the scan lines of a matrix code, as shares of its height. Several, because a row may have no run of one module.
 */
const MATRIX_SCAN_HEIGHTS = [0.08, 0.23, 0.37, 0.52, 0.68, 0.83];

interface Point {
	x: number;
	y: number;
}

/** Lengths in pixels of the black and white runs on a straight line, from the first to the last black run. */
function runsAlong({ pixels, widthPx }: GreyPixels, from: Point, to: Point): number[] {
	const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
	const steps = Math.max(1, Math.round(lengthPx * 4));
	const isBlackAt = (step: number) => {
		const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
		const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
		return (pixels[y * widthPx + x] ?? 255) < BLACK_BELOW;
	};
	const runs: number[] = [];
	let wasBlack = false;
	for (let step = 0; step <= steps; step += 1) {
		const isBlack = isBlackAt(step);
		if (runs.length === 0 && !isBlack) continue;
		if (isBlack === wasBlack) runs[runs.length - 1] = (runs.at(-1) ?? 0) + lengthPx / steps;
		else runs.push(lengthPx / steps);
		wasBlack = isBlack;
	}
	if (!wasBlack) runs.pop();
	return runs;
}
