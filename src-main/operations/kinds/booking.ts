// The operation kind "booking": books a shipment, or saves it as a draft at the service.
import { t } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';
import type { Connection, ShipmentOutcome } from '../../connections/service-interface';
import type { Journal } from '../journal';
import type { OperationIntent, OperationKind, OperationOutcome } from '../operation-kind';
import type { ShipmentIntent } from '../shipment-row';

export type BookingIntent = ShipmentIntent & OperationIntent;
/** The booked shipment, or the draft that the service saved instead. */
export type BookingResult = Extract<ShipmentOutcome, { kind: 'booked' | 'draft' }>;

export interface BookingDependencies {
	journal: Journal;
	client: Pick<Connection, 'createShipment'>;
	addressBook: { markUsed(address: Address): Promise<unknown> };
	/** Document ingestion. */
	ingestion: {
		ingest(id: number, receivedDocuments: () => readonly Uint8Array[]): Promise<void>;
		ingestPending(): Promise<void>;
	};
	onError: (error: unknown) => void;
}

/** Message of a booked shipment: the service's message, then warnings about the service's answer. */
const bookedMessage = ({ message, warnings }: Extract<BookingResult, { kind: 'booked' }>): string =>
	[message, ...warnings].filter(Boolean).join(' ');
const stillUnknownText = (answer: string): string =>
	t('The request was repeated: {answer} The shipment is still unconfirmed.', { answer });

export function createBooking(dependencies: BookingDependencies): OperationKind<BookingIntent, BookingResult> {
	const { journal, client, addressBook, ingestion, onError } = dependencies;
	return {
		serviceOperation: 'shipments',
		readIntent(id) {
			const intent = journal.readIntent(id);
			return { ...intent, isUnknown: intent.state === 'unknown' };
		},
		listUnknownIds: () =>
			journal
				.listUnknown()
				.reverse()
				.map(({ id }) => id),
		counts: () => ({ inFlight: journal.count('sending'), unknown: journal.count('unknown') }),
		recoverInterrupted: () => void journal.recoverInterrupted(),

		async send({ draft, productId, isBooking, idempotencyKey }) {
			return toOutcome(await client.createShipment(draft, idempotencyKey, { productId, isBooking }));
		},
		resultId: (result) =>
			result.kind === 'booked' ? `${result.shipment.id}|${result.shipment.trackingNumber}` : undefined,

		onSucceeded({ id, isBooking }, result, requestReason) {
			if (result.kind === 'booked') {
				journal.recordBooking(id, result.shipment, bookedMessage(result), result.documents);
				return;
			}
			// A draft does not prove that the first request booked nothing, so the outcome stays unknown.
			if (requestReason === 'reconciliation' && isBooking)
				journal.updateUnknownMessage(
					id,
					stillUnknownText(t('the service saved a draft ({id}).', { id: result.partnerId })),
				);
			else journal.recordPartnerDraft(id, result.partnerId, result.message);
		},
		onRejected: (id, message) => journal.recordRejection(id, message),
		onUnknown: (id, message, partialAnswer) => journal.recordUnknown(id, message, partialAnswer),
		onNotCarriedOut: (id, message) => journal.recordNotCarriedOut(id, message),
		onStillUnknown: (id, message, partialAnswer) => journal.updateUnknownMessage(id, message, partialAnswer),
		storeAnswer: (id, answer) => journal.storeAnswer(id, answer),

		async followUp({ id, draft }, result) {
			for (const address of [draft.from, draft.to]) addressBook.markUsed(address).catch(onError);
			if (result.kind === 'booked' && result.documents.length > 0) await ingestion.ingest(id, () => result.documents);
		},
		onLateCommit: () => void ingestion.ingestPending(),

		texts: {
			unknown: (message) =>
				`${message} ${t('It may or may not be booked. Check your account at the service, then confirm here.')}`,
			stillUnknown: stillUnknownText,
			duplicate: (result) =>
				t('The service answered with the tracking number of another shipment from this desk ({trackingNumber}).', {
					trackingNumber: result.kind === 'booked' ? result.shipment.trackingNumber : '',
				}),
			unsaved(outcome, obstacle) {
				if (outcome.kind === 'succeeded' && outcome.result.kind === 'booked') {
					const { carrier, trackingNumber } = outcome.result.shipment;
					return t(
						`The shipment IS booked ({carrier} {trackingNumber}) but could not be saved yet. Write the number down. {obstacle, select, busy {Close the other program that uses the desk's database} other {Free up disk space}} and keep Waybill running. The shipment and its label are then saved automatically.`,
						{ carrier, trackingNumber, obstacle },
					);
				}
				if (outcome.kind === 'unknown') {
					const toDo = t(
						`It may be booked, but this could not be saved. Do not send it again. {obstacle, select, busy {Close the other program that uses the desk's database} other {Free up disk space}}, then restart Waybill. The shipment is then listed as unconfirmed.`,
						{ obstacle },
					);
					return `${outcome.message} ${toDo}`;
				}
				const event = outcome.kind === 'rejected' ? outcome.error.message : t('The service saved the draft.');
				const toDo = t(
					`This could not be saved yet. {obstacle, select, busy {Close the other program that uses the desk's database} other {Free up disk space}} and keep Waybill running. It is then saved automatically.`,
					{ obstacle },
				);
				return `${event} ${toDo}`;
			},
		},
	};
}

function toOutcome(outcome: ShipmentOutcome): OperationOutcome<BookingResult> {
	switch (outcome.kind) {
		case 'booked':
			return { kind: 'succeeded', result: outcome, ...(outcome.answer && { answer: outcome.answer }) };
		case 'draft':
			return { kind: 'succeeded', result: outcome };
		default:
			return outcome;
	}
}
