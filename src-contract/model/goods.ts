// HS codes (Harmonised System) of goods: suggestions, remembered choices, parsing and formatting.

export interface GoodsCandidate {
	/** HS code, six digits. */
	code: string;
	description: string;
}

export interface RememberedCode extends GoodsCandidate {
	/** Name of the desk when the code was chosen; empty if it had none. Older releases stored the system user instead. */
	chosenBy: string;
	/** ISO 8601. */
	chosenAt: string;
}

export interface GoodsSuggestion {
	confidence: 'high' | 'medium' | 'low';
	/** Best first, at most four; empty when no word of the description is recognised. */
	candidates: GoodsCandidate[];
	/** The code that was chosen last for the same description. */
	rememberedCode: RememberedCode | null;
	/** The nomenclature could not be searched, so `candidates` is empty. */
	hasFailed: boolean;
}

/** Methods of the worker thread that holds the nomenclature. */
export interface GoodsMethods {
	classify(description: string): Pick<GoodsSuggestion, 'confidence' | 'candidates'>;
	/** @returns null for a code that the nomenclature does not contain */
	describe(code: string): string | null;
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
