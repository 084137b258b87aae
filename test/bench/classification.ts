// Accuracy and calibration of the classifier on the independent goods for evaluation, and a diagram of its reliability. The peer is
// the order of the entries of the nomenclature, without the evidence of names.
import { writeFileSync } from 'node:fs';
import { createClassifier } from '../../src-broker/classification/classify';
import { openNomenclature } from '../../src-broker/classification/nomenclature';
import { createRanking } from '../../src-broker/classification/ranking';
import { GOODS_INDEX_DIR } from '../../tools/goods-index.mjs';
import {
	calibrationBins,
	calibrationError,
	type JudgedAnswer,
	KINDS,
	readKnownGoods,
} from '../fixtures/classification-sets';
import type { BenchRow } from './benches';

const MIN_RIGHT_PERCENT = { 6: 60, 4: 72, 2: 85 };
const MIN_RIGHT_WHEN_SURE_PERCENT = 90;
const MIN_SURE_PERCENT = 40;
const MAX_CALIBRATION_ERROR = 0.08;
const DIAGRAM = 'docs/classification-reliability.svg';

export async function classification(): Promise<BenchRow[]> {
	const nomenclature = openNomenclature(GOODS_INDEX_DIR);
	const classifier = createClassifier(nomenclature);
	const { rank } = createRanking(nomenclature);
	const rows: BenchRow[] = [];
	const answersByKind = new Map<string, JudgedAnswer[]>();
	for (const kind of KINDS) {
		const goods = readKnownGoods(`independent/${kind}-evaluation`);
		const answers = goods.map(({ description, right }) => {
			const { candidates, confidence, probability } = classifier.classify(description);
			const codes = candidates.map(({ code }) => code);
			return { codes, confidence, probability, isRight: right.includes(codes[0] ?? ''), right, description };
		});
		answersByKind.set(kind, answers);
		const percent = (matches: number, of = answers.length) => (100 * matches) / of;
		const rightPercent = (digits: number, first: number, codesOf: (answer: (typeof answers)[number]) => string[]) =>
			percent(
				answers.filter((answer) =>
					codesOf(answer)
						.slice(0, first)
						.some((code) => answer.right.some((expected) => expected.slice(0, digits) === code.slice(0, digits))),
				).length,
			);
		const entriesOf = ({ description }: { description: string }) =>
			rank(description).entries.map(({ entry }) => entry.code);
		const atLeast = (measure: string, value: number, peer: string, limit: number): BenchRow => ({
			measure: `${kind}: ${measure}`,
			ours: `${value.toFixed(1)} %`,
			peer,
			ratio: (value / limit).toFixed(2),
			limit: `≥ ${limit} %`,
			verdict: value >= limit ? 'met' : 'missed',
		});
		for (const digits of [6, 4, 2] as const)
			rows.push(
				atLeast(
					`first right at ${digits} digits (among three: ${rightPercent(digits, 3, ({ codes }) => codes).toFixed(1)} %)`,
					rightPercent(digits, 1, ({ codes }) => codes),
					`${rightPercent(digits, 1, entriesOf).toFixed(1)} %`,
					MIN_RIGHT_PERCENT[digits],
				),
			);
		const sure = answers.filter(({ confidence }) => confidence === 'sure');
		rows.push(
			atLeast(
				'right when sure',
				percent(sure.filter(({ isRight }) => isRight).length, sure.length),
				'',
				MIN_RIGHT_WHEN_SURE_PERCENT,
			),
			atLeast('sure', percent(sure.length), '', MIN_SURE_PERCENT),
		);
		const error = calibrationError(answers);
		rows.push({
			measure: `${kind}: expected calibration error`,
			ours: error.toFixed(3),
			peer: '',
			ratio: (error / MAX_CALIBRATION_ERROR).toFixed(2),
			limit: `≤ ${MAX_CALIBRATION_ERROR}`,
			verdict: error <= MAX_CALIBRATION_ERROR ? 'met' : 'missed',
		});
	}
	writeFileSync(DIAGRAM, reliabilityDiagram(answersByKind));
	classifier.close();
	return rows;
}

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

/** SVG with the share of right answers by stated probability. The area of a point is in proportion to its number of answers. */
function reliabilityDiagram(answersByKind: ReadonlyMap<string, readonly JudgedAnswer[]>): string {
	const SIZE = 400;
	const MARGIN = 60;
	const LEGEND_WIDTH = 100;
	const x = (share: number) => (MARGIN + share * SIZE).toFixed(1);
	const y = (share: number) => (20 + (1 - share) * SIZE).toFixed(1);
	const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
		(share) =>
			`<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke="#ddd"/>` +
			`<text x="${x(share)}" y="${SIZE + 40}" text-anchor="middle">${share * 100} %</text>` +
			`<text x="${MARGIN - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share * 100} %</text>`,
	);
	const series = [...answersByKind].map(([kind, answers], index) => {
		const bins = calibrationBins(answers);
		const points = bins.map(({ probability, rightShare }) => `${x(probability)},${y(rightShare)}`);
		const dots = bins.map(
			({ probability, rightShare, count }) =>
				`<circle cx="${x(probability)}" cy="${y(rightShare)}" r="${(1.5 + Math.sqrt(count)).toFixed(1)}" fill="${COLOURS[index]}" fill-opacity="0.6"/>`,
		);
		return (
			`<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[index]}"/>${dots.join('')}` +
			`<text x="${Number(x(1)) + 12}" y="${Number(y(1)) + 18 * (index + 1)}" fill="${COLOURS[index]}">${kind}: error ${calibrationError(answers).toFixed(3)}</text>`
		);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE + 2 * MARGIN + LEGEND_WIDTH}" height="${SIZE + 80}" font-family="sans-serif" font-size="12">
<title>Reliability of the classifier: share of right answers by stated probability</title>
<rect width="100%" height="100%" fill="#fff"/>
${ticks.join('\n')}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4 4"/>
${series.join('\n')}
<text x="${x(0.5)}" y="${SIZE + 64}" text-anchor="middle">stated probability</text>
<text transform="translate(16 ${y(0.5)}) rotate(-90)" text-anchor="middle">right at six digits</text>
</svg>
`;
}
