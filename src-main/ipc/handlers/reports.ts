// IPC handlers of reports.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { reportsApi } from '../../../src-contract/api/reports';
import type { Desktop } from '../../platform/desktop';
import type { Reports } from '../../reports/reports';

export interface ReportsServices {
	reports: Reports;
	desktop: Desktop;
}

export const reportsHandlers = ({ reports, desktop }: ReportsServices) =>
	({
		'reports.read': (range) => reports.read(range),
		'reports.boxes': (range) => reports.boxes(range),
		'reports.export': async (range) => {
			const savePath = await desktop.chooseSavePath(`report-${range.from}-${range.until}.csv`);
			if (savePath === null) return null;
			(await import('../../reports/export')).exportReport(reports.read(range), savePath);
			return { path: savePath };
		},
		'reports.exportPage': async () => {
			const savePath = await desktop.saveFile('report.pdf', await desktop.pageAsPdf());
			return savePath === null ? null : { path: savePath };
		},
	}) satisfies HandlersOf<typeof reportsApi>;
