// The support report: shown to the user first, then saved exactly as shown.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { SupportFacts } from './report-text';

/** @param collectFacts collects the content of the report, except the log @param logFile path of the station's log */
export function createSupportReport(collectFacts: () => Promise<Omit<SupportFacts, 'log'>>, logFile: string) {
	let shownReport: string | undefined;

	return {
		/** Creates the report and returns its text, to be shown to the user. */
		async collect(): Promise<string> {
			const { formatSupportReport, readLog } = await import('./report-text');
			shownReport = formatSupportReport({ ...(await collectFacts()), log: readLog(logFile) });
			return shownReport;
		},

		/** The report that was shown last. @throws `input.invalid` when none was shown */
		lastShown(): string {
			if (shownReport === undefined)
				throw new AppError('input.invalid', t('Preview the report first. Nothing was saved.'));
			return shownReport;
		},
	};
}
export type SupportReport = ReturnType<typeof createSupportReport>;
