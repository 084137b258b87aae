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
		'reports.export': async (range) => {
			const place = await desktop.chooseWhereTo(`report-${range.from}-${range.until}.csv`);
			if (place === null) return null;
			(await import('../../reports/export')).exportReport(reports.read(range), place);
			return { place };
		},
		'reports.exportPage': async () => {
			const place = await desktop.saveFile('report.pdf', await desktop.pageAsPdf());
			return place === null ? null : { place };
		},
	}) satisfies HandlersOf<typeof reportsApi>;
