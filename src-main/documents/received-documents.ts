// Stores documents as they were received with a booking, until they are split and ingested.
import * as z from 'zod';
import type { Database } from '../platform/database';
import { numbersIn } from './code-numbers';
import { RECEIVED } from './document-row';
import { createDocumentTable, DOCUMENT_DEFAULTS } from './document-table';
import type { NewDocument } from './new-document';
import type { Vault } from './vault';

const idRows = z.array(z.object({ id: z.number() }));
const contentRows = z.array(z.object({ bytes: z.instanceof(Uint8Array) }));

export function createReceivedDocuments(database: Database, vault: Vault, now: () => Date) {
	const { insertDocument, decryptBytes } = createDocumentTable(database, vault, now);

	return {
		/**
		 * Stores one received document. Called within the transaction of a booking, for each document of the answer.
		 * @returns the id of the document
		 */
		receive: (shipmentId: number, bytes: Uint8Array): number =>
			insertDocument(shipmentId, { ...DOCUMENT_DEFAULTS, kind: RECEIVED, bytes }),

		/** Whether a shipment has received documents that are not yet ingested. */
		hasReceivedDocuments: (shipmentId: number): boolean =>
			database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED) !== undefined,

		/**
		 * Deletes the received documents of a shipment. Called for a shipment that is not booked, and before the documents of an
		 * answer are stored, which replace those of an earlier answer.
		 */
		discardReceived: (shipmentId: number): void =>
			void database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED),

		/** The recipient of another shipment, booked or void, whose tracking number a code contains; undefined when there is none. */
		otherRecipientOf(shipmentId: number, code: string): string | undefined {
			const found = database.get<{ recipient: string }>(
				`SELECT recipient FROM shipment WHERE id <> ? AND state IN ('booked', 'voided')
					AND replace(upper(tracking_number), ' ', '') IN (SELECT value FROM json_each(?)) LIMIT 1`,
				shipmentId,
				JSON.stringify(numbersIn(code)),
			);
			return found?.recipient;
		},

		/**
		 * Replaces the received documents of a shipment with the documents into which they were split, in one transaction.
		 * @returns false, without storing anything, when the received documents were already replaced
		 */
		replaceReceived(shipmentId: number, documents: readonly NewDocument[]): boolean {
			return database.transaction(() => {
				if (!database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED))
					return false;
				database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED);
				for (const document of documents) insertDocument(shipmentId, document);
				return true;
			});
		},

		/**
		 * Booked and voided shipments with received documents that are not yet ingested: the codes of a void label are needed, too.
		 * Excludes shipments with an unknown outcome: their documents are ingested and printed only after a user has confirmed that the
		 * shipment is booked.
		 */
		pendingIngestions(): { shipmentId: number; readReceived: () => Uint8Array[] }[] {
			const readRows = (id: number) =>
				contentRows.parse(
					database.all('SELECT bytes FROM document WHERE shipment_id = ? AND kind = ? ORDER BY id', id, RECEIVED),
				);
			return idRows
				.parse(
					database.all(
						`SELECT document.shipment_id AS id FROM document JOIN shipment ON shipment.id = document.shipment_id
						WHERE document.kind = ? AND shipment.state IN ('booked', 'voided') GROUP BY 1 ORDER BY min(document.id)`,
						RECEIVED,
					),
				)
				.map(({ id }) => ({ shipmentId: id, readReceived: () => readRows(id).map(decryptBytes) }));
		},

		/** Whether a shipment is booked, or void, and has documents that are not yet ingested. */
		hasPendingIngestion: (shipmentId: number): boolean =>
			database.get(
				`SELECT 1 FROM document JOIN shipment ON shipment.id = document.shipment_id
				WHERE document.shipment_id = ? AND document.kind = ? AND shipment.state IN ('booked', 'voided')`,
				shipmentId,
				RECEIVED,
			) !== undefined,

		/**
		 * Marks an unreadable document as received, so that it is ingested again. Does nothing to other documents, or if the bytes were
		 * deleted.
		 */
		returnToReceived(id: number): void {
			database.run(
				"UPDATE document SET kind = ? WHERE id = ? AND kind = 'unreadable' AND length(bytes) > 0",
				RECEIVED,
				id,
			);
		},
	};
}
