// Document ingestion: splits the documents that were received with a booking, stores the resulting documents, and queues those
// that print automatically.

import type { PrintableKind } from '../../src-contract/model/print';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { holdForeignLabels } from './label-ownership';
import type { NewDocument } from './new-document';
import type { DocumentSplitter } from './split';
import type { DocumentStore } from './store';

/** Delay before another attempt to ingest documents after an error. */
const RETRY_DELAY_MS = 30_000;

/** What the print rules need to know about a document to choose its printer. */
interface DocumentToPrint {
	kind: PrintableKind;
	carrier: string;
	destination: string;
	/** Printer that the user chose for labels to this recipient. */
	labelPrinterId?: string | undefined;
}

export interface IngestionDependencies {
	journal: {
		summary(id: number): Pick<ShipmentSummary, 'trackingNumber' | 'carrier' | 'state'>;
		draft(id: number): {
			to: { countryCode: string };
			parcels: readonly { count: number }[];
			labelPrinterId?: string | undefined;
		};
	};
	documents: DocumentStore;
	queue: {
		add(documentId: number, printerId: string): unknown;
		/** Records a print that was sent before the document was stored. */
		addSent(documentId: number, printerId: string): unknown;
		/** Sends the waiting jobs; resolves when no job can be sent now. */
		drain(): Promise<void>;
	};
	routing: { findRule(document: DocumentToPrint): { automatic: boolean; printerId: string } };
	split: DocumentSplitter;
	transaction: Database['transaction'];
	/** Called after the documents of a shipment were stored. */
	onIngested: () => void;
	onError: (error: unknown) => void;
}

export function createIngestion({
	journal,
	documents,
	queue,
	routing,
	split,
	transaction,
	onIngested,
	onError,
}: IngestionDependencies) {
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosing = false;
	/** By shipment id: how many of its labels, in their order, were printed before they were stored. */
	const printedFromMemory = new Map<number, number>();

	/** Schedules another attempt, because the cause of the error, such as a full disk, may be temporary. */
	function retryLater(): void {
		if (isClosing) return;
		retryTimer ??= setTimeout(() => {
			retryTimer = undefined;
			void ingestPending();
		}, RETRY_DELAY_MS);
		retryTimer.unref();
	}

	/**
	 * Splits and stores the received documents of a booked shipment, and queues those that print automatically. Until that succeeds,
	 * the documents stay stored as received. Never rejects: after an error, the error is reported, and the documents are processed
	 * again later.
	 * @param readReceived reads the received documents
	 */
	async function ingest(shipmentId: number, readReceived: () => readonly Uint8Array[]): Promise<void> {
		try {
			const newDocuments = await splitReceived(shipmentId, journal.summary(shipmentId), readReceived());
			transaction(() => {
				const idsBefore = new Set(documents.documentsOfShipment(shipmentId).map((document) => document.id));
				// One transaction stores the documents and their print jobs, so that each document is queued exactly once, even
				// if the station is killed. `replaceReceived` returns false when the documents were already replaced.
				const areReplaced = documents.replaceReceived(shipmentId, newDocuments);
				if (areReplaced) queuePrints(shipmentId, idsBefore);
			});
			onIngested();
		} catch (error) {
			onError(error);
			retryLater();
		}
	}

	/** Splits the received documents of a shipment, and holds the labels that may belong to another one. */
	async function splitReceived(
		shipmentId: number,
		{ trackingNumber, carrier }: { trackingNumber: string; carrier: string },
		received: readonly Uint8Array[],
	): Promise<NewDocument[]> {
		const [corrections, sizesNotToCrop] = [documents.kindCorrections(carrier), documents.sizesNotToCrop(carrier)];
		const newDocuments: NewDocument[] = [];
		for (const bytes of received)
			newDocuments.push(...(await split(bytes, trackingNumber, corrections, sizesNotToCrop)));
		const pieces = journal.draft(shipmentId).parcels.reduce((total, { count }) => total + count, 0);
		return holdForeignLabels(newDocuments, { trackingNumber, pieces }, (code) =>
			documents.otherRecipientOf(shipmentId, code),
		);
	}

	/**
	 * Queues the new documents of a shipment that print automatically.
	 * @param idsBefore ids of the documents that were stored before this ingestion, which are not queued again
	 */
	function queuePrints(shipmentId: number, idsBefore: ReadonlySet<number>): void {
		const { carrier, state } = journal.summary(shipmentId);
		// It was voided before its documents were split.
		if (state === 'voided') return;
		const { to, labelPrinterId } = journal.draft(shipmentId);
		const destination = to.countryCode;
		let printedCount = printedFromMemory.get(shipmentId) ?? 0;
		for (const { id, kind, isHeld } of documents.documentsOfShipment(shipmentId)) {
			if (kind === 'unreadable' || isHeld || idsBefore.has(id)) continue;
			const { automatic, printerId } = routing.findRule({ kind, carrier, destination, labelPrinterId });
			if (kind === 'label' && printedCount > 0) {
				printedCount -= 1;
				queue.addSent(id, printerId);
			} else if (automatic) queue.add(id, printerId);
		}
		printedFromMemory.delete(shipmentId);
	}

	/** Processes all received documents that are not yet ingested, then sends the waiting print jobs. Never rejects. */
	async function ingestPending(): Promise<void> {
		try {
			for (const { shipmentId, readReceived } of documents.pendingIngestions()) await ingest(shipmentId, readReceived);
			await queue.drain();
		} catch (error) {
			onError(error);
		}
	}

	return {
		ingest,
		ingestPending,
		splitReceived,
		/**
		 * The first labels of a shipment are being printed before they are stored. They are not printed again when they are.
		 * @param count number of labels, in their order
		 */
		markPrintedFromMemory: (shipmentId: number, count: number): void => void printedFromMemory.set(shipmentId, count),

		/** Ingests an unreadable document again, for example after an update. */
		async reprocess(documentId: number): Promise<void> {
			documents.returnToReceived(documentId);
			await ingestPending();
		},

		close(): void {
			isClosing = true;
			clearTimeout(retryTimer);
		},
	};
}
export type Ingestion = ReturnType<typeof createIngestion>;
