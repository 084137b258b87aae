// The rooms that send shipments, put together: by the station, and by its tests.
import type { BatchProgress } from '../../src-contract/model/batch';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import type { AddressBook } from '../address-book/address-book';
import type { PartnerClient } from '../connections/partner-v1/client';
import { createFiling } from '../documents/ingestion';
import type { DocumentSplitter } from '../documents/split';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import { createOutbox, type Outbox } from '../operations/outbox';
import { createAsking } from '../operations/reconciliation';
import { createSending } from '../operations/submission';
import type { Database } from '../platform/database';
import type { PrintJobs } from '../printing/print-jobs';
import type { Printers } from '../printing/printers';
import type { PrintQueue } from '../printing/queue';
import type { Routing } from '../printing/routing';
import { createBatchStore } from '../shipments/batches/batch-store';
import { type Batches, createBatches } from '../shipments/batches/batches';
import { createQuotes } from '../shipments/quotes';
import { createShipments } from '../shipments/shipments';

export interface ShippingDependencies {
	database: Database;
	journal: Journal;
	client: PartnerClient;
	addressBook: Pick<AddressBook, 'markUsed'>;
	documents: DocumentStore;
	queue: PrintQueue;
	routing: Pick<Routing, 'find'>;
	printers: Pick<Printers, 'all' | 'standIn'>;
	jobs: Pick<PrintJobs, 'ofShipment'>;
	split: DocumentSplitter;
	/** Empty: the built-in service. */
	serviceUrl: () => string;
	/** A digest of the key that requests go under. */
	account: () => string;
	now: () => Date;
	/** Something that the desk's status shows has changed. Never throws. */
	onChange: () => void;
	onBatch: (progress: BatchProgress) => void;
	/** The service refused it while it was queued. Never throws. */
	onShipmentRefused: (shipment: ShipmentSummary) => void;
	onFault: (error: unknown) => void;
}

export function createShipping(dependencies: ShippingDependencies) {
	const { database, onBatch, ...given } = dependencies;
	const { journal } = given;
	const filing = createFiling({ ...given, transaction: database.transaction });
	const sending = createSending({
		...given,
		filing,
		onWritten() {
			outbox.nudge();
			asking.later();
		},
	});
	const asking = createAsking({ ...given, sending });
	const outbox: Outbox = createOutbox({
		...given,
		sending,
		perMinute: (batchId) => batches.perMinute(batchId),
		onTurn(queued) {
			if (journal.summary(queued.id).state === 'unknown') asking.later();
			batches.turned(queued);
		},
		onRefused: (id) => given.onShipmentRefused(journal.summary(id)),
		onIdle: () => batches.ended(),
	});
	const batchStore = createBatchStore(database, journal, given.now);
	const batches: Batches = createBatches({
		...given,
		database,
		store: batchStore,
		outbox: () => outbox,
		push: onBatch,
	});

	const shipments = createShipments({ ...given, sending, asking, outbox, filing, rows: batchStore });

	return {
		filing,
		sending,
		asking,
		outbox,
		batchStore,
		batches,
		shipments,
		quotes: createQuotes({ ...given, database }),

		/** What was stopped for want of a key goes on. */
		keyChanged(): void {
			outbox.resume();
			asking.later();
		},

		/** What an earlier run of the station left off goes on. */
		start(): void {
			void filing.fileInterrupted();
			asking.ask();
			outbox.start();
			batches.resumeInterrupted();
		},

		/** Begins nothing more; resolves when all that was begun is written down. */
		async close(): Promise<void> {
			shipments.close();
			await Promise.all([batches.close(), outbox.close(), asking.close()]);
			await sending.settled();
			filing.close();
		},
	};
}
export type Shipping = ReturnType<typeof createShipping>;
