// Method for the invoices of carriers in the background thread of the address book.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { InvoiceTable } from './carrier-invoice';

/** Maximum number of rows of a file. */
const MAX_ROWS = 100_000;
/** A row with at least so many filled cells may be the header. */
const MIN_TITLES = 3;

const fileError = (message: string) => new AppError('report.fileFailed', message);

export function invoiceFileMethods() {
	return {
		/** @throws `report.fileFailed` */
		async readInvoice(file: string): Promise<InvoiceTable> {
			// The table parsers load on first use.
			const { filledRows, openTableFile, readTable, titlesOf, unreadableFileError } = await import(
				'../platform/tabular/table-file'
			);
			const opened = openTableFile(file, 'report.fileFailed');
			if (opened.kind === 'vcard') throw fileError(t('This file contains address cards. Choose a CSV or XLSX file.'));
			const options = { encoding: null, separator: null, headerRow: null };
			const { table } = await readTable(opened, options, {
				isHeader: (row) =>
					row.filter((cell) => cell.trim() !== '').length >= MIN_TITLES &&
					row.every((cell) => !/^[\d.,\s-]+$/.test(cell)),
				isOfProgram: () => false,
			}).catch((error) => {
				throw unreadableFileError(opened, error);
			});
			const rows = Array.from(filledRows(table), ({ rowNumber, cells }) => ({ rowNumber, cells: [...cells] }));
			if (rows.length > MAX_ROWS)
				throw fileError(t('The file has more than {most} rows. Split it.', { most: MAX_ROWS }));
			return { name: opened.name, titles: titlesOf(table), rows };
		},
	};
}
export type InvoiceFileMethods = ReturnType<typeof invoiceFileMethods>;
