// The support report: shown to the user first, then saved exactly as shown.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { SupportFacts } from './support-bundle';

/** @param facts Collects the content of the report, except the log. @param logFile Path of the station's log. */
export function createSupportReport(facts: () => Promise<Omit<SupportFacts, 'log'>>, logFile: string) {
	let shown: string | undefined;

	return {
		async collect(): Promise<string> {
			const { supportText, readLog } = await import('./support-bundle');
			shown = supportText({ ...(await facts()), log: readLog(logFile) });
			return shown;
		},

		/** The report that was shown last. @throws `input.invalid` when none was shown */
		shown(): string {
			if (shown === undefined) throw new AppError('input.invalid', t('Preview the report first. Nothing was saved.'));
			return shown;
		},
	};
}
export type SupportReport = ReturnType<typeof createSupportReport>;
