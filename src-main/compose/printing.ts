// Printers, the rules between them, the print queue, and what is printed by hand.
import { t } from '../../src-contract/i18n';
import { type Printer, printerSchema, type Route } from '../../src-contract/model/print';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import type { Database } from '../platform/database';
import { createDeskPrinting } from '../printing/desk-printing';
import { createDrivers } from '../printing/devices/registry';
import { packingSlip } from '../printing/layout/packing-slip';
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
	documents: PayloadThread;
	journal: Journal;
	/** The printers and rules of a desk that has none yet. */
	first: { printers: readonly Printer[]; routes: readonly Route[] };
}

/** Printers of a new desk, which write PDF files into a folder, and their rules. */
export function folderPrinters(folder: string): PrintingDependencies['first'] {
	const device = { driver: 'folder', folder, format: 'pdf', namePattern: '{tracking}-{kind}' } as const;
	const anything = { kind: null, carrier: null, destination: null, automatic: true };
	return {
		printers: [
			printerSchema.parse({ id: 'folder', name: t('Labels folder'), device, stock: '4x6' }),
			printerSchema.parse({ id: 'folder-papers', name: t('Papers folder'), device, stock: 'A4' }),
		],
		routes: [
			{ ...anything, kind: 'label', printerId: 'folder' },
			{ ...anything, printerId: 'folder-papers' },
		],
	};
}

export function composePrinting(dependencies: PrintingDependencies, signals: Pick<StationSignals, 'statusChanged'>) {
	const { database, documentStore, documents, journal, first, now, push, log } = dependencies;
	const drivers = createDrivers(dependencies.windowPrinting);
	const printers = createPrinters(database, drivers, first.printers, dependencies.searchNetwork);
	const routing = createRouting(database, printers, first.routes);
	const jobs = createPrintJobs({
		database,
		printers,
		now,
		onJob(job) {
			push('printing.jobChanged', job);
			if (job.state === 'sent' && job.kind === 'label') journal.labelled(job.shipmentId);
			signals.statusChanged.emit();
		},
	});
	const queue = createPrintQueue({
		jobs,
		documents: documentStore,
		printers,
		drivers,
		makePayload: documents.makePayload,
		transaction: database.transaction,
		now,
		onError: (error) => log('printing.error', { error: String(error) }),
	});
	const deskPrinting = createDeskPrinting({
		printers,
		routing,
		queue,
		drivers,
		documents,
		documentStore,
		slipOf: (shipmentId) => packingSlip(journal.draft(shipmentId), journal.summary(shipmentId)),
		now,
	});
	return { printers, routing, jobs, queue, deskPrinting };
}
