// Answers of the service for a shipment: the text of each answer, and the received label and papers.
import type { StoredAnswer } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';

/** Stores the received bytes until document ingestion splits them into documents. */
export interface ReceivedDocuments {
	receive(shipmentId: number, bytes: Uint8Array): unknown;
	discardReceived(shipmentId: number): unknown;
	hasReceivedDocuments(shipmentId: number): boolean;
}

/** Maximum stored length of an answer. Longer answers are cut, because stored answers are for support only. */
const MAX_ANSWER_CHARS = 20_000;

export function createStoredAnswers(database: Database, documents: ReceivedDocuments, now: () => Date) {
	return {
		storeAnswer(id: number, { status, text }: { status: number; text: string }): void {
			database.run(
				'INSERT INTO answer (shipment_id, at, status, text) VALUES (?, ?, ?, ?)',
				id,
				now().toISOString(),
				status,
				text.slice(0, MAX_ANSWER_CHARS),
			);
		},
		listAnswers: (id: number): StoredAnswer[] =>
			database.all('SELECT at, status, text FROM answer WHERE shipment_id = ? ORDER BY id', id),

		/** Stores the documents of an answer. They replace those of an earlier answer; an answer without documents replaces nothing. */
		receiveDocuments(id: number, receivedDocuments: readonly Uint8Array[]): void {
			if (receivedDocuments.length === 0) return;
			documents.discardReceived(id);
			for (const bytes of receivedDocuments) documents.receive(id, bytes);
		},
		hasDocuments: documents.hasReceivedDocuments,
		/** Removes the received documents and tracking number of a shipment that is not booked, so that neither can be used. */
		discardPartialAnswer(id: number): void {
			documents.discardReceived(id);
			database.run("UPDATE shipment SET tracking_number = '' WHERE id = ?", id);
		},
	};
}
export type StoredAnswers = ReturnType<typeof createStoredAnswers>;
