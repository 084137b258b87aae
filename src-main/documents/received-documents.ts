// Documents as they were received with a booking, until they are taken apart and filed.
import * as z from 'zod';
import type { Database } from '../platform/database';
import { RECEIVED } from './document-row';
import { createDocumentTable, EMPTY_DOCUMENT } from './document-table';
import type { NewDocument } from './new-document';
import type { Vault } from './vault';

const idRows = z.array(z.object({ id: z.number() }));
const contentRows = z.array(z.object({ bytes: z.instanceof(Uint8Array) }));

export function createReceivedDocuments(database: Database, vault: Vault, now: () => Date) {
	const { insert, open } = createDocumentTable(database, vault, now);

	return {
		/** Stores one document as it came. Called within the commit of a booking, once for each document of its answer. */
		receive: (shipmentId: number, bytes: Uint8Array): number =>
			insert(shipmentId, { ...EMPTY_DOCUMENT, kind: RECEIVED, bytes }),

		/** Whether documents are stored as they came, filed later once the shipment is booked. */
		isReceived: (shipmentId: number): boolean =>
			database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED) !== undefined,

		/** Deletes what was received for a shipment whose request was not carried out, or was answered again. */
		discardReceived: (shipmentId: number): void =>
			void database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED),

		/**
		 * What was received gives way to the documents that it holds, in one commit.
		 * @returns false when that was done already: the documents are not kept twice
		 */
		file(shipmentId: number, documents: readonly NewDocument[]): boolean {
			return database.transaction(() => {
				if (!database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED))
					return false;
				database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED);
				for (const document of documents) insert(shipmentId, document);
				return true;
			});
		},

		/**
		 * Booked shipments with documents that are stored as they came: the station stopped before they were filed. Documents of a
		 * shipment whose outcome is unknown are not filed, and not printed, before a user settles it as booked.
		 */
		unfiled(): { id: number; received: () => Uint8Array[] }[] {
			const ofShipment = (id: number) =>
				contentRows.parse(
					database.all('SELECT bytes FROM document WHERE shipment_id = ? AND kind = ? ORDER BY id', id, RECEIVED),
				);
			return idRows
				.parse(
					database.all(
						`SELECT document.shipment_id AS id FROM document JOIN shipment ON shipment.id = document.shipment_id
						WHERE document.kind = ? AND shipment.state = 'booked' GROUP BY 1 ORDER BY min(document.id)`,
						RECEIVED,
					),
				)
				.map(({ id }) => ({ id, received: () => ofShipment(id).map(open) }));
		},

		isUnfiled: (shipmentId: number): boolean =>
			database.get(
				`SELECT 1 FROM document JOIN shipment ON shipment.id = document.shipment_id
				WHERE document.shipment_id = ? AND document.kind = ? AND shipment.state = 'booked'`,
				shipmentId,
				RECEIVED,
			) !== undefined,

		/** What could not be printed lies as it came again. */
		unfile(id: number): void {
			database.run(
				"UPDATE document SET kind = ? WHERE id = ? AND kind = 'unreadable' AND length(bytes) > 0",
				RECEIVED,
				id,
			);
		},
	};
}
