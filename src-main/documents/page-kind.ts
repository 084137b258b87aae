// Classifies pages as labels or papers. Bar codes, size and layout decide first, words second. All pages of a document are
// classified together, because a copy is recognised by the label that it repeats. Pure.
import type { PrintableKind } from '../../src-contract/model/print';
import type { PageFacts } from './page-facts';
import { carrierSymbols, isCopyOf, isSameSize, pieceOf } from './page-pieces';
import { readWords } from './page-words';

export { isSameSize, SIZE_TOLERANCE_MM } from './page-pieces';

/** Maximum size of a label in either orientation: 4×8 inches plus a tolerance. */
const MAX_LABEL_MM = { short: 110, long: 215 };
/**
 * On a label-sized page, only this many characters are searched for kinds of papers: labels mention their papers further down.
 */
const HEADING_CHARS = 160;
/** A customs form has the parcel's number as its only bar code; a sheet with a label beside the form has more. */
const MIN_LABEL_SYMBOLS_BESIDE_FORM = 2;

/** Distinguishes pages of equal size in corrections: `copy` repeats a label or says so, `codes` has carrier bar codes. */
export const PAGE_TRAITS = ['codes', 'copy', 'plain'] as const;
export type PageTrait = (typeof PAGE_TRAITS)[number];

/** A correction by a user: future pages with this size, guess and trait are of this kind. */
export interface KindCorrection {
	guess: PrintableKind;
	/** Absent in corrections stored before traits existed, which apply to all traits. */
	trait?: PageTrait | null;
	widthMm: number;
	heightMm: number;
	kind: PrintableKind;
}

export interface PageKind {
	guess: PrintableKind;
	trait: PageTrait;
	kind: PrintableKind;
}

const compact = (text: string) => text.replace(/[\s()]/g, '').toUpperCase();

export function isLabelSize({ widthMm, heightMm }: Pick<PageFacts, 'widthMm' | 'heightMm'>): boolean {
	const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
	return short <= MAX_LABEL_MM.short && long <= MAX_LABEL_MM.long;
}

/**
 * Evidence that a page is a label, strongest first: `coded` has carrier bar codes; `claimed` has bar codes, but its words name
 * the kind in `alternativeKind`; `plain` has no bar codes, but the size or words of a label; `doubted` is like `plain`, but some words
 * speak against a label; `paper` is never a label.
 */
const EVIDENCE_LEVELS = ['coded', 'claimed', 'plain', 'doubted', 'paper'] as const;
interface Assessment {
	evidence: (typeof EVIDENCE_LEVELS)[number];
	/** Kind of the page if it is not taken as a label. */
	alternativeKind: PrintableKind;
	/** The text states that the page is a copy. */
	isCopy: boolean;
}

function assessPage(facts: PageFacts, trackingNumber: string): Assessment {
	const isSmall = isLabelSize(facts);
	const symbols = carrierSymbols(facts);
	const words = readWords(facts.text, isSmall ? HEADING_CHARS : Number.POSITIVE_INFINITY);
	const { title, mention, hasTable, isCopy } = words;
	const assess = (evidence: Assessment['evidence'], alternativeKind: PrintableKind = 'papers') => ({
		evidence,
		alternativeKind,
		isCopy,
	});
	const bearsNumber = trackingNumber !== '' && compact(facts.text).includes(compact(trackingNumber));

	if (symbols.length > 0) {
		if ((title === 'manifest' && (hasTable || !isSmall)) || (title === 'invoice' && hasTable))
			return assess('paper', title);
		if (title === 'customs' && !isSmall)
			return new Set(symbols.map(({ text }) => text)).size < MIN_LABEL_SYMBOLS_BESIDE_FORM
				? assess('paper', title)
				: assess('claimed', title);
		if (title && (title !== 'papers' || hasTable)) return assess('claimed', title);
		if (hasTable && !isSmall) return assess('claimed', words.isInvoice ? 'invoice' : 'papers');
		return isCopy ? assess('claimed') : assess('coded');
	}

	const paper = mention ?? (title !== 'invoice' || hasTable ? title : null);
	if (paper) return assess('paper', paper);
	if (hasTable && words.isInvoice) return assess('paper', 'invoice');
	const isAgainst = isCopy || words.isReceipt || words.isInstructions;
	if (isSmall)
		return isAgainst ? assess(isCopy || bearsNumber || words.isLabel ? 'doubted' : 'paper') : assess('plain');
	if (words.isReceipt || hasTable || !(bearsNumber || words.isLabel)) return assess('paper');
	return isAgainst ? assess('doubted') : assess('plain');
}

/** Whether a page without bar codes states a piece number, so that it is a label beside pages that have bar codes. */
const isStatedPiece = (facts: PageFacts): boolean => isLabelSize(facts) && (pieceOf(facts)?.of ?? 1) > 1;

function guessKinds<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
): { page: Page; guess: PrintableKind; trait: PageTrait }[] {
	const assessed = pages.map((page, index) => ({
		page,
		facts: page.facts,
		index,
		...assessPage(page.facts, trackingNumber),
	}));
	const best = EVIDENCE_LEVELS.find((evidence) => assessed.some((page) => page.evidence === evidence)) ?? 'paper';
	const hasSmall = assessed.some(({ evidence, facts }) => evidence === best && isLabelSize(facts));
	const isTaken = ({ evidence, facts }: (typeof assessed)[number]) => {
		if (evidence === 'paper') return false;
		const isCoded = best === 'coded' || best === 'claimed';
		if (evidence !== best) return isCoded && evidence === 'plain' && isStatedPiece(facts);
		// Without bar codes, a label-sized page is better evidence than words on a larger page.
		return isCoded || isLabelSize(facts) || !hasSmall;
	};
	// Originals before stated copies, and label-sized pages before labels on larger pages.
	const labels = assessed
		.filter(isTaken)
		.sort(
			(a, b) =>
				Number(a.isCopy) - Number(b.isCopy) ||
				Number(isLabelSize(b.facts)) - Number(isLabelSize(a.facts)) ||
				a.index - b.index,
		);
	const originals: typeof assessed = [];
	for (const page of labels)
		if (!originals.some(({ facts }) => isCopyOf(page.facts, facts, isLabelSize))) originals.push(page);
	// A blank page is a label only if there is no other label.
	const isBlank = ({ inkMm, symbols, text }: PageFacts) => !inkMm && symbols.length === 0 && text.trim() === '';
	const drawn = originals.filter(({ facts }) => !isBlank(facts));
	const labelPages = new Set(drawn.length > 0 ? drawn : originals);
	return assessed.map((assessment) => {
		const { page, facts, alternativeKind } = assessment;
		const trait = carrierSymbols(facts).length > 0 ? 'codes' : 'plain';
		if (labelPages.has(assessment)) return { page, guess: 'label', trait };
		return { page, guess: alternativeKind, trait: assessment.isCopy || labels.includes(assessment) ? 'copy' : trait };
	});
}

/** Classifies all pages of a document together, and applies the user's corrections. */
export function classifyPages<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
	corrections: readonly KindCorrection[],
): (Page & PageKind)[] {
	return guessKinds(pages, trackingNumber).map(({ page, guess, trait }) => {
		const corrected = corrections.find(
			(correction) =>
				correction.guess === guess && (correction.trait ?? trait) === trait && isSameSize(correction, page.facts),
		);
		return { ...page, guess, trait, kind: corrected?.kind ?? guess };
	});
}

/** The kinds of all pages of a document, in order. */
export const kindsOf = (
	pages: readonly PageFacts[],
	trackingNumber: string,
	corrections: readonly KindCorrection[],
): PageKind[] =>
	classifyPages(
		pages.map((facts) => ({ facts })),
		trackingNumber,
		corrections,
	).map(({ guess, trait, kind }) => ({ guess, trait, kind }));

/**
 * Finds the copies among the labels of a document in a printer language. The whole document is printed as a label, but these
 * pages do not have to be scanned.
 * @param texts text of each label
 * @param codes codes that a scanner reads on each label
 * @returns page numbers from 0; empty if all pages would be copies
 */
export function findCopyPages(texts: readonly string[], codes: readonly string[][]): number[] {
	const pages = texts.map((text, index): PageFacts => {
		const symbols = (codes[index] ?? []).map((code) => ({ ...STATED_SYMBOL, text: code }));
		return { ...STATED_PAGE, text, symbols };
	});
	// A page without text and codes may be a picture of a label.
	const copies = kindsOf(pages, '', []).flatMap(({ guess, trait }, index) =>
		guess !== 'label' && (trait === 'copy' || guess !== 'papers') ? [index] : [],
	);
	return copies.length < pages.length ? copies : [];
}
/** A 4×6 inch page, for labels whose size is unknown. */
const STATED_PAGE = {
	widthMm: 101.6,
	heightMm: 152.4,
	inkMm: { leftMm: 0, topMm: 0, widthMm: 101.6, heightMm: 152.4 },
};
/** A bar code of which only the data is known. */
const STATED_SYMBOL = {
	format: 'Code128',
	identifier: ']C0',
	leftMm: 0,
	topMm: 0,
	widthMm: 60,
	heightMm: 20,
	moduleMm: 0.25,
};

/** Maximum number of codes taken from a text. No label has more codes to scan. */
const MAX_CODES = 30;
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-(\d{1,2}|[A-Z]{3})-\d{4})$/;

/** Lines of a text that look like codes, without spaces. Used for labels that cannot be drawn and have no bar code commands. */
export function findTextCodes(text: string): string[] {
	const codes = text
		.split(/[\r\n]+/)
		.map(compact)
		.filter((line) => /^[A-Z\d-]{8,48}$/.test(line) && (line.match(/\d/g)?.length ?? 0) >= 5 && !DATE.test(line));
	return [...new Set(codes)].slice(0, MAX_CODES);
}
