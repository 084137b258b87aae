// Style of charts: colours of the theme, patterns that tell series apart without colour, and labels with values or sums of bars.
import type { Chart, Plugin } from 'chart.js';

export interface ChartSeries {
	name: string;
	/** One for each bar. */
	values: number[];
}

const TILE_PX = 8;
/** Draws the pattern of a series on a square tile; undefined leaves the tile plain. */
type DrawPattern = ((context: CanvasRenderingContext2D) => void) | undefined;

function strokeLines(...lines: [fromX: number, fromY: number, toX: number, toY: number][]): DrawPattern {
	return (context) => {
		context.beginPath();
		for (const [fromX, fromY, toX, toY] of lines) {
			context.moveTo(fromX, fromY);
			context.lineTo(toX, toY);
		}
		context.stroke();
	};
}
function drawDots(context: CanvasRenderingContext2D): void {
	for (const [x, y] of [
		[2, 2],
		[6, 6],
	] as const) {
		context.beginPath();
		context.arc(x, y, 1.3, 0, 2 * Math.PI);
		context.fill();
	}
}
/** The colour and the pattern of each series, in order. Diagonals continue in the neighbouring tiles. */
const STYLES: readonly { colour: string; draw: DrawPattern }[] = [
	{ colour: '--ui-primary', draw: undefined },
	{ colour: '--ui-text-muted', draw: strokeLines([-2, 10, 10, -2], [-6, 6, 6, -6], [2, 14, 14, 2]) },
	{ colour: '--ui-success', draw: drawDots },
	{ colour: '--ui-warning', draw: strokeLines([0, 2, TILE_PX, 2], [0, 6, TILE_PX, 6]) },
	{ colour: '--ui-text-highlighted', draw: strokeLines([-2, -2, 10, 10], [-6, 2, 6, 14], [2, -6, 14, 6]) },
	{ colour: '--ui-primary', draw: strokeLines([2, 0, 2, TILE_PX], [6, 0, 6, TILE_PX]) },
];

export const themeColour = (name: string): string =>
	getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Fill of the bars of a series: a colour of the theme, with a pattern. */
export function seriesFill(index: number): string | CanvasPattern {
	const { colour = '--ui-primary', draw } = STYLES[index % STYLES.length] ?? {};
	const fill = themeColour(colour);
	const tile = document.createElement('canvas');
	tile.width = TILE_PX;
	tile.height = TILE_PX;
	const context = tile.getContext('2d');
	if (!context || !draw) return fill;
	context.fillStyle = fill;
	context.fillRect(0, 0, TILE_PX, TILE_PX);
	context.fillStyle = themeColour('--ui-bg');
	context.strokeStyle = context.fillStyle;
	context.lineWidth = 1.6;
	draw(context);
	return context.createPattern(tile, 'repeat') ?? fill;
}

/** Sums of the values of all series at each bar. */
export const sumsOf = (names: readonly string[], series: readonly ChartSeries[]): number[] =>
	names.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));

interface LabelOptions {
	font: string;
	colour: string;
	format: (value: number) => string;
}

/**
 * Writes the sum above each stack of a chart with vertical bars. Leaves out a label that is wider than its bar's share of the
 * chart's width.
 */
export function stackLabels(sums: readonly number[], { font, colour, format }: LabelOptions): Plugin<'bar'> {
	return {
		id: 'stackLabels',
		afterDatasetsDraw(chart: Chart) {
			const { ctx, chartArea, scales } = chart;
			const elements = chart.getDatasetMeta(0).data;
			const shareWidth = chartArea.width / Math.max(1, sums.length);
			Object.assign(ctx, { font, fillStyle: colour, textAlign: 'center', textBaseline: 'bottom' });
			for (const [index, sum] of sums.entries()) {
				const x = elements[index]?.x;
				const y = scales.y?.getPixelForValue(sum);
				const text = format(sum);
				if (sum === 0 || x === undefined || y === undefined || ctx.measureText(text).width > shareWidth) continue;
				ctx.fillText(text, x, y - 2);
			}
		},
	};
}

/** Writes its value after each bar of a chart with horizontal bars. */
export function barLabels(series: readonly ChartSeries[], { font, colour, format }: LabelOptions): Plugin<'bar'> {
	return {
		id: 'barLabels',
		afterDatasetsDraw(chart: Chart) {
			Object.assign(chart.ctx, { font, fillStyle: colour, textAlign: 'start', textBaseline: 'middle' });
			for (const [datasetIndex, { values }] of series.entries())
				for (const [index, { x, y }] of chart.getDatasetMeta(datasetIndex).data.entries())
					chart.ctx.fillText(format(values[index] ?? 0), x + 4, y);
		},
	};
}
