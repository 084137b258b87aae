// Classifies pages as labels or as a kind of paper: any document other than a label, such as an invoice. Bar codes, size and layout
// decide first, words second. All pages of a document are classified together, because a copy is recognised by the label that it
// repeats. Pure.
import type { PrintableKind } from '../../src-contract/model/print';
import type { PageFacts } from './page-facts';
import { carrierSymbols, isCopyOf, isSameSize, pieceOf } from './page-pieces';
import { type PageWords, readWords } from './page-words';

export { isSameSize, SIZE_TOLERANCE_MM } from './page-pieces';

/** Maximum size of a label in either orientation: 4×8 inches plus a tolerance. */
const MAX_LABEL_MM = { short: 110, long: 215 };
/**
 * On a label-sized page, only the first characters are searched for names of papers within a line: labels mention the papers that
 * belong to them further down. A name on a line of its own counts anywhere.
 */
const HEADING_CHARS = 160;
/**
 * A customs form has one bar code, the parcel's number. A page with more different bar codes is a sheet with a label beside the
 * form.
 */
const MIN_LABEL_SYMBOLS_BESIDE_FORM = 2;

/**
 * A property by which users' corrections of the guessed kind distinguish pages of equal size. `copy`: is not guessed to be a label,
 * and repeats a label or states that it is a copy. `codes`: has bar codes of a carrier. `plain`: neither.
 */
export const PAGE_TRAITS = ['codes', 'copy', 'plain'] as const;
export type PageTrait = (typeof PAGE_TRAITS)[number];

/** A correction by a user: future pages with this guess, trait and size are of kind `kind`. */
export interface KindCorrection {
	guess: PrintableKind;
	/** Absent in corrections stored before traits existed, which apply to all traits. */
	trait?: PageTrait | null;
	widthMm: number;
	heightMm: number;
	kind: PrintableKind;
}

export interface PageKind {
	/** Kind before corrections. */
	guess: PrintableKind;
	trait: PageTrait;
	/** Kind after corrections. */
	kind: PrintableKind;
}

/** Converts a text to upper case without white space and brackets, so that numbers can be compared. */
const compactText = (text: string) => text.replace(/[\s()]/g, '').toUpperCase();

export function isLabelSize({ widthMm, heightMm }: Pick<PageFacts, 'widthMm' | 'heightMm'>): boolean {
	const [shortSideMm, longSideMm] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
	return shortSideMm <= MAX_LABEL_MM.short && longSideMm <= MAX_LABEL_MM.long;
}

/**
 * Evidence that a page is a label, strongest first:
 * - `coded`: carrier bar codes;
 * - `claimed`: carrier bar codes, but also words or a table of a paper, whose kind is then `alternativeKind`;
 * - `uncoded`: no carrier bar codes, but the size, the words or the tracking number of a label;
 * - `doubted`: like `uncoded`, but also words that are not on labels;
 * - `paper`: never a label.
 */
const EVIDENCE_LEVELS = ['coded', 'claimed', 'uncoded', 'doubted', 'paper'] as const;
interface Assessment {
	evidence: (typeof EVIDENCE_LEVELS)[number];
	/** Kind of the page if the page is not classified as a label. */
	alternativeKind: PrintableKind;
	/** The text states that the page is a copy. */
	isStatedCopy: boolean;
}

/** The kind of a page with bar codes of a carrier according to its words; null when they name no paper. */
function kindBesideLabels(
	{ title, hasGoodsTable, hasInvoiceWords, isStatedCopy }: PageWords,
	isSmall: boolean,
): PrintableKind | null {
	if (title && (title !== 'papers' || hasGoodsTable)) return title;
	if (hasGoodsTable && !isSmall) return hasInvoiceWords ? 'invoice' : 'papers';
	return isStatedCopy ? 'papers' : null;
}

/** Judges a page by its own bar codes, size and words. */
function assessPage(facts: PageFacts, trackingNumber: string): Assessment {
	const isSmall = isLabelSize(facts);
	const symbols = carrierSymbols(facts);
	const words = readWords(facts.text, isSmall ? HEADING_CHARS : Number.POSITIVE_INFINITY);
	const { title, mention, hasGoodsTable, isStatedCopy } = words;
	const assess = (evidence: Assessment['evidence'], alternativeKind: PrintableKind = 'papers') => ({
		evidence,
		alternativeKind,
		isStatedCopy,
	});
	const statesTrackingNumber = trackingNumber !== '' && compactText(facts.text).includes(compactText(trackingNumber));

	if (symbols.length > 0) {
		const paperKind = kindBesideLabels(words, isSmall);
		// Without the codes of a label, words of a paper decide; and a picture without words is not a label.
		if (facts.hasNoLabelCodes && (paperKind || facts.text.trim() === '')) return assess('paper', paperKind ?? 'papers');
		if ((title === 'manifest' && (hasGoodsTable || !isSmall)) || (title === 'invoice' && hasGoodsTable))
			return assess('paper', title);
		if (title === 'customs' && !isSmall)
			return new Set(symbols.map(({ text }) => text)).size < MIN_LABEL_SYMBOLS_BESIDE_FORM
				? assess('paper', title)
				: assess('claimed', title);
		return paperKind ? assess('claimed', paperKind) : assess('coded');
	}

	// The title "invoice" counts only if the page also contains a list of goods.
	const paperKind = mention ?? (title !== 'invoice' || hasGoodsTable ? title : null);
	if (paperKind) return assess('paper', paperKind);
	if (hasGoodsTable && words.hasInvoiceWords) return assess('paper', 'invoice');
	const hasWordsOfPapers = isStatedCopy || words.hasReceiptWords || words.hasInstructionWords;
	const hasSteps = words.hasInstructionWords && (words.hasNumberedSteps || words.hasReceiptWords);
	if (isSmall)
		return hasWordsOfPapers
			? assess(!hasSteps && (isStatedCopy || statesTrackingNumber || words.hasLabelWords) ? 'doubted' : 'paper')
			: assess('uncoded');
	if (words.hasReceiptWords || hasGoodsTable || !(statesTrackingNumber || words.hasLabelWords)) return assess('paper');
	return hasWordsOfPapers ? assess('doubted') : assess('uncoded');
}

/**
 * Whether a label-sized page states that it belongs to one of several pieces. Such a page is a label, even if only other pages
 * have bar codes.
 */
const isStatedPiece = (facts: PageFacts): boolean => isLabelSize(facts) && (pieceOf(facts)?.pieceCount ?? 1) > 1;

/** Guesses the kinds of all pages of a document: compares the evidence of the pages, and recognises copies. */
function guessKinds<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
): { page: Page; guess: PrintableKind; trait: PageTrait }[] {
	const assessedPages = pages.map((page, index) => ({
		page,
		facts: page.facts,
		index,
		...assessPage(page.facts, trackingNumber),
	}));
	const bestEvidence =
		EVIDENCE_LEVELS.find((evidence) => assessedPages.some((page) => page.evidence === evidence)) ?? 'paper';
	const hasSmallPage = assessedPages.some(({ evidence, facts }) => evidence === bestEvidence && isLabelSize(facts));
	const isLabelOrCopy = ({ evidence, facts }: (typeof assessedPages)[number]) => {
		if (evidence === 'paper') return false;
		const hasCodedPages = bestEvidence === 'coded' || bestEvidence === 'claimed';
		if (evidence !== bestEvidence) return hasCodedPages && evidence === 'uncoded' && isStatedPiece(facts);
		// If no page has bar codes, the size of a label is better evidence than words on a larger page.
		return hasCodedPages || isLabelSize(facts) || !hasSmallPage;
	};
	// Sorted so that an original is before its copies: stated copies last, and label-sized pages before larger pages.
	const labelsAndCopies = assessedPages
		.filter(isLabelOrCopy)
		.sort(
			(a, b) =>
				Number(a.isStatedCopy) - Number(b.isStatedCopy) ||
				Number(isLabelSize(b.facts)) - Number(isLabelSize(a.facts)) ||
				a.index - b.index,
		);
	const originals: typeof assessedPages = [];
	for (const page of labelsAndCopies)
		if (!originals.some(({ facts }) => isCopyOf(page.facts, facts, isLabelSize))) originals.push(page);
	// A blank page is a label only if there is no other label.
	const isBlank = ({ inkMm, symbols, text }: PageFacts) => !inkMm && symbols.length === 0 && text.trim() === '';
	const originalsWithContent = originals.filter(({ facts }) => !isBlank(facts));
	const labels = new Set(originalsWithContent.length > 0 ? originalsWithContent : originals);
	return assessedPages.map((assessedPage) => {
		const { page, facts, alternativeKind } = assessedPage;
		const trait = carrierSymbols(facts).length > 0 ? 'codes' : 'plain';
		if (labels.has(assessedPage)) return { page, guess: 'label', trait };
		const isCopy = assessedPage.isStatedCopy || labelsAndCopies.includes(assessedPage);
		return { page, guess: alternativeKind, trait: isCopy ? 'copy' : trait };
	});
}

/** Classifies all pages of a document together, and applies the corrections of users. */
export function classifyPages<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
	corrections: readonly KindCorrection[],
): (Page & PageKind)[] {
	return guessKinds(pages, trackingNumber).map(({ page, guess, trait }) => {
		const correction = corrections.find(
			(candidate) =>
				candidate.guess === guess && (candidate.trait ?? trait) === trait && isSameSize(candidate, page.facts),
		);
		return { ...page, guess, trait, kind: correction?.kind ?? guess };
	});
}

/** Like `classifyPages`, without the pages in the result. */
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
 * Finds the pages of a document in a printer language that do not have to be scanned: invoices, customs forms, manifests, and
 * copies of labels. They are not split off, because a document in a printer language is stored and printed as a whole.
 * @param texts text of each label
 * @param codes codes that a scanner reads on each label
 * @returns page numbers from 0; empty if no page would be left to scan
 */
export function findPagesWithoutScan(texts: readonly string[], codes: readonly string[][]): number[] {
	const pages = texts.map((text, index): PageFacts => {
		const symbols = (codes[index] ?? []).map((code) => ({ ...PLACEHOLDER_SYMBOL, text: code }));
		return { ...PLACEHOLDER_PAGE, text, symbols };
	});
	// A page of kind `papers` has to be scanned unless it is a copy: a page without text and codes may be a picture of a label.
	const pagesWithoutScan = kindsOf(pages, '', []).flatMap(({ guess, trait }, index) =>
		guess !== 'label' && (trait === 'copy' || guess !== 'papers') ? [index] : [],
	);
	return pagesWithoutScan.length < pages.length ? pagesWithoutScan : [];
}
/** The size of a label in a printer language is unknown: 4×6 inches are assumed. */
const PLACEHOLDER_PAGE = {
	widthMm: 101.6,
	heightMm: 152.4,
	inkMm: { leftMm: 0, topMm: 0, widthMm: 101.6, heightMm: 152.4 },
};
/** Of a bar code in a printer language, only the data is known. With the other values, `carrierSymbols` accepts the code. */
const PLACEHOLDER_SYMBOL = {
	format: 'Code128',
	identifier: ']C0',
	leftMm: 0,
	topMm: 0,
	widthMm: 60,
	heightMm: 20,
	moduleMm: 0.25,
};
