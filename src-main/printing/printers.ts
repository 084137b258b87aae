// The printers of the desk and their profiles.
import { AppError } from '../../src-contract/errors';
import { type Printer, type PrinterStatus, printerSchema } from '../../src-contract/print';
import type { Database } from '../storage/database';
import { drivers } from './drivers/registry';

export function createPrinters(database: Database, first: Printer) {
	if (!database.get('SELECT 1 FROM printer LIMIT 1')) save(first);

	function save(printer: Printer): void {
		database.run(
			'INSERT INTO printer (id, profile) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET profile = excluded.profile',
			printer.id,
			JSON.stringify(printer),
		);
	}

	function all(): Printer[] {
		return database
			.all<{ profile: string }>('SELECT profile FROM printer ORDER BY rowid')
			.map(({ profile }) => printerSchema.parse(JSON.parse(profile)));
	}

	return {
		save,

		/** The printer of that id, or the desk's first. */
		get(id: string | undefined): Printer {
			const printer = all().find((candidate) => id === undefined || candidate.id === id);
			if (!printer)
				throw new AppError('printer.notFound', 'This printer is no longer set up. Choose another in Printers.');
			return printer;
		},

		status: (): Promise<PrinterStatus[]> =>
			Promise.all(all().map(async (printer) => ({ ...printer, ...(await drivers[printer.driver].check(printer)) }))),
	};
}
export type Printers = ReturnType<typeof createPrinters>;
