// Where the codes of a page lie, with the white that a scanner needs.
import type { Box } from '../../src-contract/rules/label-placement';
import { boxOf, edgesOf, holds, union } from './edges';
import { CELL_MM } from './ink-grid';
import type { PageSymbol } from './symbols';

/** White beside the bars of a linear code, and around a matrix. */
const QUIET_MODULES = 10;
const MATRIX_QUIET_MODULES = 2;
const LINEAR_FORMATS = ['Code128', 'Code39', 'Code93', 'Codabar', 'ITF', 'EAN13', 'EAN8', 'UPCA', 'UPCE'];
/** White that is kept around a label, if the page has it. */
export const MARGIN_MM = 2.5;

/** A code with the white that a scanner needs to find it. */
export function quietZoneOf({ leftMm, topMm, widthMm, heightMm, moduleMm, format }: PageSymbol): Box {
	const isLinear = LINEAR_FORMATS.includes(format);
	const modules = isLinear ? QUIET_MODULES : MATRIX_QUIET_MODULES;
	const zoneMm = Math.min(MARGIN_MM * 2, modules * moduleMm);
	const [across, down] = [isLinear && heightMm > widthMm ? 0 : zoneMm, isLinear && heightMm <= widthMm ? 0 : zoneMm];
	return {
		leftMm: leftMm - across,
		topMm: topMm - down,
		widthMm: widthMm + 2 * across,
		heightMm: heightMm + 2 * down,
	};
}

/** The codes that lie on a part of a page, from its own corner. */
export const symbolsWithin = (symbols: readonly PageSymbol[], part: Box): PageSymbol[] =>
	symbols
		.filter((symbol) => holds(edgesOf(part), edgesOf(symbol), CELL_MM * 2))
		.map((symbol) => ({ ...symbol, leftMm: symbol.leftMm - part.leftMm, topMm: symbol.topMm - part.topMm }));

/** Everything that must be printed of a page: its ink, and the quiet zones of its codes as far as the page reaches. */
export function contentOf({
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
		.map((symbol) => edgesOf(quietZoneOf(symbol)))
		.reduce(union, edgesOf(inkMm));
	return boxOf({
		left: Math.max(0, left),
		top: Math.max(0, top),
		right: Math.min(widthMm, right),
		bottom: Math.min(heightMm, bottom),
	});
}
