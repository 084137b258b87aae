// Computes the areas of bar codes on a page with their quiet zones: the white margins that scanners need to find a code.
import type { Box } from '../../src-contract/rules/label-placement';
import { boxOf, contains, edgesOf, union } from './edges';
import { CELL_MM } from './ink-grid';
import type { PageSymbol } from './symbols';

/** Width of the quiet zones in modules: at both ends of a linear code, and on all sides of a matrix code. */
const LINEAR_QUIET_MODULES = 10;
const MATRIX_QUIET_MODULES = 2;
const LINEAR_FORMATS = ['Code128', 'Code39', 'Code93', 'Codabar', 'ITF', 'EAN13', 'EAN8', 'UPCA', 'UPCE'];
/** Maximum width of the white margin that cropping leaves around a label. */
export const MARGIN_MM = 2.5;

/** The box of a code with its quiet zone. */
export function boxWithQuietZone({ leftMm, topMm, widthMm, heightMm, moduleMm, format }: PageSymbol): Box {
	const isLinear = LINEAR_FORMATS.includes(format);
	const quietModules = isLinear ? LINEAR_QUIET_MODULES : MATRIX_QUIET_MODULES;
	const zoneMm = Math.min(MARGIN_MM * 2, quietModules * moduleMm);
	const zoneXMm = isLinear && heightMm > widthMm ? 0 : zoneMm;
	const zoneYMm = isLinear && heightMm <= widthMm ? 0 : zoneMm;
	return {
		leftMm: leftMm - zoneXMm,
		topMm: topMm - zoneYMm,
		widthMm: widthMm + 2 * zoneXMm,
		heightMm: heightMm + 2 * zoneYMm,
	};
}

/** The codes within a part of a page, with positions from the upper left corner of the part. */
export const symbolsWithin = (symbols: readonly PageSymbol[], part: Box): PageSymbol[] =>
	symbols
		.filter((symbol) => contains(edgesOf(part), edgesOf(symbol), CELL_MM * 2))
		.map((symbol) => ({ ...symbol, leftMm: symbol.leftMm - part.leftMm, topMm: symbol.topMm - part.topMm }));

/**
 * The box of a page that must be printed: all ink and the quiet zones of the codes, within the page. Undefined for a blank page.
 */
export function contentBoxOf({
	widthMm,
	heightMm,
	inkMm,
	symbols,
}: {
	widthMm: number;
	heightMm: number;
	inkMm: Box | null;
	symbols: readonly PageSymbol[];
}): Box | undefined {
	if (!inkMm) return undefined;
	const { left, top, right, bottom } = symbols
		.map((symbol) => edgesOf(boxWithQuietZone(symbol)))
		.reduce(union, edgesOf(inkMm));
	return boxOf({
		left: Math.max(0, left),
		top: Math.max(0, top),
		right: Math.min(widthMm, right),
		bottom: Math.min(heightMm, bottom),
	});
}
