// HS codes (Harmonised System) of goods: suggestions, remembered choices, parsing and formatting.
import type { CheckedGoods, GoodsRestriction, GoodsRoute } from './goods-restrictions';

interface GoodsCandidate {
	/** HS code, six digits. */
	code: string;
	description: string;
}

/** Facts that decide between codes. `fabric`: knitted or woven, or its fibre. `form`: frozen, in bulk, a set, a part. */
export const GOODS_FACTS = ['material', 'fabric', 'wearer', 'power', 'content', 'form', 'use'] as const;
export type GoodsFact = (typeof GOODS_FACTS)[number];

/** A question whose answer would decide between codes. */
export interface GoodsQuestion {
	fact: GoodsFact;
	/** In English, each with the code that it leads to; two to six. */
	answers: { text: string; code: string }[];
}

/** A code that the classifier suggests. */
export interface SuggestedCode extends GoodsCandidate {
	/** The words of the description that led to the code. */
	matchedWords: string;
	/** Description of the heading (the first four digits). */
	heading: string;
}

/**
 * How a decision applies to a description. `description`: made for the same description. `words`: made for the same goods words.
 * `similar`: the description has more goods words, so the code is offered, but not filled in.
 */
export type DecisionMatch = 'description' | 'words' | 'similar';

/** A decision: the code that a user chose for goods. */
export interface RememberedCode extends GoodsCandidate {
	/** Name of the desk at which the code was chosen; empty if it had none. Older releases stored the system user instead. */
	chosenBy: string;
	/** ISO 8601. */
	chosenAt: string;
	match: DecisionMatch;
	/** Description for which the code was chosen. */
	decidedFor: string;
}

export interface GoodsSuggestion {
	confidence: 'sure' | 'check' | 'unsure';
	/** Probability that the first candidate is right, 0 to 1. */
	probability: number;
	/** Best first, at most four; empty when no word of the description is recognised. */
	candidates: SuggestedCode[];
	/** Null when the classifier is sure, or has no question. */
	question: GoodsQuestion | null;
	/** The code that was chosen last for the same description, or else for the same or similar goods. */
	rememberedCode: RememberedCode | null;
	/** The nomenclature could not be searched, so `candidates` is empty. */
	hasFailed: boolean;
}

/** What the classifier finds for a description. */
export type Classification = Omit<GoodsSuggestion, 'rememberedCode' | 'hasFailed'>;

/** The result for a description without a known word. */
export const NO_CLASSIFICATION: Classification = {
	confidence: 'unsure',
	probability: 0,
	candidates: [],
	question: null,
};

/** Methods of the worker thread that holds the nomenclature. */
export interface GoodsMethods {
	classify(description: string): Classification;
	/** @returns null for a code that the nomenclature does not contain */
	describe(code: string): string | null;
	/** What the destination prohibits or restricts. Goods without a code are classified by their description. */
	restrictions(route: GoodsRoute, items: readonly CheckedGoods[]): GoodsRestriction[];
}

/** Key under which a code is remembered. Descriptions that differ only in case or spaces have the same key. */
export const goodsKey = (description: string): string =>
	description.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Removes the dots and spaces of an HS code: 6109.10 becomes 610910. */
export const hsDigits = (code: string): string => code.replace(/[\s.]/g, '');

/** An HS code without separators. */
export const HS_CODE = /^\d{6,10}$/;

/** @returns the digits of an HS code as a user writes it; undefined when the text is not an HS code */
export function parseHsCode(code: string): string | undefined {
	const digits = hsDigits(code);
	return HS_CODE.test(digits) ? digits : undefined;
}

/** Formats 610910 as 6109.10, with further digits in pairs: 6109.10.00. */
export function formatHsCode(code: string): string {
	const digits = hsDigits(code);
	return [digits.slice(0, 4), ...(digits.slice(4).match(/\d{1,2}/g) ?? [])].filter(Boolean).join('.');
}
