// IPC handlers of the support report.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { supportApi } from '../../../src-contract/api/support';
import type { Desktop } from '../../platform/desktop';
import type { SupportReport } from '../../support/support-report';

export interface SupportServices {
	supportReport: SupportReport;
	desktop: Desktop;
}

export const supportHandlers = ({ supportReport, desktop }: SupportServices) =>
	({
		'support.collect': async () => ({ text: await supportReport.collect() }),
		'support.save': async () => {
			const name = `waybill-support-${new Date().toISOString().slice(0, 10)}.json`;
			const savePath = await desktop.saveFile(name, Buffer.from(supportReport.lastShown()));
			return savePath === null ? null : { path: savePath };
		},
	}) satisfies HandlersOf<typeof supportApi>;
