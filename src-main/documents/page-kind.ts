// Which page is a label and which is a paper. Bar codes, size and layout decide first, words after them, and all pages of
// a document are decided together: a copy is known by the label that it repeats. Pure.
import type { PrintableKind } from '../../src-contract/model/print';
import type { PageFacts } from './page-facts';
import { carrierSymbols, isSameSize, pieceOf, repeats } from './page-pieces';
import { readWords } from './page-words';

export { isSameSize, SAME_SIZE_MM } from './page-pieces';

/** A page of at most this size is a label: 4×8 inches with a little room, either way round. */
const LABEL_LIMIT_MM = { short: 110, long: 215 };
/** On a page of a label's size only a heading counts: labels speak of their papers. */
const HEADING_CHARS = 160;
/** A customs form bears the parcel's number once; a sheet with a label beside a customs form has more bar codes. */
const MIN_LABEL_SYMBOLS_BESIDE_FORM = 2;

/** What a correction tells pages of one size apart by: `copy` repeats or says so, `codes` has bar codes of a carrier. */
export const PAGE_TRAITS = ['codes', 'copy', 'plain'] as const;
export type PageTrait = (typeof PAGE_TRAITS)[number];

/** A correction that a user made at this desk: pages of that size, guess and trait are of that kind. */
export interface RememberedKind {
	guess: PrintableKind;
	/** Absent: corrected before traits were stored; it holds for all of them. */
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

const bare = (text: string) => text.replace(/[\s()]/g, '').toUpperCase();

export function isLabelSize({ widthMm, heightMm }: Pick<PageFacts, 'widthMm' | 'heightMm'>): boolean {
	const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
	return short <= LABEL_LIMIT_MM.short && long <= LABEL_LIMIT_MM.long;
}

/**
 * How well a page alone is known for a label, best first: `coded` by its bar codes; `claimed` has bar codes, but its words
 * say that it is `otherwise`; `plain` has none, but its size or its words are those of a label; `doubted` is `plain` with
 * words against it; `paper` is none in any company.
 */
const STANDINGS = ['coded', 'claimed', 'plain', 'doubted', 'paper'] as const;
interface Judgement {
	standing: (typeof STANDINGS)[number];
	/** Its kind when other pages of the document are better known for labels. */
	otherwise: PrintableKind;
	/** Its words say that it is a copy. */
	isCopy: boolean;
}

function judge(facts: PageFacts, trackingNumber: string): Judgement {
	const isSmall = isLabelSize(facts);
	const symbols = carrierSymbols(facts);
	const words = readWords(facts.text, isSmall ? HEADING_CHARS : Number.POSITIVE_INFINITY);
	const { title, mention, hasTable, isCopy } = words;
	const as = (standing: Judgement['standing'], otherwise: PrintableKind = 'papers') => ({
		standing,
		otherwise,
		isCopy,
	});
	const bearsNumber = trackingNumber !== '' && bare(facts.text).includes(bare(trackingNumber));

	if (symbols.length > 0) {
		if ((title === 'manifest' && (hasTable || !isSmall)) || (title === 'invoice' && hasTable))
			return as('paper', title);
		if (title === 'customs' && !isSmall)
			return new Set(symbols.map(({ text }) => text)).size < MIN_LABEL_SYMBOLS_BESIDE_FORM
				? as('paper', title)
				: as('claimed', title);
		if (title && (title !== 'papers' || hasTable)) return as('claimed', title);
		if (hasTable && !isSmall) return as('claimed', words.isInvoice ? 'invoice' : 'papers');
		return isCopy ? as('claimed') : as('coded');
	}

	const paper = mention ?? (title !== 'invoice' || hasTable ? title : null);
	if (paper) return as('paper', paper);
	if (hasTable && words.isInvoice) return as('paper', 'invoice');
	const isAgainst = isCopy || words.isReceipt || words.isInstructions;
	if (isSmall) return isAgainst ? as(isCopy || bearsNumber || words.isLabel ? 'doubted' : 'paper') : as('plain');
	if (words.isReceipt || hasTable || !(bearsNumber || words.isLabel)) return as('paper');
	return isAgainst ? as('doubted') : as('plain');
}

/** Whether a page without bar codes states that it is a piece all the same, beside others that have them. */
const isStatedPiece = (facts: PageFacts): boolean => isLabelSize(facts) && (pieceOf(facts)?.of ?? 1) > 1;

function guessKinds<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
): { page: Page; guess: PrintableKind; trait: PageTrait }[] {
	const judged = pages.map((page, index) => ({ page, facts: page.facts, index, ...judge(page.facts, trackingNumber) }));
	const best = STANDINGS.find((standing) => judged.some((page) => page.standing === standing)) ?? 'paper';
	const hasSmall = judged.some(({ standing, facts }) => standing === best && isLabelSize(facts));
	const isTaken = ({ standing, facts }: (typeof judged)[number]) => {
		if (standing === 'paper') return false;
		const isCoded = best === 'coded' || best === 'claimed';
		if (standing !== best) return isCoded && standing === 'plain' && isStatedPiece(facts);
		// Without bar codes, words on a sheet say less than the size of another page.
		return isCoded || isLabelSize(facts) || !hasSmall;
	};
	// Pages that say they are copies come last, and labels on larger sheets after labels of their own size.
	const labels = judged
		.filter(isTaken)
		.sort(
			(one, other) =>
				Number(one.isCopy) - Number(other.isCopy) ||
				Number(isLabelSize(other.facts)) - Number(isLabelSize(one.facts)) ||
				one.index - other.index,
		);
	const originals: typeof judged = [];
	for (const page of labels)
		if (!originals.some(({ facts }) => repeats(page.facts, facts, isLabelSize))) originals.push(page);
	// A blank page is a label only while there is no other.
	const isBlank = ({ inkMm, symbols, text }: PageFacts) => !inkMm && symbols.length === 0 && text.trim() === '';
	const drawn = originals.filter(({ facts }) => !isBlank(facts));
	const kept = new Set(drawn.length > 0 ? drawn : originals);
	return judged.map((one) => {
		const { page, facts, otherwise } = one;
		const trait = carrierSymbols(facts).length > 0 ? 'codes' : 'plain';
		if (kept.has(one)) return { page, guess: 'label', trait };
		return { page, guess: otherwise, trait: one.isCopy || labels.includes(one) ? 'copy' : trait };
	});
}

/** Adds its kind to each page; all pages of a document are decided together. */
export function withKinds<Page extends { facts: PageFacts }>(
	pages: readonly Page[],
	trackingNumber: string,
	remembered: readonly RememberedKind[],
): (Page & PageKind)[] {
	return guessKinds(pages, trackingNumber).map(({ page, guess, trait }) => {
		const corrected = remembered.find(
			(one) => one.guess === guess && (one.trait ?? trait) === trait && isSameSize(one, page.facts),
		);
		return { ...page, guess, trait, kind: corrected?.kind ?? guess };
	});
}

/** The kinds of all pages of a document, in order. */
export const kindsOf = (
	pages: readonly PageFacts[],
	trackingNumber: string,
	remembered: readonly RememberedKind[],
): PageKind[] =>
	withKinds(
		pages.map((facts) => ({ facts })),
		trackingNumber,
		remembered,
	).map(({ guess, trait, kind }) => ({ guess, trait, kind }));

/**
 * Pages in a printer's language that are no pieces, by their number from 0. Such a document is printed as it came, so it
 * is known for a label as a whole; only what is scanned is counted without them.
 * @param codes what a scanner reads off each page
 */
export function copiesAmong(texts: readonly string[], codes: readonly string[][]): number[] {
	const pages = texts.map((text, index): PageFacts => {
		const symbols = (codes[index] ?? []).map((code) => ({ ...STATED_SYMBOL, text: code }));
		return { ...STATED_PAGE, text, symbols };
	});
	// A page of which nothing is known may be a picture of a label.
	const copies = kindsOf(pages, '', []).flatMap(({ guess, trait }, index) =>
		guess !== 'label' && (trait === 'copy' || guess !== 'papers') ? [index] : [],
	);
	return copies.length < pages.length ? copies : [];
}
/** 4×6 inches. */
const STATED_PAGE = {
	widthMm: 101.6,
	heightMm: 152.4,
	inkMm: { leftMm: 0, topMm: 0, widthMm: 101.6, heightMm: 152.4 },
};
/** A bar code of which only the data is stated. */
const STATED_SYMBOL = {
	format: 'Code128',
	identifier: ']C0',
	leftMm: 0,
	topMm: 0,
	widthMm: 60,
	heightMm: 20,
	moduleMm: 0.25,
};

/** No label bears more that anybody scans. */
const MAX_CODES = 30;
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-(\d{1,2}|[A-Z]{3})-\d{4})$/;

/** Lines of a text that look like codes, without the gaps that people read by: of labels that cannot be drawn and name no bar code. */
export function codesIn(text: string): string[] {
	const codes = text
		.split(/[\r\n]+/)
		.map(bare)
		.filter((line) => /^[A-Z\d-]{8,48}$/.test(line) && (line.match(/\d/g)?.length ?? 0) >= 5 && !DATE.test(line));
	return [...new Set(codes)].slice(0, MAX_CODES);
}
