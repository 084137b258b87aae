// Splits pages that are larger than their labels into parts: one for each label, and one for each remaining area.
import type { Box } from '../../src-contract/rules/label-placement';
import { symbolsWithin } from './code-areas';
import type { InkGrid } from './ink-grid';
import { findLabelAreas } from './label-area';
import type { PageFacts } from './page-facts';
import { classifyPages, isSameSize, type KindCorrection, kindsOf, type PageKind } from './page-kind';
import type { OpenPdf } from './pdfium';

/** Size of pages that the user does not want to be cropped, in millimetres. */
export type PageSizeMm = Pick<PageFacts, 'widthMm' | 'heightMm'>;

/** A page, or a part of one, with its kind. */
export interface PagePart extends PageKind {
	page: number;
	/** Part of the page in millimetres; null: the whole page. */
	cropMm: Box | null;
	/** Size of the page that it was cropped from. */
	croppedFrom?: PageSizeMm;
	facts: PageFacts;
}

type Candidate = Pick<PagePart, 'page' | 'cropMm' | 'croppedFrom' | 'facts'>;

interface PartRules {
	trackingNumber: string;
	corrections: readonly KindCorrection[];
	uncroppedSizes: readonly PageSizeMm[];
	/** False after codes were lost by cropping. */
	mayCrop: boolean;
}

export interface AnalysedPage {
	facts: PageFacts;
	/** Printed area of a page that may be larger than its labels; otherwise undefined. */
	ink: InkGrid | undefined;
}

/** Splits and classifies the pages of a document. A page without separate labels is one part. */
export function splitIntoParts(pdf: OpenPdf, read: readonly AnalysedPage[], rules: PartRules): PagePart[] {
	const { trackingNumber, corrections, uncroppedSizes, mayCrop } = rules;
	const factsWithin = (page: number, facts: PageFacts, cropMm: Box): PageFacts => ({
		widthMm: cropMm.widthMm,
		heightMm: cropMm.heightMm,
		text: pdf.textWithin(page, cropMm),
		symbols: symbolsWithin(facts.symbols, cropMm),
		inkMm: { ...cropMm, leftMm: 0, topMm: 0 },
	});
	const pages = classifyPages(read, trackingNumber, corrections).map(({ facts, ink, ...kind }, page) => {
		const wholePage: PagePart = { page, cropMm: null, facts, ...kind };
		// Papers are not cropped, even if a part of them is label-shaped, such as the head of an invoice with a bar code.
		const isPaper = wholePage.kind !== 'label';
		const isUncropped = !mayCrop || isPaper || uncroppedSizes.some((size) => isSameSize(size, facts));
		const areas = isUncropped || !ink ? undefined : findLabelAreas(facts, ink);
		const boxes = areas?.labels ?? [];
		const labels = boxes.map(
			(cropMm): Candidate => ({
				page,
				cropMm,
				croppedFrom: { widthMm: facts.widthMm, heightMm: facts.heightMm },
				facts: factsWithin(page, facts, cropMm),
			}),
		);
		return { wholePage, labels, rest: areas?.rest ?? [] };
	});
	// Copies are found among all labels, whether or not they have a page of their own.
	const candidates: Candidate[] = pages.flatMap(({ wholePage, labels }) =>
		labels.length > 0 ? labels : [{ page: wholePage.page, cropMm: null, facts: wholePage.facts }],
	);
	const parts: PagePart[] = classifyPages(candidates, trackingNumber, corrections);
	return pages.flatMap(({ wholePage, labels, rest }, page) => {
		const pageParts = parts.filter((part) => part.page === page);
		if (labels.length === 0) return pageParts;
		if (!pageParts.some(({ kind }) => kind === 'label')) return [wholePage];
		return [...pageParts, ...rest.map((cropMm) => restPart(page, cropMm, factsWithin(page, wholePage.facts, cropMm)))];
	});
}

/** A remaining area beside labels, which is never a label itself. */
function restPart(page: number, cropMm: Box, facts: PageFacts): PagePart {
	const [{ guess } = { guess: 'papers' as const }] = kindsOf([{ ...facts, symbols: [] }], '', []);
	const kind = guess === 'label' ? 'papers' : guess;
	return { page, cropMm, facts, guess: kind, trait: 'plain', kind };
}
