// The probability that the best code of a ranking is right: a logistic regression on features of the ranking. Pure.
import type { GoodsSuggestion } from '../../src-contract/model/goods';
import type { Ranking } from './ranking';

/** Limit of the logarithms below, so that a single rival or none counts like a weak one. */
const MAX_LOG_RATIO = 4;
const logRatio = (first: number, second: number | undefined) =>
	second === undefined || second <= 0 ? MAX_LOG_RATIO : Math.min(MAX_LOG_RATIO, Math.log(first / second));

/** What the probability depends on. */
export interface ProbabilityFeatures {
	/** Log-odds of the best code's share of the evidence. */
	share: number;
	/** Share of the description that the best name covers, 0 to 1; 0 without a name. */
	nameCoverage: number;
	/** Probability that the best name gives to the code, 0 to 1. */
	nameCertainty: number;
	/** Logarithm of the ratio between the scores of the first and second entry of the nomenclature. */
	entryLead: number;
}

/** Fitted by `npm run bench -- classification-fit`. */
export const PROBABILITY: ProbabilityFeatures & { constant: number } = {
	constant: -1.16,
	share: 0.83,
	nameCoverage: 0.38,
	nameCertainty: 1.17,
	entryLead: 0.19,
};

/** @returns undefined when the ranking has no code */
export function featuresOf({ codes, names, entries }: Ranking): ProbabilityFeatures | undefined {
	const [first] = codes;
	if (!first) return undefined;
	const share = Math.min(0.99, Math.max(0.01, first.share));
	const [bestName] = names;
	const [bestEntry, secondEntry] = entries;
	return {
		share: Math.log(share / (1 - share)),
		nameCoverage: bestName?.descriptionShare ?? 0,
		nameCertainty: bestName?.codes.get(first.code) ?? 0,
		entryLead: bestEntry ? logRatio(bestEntry.score, secondEntry?.score) : 0,
	};
}

/** @returns 0 to 1 */
export function probabilityOf(features: ProbabilityFeatures, weights = PROBABILITY): number {
	let logOdds = weights.constant;
	for (const name of Object.keys(features) as (keyof ProbabilityFeatures)[]) logOdds += weights[name] * features[name];
	return 1 / (1 + Math.exp(-logOdds));
}

const MIN_SURE = 0.88;
const MIN_CHECK = 0.55;

export const confidenceOf = (probability: number): GoodsSuggestion['confidence'] =>
	probability >= MIN_SURE ? 'sure' : probability >= MIN_CHECK ? 'check' : 'unsure';
