// Composes printers, print rules, the print queue and manual printing.
import { t } from '../../src-contract/i18n';
import { type PrinterProfile, type PrintRule, printerSchema } from '../../src-contract/model/print';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import type { Database } from '../platform/database';
import { createDeskPrinting } from '../printing/desk-printing';
import { createDrivers } from '../printing/devices/registry';
import { createPackingSlip } from '../printing/layout/packing-slip';
import type { PayloadThread } from '../printing/payload';
import { createPrintJobs } from '../printing/print-jobs';
import { createPrinters } from '../printing/printers';
import { createPrintQueue } from '../printing/queue';
import { createRouting } from '../printing/routing';
import type { ServiceDependencies, StationSignals } from './dependencies';

export interface PrintingDependencies
	extends Pick<ServiceDependencies, 'windowPrinting' | 'searchNetwork' | 'now' | 'push' | 'log'> {
	database: Database;
	documentStore: DocumentStore;
	documentThread: PayloadThread;
	journal: Journal;
	/** Initial printers and rules of a new desk. */
	defaults: { printers: readonly PrinterProfile[]; rules: readonly PrintRule[] };
}

/** Names of the initial printers by id, in the current language. */
export const folderPrinterNames = () => ({ folder: t('Labels folder'), 'folder-papers': t('Documents folder') });

/** Initial printers of a new desk, which write PDF files to a folder, and the print rules that choose these printers. */
export function folderPrinters(folder: string): PrintingDependencies['defaults'] {
	const device = { driver: 'folder', folder, format: 'pdf', namePattern: '{tracking}-{kind}' } as const;
	const names = folderPrinterNames();
	const matchAll = { kind: null, carrier: null, destination: null, automatic: true };
	return {
		printers: [
			printerSchema.parse({ id: 'folder', name: names.folder, device, stock: '4x6' }),
			printerSchema.parse({ id: 'folder-papers', name: names['folder-papers'], device, stock: 'A4' }),
		],
		rules: [
			{ ...matchAll, kind: 'label', printerId: 'folder' },
			{ ...matchAll, printerId: 'folder-papers' },
		],
	};
}

export function composePrinting(dependencies: PrintingDependencies, signals: Pick<StationSignals, 'statusChanged'>) {
	const { database, documentStore, documentThread, journal, defaults, now, push, log } = dependencies;
	const drivers = createDrivers(dependencies.windowPrinting);
	const printers = createPrinters(database, drivers, defaults.printers, dependencies.searchNetwork);
	const routing = createRouting(database, printers, defaults.rules);
	const jobs = createPrintJobs({
		database,
		printers,
		now,
		onJobChanged(job) {
			push('printing.jobChanged', job);
			if (job.state === 'sent' && job.kind === 'label') journal.recordFirstLabel(job.shipmentId);
			signals.statusChanged.emit();
		},
	});
	const onError = (error: unknown) => log('printing.error', { error: String(error) });
	const queue = createPrintQueue({
		jobs,
		documents: documentStore,
		printers,
		drivers,
		thread: documentThread,
		transaction: database.transaction,
		now,
		onError,
	});
	const deskPrinting = createDeskPrinting({
		printers,
		routing,
		queue,
		drivers,
		documentThread,
		documentStore,
		packingSlipOf: (shipmentId) => createPackingSlip(journal.draft(shipmentId), journal.summary(shipmentId)),
		now,
		onError,
	});
	return { printers, routing, jobs, queue, deskPrinting };
}
