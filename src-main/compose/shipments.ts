// Composes the modules that submit shipments. Tests use this composition too.
import type { BatchProgress } from '../../src-contract/model/batch';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import type { AddressBook } from '../address-book/address-book';
import type { Connection } from '../connections/service-interface';
import { createIngestion } from '../documents/ingestion';
import type { DocumentSplitter } from '../documents/split';
import type { DocumentStore } from '../documents/store';
import { createUnreadPageReader } from '../documents/unread-pages';
import type { Journal } from '../operations/journal';
import { createOperations } from '../operations/kinds';
import { createQueuedBooking } from '../operations/kinds/queued-booking';
import type { OperationCounts } from '../operations/operation-kind';
import { createOutbox } from '../operations/outbox';
import type { QueuedShipment } from '../operations/queue';
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
import { createShipments, type ShipmentsDependencies } from '../shipments/shipments';
import { createUnsavedBookings, type UnsavedBookingsDependencies } from '../shipments/unsaved-bookings';

export interface ShippingDependencies {
	database: Database;
	journal: Journal;
	client: Connection;
	addressBook: Pick<AddressBook, 'markUsed'>;
	documents: DocumentStore;
	queue: PrintQueue;
	routing: Pick<Routing, 'findRule'>;
	printers: Pick<Printers, 'all' | 'resolveFallback'>;
	jobs: Pick<PrintJobs, 'jobsOfShipment'>;
	split: DocumentSplitter;
	/** The bar codes of a page of a PDF. */
	readCodes: (bytes: Uint8Array, page: number) => Promise<string[]>;
	/** Prepares the splitting of documents, because a booking may follow. Must not throw. */
	warmUpDocuments: () => void;
	printFromMemory: UnsavedBookingsDependencies['printFromMemory'];
	/** Id of the connection in use. */
	connectionId: () => string;
	connectionName: (id: string) => string;
	/** Digest of the API key in use; identifies the account at the service. */
	apiKeyDigest: () => string;
	now: () => Date;
	/** Called when the station status may have changed. Never throws. */
	onChange: () => void;
	onBatch: (progress: BatchProgress) => void;
	/** Called when the service has booked the shipment that the user sent, before its documents are ingested. Never throws. */
	onLabelReceived: () => void;
	/** Called when a queued shipment was added to the list of refused shipments. Never throws. */
	onShipmentRefused: (shipment: ShipmentSummary) => void;
	onError: (error: unknown) => void;
	/** Called in the transaction in which a user edited the row of an order in a batch; updates the order. */
	onRowEdited: Parameters<typeof createBatchStore>[3];
	orderEvents: ShipmentsDependencies['orderEvents'];
	onVoided: ShipmentsDependencies['onVoided'];
	cancelPrint: ShipmentsDependencies['cancelPrint'];
}

export function createShipping(dependencies: ShippingDependencies) {
	const { database, onBatch, ...shared } = dependencies;
	const { journal } = shared;
	/** All outcomes whose write failed earlier are now stored. */
	const outcomesWritten = createSignal();
	/** The outbox has processed a queued shipment, with any outcome. */
	const shipmentProcessed = createSignal<QueuedShipment>();
	/** No queued shipment is left that the outbox can send now. */
	const outboxIdle = createSignal();
	const unreadPageReader = createUnreadPageReader(shared);
	const ingestion = createIngestion({
		...shared,
		transaction: database.transaction,
		onIngested: () => void unreadPageReader.readAll(),
	});
	const operations = createOperations({ ...shared, ingestion }, { ...shared, onWritten: outcomesWritten.emit });
	const submission = operations.booking;
	const reconciliation = createReconciliation({ ...shared, submissions: Object.values(operations) });
	const batchStore = createBatchStore(database, journal, shared.now, shared.onRowEdited);
	const hasUnwrittenOutcome = () => Object.values(operations).some((operation) => operation.hasUnwrittenOutcome());
	const outbox = createOutbox({
		...shared,
		createProcessor: (context) =>
			createQueuedBooking({
				...shared,
				...context,
				submission,
				chooseOption,
				onRefused: (id) => shared.onShipmentRefused(journal.summary(id)),
			}),
		hasUnwrittenOutcome,
		perMinute: (batchId) => batchStore.plan(batchId).perMinute,
		onProcessed: shipmentProcessed.emit,
		onIdle: outboxIdle.emit,
	});
	const batches = createBatches({
		...shared,
		database,
		store: batchStore,
		outbox: () => outbox,
		printStockKeyOf(label) {
			const { printerId } = shared.routing.findRule({ kind: 'label', ...label });
			const actualId = shared.printers.resolveFallback(printerId);
			const printer = shared.printers.all().find(({ id }) => id === actualId);
			return `${printer?.stock ?? ''} ${printerId}`;
		},
		push: onBatch,
	});
	outcomesWritten.on(() => outbox.wake());
	outcomesWritten.on(() => reconciliation.reconcileSoon());
	shipmentProcessed.on(({ id }) => {
		if (journal.summary(id).state === 'unknown') reconciliation.reconcileSoon();
	});
	shipmentProcessed.on(batches.onProcessed);
	outboxIdle.on(batches.endCompletedBatches);

	const unsavedBookings = createUnsavedBookings({ ...shared, submission, ingestion });
	const shipments = createShipments({
		...shared,
		submission,
		unsavedBookings,
		reconciliation,
		outbox,
		ingestion,
		rows: batchStore,
	});

	return {
		ingestion,
		hasUnwrittenOutcome,
		submission,
		reconciliation,
		outbox,
		batchStore,
		batches,
		shipments,
		quotes: createQuotes({ ...shared, database, onAnswered: shared.warmUpDocuments }),

		/** Resumes the outbox and the reconciliation, which may have stopped because the key was missing or refused. */
		keyChanged(): void {
			outbox.resume();
			reconciliation.reconcileSoon();
		},

		/** Counts the operations of all kinds. */
		countOperations(): OperationCounts {
			const counts = Object.values(operations).map(({ kind }) => kind.counts());
			return {
				inFlight: counts.reduce((total, { inFlight }) => total + inFlight, 0),
				unknown: counts.reduce((total, { unknown }) => total + unknown, 0),
			};
		},

		/** Marks operations that were in flight when the last run ended as having an unknown outcome. */
		recoverInterrupted(): void {
			for (const { kind } of Object.values(operations)) kind.recoverInterrupted();
		},

		/**
		 * Starts background work, and continues the document ingestion, reconciliations and batches that the last run left unfinished.
		 */
		start(): void {
			void ingestion.ingestPending();
			void unreadPageReader.readAll();
			reconciliation.reconcileNow();
			outbox.start();
			batches.resumeInterrupted();
		},

		/** Starts no more operations, and resolves when the results of all running operations are stored. */
		async close(): Promise<void> {
			shipments.close();
			await Promise.all([batches.close(), outbox.close(), reconciliation.close()]);
			await Promise.all(Object.values(operations).map(({ drain }) => drain()));
			ingestion.close();
			unreadPageReader.close();
		},
	};
}
