// The printers of the desk: their profiles, what a test label proved, and which one stands in for which.
import { AppError } from '../../src-contract/errors';
import {
	type FoundPrinter,
	type Printer,
	type PrinterProof,
	type PrinterStatus,
	printerProofSchema,
	printerSchema,
	stockOf,
} from '../../src-contract/print';
import type { Database } from '../storage/database';
import type { Check } from './drivers/driver';
import { driverOf } from './drivers/registry';
import { spoolerQueues } from './drivers/spooler';

/** A printer that does not answer must not keep the others from being shown. */
const CHECK_MS = 8_000;

interface Row {
	id: string;
	profile: string;
	removed: number;
	diverted_to: string | null;
	proof: string | null;
}

export function createPrinters(database: Database, first: readonly Printer[]) {
	if (!database.get('SELECT 1 FROM printer LIMIT 1')) for (const printer of first) save(printer);

	function save(printer: Printer): void {
		database.run(
			`INSERT INTO printer (id, profile) VALUES (?, ?)
			ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, removed = 0`,
			printer.id,
			JSON.stringify(printer),
		);
	}

	const parse = ({ profile }: Row): Printer => printerSchema.parse(JSON.parse(profile));
	const rows = (): Row[] => database.all<Row>('SELECT * FROM printer WHERE removed = 0 ORDER BY rowid');

	function row(id: string): Row {
		const found = database.get<Row>('SELECT * FROM printer WHERE id = ?', id);
		if (!found || found.removed === 1)
			throw new AppError('printer.notFound', 'This printer is no longer set up. Choose another in Printers.');
		return found;
	}

	async function check(printer: Printer): Promise<Check> {
		const late = new Promise<Check>((resolve) =>
			setTimeout(() => resolve({ condition: 'trouble', message: 'It does not answer.' }), CHECK_MS).unref(),
		);
		const asked = driverOf(printer)
			.check(printer)
			.catch((error: Error): Check => ({ condition: 'trouble', message: error.message }));
		return Promise.race([asked, late]);
	}

	return {
		save,
		all: (): Printer[] => rows().map(parse),

		/** @throws `printer.notFound` */
		get: (id: string): Printer => parse(row(id)),

		/** Of printers that were removed as well. */
		nameOf(id: string): string {
			const found = database.get<Row>('SELECT * FROM printer WHERE id = ?', id);
			return found ? parse(found).name : id;
		},

		remove(id: string): void {
			row(id);
			if (database.get('SELECT 1 FROM route WHERE printer_id = ?', id)) {
				throw new AppError(
					'input.invalid',
					'A rule still sends documents to this printer. Change the rule first. Nothing was changed.',
				);
			}
			database.transaction(() => {
				database.run('UPDATE printer SET removed = 1, diverted_to = NULL WHERE id = ?', id);
				database.run('UPDATE printer SET diverted_to = NULL WHERE diverted_to = ?', id);
			});
		},

		/** Whoever stands in for it now. One step only: two that stand in for each other would send in a circle. */
		standIn(id: string): Printer {
			const asked = row(id);
			const other = asked.diverted_to === null ? undefined : rows().find(({ id: one }) => one === asked.diverted_to);
			return parse(other ?? asked);
		},

		divertedTo: (id: string): string | null => row(id).diverted_to,

		/** @param to null: it prints itself again */
		divert(id: string, to: string | null): void {
			row(id);
			if (to !== null) row(to);
			database.run('UPDATE printer SET diverted_to = ? WHERE id = ?', to === id ? null : to, id);
		},

		prove(id: string, proof: PrinterProof): void {
			database.run('UPDATE printer SET proof = ? WHERE id = ?', JSON.stringify(proof), row(id).id);
		},

		proofOf: (id: string): PrinterProof | null => {
			const { proof } = row(id);
			return proof === null ? null : printerProofSchema.parse(JSON.parse(proof));
		},

		/** Labels were used up on a sheet of several: the next one begins after them. */
		advance(printer: Printer, labels: number): void {
			const { across, down } = stockOf(printer);
			if (across * down === 1) return;
			save({ ...printer, startPosition: ((printer.startPosition - 1 + labels) % (across * down)) + 1 });
		},

		status: (): Promise<PrinterStatus[]> =>
			Promise.all(
				rows().map(async (one) => {
					const printer = parse(one);
					const proof = one.proof === null ? null : printerProofSchema.parse(JSON.parse(one.proof));
					return { printer, ...(await check(printer)), proof, divertedTo: one.diverted_to };
				}),
			),

		/** The queues of the system that no profile uses yet. */
		async discover(): Promise<FoundPrinter[]> {
			const used = new Set(rows().map((one) => JSON.stringify(parse(one).device)));
			return (await spoolerQueues())
				.map(({ name, description, isDefault }) => ({
					name,
					description,
					isDefault,
					device: { driver: 'system' as const, queue: name },
				}))
				.filter(({ device }) => !used.has(JSON.stringify(device)));
		},
	};
}
export type Printers = ReturnType<typeof createPrinters>;
