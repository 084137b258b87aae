// Draws the evidence of a shipment: what was done with it, when and by whom. Lengths are in points.
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import { below, besideByLine, type Column, drawPaper, gap, type Paper, type Part, rule, textParts } from './paper';

export interface EvidencePaper {
	/** Number of the order or, without one, of the shipment. */
	title: string;
	facts: { name: string; value: string }[];
	/** In the order in which they happened, texts for display. */
	events: { at: string; by: string; text: string }[];
	/** First characters of the hash of the last event of the day, for display. */
	seal: string;
}

/** Shares of the width: the time, and who did it. The text takes the rest. */
const TIME_SHARE = 0.2;
const BY_SHARE = 0.2;
const FACT_NAME_SHARE = 0.25;

function split({ left, width }: Column, shares: readonly number[], between: number): Column[] {
	let x = left;
	return [...shares, 1 - shares.reduce((sum, share) => sum + share, 0)].map((share, index) => {
		const column = { left: x, width: share * width - (index < shares.length ? between : 0) };
		x += share * width;
		return column;
	});
}

function headParts(evidence: EvidencePaper, { regular, bold, size, column }: Paper): Part[] {
	const [nameColumn = column, valueColumn = column] = split(column, [FACT_NAME_SHARE], size);
	const facts = evidence.facts.flatMap(({ name, value }) =>
		besideByLine([
			textParts(name, { font: regular, size }, nameColumn),
			textParts(value, { font: bold, size }, valueColumn),
		]),
	);
	const title = t('Evidence of order {number}', { number: evidence.title });
	return [
		...textParts(title, { font: bold, size: sizeToFit(bold, title, column.width, size * 1.6, size) }, column),
		gap(size / 2),
		...facts,
		gap(size / 2),
	];
}

function eventParts(evidence: EvidencePaper, { regular, bold, size, column }: Paper): Part[] {
	const columns = split(column, [TIME_SHARE, BY_SHARE], size);
	const [timeColumn = column, byColumn = column, textColumn = column] = columns;
	const titleStyle = { font: bold, size: size * 0.9 };
	const style = { font: regular, size: size * 0.9 };
	const titles = besideByLine([
		textParts(t('Time'), titleStyle, timeColumn),
		textParts(t('By##who did it'), titleStyle, byColumn),
		textParts(t('What happened'), titleStyle, textColumn),
	]);
	const rows = evidence.events.map(({ at, by, text }) =>
		below([
			...besideByLine([
				textParts(at, style, timeColumn),
				textParts(by, style, byColumn),
				textParts(text, style, textColumn),
			]),
			gap(size * 0.3),
		]),
	);
	return [...titles, rule(column, size * 0.8), ...rows, rule(column, size * 0.8)];
}

const sealParts = (evidence: EvidencePaper, { regular, bold, size, column }: Paper): Part[] => [
	...textParts(t('Seal: {seal}', { seal: evidence.seal }), { font: bold, size }, column),
	...textParts(
		t(
			'The file saved with this page has the same events. Anyone can check with it that none was changed, removed or added later.',
		),
		{ font: regular, size: size * 0.9 },
		column,
	),
];

export const drawEvidence = (
	evidence: EvidencePaper,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, [], (paper) => [
		{
			parts: [...headParts(evidence, paper), ...eventParts(evidence, paper), ...sealParts(evidence, paper)],
			footer: evidence.title,
		},
	]);
