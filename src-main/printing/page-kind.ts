// Which page is a label and which is a paper, by its size and its words. Pure.
import type { PrintableKind } from '../../src-contract/print';
import type { PageFacts } from './page-facts';

/** A page of at most this size is a label: 4×8 inches with a little room, either way round. */
const LABEL_LIMIT_MM = { short: 110, long: 215 };
/** On a page of a label's size only a heading counts: labels speak of their papers. */
const HEADING_LETTERS = 160;

const WORDS: readonly [PrintableKind, RegExp][] = [
	['customs', /\bCN\s?2[23]\b/i],
	[
		'invoice',
		/\b(commercial|pro[\s-]?forma|customs)\s+invoice\b|\bhandelsrechnung\b|\bfacture\s+commerciale\b|\bhandelsfactuur\b/i,
	],
	['manifest', /\bmanifest\b/i],
];
const LABEL_WORDS = /\bship(ping)?\s?(to|label)\b|\bdeliver\s?to\b|\bversandmarke\b|\bversandlabel\b/i;

/** A correction that somebody made at this desk: pages of that size and guess are of that kind. */
export interface RememberedKind {
	guess: PrintableKind;
	widthMm: number;
	heightMm: number;
	kind: PrintableKind;
}

/** How far pages of "the same" size may differ. */
const SAME_SIZE_MM = 3;
export const isSameSize = (one: { widthMm: number; heightMm: number }, other: { widthMm: number; heightMm: number }) =>
	Math.abs(one.widthMm - other.widthMm) <= SAME_SIZE_MM && Math.abs(one.heightMm - other.heightMm) <= SAME_SIZE_MM;

const bare = (text: string) => text.replace(/[\s()]/g, '').toUpperCase();

export function isLabelSize({ widthMm, heightMm }: Pick<PageFacts, 'widthMm' | 'heightMm'>): boolean {
	const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
	return short <= LABEL_LIMIT_MM.short && long <= LABEL_LIMIT_MM.long;
}

function guessKind({ widthMm, heightMm, text }: PageFacts, trackingNumber: string): PrintableKind {
	const isSmall = isLabelSize({ widthMm, heightMm });
	const looked = isSmall ? text.slice(0, HEADING_LETTERS) : text;
	const paper = WORDS.find(([, words]) => words.test(looked))?.[0];
	if (paper) return paper;
	if (isSmall) return 'label';
	const bearsNumber = trackingNumber !== '' && bare(text).includes(bare(trackingNumber));
	return bearsNumber || LABEL_WORDS.test(text) ? 'label' : 'papers';
}

export function kindOf(
	facts: PageFacts,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
): { guess: PrintableKind; kind: PrintableKind } {
	const guess = guessKind(facts, trackingNumber);
	const corrected = remembered.find((one) => one.guess === guess && isSameSize(one, facts));
	return { guess, kind: corrected?.kind ?? guess };
}

/** No label bears more that anybody scans. */
const MOST_CODES = 30;
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-(\d{1,2}|[A-Z]{3})-\d{4})$/;

/** What a scanner could read off a page, as its text states it: letters and digits without the gaps that people read by. */
export function codesIn(text: string): string[] {
	const codes = text
		.split(/[\r\n]+/)
		.map(bare)
		.filter((line) => /^[A-Z\d-]{8,48}$/.test(line) && (line.match(/\d/g)?.length ?? 0) >= 5 && !DATE.test(line));
	return [...new Set(codes)].slice(0, MOST_CODES);
}
