// Goods and their codes of the Harmonised System, as the desk chooses them.

export interface GoodsCandidate {
	/** Six digits. */
	code: string;
	description: string;
}

export interface RememberedCode extends GoodsCandidate {
	/** The desk or the person that chose it. */
	chosenBy: string;
	/** ISO 8601. */
	chosenAt: string;
}

export interface GoodsSuggestion {
	confidence: 'high' | 'medium' | 'low';
	/** Best first, up to four; none when nothing of the description is understood. */
	candidates: GoodsCandidate[];
	/** What was chosen for the same description before. */
	remembered: RememberedCode | null;
	/** True when the nomenclature could not be asked: the candidates are missing, not none. */
	failed: boolean;
}

/** Methods of the thread that holds the nomenclature. */
export interface GoodsMethods {
	classify(description: string): Pick<GoodsSuggestion, 'confidence' | 'candidates'>;
	/** @returns null for a code that is not of the nomenclature */
	describe(code: string): string | null;
}

/** Descriptions that differ in case and spaces only are the same goods. */
export const sameGoods = (description: string): string =>
	description.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A code as people write it, with dots and spaces, as digits alone. */
export const hsDigits = (code: string): string => code.replace(/[\s.]/g, '');

/** Of digits alone. */
export const HS_CODE = /^\d{6,10}$/;

/** @returns the digits; undefined for what is no code */
export function readHsCode(code: string): string | undefined {
	const digits = hsDigits(code);
	return HS_CODE.test(digits) ? digits : undefined;
}

/** 610910 as 6109.10, and what follows apart by twos. */
export function formatHsCode(code: string): string {
	const digits = hsDigits(code);
	return [digits.slice(0, 4), ...(digits.slice(4).match(/\d{1,2}/g) ?? [])].filter(Boolean).join('.');
}
