// The rooms that send shipments, put together: by the station, and by its tests.
import type { BatchProgress } from '../../src-contract/model/batch';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import type { AddressBook } from '../address-book/address-book';
import type { Connection } from '../connections/port';
import { createIngestion } from '../documents/ingestion';
import type { DocumentSplitter } from '../documents/split';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import { createOperations } from '../operations/kinds';
import { createQueuedBooking } from '../operations/kinds/queued-booking';
import type { OperationCounts } from '../operations/operation-kind';
import { createOutbox } from '../operations/outbox';
import type { Queued } from '../operations/queue';
import { createReconciliation } from '../operations/reconciliation';
import type { Database } from '../platform/database';
import { createSignal } from '../platform/signal';
import type { PrintJobs } from '../printing/print-jobs';
import type { Printers } from '../printing/printers';
import type { PrintQueue } from '../printing/queue';
import type { Routing } from '../printing/routing';
import { createBatchStore } from '../shipments/batches/batch-store';
import { createBatches } from '../shipments/batches/batches';
import { chooseOption } from '../shipments/option-rules';
import { createQuotes } from '../shipments/quotes';
import { createShipments } from '../shipments/shipments';

export interface ShippingDependencies {
	database: Database;
	journal: Journal;
	client: Connection;
	addressBook: Pick<AddressBook, 'markUsed'>;
	documents: DocumentStore;
	queue: PrintQueue;
	routing: Pick<Routing, 'find'>;
	printers: Pick<Printers, 'all' | 'resolveFallback'>;
	jobs: Pick<PrintJobs, 'ofShipment'>;
	split: DocumentSplitter;
	/** The connection in use. */
	connectionId: () => string;
	connectionName: (id: string) => string;
	/** A digest of the key that requests go under. */
	account: () => string;
	now: () => Date;
	/** Something that the desk's status shows has changed. Never throws. */
	onChange: () => void;
	onBatch: (progress: BatchProgress) => void;
	/** The service refused it while it was queued. Never throws. */
	onShipmentRefused: (shipment: ShipmentSummary) => void;
	onError: (error: unknown) => void;
}

export function createShipping(dependencies: ShippingDependencies) {
	const { database, onBatch, ...given } = dependencies;
	const { journal } = given;
	const written = createSignal();
	const processed = createSignal<Queued>();
	const idle = createSignal();
	const ingestion = createIngestion({ ...given, transaction: database.transaction });
	const operations = createOperations({ ...given, ingestion }, { ...given, onWritten: written.emit });
	const submission = operations.booking;
	const reconciliation = createReconciliation({ ...given, operations: Object.values(operations) });
	const batchStore = createBatchStore(database, journal, given.now);
	const outbox = createOutbox({
		...given,
		createProcessor: (context) =>
			createQueuedBooking({
				...given,
				...context,
				submission,
				chooseOption,
				onRefused: (id) => given.onShipmentRefused(journal.summary(id)),
			}),
		hasUnwritten: () => Object.values(operations).some((operation) => operation.hasUnwritten()),
		perMinute: (batchId) => batchStore.plan(batchId).perMinute,
		onProcessed: processed.emit,
		onIdle: idle.emit,
	});
	const batches = createBatches({
		...given,
		database,
		store: batchStore,
		outbox: () => outbox,
		stockOf(label) {
			const { printerId } = given.routing.find({ kind: 'label', ...label });
			const actualId = given.printers.resolveFallback(printerId);
			const printer = given.printers.all().find(({ id }) => id === actualId);
			return `${printer?.stock ?? ''} ${printerId}`;
		},
		push: onBatch,
	});
	written.on(() => outbox.wake());
	written.on(() => reconciliation.reconcileSoon());
	processed.on(({ id }) => {
		if (journal.summary(id).state === 'unknown') reconciliation.reconcileSoon();
	});
	processed.on(batches.onProcessed);
	idle.on(batches.endDone);

	const shipments = createShipments({
		...given,
		submission,
		reconciliation,
		outbox,
		ingestion,
		rows: batchStore,
	});

	return {
		ingestion,
		submission,
		reconciliation,
		outbox,
		batchStore,
		batches,
		shipments,
		quotes: createQuotes({ ...given, database }),

		/** What was stopped for want of a key goes on. */
		keyChanged(): void {
			outbox.resume();
			reconciliation.reconcileSoon();
		},

		/** Operations of every kind. */
		countOperations(): OperationCounts {
			const counts = Object.values(operations).map(({ kind }) => kind.counts());
			return {
				inFlight: counts.reduce((total, { inFlight }) => total + inFlight, 0),
				unknown: counts.reduce((total, { unknown }) => total + unknown, 0),
			};
		},

		/** Operations that were in flight when the station stopped have an unknown outcome. */
		recoverInterrupted(): void {
			for (const { kind } of Object.values(operations)) kind.recoverInterrupted();
		},

		/** What an earlier run of the station left off goes on. */
		start(): void {
			void ingestion.ingestPending();
			reconciliation.reconcileNow();
			outbox.start();
			batches.resumeInterrupted();
		},

		/** Begins nothing more; resolves when all that was begun is written down. */
		async close(): Promise<void> {
			shipments.close();
			await Promise.all([batches.close(), outbox.close(), reconciliation.close()]);
			await Promise.all(Object.values(operations).map(({ drain }) => drain()));
			ingestion.close();
		},
	};
}
