// IPC handlers of reports.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { reportsApi } from '../../../src-contract/api/reports';
import { t } from '../../../src-contract/i18n';
import type { Desktop } from '../../platform/desktop';
import { fileNameOf } from '../../platform/file-name';
import type { InvoiceCheckService } from '../../reports/invoice-check';
import type { Reports } from '../../reports/reports';

export interface ReportsServices {
	reports: Reports;
	invoiceCheck: InvoiceCheckService;
	desktop: Desktop;
}

export const reportsHandlers = ({ reports, invoiceCheck, desktop }: ReportsServices) =>
	({
		'reports.read': (range) => reports.read(range),
		'reports.boxes': (range) => reports.boxes(range),
		'reports.packers': (range) => reports.packers(range),
		'reports.checkInvoice': async () => {
			const file = await desktop.chooseFile(t('Invoices'), ['csv', 'xlsx', 'txt', 'tsv']);
			return file === null ? null : invoiceCheck.check(file);
		},
		'reports.exportDispute': async () => {
			const savePath = await desktop.chooseSavePath(`${fileNameOf(invoiceCheck.lastName() ?? '')}-differences.csv`);
			if (savePath === null) return null;
			invoiceCheck.exportDispute(savePath);
			return { path: savePath };
		},
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
