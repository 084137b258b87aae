// The weight that a package should have: its items, its box and its filling, with what was learned from the packages before it. Pure.
//
// Each weight is a normal distribution. A weighed package corrects the means of its parts in proportion to how uncertain each is (a
// Kalman filter with a diagonal covariance), so that an item with a wrong weight in the catalogue, and filling that changes over the
// weeks, are learned from the packages themselves.

/** What is known of the weight of one piece of an item, or of the filling of one box. In kilograms, variances in kilograms squared. */
export interface LearnedWeight {
	meanKg: number;
	/** Variance of the mean: how uncertain it is. */
	uncertainty: number;
	/** Variance from one piece, or one filling, to the next. */
	spread: number;
	/** Number of packages that it was learned from. */
	count: number;
}

/** Pieces of one item in a package, or its filling. */
export interface WeighedPart {
	quantity: number;
	learned: LearnedWeight;
}

export interface ExpectedWeight {
	expectedKg: number;
	/** A package that differs by more is stopped. */
	toleranceKg: number;
}

const squared = (value: number): number => value * value;

/** An item of which only the weight in the catalogue is known. */
export const catalogueWeight = (weightKg: number): LearnedWeight => ({
	meanKg: weightKg,
	uncertainty: squared(0.04 * weightKg),
	spread: squared(0.012 * weightKg + 0.0005),
	count: 0,
});
/** The filling of a box of which no package was weighed. */
export const UNKNOWN_FILLING: LearnedWeight = {
	meanKg: 0.05,
	uncertainty: squared(0.06),
	spread: squared(0.015),
	count: 0,
};

/** Variance of a scale that shows 5 g. */
const SCALE_VARIANCE = squared(0.003);
/** Number of standard deviations within which 99.7 % of right packages are. */
const TOLERANCE_DEVIATIONS = 3;
/** No package is stopped for less than two steps of a scale. */
const MIN_TOLERANCE_KG = 0.01;
/** The mean of a filling may move by this from one package to the next, that of an item by this share. */
const DRIFT = { fillingKg: 0.002, itemShare: 0.0005 };
/** Smallest deviation from one piece, or one filling, to the next. */
const MIN_DEVIATION = { fillingKg: 0.005, itemShare: 0.003 };
/** A package with a wrong weight that the packer explains makes the weights of its parts so much less certain. */
const DOUBT_FACTOR = 9;
/** Packages that the first guess of a spread counts as. */
const SPREAD_PRIOR_COUNT = 12;
/** A spread is learned from the last packages only, because it changes, too. */
const MAX_SPREAD_COUNT = 100;

const varianceOf = (parts: readonly WeighedPart[]): number =>
	parts.reduce(
		(sum, { quantity, learned }) => sum + squared(quantity) * learned.uncertainty + quantity * learned.spread,
		SCALE_VARIANCE,
	);

/** @param parts the items and the filling @param emptyKg weight of the empty box */
export function expectedWeight(parts: readonly WeighedPart[], emptyKg: number): ExpectedWeight {
	const expectedKg = parts.reduce((sum, { quantity, learned }) => sum + quantity * learned.meanKg, emptyKg);
	return {
		expectedKg,
		toleranceKg: Math.max(MIN_TOLERANCE_KG, TOLERANCE_DEVIATIONS * Math.sqrt(varianceOf(parts))),
	};
}

/**
 * What a package with the right contents teaches. Do not call it for one that was stopped.
 * @param filling index of the part that is the filling; the others are items
 * @returns one for each part, in their order
 */
export function learnedFrom(
	parts: readonly WeighedPart[],
	filling: number,
	emptyKg: number,
	weighedKg: number,
): LearnedWeight[] {
	const drifted = parts.map(({ quantity, learned }, index) => ({
		quantity,
		learned: {
			...learned,
			uncertainty:
				learned.uncertainty + squared(index === filling ? DRIFT.fillingKg : DRIFT.itemShare * Math.abs(learned.meanKg)),
		},
	}));
	const variance = varianceOf(drifted);
	const errorKg = weighedKg - expectedWeight(drifted, emptyKg).expectedKg;
	// A package whose tolerance is more than a piece may have a piece too few or too many.
	const lightestKg = Math.min(...drifted.flatMap(({ learned }, index) => (index === filling ? [] : learned.meanKg)));
	if (expectedWeight(drifted, emptyKg).toleranceKg > lightestKg) return parts.map(({ learned }) => learned);
	return drifted.map(({ quantity, learned }, index) => {
		const minDeviation = index === filling ? MIN_DEVIATION.fillingKg : MIN_DEVIATION.itemShare * learned.meanKg;
		const gain = (quantity * learned.uncertainty) / variance;
		// The share of the error that is by expectation due to the spread of this part.
		const partVariance = quantity * learned.spread;
		const share = partVariance / variance;
		const observedSpread = (squared(share * errorKg) + partVariance * (1 - share)) / Math.max(1, quantity);
		const weight = 1 / (SPREAD_PRIOR_COUNT + Math.min(learned.count, MAX_SPREAD_COUNT));
		return {
			meanKg: Math.max(index === filling ? 0 : learned.meanKg / 2, learned.meanKg + gain * errorKg),
			uncertainty: learned.uncertainty * (1 - quantity * gain),
			spread: Math.max(squared(minDeviation), learned.spread + weight * (observedSpread - learned.spread)),
			count: learned.count + 1,
		};
	});
}

/**
 * What a package with a wrong weight teaches that the packer explains: its items, or its filling, may have changed for good. A few such
 * packages let the weights be learned again.
 */
export const lessCertain = (parts: readonly WeighedPart[], filling: number): LearnedWeight[] =>
	parts.map(({ learned }, index) => ({
		...learned,
		uncertainty: Math.min(
			learned.uncertainty * DOUBT_FACTOR,
			index === filling ? UNKNOWN_FILLING.uncertainty : catalogueWeight(learned.meanKg).uncertainty,
		),
	}));

/** What may be wrong with a package. `count` is negative for pieces that are missing. */
export type WeightCause = { kind: 'pieces'; part: number; count: number } | { kind: 'box'; box: number };

/** More missing or surplus pieces of one item are not named. */
const MAX_PIECES = 3;

/**
 * The likeliest cause of a difference: missing or surplus pieces of one item, or another box. Undefined if none explains it.
 * @param differenceKg weighed minus expected weight
 * @param items parts that are items, by index of `parts`
 * @param otherBoxesKg empty weight of each other box minus that of the box
 */
export function likeliestCause(
	parts: readonly WeighedPart[],
	items: readonly number[],
	otherBoxesKg: readonly number[],
	differenceKg: number,
): WeightCause | undefined {
	const deviation = Math.sqrt(varianceOf(parts));
	const candidates: { cause: WeightCause; explainedKg: number }[] = [];
	for (const part of items) {
		const { quantity = 0, learned } = parts[part] ?? {};
		if (!learned) continue;
		for (let count = -Math.min(quantity, MAX_PIECES); count <= MAX_PIECES; count += 1)
			if (count !== 0) candidates.push({ cause: { kind: 'pieces', part, count }, explainedKg: count * learned.meanKg });
	}
	for (const [box, explainedKg] of otherBoxesKg.entries())
		candidates.push({ cause: { kind: 'box', box }, explainedKg });
	const unexplained = ({ cause, explainedKg }: (typeof candidates)[number]): number =>
		// Few pieces are likelier than many, and pieces likelier than another box.
		Math.abs(differenceKg - explainedKg) +
		deviation * (cause.kind === 'pieces' ? 0.3 * (Math.abs(cause.count) - 1) : 0.5);
	const [best] = candidates.sort((left, right) => unexplained(left) - unexplained(right));
	return best && Math.abs(differenceKg - best.explainedKg) <= TOLERANCE_DEVIATIONS * deviation ? best.cause : undefined;
}
