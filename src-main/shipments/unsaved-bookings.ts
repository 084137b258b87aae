// Bookings whose outcome is known but could not be stored yet, for example because the disk is full. They are shown and printed from
// memory, so that nobody books them again.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrintableKind } from '../../src-contract/model/print';
import type { ShipmentDetail, ShipmentSummary } from '../../src-contract/model/shipment';
import type { Ingestion } from '../documents/ingestion';
import { heldText } from '../documents/label-ownership';
import type { NewDocument } from '../documents/new-document';
import type { DocumentSplitter } from '../documents/split';
import type { Operations } from '../operations/kinds';

export interface UnsavedBookingsDependencies {
	submission: Pick<Operations['booking'], 'unsavedOutcome'>;
	split: DocumentSplitter;
	/** Sends a document that is not stored to the printer that the print rules choose. */
	printUnstored: (
		document: Pick<NewDocument, 'bytes' | 'format'> & { kind: PrintableKind },
		shipment: { carrier: string; destination: string; labelPrinterId: string; trackingNumber: string },
	) => Promise<{ destination: string }>;
	ingestion: Pick<Ingestion, 'holdForeign' | 'markPrintedFromMemory'>;
}

export function createUnsavedBookings({ submission, split, ingestion, printUnstored }: UnsavedBookingsDependencies) {
	/** The fields of a shipment that follow from its unsaved outcome; undefined when its outcome is stored. */
	function unsavedFields(id: number): Partial<ShipmentSummary> | undefined {
		const unsaved = submission.unsavedOutcome(id);
		if (!unsaved || unsaved.outcome.kind === 'rejected') return undefined;
		const { message } = unsaved.error;
		if (unsaved.outcome.kind === 'unknown') return { state: 'unknown', message };
		const { result } = unsaved.outcome;
		if (result.kind === 'draft') return { state: 'draft', message };
		const { carrier, product, productId = null, price = null, trackingNumber, trackingUrl } = result.shipment;
		return {
			state: 'booked',
			message,
			carrier,
			product,
			productId,
			priceEur: price,
			trackingNumber,
			trackingUrl,
		};
	}

	return {
		unsavedFields,

		/**
		 * Prints the labels of a booking that is not stored yet.
		 * @param detail of the shipment, with its unsaved fields
		 * @throws `document.notFound` when the booking is stored or has no label; `document.held`; the errors of printing
		 */
		async print({ id, carrier, trackingNumber, draft }: ShipmentDetail): Promise<{ destination: string }> {
			const unsaved = submission.unsavedOutcome(id);
			const outcome = unsaved?.outcome;
			const received =
				outcome?.kind === 'succeeded' && outcome.result.kind === 'booked' ? outcome.result.documents : [];
			const documents: NewDocument[] = [];
			for (const bytes of received) documents.push(...(await split(bytes, trackingNumber, [], [])));
			const labels = ingestion.holdForeign(id, trackingNumber, documents).filter(({ kind }) => kind === 'label');
			const heldLabel = labels.find(({ isHeld }) => isHeld);
			if (heldLabel) throw new AppError('document.held', heldText(heldLabel.message));
			let destination = '';
			for (const { bytes, format } of labels) {
				const { labelPrinterId = '' } = draft;
				const shipment = { carrier, destination: draft.to.countryCode, labelPrinterId, trackingNumber };
				({ destination } = await printUnstored({ kind: 'label', bytes, format }, shipment));
			}
			if (labels.length === 0)
				throw new AppError(
					'document.notFound',
					t('There is no label in memory that can be printed. Print it from your account at the service.'),
				);
			ingestion.markPrintedFromMemory(id);
			return { destination };
		},
	};
}
export type UnsavedBookings = ReturnType<typeof createUnsavedBookings>;
