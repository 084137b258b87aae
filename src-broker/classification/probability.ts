// The probability that the best code of a ranking is right: a logistic regression on what speaks for it. Pure.
import type { GoodsSuggestion } from '../../src-contract/model/goods';
import { WHOLE } from './evidence';
import type { Ranking } from './ranking';

/** Limit of the logarithms below, so that a single rival or none counts like a weak one. */
const MAX_LOG_RATIO = 4;
const logRatio = (first: number, second: number | undefined) =>
	second === undefined || second <= 0 ? MAX_LOG_RATIO : Math.min(MAX_LOG_RATIO, Math.log(first / second));

/** What the probability depends on. */
export interface ProbabilityFeatures {
	/** Log-odds of the best code's share of the evidence. */
	share: number;
	/** Logarithm of the ratio between the shares of the first and second code. */
	lead: number;
	/** Share of the description that the best name covers, 0 to 1; 0 without a name. */
	nameCoverage: number;
	/** 1 when the description contains the best name whole, with the same head noun. */
	wholeName: number;
	/** Probability that the best name gives to the code, 0 to 1. */
	nameCertainty: number;
	/** 1 when the best entry of the nomenclature has the code too. */
	agreement: number;
	/** Share of the description that the best entry covers, 0 to 1. */
	entryCoverage: number;
	/** Logarithm of the ratio between the scores of the first and second entry. */
	entryLead: number;
}

/** Fitted as in `npm run bench -- classification-fit`, on the goods for development. */
export const PROBABILITY: ProbabilityFeatures & { constant: number } = {
	constant: -1.2,
	share: 0.57,
	lead: 0.27,
	nameCoverage: 0.81,
	wholeName: 0.49,
	nameCertainty: 1.53,
	agreement: 0.2,
	entryCoverage: -0.39,
	entryLead: 0.19,
};

/** @returns undefined when the ranking has no code */
export function featuresOf({ codes, names, entries }: Ranking): ProbabilityFeatures | undefined {
	const [first, second] = codes;
	if (!first) return undefined;
	const share = Math.min(0.99, Math.max(0.01, first.share));
	const [bestName] = names;
	const [bestEntry, secondEntry] = entries;
	return {
		share: Math.log(share / (1 - share)),
		lead: logRatio(first.share, second?.share),
		nameCoverage: bestName?.descriptionShare ?? 0,
		wholeName: bestName?.isSameHead && bestName.nameShare > WHOLE ? 1 : 0,
		nameCertainty: bestName?.codes.get(first.code) ?? 0,
		agreement: bestEntry?.entry.code === first.code ? 1 : 0,
		entryCoverage: bestEntry?.coverage ?? 0,
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
