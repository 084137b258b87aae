// Names of the lines of a report, and the data of its charts.
import { t } from '../../../src-contract/i18n';
import type { Report, ReportGroup, ReportLine, ReportStep, ReportTimeline } from '../../../src-contract/model/report';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { countryName, formatDay, formatMonth, formatShortDay } from '../../lib/format';
import type { ChartSeries } from '../../ui/chart-style';

const MAX_BARS = 10;
const MAX_BAR_NAME_CHARS = 28;
/**
 * Number of carriers with a bar segment of their own, beside a segment for all others. If there is just one more carrier, it has a
 * segment of its own too. More segments could not be told apart.
 */
const MAX_CARRIERS = 5;

export interface ChartData {
	/** One for each bar, or for each group of bars. */
	names: string[];
	series: ChartSeries[];
}

export const groupNames = (): Record<ReportGroup, string> => ({
	day: t('By day'),
	carrier: t('By carrier'),
	country: t('By country'),
	product: t('By product'),
});
export const timelineTitle = (step: ReportStep): string =>
	({
		day: t('Shipments by day and carrier'),
		week: t('Shipments by week and carrier'),
		month: t('Shipments by month and carrier'),
		year: t('Shipments by year and carrier'),
	})[step];

export const lineName = ({ name }: ReportLine, group: ReportGroup): string =>
	group === 'day' ? formatDay(name) : group === 'country' ? countryName(name) : name;
/** Long names would leave no space for the bars. */
const shorten = (name: string): string =>
	name.length > MAX_BAR_NAME_CHARS ? `${name.slice(0, MAX_BAR_NAME_CHARS - 1)}…` : name;

function stepName(start: string, step: ReportStep): string {
	if (step === 'month') return formatMonth(start);
	return step === 'year' ? start.slice(0, 4) : formatShortDay(start);
}

/** Shipments over time, with a series for each of the carriers with the most shipments, and one for all other carriers. */
export function timelineChart({ step, starts, carriers }: ReportTimeline): ChartData {
	const shownCount = carriers.length > MAX_CARRIERS + 1 ? MAX_CARRIERS : carriers.length;
	const others = carriers.slice(shownCount);
	const series = carriers
		.slice(0, shownCount)
		.map(({ name, shipments }) => ({ name: isolateBidi(shorten(name)), values: shipments }));
	if (others.length > 0)
		series.push({
			name: t('Other carriers'),
			values: starts.map((_, index) => others.reduce((sum, { shipments }) => sum + (shipments[index] ?? 0), 0)),
		});
	return { names: starts.map((start) => stepName(start, step)), series };
}

/** The lines of a group with the highest spend: their spend in the period of the report and in the period before. */
export function spendChart({ linesByGroup }: Report, group: Exclude<ReportGroup, 'day'>): ChartData {
	const lines = linesByGroup[group].slice(0, MAX_BARS);
	return {
		names: lines.map((line) => isolateBidi(shorten(lineName(line, group)))),
		series: [
			{ name: t('This period'), values: lines.map(({ spendEur }) => spendEur) },
			{ name: t('Period before'), values: lines.map(({ previousSpendEur }) => previousSpendEur ?? 0) },
		],
	};
}
