// Ranges of days that the Reports screen offers, each with a shortcut.
import { t } from '../../../src-contract/i18n';
import type { ReportRange } from '../../../src-contract/model/report';
import { localDay } from '../../../src-contract/rules/days';

/** The range from so many days ago until today: 29 days ago gives 30 days. */
export function rangeFromDaysAgo(daysAgo: number): ReportRange {
	const now = new Date();
	return { from: localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)), until: localDay(now) };
}
/** @param monthsBack 0 for the current month, which ends today */
function calendarMonth(monthsBack: number): ReportRange {
	const now = new Date();
	const from = new Date(now.getFullYear(), now.getMonth() - monthsBack, 1);
	const lastDay = new Date(now.getFullYear(), now.getMonth() - monthsBack + 1, 0);
	return { from: localDay(from), until: localDay(lastDay < now ? lastDay : now) };
}

export interface ReportPreset {
	label: string;
	/** Shortcut, which also identifies the preset. */
	keys: string;
	createRange: () => ReportRange;
}
export const reportPresets = (): ReportPreset[] => [
	{ label: t('Today'), keys: 'Alt 1', createRange: () => rangeFromDaysAgo(0) },
	{ label: t('7 days'), keys: 'Alt 2', createRange: () => rangeFromDaysAgo(6) },
	{ label: t('30 days'), keys: 'Alt 3', createRange: () => rangeFromDaysAgo(29) },
	{ label: t('This month'), keys: 'Alt 4', createRange: () => calendarMonth(0) },
	{ label: t('Last month'), keys: 'Alt 5', createRange: () => calendarMonth(1) },
	{ label: t('365 days'), keys: 'Alt 6', createRange: () => rangeFromDaysAgo(364) },
];
