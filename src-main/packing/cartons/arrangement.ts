// Finds a place for each piece in a box: extreme points with restarts, on pieces and on blocks of pieces whose sides match. Pure.
// Source of the method: T. G. Crainic, G. Perboli and R. Tadei, "Extreme point-based heuristics for three-dimensional bin packing",
// INFORMS Journal on Computing 20 (2008).

/** Sides in whole millimetres: length, width and height. */
export type SidesMm = readonly [number, number, number];

export interface Piece {
	sidesMm: SidesMm;
	/** Its height stays vertical. */
	isUpright: boolean;
	/** Nothing may lie above it. */
	isFragile: boolean;
	/** Undefined: not known. */
	weightKg: number | undefined;
}

/** A piece in a box: its corner nearest to the origin, and its sides as it lies. */
export interface Placement {
	pieceIndex: number;
	cornerMm: SidesMm;
	sidesMm: SidesMm;
}

/** The permutations of three axes: element `i` is the axis of the piece that lies along axis `i` of the box. */
const TURNS = [
	[0, 1, 2],
	[0, 2, 1],
	[1, 0, 2],
	[1, 2, 0],
	[2, 0, 1],
	[2, 1, 0],
] as const;
type Turn = (typeof TURNS)[number];
/**
 * The axes by which the point with the smallest end of a piece is chosen: the first is filled last. Height comes first, because flat
 * layers are packed more easily than upright ones.
 */
const PRIORITIES: readonly Turn[] = [
	[2, 0, 1],
	[2, 1, 0],
	[0, 1, 2],
	[0, 2, 1],
	[1, 0, 2],
	[1, 2, 0],
];

/** A piece, or two blocks side by side. */
interface Block {
	sidesMm: SidesMm;
	/** Turns with different results. */
	turns: readonly Turn[];
	/** Sum of the volumes of its pieces, without the gaps between them. */
	volumeMm3: number;
	pieceIndex: number | undefined;
	/** Each part with its turn, and its distance from the corner of the block along the first axis. */
	parts: readonly { block: Block; turn: Turn; offsetMm: number }[];
	isUpright: boolean;
	isFragile: boolean;
	weightKg: number;
}

export const volumeOf = ([length, width, height]: SidesMm): number => length * width * height;
const turned = (sides: SidesMm, [first, second, third]: Turn): SidesMm => [sides[first], sides[second], sides[third]];

/** Turns with different results. An upright piece keeps its height. */
function turnsOf(sidesMm: SidesMm, isUpright: boolean): Turn[] {
	const allowed = TURNS.filter((turn) => !isUpright || turn[2] === 2);
	const keys = allowed.map((turn) => turned(sidesMm, turn).join());
	return allowed.filter((_turn, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Random numbers from 0 to 1 of the minimal standard generator: the same pieces always get the same places. */
function createRandom(): () => number {
	let state = 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

/** Shares of a merged block that may be a gap between its parts; each merging uses one of them. */
const GAP_SHARES = [0.005, 0.02, 0.06] as const;
/** More blocks are not compared with each other. */
const MAX_MERGED_BLOCKS = 40;

/** The turn that lays an axis of a block along the first axis, and the longer of its other sides along the second. */
function turnAlong([length, width, height]: SidesMm, axis: number): Turn {
	if (axis === 0) return width >= height ? [0, 1, 2] : [0, 2, 1];
	if (axis === 1) return length >= height ? [1, 0, 2] : [1, 2, 0];
	return length >= width ? [2, 0, 1] : [2, 1, 0];
}

/** Two blocks side by side, with faces that have nearly equal sides. */
interface Pair {
	left: Block;
	right: Block;
	leftTurn: Turn;
	rightTurn: Turn;
}
function joined({ left, right, leftTurn, rightTurn }: Pair): Block {
	const a = turned(left.sidesMm, leftTurn);
	const b = turned(right.sidesMm, rightTurn);
	const sidesMm: SidesMm = [a[0] + b[0], Math.max(a[1], b[1]), Math.max(a[2], b[2])];
	return {
		sidesMm,
		turns: turnsOf(sidesMm, false),
		volumeMm3: left.volumeMm3 + right.volumeMm3,
		pieceIndex: undefined,
		parts: [
			{ block: left, turn: leftTurn, offsetMm: 0 },
			{ block: right, turn: rightTurn, offsetMm: a[0] },
		],
		isUpright: false,
		isFragile: false,
		weightKg: left.weightKg + right.weightKg,
	};
}

function matchingPairs(blocks: readonly Block[], maxGap: number): Pair[] {
	const pairs: Pair[] = [];
	const plain = blocks.filter(({ isUpright, isFragile }) => !isUpright && !isFragile);
	for (const [index, left] of plain.entries())
		for (let other = index + 1; other < plain.length; other += 1) {
			const right = plain[other] as Block;
			const volumeMm3 = left.volumeMm3 + right.volumeMm3;
			for (let leftAxis = 0; leftAxis < 3; leftAxis += 1) {
				const leftTurn = turnAlong(left.sidesMm, leftAxis);
				const along = left.sidesMm[leftTurn[0]];
				const long = left.sidesMm[leftTurn[1]];
				const short = left.sidesMm[leftTurn[2]];
				for (let rightAxis = 0; rightAxis < 3; rightAxis += 1) {
					const rightTurn = turnAlong(right.sidesMm, rightAxis);
					const boxVolume =
						(along + right.sidesMm[rightTurn[0]]) *
						Math.max(long, right.sidesMm[rightTurn[1]]) *
						Math.max(short, right.sidesMm[rightTurn[2]]);
					if (1 - volumeMm3 / boxVolume <= maxGap) pairs.push({ left, right, leftTurn, rightTurn });
				}
			}
		}
	return pairs;
}

/** Joins random pairs of blocks with nearly equal faces, until chance or the lack of such pairs ends it. */
function withMergedBlocks(blocks: readonly Block[], random: () => number): readonly Block[] {
	const maxGap = GAP_SHARES[Math.floor(random() * GAP_SHARES.length)] ?? 0;
	const continueChance = 0.6 + 0.4 * random();
	let merged = [...blocks];
	while (merged.length > 1 && random() < continueChance) {
		const pairs = matchingPairs(merged, maxGap);
		const pair = pairs[Math.floor(random() * pairs.length)];
		if (!pair) break;
		merged = [...merged.filter((block) => block !== pair.left && block !== pair.right), joined(pair)];
	}
	return merged;
}

/** The places of the pieces of a block. @param axes axis of the block along each axis of the box */
function placePieces(block: Block, axes: Turn, cornerMm: SidesMm, places: Placement[]): void {
	if (block.pieceIndex !== undefined) {
		places.push({ pieceIndex: block.pieceIndex, cornerMm, sidesMm: turned(block.sidesMm, axes) });
		return;
	}
	for (const { block: part, turn, offsetMm } of block.parts) {
		// The parts lie along the first axis of their block.
		const along = axes.indexOf(0);
		const corner = cornerMm.map((side, index) => (index === along ? side + offsetMm : side)) as unknown as SidesMm;
		placePieces(part, axes.map((axis) => turn[axis]) as unknown as Turn, corner, places);
	}
}

interface Attempt {
	places: Placement[];
	volumeMm3: number;
}

/**
 * Places blocks in this order, each at the free point where its end is nearest. A block for which there is no place is left out.
 * @param only chance that only one random turn of a block is tried
 * @param isPartial false: ends at the first block without a place
 */
function placeInOrder(
	blocks: readonly Block[],
	box: SidesMm,
	maxKg: number,
	[first, second, third]: Turn,
	singleTurnChance: number,
	random: () => number,
	isPartial: boolean,
): Attempt | undefined {
	// Corners and ends of the placed blocks, six numbers each, and those of the fragile ones.
	const taken: number[] = [];
	const fragile: number[] = [];
	const points: number[] = [0, 0, 0];
	const end: [number, number, number] = [0, 0, 0];
	const attempt: Attempt = { places: [], volumeMm3: 0 };
	let weightKg = 0;
	for (const block of blocks) {
		if (weightKg + block.weightKg > maxKg + ROUNDING_KG) {
			if (isPartial) continue;
			return undefined;
		}
		const { turns } = block;
		const singleTurn = random() < singleTurnChance ? turns[Math.floor(random() * turns.length)] : undefined;
		let bestScore = Number.POSITIVE_INFINITY;
		let best: { x: number; y: number; z: number; turn: Turn } | undefined;
		for (const turn of singleTurn ? [singleTurn] : turns) {
			const length = block.sidesMm[turn[0]];
			const width = block.sidesMm[turn[1]];
			const height = block.sidesMm[turn[2]];
			for (let at = 0; at < points.length; at += 3) {
				const x = points[at] as number;
				const y = points[at + 1] as number;
				const z = points[at + 2] as number;
				end[0] = x + length;
				end[1] = y + width;
				end[2] = z + height;
				if (end[0] > box[0] || end[1] > box[1] || end[2] > box[2]) continue;
				const score = (end[first] * 16_384 + end[second]) * 16_384 + end[third];
				if (score >= bestScore || !isFree(taken, x, y, z, end)) continue;
				if (!isAllowedAbove(fragile, taken, block.isFragile, x, y, z, end)) continue;
				bestScore = score;
				best = { x, y, z, turn };
			}
		}
		if (!best) {
			if (isPartial) continue;
			return undefined;
		}
		const { x, y, z, turn } = best;
		const [toX, toY, toZ] = [x + block.sidesMm[turn[0]], y + block.sidesMm[turn[1]], z + block.sidesMm[turn[2]]];
		if (block.isFragile) fragile.push(x, y, z, toX, toY, toZ);
		taken.push(x, y, z, toX, toY, toZ);
		if (toX < box[0]) points.push(toX, y, z);
		if (toY < box[1]) points.push(x, toY, z);
		if (toZ < box[2] && !block.isFragile) points.push(x, y, toZ);
		weightKg += block.weightKg;
		attempt.volumeMm3 += block.volumeMm3;
		placePieces(block, turn, [x, y, z], attempt.places);
	}
	return attempt;
}
type End = readonly [number, number, number];
function isFree(taken: readonly number[], x: number, y: number, z: number, end: End): boolean {
	for (let at = 0; at < taken.length; at += 6)
		if (
			x < (taken[at + 3] as number) &&
			end[0] > (taken[at] as number) &&
			y < (taken[at + 4] as number) &&
			end[1] > (taken[at + 1] as number) &&
			z < (taken[at + 5] as number) &&
			end[2] > (taken[at + 2] as number)
		)
			return false;
	return true;
}
/** Whether a block lies above no fragile one, and nothing above it if it is fragile. */
function isAllowedAbove(
	fragile: readonly number[],
	taken: readonly number[],
	isFragile: boolean,
	x: number,
	y: number,
	z: number,
	end: End,
): boolean {
	const isInColumn = (of: readonly number[], at: number) =>
		x < (of[at + 3] as number) &&
		end[0] > (of[at] as number) &&
		y < (of[at + 4] as number) &&
		end[1] > (of[at + 1] as number);
	for (let at = 0; at < fragile.length; at += 6)
		if (isInColumn(fragile, at) && z >= (fragile[at + 5] as number)) return false;
	if (isFragile)
		for (let at = 0; at < taken.length; at += 6)
			if (isInColumn(taken, at) && (taken[at + 2] as number) >= end[2]) return false;
	return true;
}

/** Lowers each piece until it lies on another one or on the floor. */
function lowered(places: readonly Placement[]): Placement[] {
	const done: Placement[] = [];
	for (const place of [...places].sort((left, right) => left.cornerMm[2] - right.cornerMm[2])) {
		const below = done.filter((other) => isInColumnOf(place, other));
		const zMm = Math.max(0, ...below.map(({ cornerMm, sidesMm }) => cornerMm[2] + sidesMm[2]));
		done.push({ ...place, cornerMm: [place.cornerMm[0], place.cornerMm[1], zMm] });
	}
	return done;
}
const isInColumnOf = (one: Placement, other: Placement): boolean =>
	[0, 1].every((axis) => {
		const index = axis as 0 | 1;
		return (
			one.cornerMm[index] < other.cornerMm[index] + other.sidesMm[index] &&
			other.cornerMm[index] < one.cornerMm[index] + one.sidesMm[index]
		);
	});

export interface Arrangement {
	places: Placement[];
	/** Whether all pieces have a place. */
	isComplete: boolean;
}
export interface ArrangeOptions {
	/** Maximum weight of the pieces. */
	maxKg?: number;
	/** Number of orders that are tried for up to 12 pieces; fewer are tried for more. */
	attempts?: number;
	/** Whether places for some of the pieces are wanted if there are none for all. */
	isPartial?: boolean;
}
export const DEFAULT_ATTEMPTS = 600;
const PIECES_OF_ALL_ATTEMPTS = 12;
/** Sums of weights may differ from their limit by an error of floating-point numbers. */
export const ROUNDING_KG = 1e-9;

/**
 * Places the pieces in a box with these inner sides.
 * @returns the arrangement; undefined if not all pieces have a place and `isPartial` is not set. An arrangement that exists may not be
 * found; one that is returned is always right.
 */
export function arrange(
	pieces: readonly Piece[],
	box: SidesMm,
	{ maxKg = Number.POSITIVE_INFINITY, attempts = DEFAULT_ATTEMPTS, isPartial = false }: ArrangeOptions = {},
): Arrangement | undefined {
	const blocks = pieces.map(
		({ sidesMm, isUpright, isFragile, weightKg = 0 }, pieceIndex): Block => ({
			sidesMm,
			turns: turnsOf(sidesMm, isUpright),
			volumeMm3: volumeOf(sidesMm),
			pieceIndex,
			parts: [],
			isUpright,
			isFragile,
			weightKg,
		}),
	);
	const volumeMm3 = blocks.reduce((sum, block) => sum + block.volumeMm3, 0);
	const totalKg = blocks.reduce((sum, block) => sum + block.weightKg, 0);
	if (!isPartial && (volumeMm3 > volumeOf(box) || totalKg > maxKg + ROUNDING_KG)) return undefined;
	const random = createRandom();
	const share = Math.min(1, PIECES_OF_ALL_ATTEMPTS / Math.max(1, pieces.length));
	const maxAttempts = Math.max(PRIORITIES.length, Math.round(attempts * share ** 2));
	let best: Attempt | undefined;
	for (let number = 0; number < maxAttempts; number += 1) {
		const isFirstRound = number < PRIORITIES.length;
		const isMerged = !isFirstRound && random() < 0.6 && pieces.length <= MAX_MERGED_BLOCKS;
		const tried = isMerged ? withMergedBlocks(blocks, random) : blocks;
		const noise = isFirstRound ? 0 : 4 * random();
		const ordered = tried
			.map((block) => ({
				block,
				// Fragile pieces last, so that they lie on top.
				key: Math.log(block.volumeMm3) + (random() - 0.5) * noise - (block.isFragile ? FRAGILE_LAST : 0),
			}))
			.sort((left, right) => right.key - left.key)
			.map(({ block }) => block);
		const singleTurnChance = !isFirstRound && random() < 0.5 ? 0.3 : 0;
		const priority = PRIORITIES[number % PRIORITIES.length] ?? TURNS[0];
		const attempt = placeInOrder(ordered, box, maxKg, priority, singleTurnChance, random, isPartial);
		if (attempt && attempt.places.length === pieces.length)
			return { places: lowered(attempt.places), isComplete: true };
		if (attempt && attempt.volumeMm3 > (best?.volumeMm3 ?? 0)) best = attempt;
	}
	return best && { places: lowered(best.places), isComplete: false };
}
/** More than the logarithm of any volume. */
const FRAGILE_LAST = 100;

/** The layer of each place, from 1 at the bottom: one more than that of the highest piece under it. */
export function layersOf(places: readonly Placement[]): number[] {
	const layers = places.map(() => 0);
	const order = places.map((_place, index) => index);
	order.sort((left, right) => (places[left]?.cornerMm[2] ?? 0) - (places[right]?.cornerMm[2] ?? 0));
	for (const [position, index] of order.entries()) {
		const place = places[index];
		const under = order.slice(0, position).filter((other) => {
			const below = places[other];
			return place && below && isInColumnOf(place, below);
		});
		layers[index] = 1 + Math.max(0, ...under.map((other) => layers[other] ?? 0));
	}
	return layers;
}
