// Stores the printers of the desk, queries their status, and finds printers that can be set up. Each printer has a profile (name,
// device, stock and settings), the result of its test label (its proof), and optionally a fallback printer: another printer of the
// desk that prints the jobs instead.
import path from 'node:path';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type FoundPrinter,
	type PrinterProfile,
	type PrinterProof,
	type PrinterStatus,
	printerProofSchema,
	printerSchema,
} from '../../src-contract/model/print';
import { stockOf } from '../../src-contract/model/stock';
import type { Database } from '../platform/database';
import type { Drivers } from './devices/registry';
import type { DeviceStatus } from './devices/shared/driver';
import type { NetworkSearchResult } from './discovery/dns-sd-records';
import { findNewPrinters } from './discovery/network-printers';

/** Status timeout of one printer: a printer that does not answer must not delay the list of printers. */
const STATUS_TIMEOUT_MS = 8_000;
const busyStatus = (): DeviceStatus => ({ condition: 'busy', message: t('Receiving a job.##of a printer') });

const printerRowSchema = z.object({
	id: z.string(),
	profile: z.string(),
	/** 1 when the user removed the printer. */
	removed: z.number(),
	/** Id of the fallback printer. */
	diverted_to: z.string().nullable(),
	proof: z.string().nullable(),
});
type PrinterRow = z.infer<typeof printerRowSchema>;
const printerRowsSchema = z.array(printerRowSchema);

/** @returns undefined instead of an error when the stored profile is invalid: the other printers must remain usable */
function parseProfile({ profile }: PrinterRow): PrinterProfile | undefined {
	try {
		return printerSchema.parse(JSON.parse(profile));
	} catch {
		return undefined;
	}
}

/** @returns null when no test label was verified, or when the stored result is invalid */
function parseProof({ proof }: PrinterRow): PrinterProof | null {
	try {
		return proof === null ? null : printerProofSchema.parse(JSON.parse(proof));
	} catch {
		return null;
	}
}

/** Identifies the device of a profile. Because a device prints one job at a time, profiles with equal keys share one queue. */
function deviceKey({ device }: PrinterProfile): string {
	if ('folder' in device) return `folder:${device.folder}`;
	if ('queue' in device) return `queue:${device.queue}`;
	return ('url' in device ? device.url : device.connection).toLowerCase();
}

/** Queries the status of a printer. An error or a timeout is returned as the condition `error`. Never throws. */
async function queryStatus(drivers: Drivers, printer: PrinterProfile): Promise<DeviceStatus> {
	const timeout = new Promise<DeviceStatus>((resolve) =>
		setTimeout(
			() => resolve({ condition: 'error', message: t('The printer does not answer.') }),
			STATUS_TIMEOUT_MS,
		).unref(),
	);
	const status = (async () => drivers.of(printer).readStatus(printer))().catch(
		(error: Error): DeviceStatus => ({ condition: 'error', message: error.message }),
	);
	return Promise.race([status, timeout]);
}

/** Imported on first use, to keep the start of the station fast. */
const searchLocalNetwork = async (): Promise<NetworkSearchResult> =>
	(await import('./discovery/dns-sd-search')).searchPrinters();

/**
 * @param initialPrinters stored when the desk has no printers yet
 * @param searchNetwork finds printers that announce themselves by multicast DNS; takes about 3 s
 */
export function createPrinters(
	database: Database,
	drivers: Drivers,
	initialPrinters: readonly PrinterProfile[],
	searchNetwork: () => Promise<NetworkSearchResult> = searchLocalNetwork,
) {
	/** The network search in progress, which concurrent callers share; undefined when there is none. */
	let currentSearch: Promise<NetworkSearchResult> | undefined;
	if (!database.get('SELECT 1 FROM printer LIMIT 1')) for (const printer of initialPrinters) save(printer);

	/**
	 * Stores a profile. A removed printer with the same id is set up again. If the profile differs from the stored profile, the
	 * result of the test label is deleted, because the label was printed with the old profile.
	 */
	function save(printer: PrinterProfile): void {
		database.run(
			`INSERT INTO printer (id, profile) VALUES (?, ?)
			ON CONFLICT (id) DO UPDATE SET removed = 0, profile = excluded.profile,
				proof = CASE WHEN profile = excluded.profile THEN proof END`,
			printer.id,
			JSON.stringify(printer),
		);
	}

	const readRows = (): PrinterRow[] =>
		printerRowsSchema.parse(database.all('SELECT * FROM printer WHERE removed = 0 ORDER BY rowid'));
	const findRow = (id: string): PrinterRow | undefined =>
		printerRowsSchema.parse(database.all('SELECT * FROM printer WHERE id = ?', id))[0];
	const all = (): PrinterProfile[] => readRows().flatMap((row) => parseProfile(row) ?? []);

	function readRow(id: string): PrinterRow {
		const row = findRow(id);
		if (!row || row.removed === 1)
			throw new AppError('printer.notFound', t('This printer is no longer set up. Choose another in Printers.'));
		return row;
	}

	function get(id: string): PrinterProfile {
		const printer = parseProfile(readRow(id));
		if (printer) return printer;
		throw new AppError(
			'printer.notFound',
			t('The profile of this printer cannot be read. The document is kept. Set the printer up again in Printers.'),
		);
	}

	return {
		save,
		all,

		/** Replaces a folder, with the folders in it, as the target of the printers that write files. */
		replaceFolders(before: string, after: string): void {
			for (const printer of all()) {
				if (printer.device.driver !== 'folder') continue;
				const relativePath = path.relative(before, printer.device.folder);
				if (relativePath.startsWith('..') || path.isAbsolute(relativePath)) continue;
				database.run(
					"UPDATE printer SET profile = json_set(profile, '$.device.folder', ?) WHERE id = ?",
					path.join(after, relativePath),
					printer.id,
				);
			}
		},

		/**
		 * Renames printers that still have their initial name, when that name is translated to another language. Keeps their test
		 * results: the name is not printed.
		 * @param namesBefore,names names by printer id
		 */
		renameUnlessChanged(namesBefore: Readonly<Record<string, string>>, names: Readonly<Record<string, string>>): void {
			for (const [id, name] of Object.entries(names))
				database.run(
					"UPDATE printer SET profile = json_set(profile, '$.name', ?1) WHERE id = ?2 AND json_valid(profile) AND profile ->> '$.name' = ?3",
					name,
					id,
					namesBefore[id] ?? '',
				);
		},

		/** @throws `printer.notFound` */
		get,

		/** Name of a printer, also of a removed printer; `id` when the printer is unknown or its profile cannot be read. */
		nameOf(id: string): string {
			const row = findRow(id);
			return (row && parseProfile(row)?.name) ?? id;
		},

		/** Whether a printer saves documents to a folder. Works for removed printers too. */
		isFolder(id: string): boolean {
			const row = findRow(id);
			return row !== undefined && parseProfile(row)?.device.driver === 'folder';
		},

		/**
		 * Device key of a printer, and the ids of all printers whose profiles use that device, starting with this printer. A
		 * printer that is unknown, or whose profile cannot be read, is treated as a device of its own.
		 */
		deviceGroup(id: string): { key: string; ids: string[] } {
			const row = findRow(id);
			const printer = row && parseProfile(row);
			if (!printer) return { key: id, ids: [id] };
			const key = deviceKey(printer);
			const otherPrinters = all().filter((profile) => profile.id !== id && deviceKey(profile) === key);
			return { key, ids: [id, ...otherPrinters.map((profile) => profile.id)] };
		},

		/**
		 * Removes a printer, also as the fallback printer of others. Its row stays in the table, so that past jobs still show its
		 * name.
		 * @throws `printer.notFound`; `input.invalid` when a print rule names the printer
		 */
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
		 * Id of the printer that prints the jobs of printer `id`: its fallback printer, or `id` itself if it has none. The fallback
		 * printer of a fallback printer is not used, because two printers may name each other. If printer `id` was removed, the
		 * result is `id`, so that its jobs fail with a message instead of being lost.
		 */
		resolveFallback(id: string): string {
			const fallbackId = findRow(id)?.diverted_to ?? null;
			return fallbackId !== null && findRow(fallbackId)?.removed === 0 ? fallbackId : id;
		},

		/**
		 * Sets the fallback printer of a printer.
		 * @param fallbackId null or the printer's own id: no fallback printer
		 * @throws `printer.notFound`
		 */
		setFallback(id: string, fallbackId: string | null): void {
			readRow(id);
			if (fallbackId !== null) readRow(fallbackId);
			database.run('UPDATE printer SET diverted_to = ? WHERE id = ?', fallbackId === id ? null : fallbackId, id);
		},

		/** Stores the result of a test label. @throws `printer.notFound` */
		saveProof(id: string, proof: PrinterProof): void {
			database.run('UPDATE printer SET proof = ? WHERE id = ?', JSON.stringify(proof), readRow(id).id);
		},

		/** Result of the last test label; null when no test label was verified. @throws `printer.notFound` */
		proofOf: (id: string): PrinterProof | null => parseProof(readRow(id)),

		/**
		 * Moves the start position on a sheet of labels past the labels that were just printed. Does nothing for stock with one
		 * label per sheet. Does not delete the result of the test label, unlike `save`.
		 */
		advanceStartPosition(id: string, printedLabelCount: number): void {
			const row = findRow(id);
			const printer = row && parseProfile(row);
			if (!printer) return;
			const { across, down } = stockOf(printer);
			if (across * down === 1) return;
			database.run(
				"UPDATE printer SET profile = json_set(profile, '$.startPosition', ?) WHERE id = ?",
				((printer.startPosition - 1 + printedLabelCount) % (across * down)) + 1,
				id,
			);
		},

		/**
		 * Status of all printers with a readable profile.
		 * @param isBusy whether a printer is receiving a job; a busy printer is not queried
		 */
		statuses: (isBusy: (id: string) => boolean): Promise<PrinterStatus[]> =>
			Promise.all(
				readRows().flatMap((row) => {
					const printer = parseProfile(row);
					if (!printer) return [];
					const storedValues = { printer, proof: parseProof(row), fallbackPrinterId: row.diverted_to };
					if (isBusy(printer.id)) return [Promise.resolve({ ...storedValues, ...busyStatus() })];
					return [queryStatus(drivers, printer).then((deviceStatus) => ({ ...storedValues, ...deviceStatus }))];
				}),
			),

		/** Print queues of the operating system that no profile uses yet. @throws `printer.offline` when there is no print service */
		async discover(): Promise<FoundPrinter[]> {
			const usedDevices = new Set(all().map((printer) => JSON.stringify(printer.device)));
			return (await drivers.systemPrinters())
				.map(({ name, description, isDefault }) => ({
					name,
					description,
					isDefault,
					device: { driver: 'system' as const, queue: name },
				}))
				.filter(({ device }) => !usedDevices.has(JSON.stringify(device)));
		},

		/** Network printers that are neither a print queue of the operating system nor used by a profile. */
		async discoverNetwork(): Promise<FoundPrinter[]> {
			currentSearch ??= searchNetwork().finally(() => {
				currentSearch = undefined;
			});
			// `systemPrinters` rejects on a system without a print service. Such a system has no queues.
			const [{ announcements, ownAddresses }, queues] = await Promise.all([
				currentSearch,
				drivers.systemPrinters().catch(() => []),
			]);
			return findNewPrinters(announcements, { queues, devices: all().map(({ device }) => device), ownAddresses });
		},
	};
}
export type Printers = ReturnType<typeof createPrinters>;
