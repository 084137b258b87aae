// Stores the printers of the desk: their profiles, the results of their test labels and their fallback printers.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type FoundPrinter,
	type Printer,
	type PrinterProof,
	type PrinterStatus,
	printerProofSchema,
	printerSchema,
} from '../../src-contract/model/print';
import { stockOf } from '../../src-contract/model/stock';
import type { Database } from '../platform/database';
import type { Drivers } from './devices/registry';
import type { DeviceStatus } from './devices/shared/driver';
import type { NetworkSearch } from './discovery/dns-sd-records';
import { findNewPrinters } from './discovery/network-printers';

/** Status timeout of one printer, so that a printer that does not answer does not delay the list. */
const CHECK_TIMEOUT_MS = 8_000;
const busyStatus = (): DeviceStatus => ({ condition: 'busy', message: t('Receiving a job.##of a printer') });

const printerRowSchema = z.object({
	id: z.string(),
	profile: z.string(),
	removed: z.number(),
	diverted_to: z.string().nullable(),
	proof: z.string().nullable(),
});
type PrinterRow = z.infer<typeof printerRowSchema>;
const printerRows = z.array(printerRowSchema);

/** @returns undefined when the stored profile is invalid, so that the other printers remain usable */
function profileOf({ profile }: PrinterRow): Printer | undefined {
	try {
		return printerSchema.parse(JSON.parse(profile));
	} catch {
		return undefined;
	}
}

function proofOf({ proof }: PrinterRow): PrinterProof | null {
	try {
		return proof === null ? null : printerProofSchema.parse(JSON.parse(proof));
	} catch {
		return null;
	}
}

/** Identifies the device of a profile. Profiles with the same key share one queue, because a device prints one job at a time. */
function deviceKey({ device }: Printer): string {
	if ('folder' in device) return `folder:${device.folder}`;
	if ('queue' in device) return `queue:${device.queue}`;
	return ('url' in device ? device.url : device.connection).toLowerCase();
}

/** Status of a printer; errors and timeouts become the condition `error`. Never throws. */
async function checkPrinter(drivers: Drivers, printer: Printer): Promise<DeviceStatus> {
	const timeout = new Promise<DeviceStatus>((resolve) =>
		setTimeout(
			() => resolve({ condition: 'error', message: t('The printer does not answer.') }),
			CHECK_TIMEOUT_MS,
		).unref(),
	);
	const checked = (async () => drivers.of(printer).check(printer))().catch(
		(error: Error): DeviceStatus => ({ condition: 'error', message: error.message }),
	);
	return Promise.race([checked, timeout]);
}

/** Imported on first use: a start does not need it. */
const searchLocalNetwork = async (): Promise<NetworkSearch> =>
	(await import('./discovery/dns-sd-search')).searchPrinters();

/**
 * @param initialPrinters printers stored when the desk has none yet
 * @param searchNetwork finds printers that announce themselves by multicast DNS; takes about 3 s
 */
export function createPrinters(
	database: Database,
	drivers: Drivers,
	initialPrinters: readonly Printer[],
	searchNetwork: () => Promise<NetworkSearch> = searchLocalNetwork,
) {
	/** The running network search; concurrent callers share it. */
	let search: Promise<NetworkSearch> | undefined;
	if (!database.get('SELECT 1 FROM printer LIMIT 1')) for (const printer of initialPrinters) save(printer);

	/** Stores a profile. A changed profile loses its test-label result, which applies only to the profile that printed it. */
	function save(printer: Printer): void {
		database.run(
			`INSERT INTO printer (id, profile) VALUES (?, ?)
			ON CONFLICT (id) DO UPDATE SET removed = 0, profile = excluded.profile,
				proof = CASE WHEN profile = excluded.profile THEN proof END`,
			printer.id,
			JSON.stringify(printer),
		);
	}

	const readRows = (): PrinterRow[] =>
		printerRows.parse(database.all('SELECT * FROM printer WHERE removed = 0 ORDER BY rowid'));
	const findRow = (id: string): PrinterRow | undefined =>
		printerRows.parse(database.all('SELECT * FROM printer WHERE id = ?', id))[0];
	const all = (): Printer[] => readRows().flatMap((row) => profileOf(row) ?? []);

	function readRow(id: string): PrinterRow {
		const found = findRow(id);
		if (!found || found.removed === 1)
			throw new AppError('printer.notFound', t('This printer is no longer set up. Choose another in Printers.'));
		return found;
	}

	function get(id: string): Printer {
		const printer = profileOf(readRow(id));
		if (printer) return printer;
		throw new AppError(
			'printer.notFound',
			t('The profile of this printer cannot be read. The document is kept. Set the printer up again in Printers.'),
		);
	}

	return {
		save,
		all,
		/** @throws `printer.notFound` */
		get,

		/** Name of a printer, also of a removed one. Its id when its profile cannot be read. */
		nameOf(id: string): string {
			const found = findRow(id);
			return (found && profileOf(found)?.name) ?? id;
		},

		/** Device key of a printer, and the ids of all profiles of that device, starting with this one. */
		deviceGroup(id: string): { key: string; ids: string[] } {
			const found = findRow(id);
			const printer = found && profileOf(found);
			if (!printer) return { key: id, ids: [id] };
			const key = deviceKey(printer);
			const others = all().filter((profile) => profile.id !== id && deviceKey(profile) === key);
			return { key, ids: [id, ...others.map((profile) => profile.id)] };
		},

		/** Removes a printer; its past jobs still show its name. @throws `printer.notFound`; `input.invalid` when a rule names it */
		remove(id: string): void {
			readRow(id);
			if (database.get('SELECT 1 FROM route WHERE printer_id = ?', id)) {
				throw new AppError(
					'input.invalid',
					t('A rule still sends documents to this printer. Change the rule first. Nothing was changed.'),
				);
			}
			database.transaction(() => {
				database.run('UPDATE printer SET removed = 1, diverted_to = NULL WHERE id = ?', id);
				database.run('UPDATE printer SET diverted_to = NULL WHERE diverted_to = ?', id);
			});
		},

		/**
		 * The printer that prints the jobs of a printer: its fallback printer, or itself when it has none. Follows one step only,
		 * because two printers may name each other.
		 * @returns the same id for a removed printer too: its jobs then fail with a message instead of being lost
		 */
		resolveFallback(id: string): string {
			const fallbackId = findRow(id)?.diverted_to ?? null;
			return fallbackId !== null && findRow(fallbackId)?.removed === 0 ? fallbackId : id;
		},

		/** Sets the fallback printer. @param to null removes it @throws `printer.notFound` */
		setFallback(id: string, to: string | null): void {
			readRow(id);
			if (to !== null) readRow(to);
			database.run('UPDATE printer SET diverted_to = ? WHERE id = ?', to === id ? null : to, id);
		},

		/** Stores the result of a test label. @throws `printer.notFound` */
		saveProof(id: string, proof: PrinterProof): void {
			database.run('UPDATE printer SET proof = ? WHERE id = ?', JSON.stringify(proof), readRow(id).id);
		},

		proofOf: (id: string): PrinterProof | null => proofOf(readRow(id)),

		/**
		 * Moves the start position on a sheet of labels past the labels just printed. Updates only that field of the stored
		 * profile.
		 */
		advanceStartPosition(id: string, labels: number): void {
			const found = findRow(id);
			const printer = found && profileOf(found);
			if (!printer) return;
			const { across, down } = stockOf(printer);
			if (across * down === 1) return;
			database.run(
				"UPDATE printer SET profile = json_set(profile, '$.startPosition', ?) WHERE id = ?",
				((printer.startPosition - 1 + labels) % (across * down)) + 1,
				id,
			);
		},

		/**
		 * Status of all printers with a readable profile.
		 * @param isBusy whether a job is being sent to a printer, which is then not queried
		 */
		status: (isBusy: (id: string) => boolean): Promise<PrinterStatus[]> =>
			Promise.all(
				readRows().flatMap((row) => {
					const printer = profileOf(row);
					if (!printer) return [];
					const stored = { printer, proof: proofOf(row), fallbackPrinterId: row.diverted_to };
					if (isBusy(printer.id)) return [Promise.resolve({ ...stored, ...busyStatus() })];
					return [checkPrinter(drivers, printer).then((checked) => ({ ...stored, ...checked }))];
				}),
			),

		/** Print queues of the operating system that no profile uses yet. */
		async discover(): Promise<FoundPrinter[]> {
			const used = new Set(all().map((printer) => JSON.stringify(printer.device)));
			return (await drivers.systemPrinters())
				.map(({ name, description, isDefault }) => ({
					name,
					description,
					isDefault,
					device: { driver: 'system' as const, queue: name },
				}))
				.filter(({ device }) => !used.has(JSON.stringify(device)));
		},

		/** Network printers that are neither a queue of the operating system nor a profile. */
		async discoverNetwork(): Promise<FoundPrinter[]> {
			search ??= searchNetwork().finally(() => {
				search = undefined;
			});
			// A system without a print service rejects this call and has no queues.
			const [{ announcements, ownAddresses }, queues] = await Promise.all([
				search,
				drivers.systemPrinters().catch(() => []),
			]);
			return findNewPrinters(announcements, { queues, devices: all().map(({ device }) => device), ownAddresses });
		},
	};
}
export type Printers = ReturnType<typeof createPrinters>;
