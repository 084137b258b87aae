// Document ingestion: splits the documents received with a booking, stores them and queues those that print automatically.

import type { PrintableKind } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import type { NewDocument } from './new-document';
import type { DocumentSplitter } from './split';
import type { DocumentStore } from './store';

/** Delay before documents that could not be stored are processed again. */
const RETRY_DELAY_MS = 30_000;

interface RoutedDocument {
	kind: PrintableKind;
	carrier: string;
	destination: string;
	labelPrinterId?: string | undefined;
}

export interface IngestionDependencies {
	journal: {
		summary(id: number): { trackingNumber: string; carrier: string };
		draft(id: number): { to: { countryCode: string }; labelPrinterId?: string | undefined };
	};
	documents: DocumentStore;
	queue: {
		add(documentId: number, printerId: string): unknown;
		/** Sends the waiting jobs; resolves when no job can be sent now. */
		drain(): Promise<void>;
	};
	routing: { find(document: RoutedDocument): { automatic: boolean; printerId: string } };
	split: DocumentSplitter;
	transaction: Database['transaction'];
	onError: (error: unknown) => void;
}

export function createIngestion({
	journal,
	documents,
	queue,
	routing,
	split,
	transaction,
	onError,
}: IngestionDependencies) {
	let retryTimer: NodeJS.Timeout | undefined;
	let isClosing = false;

	/** Schedules another attempt: the cause, such as a full disk, may be temporary. */
	function retryLater(): void {
		if (isClosing) return;
		retryTimer ??= setTimeout(() => {
			retryTimer = undefined;
			void ingestPending();
		}, RETRY_DELAY_MS);
		retryTimer.unref();
	}

	/**
	 * Splits and stores the received documents of a booked shipment, and queues their prints. Until that succeeds, the documents
	 * stay stored as received. Never rejects; an error is reported and the documents are processed again later.
	 * @param received reads the received documents
	 */
	async function ingest(id: number, received: () => readonly Uint8Array[]): Promise<void> {
		try {
			const { trackingNumber, carrier } = journal.summary(id);
			const [corrections, uncroppedSizes] = [documents.kindCorrections(carrier), documents.uncroppedSizes(carrier)];
			const parts: NewDocument[] = [];
			for (const bytes of received()) parts.push(...(await split(bytes, trackingNumber, corrections, uncroppedSizes)));
			transaction(() => {
				const storedBefore = new Set(documents.of(id).map((document) => document.id));
				// One transaction stores the documents and their print jobs, so that each document is queued exactly once, even
				// if the station is killed or a second run processes the same shipment.
				if (documents.replaceReceived(id, parts)) queuePrints(id, storedBefore);
			});
		} catch (error) {
			onError(error);
			retryLater();
		}
	}

	/** Queues the new documents of a shipment. @param storedBefore ids of documents whose prints were queued before */
	function queuePrints(id: number, storedBefore: ReadonlySet<number>): void {
		const { carrier } = journal.summary(id);
		const { to, labelPrinterId } = journal.draft(id);
		const destination = to.countryCode;
		for (const { id: documentId, kind } of documents.of(id)) {
			if (kind === 'unreadable' || storedBefore.has(documentId)) continue;
			const { automatic, printerId } = routing.find({ kind, carrier, destination, labelPrinterId });
			if (automatic) queue.add(documentId, printerId);
		}
	}

	/** Processes received documents that are still pending because the station stopped or the disk was full. Never rejects. */
	async function ingestPending(): Promise<void> {
		try {
			for (const { id, received } of documents.pendingIngestions()) await ingest(id, received);
			await queue.drain();
		} catch (error) {
			onError(error);
		}
	}

	return {
		ingest,
		ingestPending,

		/** Processes an unreadable document again, for example after an update. */
		async readAgain(documentId: number): Promise<void> {
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
