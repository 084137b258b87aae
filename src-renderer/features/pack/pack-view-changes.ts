// Keeps the unchanged parts of a session when a new answer arrives, so that only the changed lines are drawn again. Pure.
import type { PackLine, PackView } from '../../../src-contract/model/packing';

const isSameLine = (left: PackLine, right: PackLine): boolean =>
	left.packed === right.packed &&
	left.wanted === right.wanted &&
	left.sku === right.sku &&
	left.name === right.name &&
	left.kitName === right.kitName &&
	left.packingNote === right.packingNote &&
	left.isGoods === right.isGoods &&
	left.hasCode === right.hasCode &&
	left.isCountable === right.isCountable &&
	left.hasPicture === right.hasPicture &&
	left.itemId === right.itemId &&
	left.flags.join() === right.flags.join();

/** The new view, with the objects of the lines and boxes that did not change. */
export function withUnchangedLines(previous: PackView | null, next: PackView | null): PackView | null {
	if (!previous || !next || previous.sessionId !== next.sessionId) return next;
	const lines = next.lines.map((line, index) => {
		const before = previous.lines[index];
		return before && isSameLine(before, line) ? before : line;
	});
	const isSameSuggestion = JSON.stringify(previous.cartons) === JSON.stringify(next.cartons);
	return { ...next, lines, cartons: isSameSuggestion ? previous.cartons : next.cartons };
}

export const isDone = (line: PackLine): boolean => line.packed >= line.wanted;

/** The lines in the order of the screen: those to scan, those that are done, those that need no scan. */
export function sortLines(lines: readonly PackLine[]): PackLine[] {
	const goods = lines.filter(({ isGoods }) => isGoods);
	return [
		...goods.filter((line) => !isDone(line)),
		...goods.filter(isDone),
		...lines.filter(({ isGoods }) => !isGoods),
	];
}

interface PieceCounts {
	wanted: number;
	packed: number;
}
/** Pieces of the goods. */
export const countPieces = (lines: readonly PackLine[]): PieceCounts => {
	const counts = { wanted: 0, packed: 0 };
	for (const line of lines) {
		if (!line.isGoods) continue;
		counts.wanted += line.wanted;
		counts.packed += line.packed;
	}
	return counts;
};

/** Pieces of each line in the open package, by the index of the line. */
export function openPieces({ packages }: PackView): Map<number, number> {
	const counts = new Map<number, number>();
	for (const { pieces } of packages.filter(({ isClosed }) => !isClosed))
		for (const { lineIndex, quantity } of pieces) counts.set(lineIndex, (counts.get(lineIndex) ?? 0) + quantity);
	return counts;
}
