// Bookings whose outcome is known but could not be stored yet, for example because the disk is full. They are shown and printed from
// memory, so that nobody books them again.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrintableKind } from '../../src-contract/model/print';
import type { ShipmentDetail, ShipmentSummary } from '../../src-contract/model/shipment';
import type { Ingestion } from '../documents/ingestion';
import { heldText } from '../documents/label-ownership';
import type { NewDocument } from '../documents/new-document';
import type { Operations } from '../operations/kinds';

export interface UnsavedBookingsDependencies {
	submission: Pick<Operations['booking'], 'unsavedOutcome'>;
	/** Sends a document that is not stored to the printer that the print rules choose. */
	printFromMemory: (
		document: Pick<NewDocument, 'bytes' | 'format'> & { kind: PrintableKind },
		shipment: { carrier: string; destination: string; labelPrinterId: string; trackingNumber: string },
	) => Promise<{ destination: string }>;
	ingestion: Pick<Ingestion, 'splitReceived' | 'markPrintedFromMemory'>;
}

export function createUnsavedBookings({ submission, ingestion, printFromMemory }: UnsavedBookingsDependencies) {
	/** The fields of a shipment that follow from its unsaved outcome; undefined when its outcome is stored. */
	function unsavedFields(id: number): Partial<ShipmentSummary> | undefined {
		const unsaved = submission.unsavedOutcome(id);
		if (!unsaved || unsaved.outcome.kind === 'rejected') return undefined;
		const { message } = unsaved.error;
		if (unsaved.outcome.kind === 'unknown') return { state: 'unknown', message };
		const { result } = unsaved.outcome;
		// After a repeated request, a draft does not prove that the first request booked nothing.
		if (result.kind === 'draft')
			return { state: unsaved.requestReason === 'reconciliation' ? 'unknown' : 'draft', message };
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

	/** The prints that are running, by shipment id. */
	const prints = new Map<number, Promise<{ destination: string }>>();

	async function printOnce({ id, carrier, trackingNumber, draft }: ShipmentDetail): Promise<{ destination: string }> {
		const unsaved = submission.unsavedOutcome(id);
		const outcome = unsaved?.outcome;
		const received = outcome?.kind === 'succeeded' && outcome.result.kind === 'booked' ? outcome.result.documents : [];
		const documents = await ingestion.splitReceived(id, { trackingNumber, carrier }, received);
		const labels = documents.filter(({ kind }) => kind === 'label');
		const heldLabel = labels.find(({ isHeld }) => isHeld);
		if (heldLabel) throw new AppError('document.held', heldText(heldLabel.message));
		// If the booking was stored meanwhile, its labels are printed from there.
		if (labels.length === 0 || submission.unsavedOutcome(id) !== unsaved)
			throw new AppError(
				'document.notFound',
				t('There is no label in memory that can be printed. Print it from your account at the service.'),
			);
		let destination = '';
		for (const [index, { bytes, format }] of labels.entries()) {
			const { labelPrinterId = '' } = draft;
			const shipment = { carrier, destination: draft.to.countryCode, labelPrinterId, trackingNumber };
			// Marked before it is sent: a label that may have printed is not printed automatically later.
			ingestion.markPrintedFromMemory(id, index + 1);
			({ destination } = await printFromMemory({ kind: 'label', bytes, format }, shipment));
		}
		return { destination };
	}

	return {
		unsavedFields,

		/**
		 * Prints the labels of a booking that is not stored yet. A second call during a print has the same result.
		 * @param detail of the shipment, with its unsaved fields
		 * @throws `document.notFound` when the booking is stored or has no label; `document.held`; the errors of printing
		 */
		print(detail: ShipmentDetail): Promise<{ destination: string }> {
			const running = prints.get(detail.id) ?? printOnce(detail).finally(() => prints.delete(detail.id));
			prints.set(detail.id, running);
			return running;
		},
	};
}
export type UnsavedBookings = ReturnType<typeof createUnsavedBookings>;
