// Pages with labels smaller than themselves become parts: each label, and what is left over beside them. Pure, except for
// the text of a part.
import type { Box } from '../../src-contract/rules/label-placement';
import { symbolsWithin } from './code-areas';
import type { InkGrid } from './ink-grid';
import { labelAreas } from './label-area';
import type { PageFacts } from './page-facts';
import { isSameSize, kindsOf, type PageKind, type RememberedKind, withKinds } from './page-kind';
import type { OpenPdf } from './pdfium';

/** Sizes of pages that a user wants uncropped. */
export type WholePage = Pick<PageFacts, 'widthMm' | 'heightMm'>;

/** A page, or a part of one that is a document of its own. */
export interface PagePart extends PageKind {
	page: number;
	/** null: the whole page. */
	cropMm: Box | null;
	/** Size of the page that it was cropped from. */
	croppedFrom?: WholePage;
	facts: PageFacts;
}

type Candidate = Pick<PagePart, 'page' | 'cropMm' | 'croppedFrom' | 'facts'>;

interface PartRules {
	trackingNumber: string;
	remembered: readonly RememberedKind[];
	wholePages: readonly WholePage[];
	/** False when codes were lost by cropping. */
	mayCrop: boolean;
}

export interface ReadPage {
	facts: PageFacts;
	/** Of a page that may be larger than its labels. */
	ink: InkGrid | undefined;
}

/** Pages with labels smaller than themselves become those labels, and papers of what is left over. */
export function partsOf(pdf: OpenPdf, read: readonly ReadPage[], rules: PartRules): PagePart[] {
	const { trackingNumber, remembered, wholePages, mayCrop } = rules;
	const within = (page: number, facts: PageFacts, cropMm: Box): PageFacts => ({
		widthMm: cropMm.widthMm,
		heightMm: cropMm.heightMm,
		text: pdf.textWithin(page, cropMm),
		symbols: symbolsWithin(facts.symbols, cropMm),
		inkMm: { ...cropMm, leftMm: 0, topMm: 0 },
	});
	const pages = withKinds(read, trackingNumber, remembered).map(({ facts, ink, ...kind }, page) => {
		const whole: PagePart = { page, cropMm: null, facts, ...kind };
		// A paper stays whole, also where a part of it, such as the head of an invoice with a bar code, has a label's shape.
		const isPaper = whole.kind !== 'label';
		const isWhole = !mayCrop || isPaper || wholePages.some((one) => isSameSize(one, facts));
		const areas = isWhole || !ink ? undefined : labelAreas(facts, ink);
		const boxes = areas?.labels ?? [];
		const labels = boxes.map(
			(cropMm): Candidate => ({
				page,
				cropMm,
				croppedFrom: { widthMm: facts.widthMm, heightMm: facts.heightMm },
				facts: within(page, facts, cropMm),
			}),
		);
		return { whole, labels, rest: areas?.rest ?? [] };
	});
	// What is a copy is decided among all labels, whether they have a page of their own or not.
	const candidates: Candidate[] = pages.flatMap(({ whole, labels }) =>
		labels.length > 0 ? labels : [{ page: whole.page, cropMm: null, facts: whole.facts }],
	);
	const parts: PagePart[] = withKinds(candidates, trackingNumber, remembered);
	return pages.flatMap(({ whole, labels, rest }, page) => {
		const found = parts.filter((part) => part.page === page);
		if (labels.length === 0) return found;
		if (!found.some(({ kind }) => kind === 'label')) return [whole];
		return [...found, ...rest.map((cropMm) => restPart(page, cropMm, within(page, whole.facts, cropMm)))];
	});
}

/** What is left over beside labels is never a label. */
function restPart(page: number, cropMm: Box, facts: PageFacts): PagePart {
	const [{ guess } = { guess: 'papers' as const }] = kindsOf([{ ...facts, symbols: [] }], '', []);
	const kind = guess === 'label' ? 'papers' : guess;
	return { page, cropMm, facts, guess: kind, trait: 'plain', kind };
}
