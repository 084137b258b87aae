// Splits pages that are larger than their labels into parts: one part for each label, and one part for each other printed area.
import type { Box } from '../../src-contract/rules/label-placement';
import { symbolsWithin } from './code-areas';
import type { InkGrid } from './ink-grid';
import { findLabelAreas, hasLabelCodes, isLargerThanLabel } from './label-area';
import type { PageFacts } from './page-facts';
import { classifyPages, isSameSize, type KindCorrection, kindsOf, type PageKind } from './page-kind';
import type { OpenPdf } from './pdfium';

export type PageSizeMm = Pick<PageFacts, 'widthMm' | 'heightMm'>;

/** A page, or a part of one, with its kind. */
export interface PagePart extends PageKind {
	/** Index of the page in the received PDF. */
	pageIndex: number;
	/** Part of the page in millimetres; null: the whole page. */
	cropMm: Box | null;
	/** Size of the page from which the part was cropped; absent for a whole page or an area beside labels. */
	croppedFrom?: PageSizeMm;
	facts: PageFacts;
	/** The part is what is left of a page beside its labels. */
	isBesideLabels?: boolean;
}

/** A part that is not yet classified. */
type UnclassifiedPart = Pick<PagePart, 'pageIndex' | 'cropMm' | 'croppedFrom' | 'facts'>;

interface PartRules {
	trackingNumber: string;
	corrections: readonly KindCorrection[];
	/** Page sizes for which a user turned cropping off. */
	sizesNotToCrop: readonly PageSizeMm[];
	/** False when an attempt with cropping made a code unreadable. */
	mayCrop: boolean;
}

/** A page of a received document, analysed before the document is split. */
export interface AnalysedPage {
	facts: PageFacts;
	/** Printed area of the page; undefined if the page is too small to contain separate labels, or was not drawn in time. */
	ink: InkGrid | undefined;
}

/** Splits and classifies the pages of a document. A page without separate labels is one part. */
export function splitIntoParts(pdf: OpenPdf, analysedPages: readonly AnalysedPage[], rules: PartRules): PagePart[] {
	const { trackingNumber, corrections, sizesNotToCrop, mayCrop } = rules;
	const factsWithin = (pageIndex: number, facts: PageFacts, cropMm: Box): PageFacts => ({
		widthMm: cropMm.widthMm,
		heightMm: cropMm.heightMm,
		text: pdf.textWithin(pageIndex, cropMm),
		symbols: symbolsWithin(facts.symbols, cropMm),
		inkMm: { ...cropMm, leftMm: 0, topMm: 0 },
	});
	const pagesWithAreas = analysedPages.map(({ facts, ink }) => {
		const staysWhole = !mayCrop || sizesNotToCrop.some((size) => isSameSize(size, facts));
		if (staysWhole || !ink) return { facts, areas: undefined };
		const areas = findLabelAreas(facts, ink);
		return { facts: { ...facts, hasNoLabelCodes: isLargerThanLabel(facts) && !hasLabelCodes(facts.symbols) }, areas };
	});
	const pages = classifyPages(pagesWithAreas, trackingNumber, corrections).map(
		({ facts, areas, ...kind }, pageIndex) => {
			const wholePage: PagePart = { pageIndex, cropMm: null, facts, ...kind };
			// Papers are not cropped, even if a part of them is label-shaped, such as the head of an invoice with a bar code.
			const labelBoxes = wholePage.kind === 'label' ? (areas?.labels ?? []) : [];
			const labels = labelBoxes.map(
				(cropMm): UnclassifiedPart => ({
					pageIndex,
					cropMm,
					croppedFrom: { widthMm: facts.widthMm, heightMm: facts.heightMm },
					facts: factsWithin(pageIndex, facts, cropMm),
				}),
			);
			return { wholePage, labels, otherAreas: areas?.otherAreas ?? [] };
		},
	);
	// Classifies all labels of the document together, cropped or on a page of their own: a copy is recognised by the label that it
	// repeats.
	const unclassifiedParts: UnclassifiedPart[] = pages.flatMap(({ wholePage, labels }) =>
		labels.length > 0 ? labels : [{ pageIndex: wholePage.pageIndex, cropMm: null, facts: wholePage.facts }],
	);
	const parts: PagePart[] = classifyPages(unclassifiedParts, trackingNumber, corrections);
	return pages.flatMap(({ wholePage, labels, otherAreas }, pageIndex) => {
		const pageParts = parts.filter((part) => part.pageIndex === pageIndex);
		if (labels.length === 0) return pageParts;
		// None of the cropped parts was classified as a label: do not split the page.
		if (!pageParts.some(({ kind }) => kind === 'label')) return [wholePage];
		return [
			...pageParts,
			...otherAreas.map((cropMm) =>
				partBesideLabels(pageIndex, cropMm, factsWithin(pageIndex, wholePage.facts, cropMm)),
			),
		];
	});
}

/**
 * The part for an area beside labels. The part is never classified as a label, and its bar codes are ignored: its trait is `plain`.
 */
function partBesideLabels(pageIndex: number, cropMm: Box, facts: PageFacts): PagePart {
	const [{ guess } = { guess: 'papers' as const }] = kindsOf([{ ...facts, symbols: [] }], '', []);
	const kind = guess === 'label' ? 'papers' : guess;
	return { pageIndex, cropMm, facts, guess: kind, trait: 'plain', kind, isBesideLabels: true };
}
