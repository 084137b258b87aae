// Booking a shipment, or saving it as a draft at the service: how it is sent, how its outcome is read, which states it leads to.
import { t } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';
import type { Connection, ShipmentOutcome } from '../../connections/port';
import type { Journal } from '../journal';
import type { OperationIntent, OperationKind, OperationOutcome } from '../operation-kind';
import type { Sendable } from '../shipment-row';

export type BookingIntent = Sendable & OperationIntent;
/** The shipment as the service booked it, or the draft that it keeps instead. */
export type BookingResult = Extract<ShipmentOutcome, { kind: 'booked' | 'draft' }>;

export interface BookingDependencies {
	journal: Journal;
	client: Pick<Connection, 'createShipment'>;
	addressBook: { markUsed(address: Address): Promise<unknown> };
	/** Document ingestion. */
	ingestion: {
		ingest(id: number, received: () => readonly Uint8Array[]): Promise<void>;
		ingestPending(): Promise<void>;
	};
	onError: (error: unknown) => void;
}

/** The message of a booked shipment: what the service says, then what is contradictory or missing in its answer. */
const bookedMessage = ({ message, doubts }: Extract<BookingResult, { kind: 'booked' }>): string =>
	[message, ...doubts].filter(Boolean).join(' ');
const stillUnknownText = (answer: string): string =>
	t('The service was asked again: {answer} Booked or not is still not known.', { answer });

export function createBooking(dependencies: BookingDependencies): OperationKind<BookingIntent, BookingResult> {
	const { journal, client, addressBook, ingestion, onError } = dependencies;
	return {
		serviceOperation: 'shipments',
		read(id) {
			const sendable = journal.sendable(id);
			return { ...sendable, isUnknown: sendable.state === 'unknown' };
		},
		listUnknown: () =>
			journal
				.listUnknown()
				.reverse()
				.map(({ id }) => id),
		counts: () => ({ inFlight: journal.count('sending'), unknown: journal.count('unknown') }),
		recoverInterrupted: () => void journal.recoverInterrupted(),

		async send({ composition, productId, isBooking, idempotencyKey }) {
			return toOutcome(await client.createShipment(composition, idempotencyKey, { productId, isBooking }));
		},
		identify: (result) =>
			result.kind === 'booked' ? `${result.shipment.id}|${result.shipment.trackingNumber}` : undefined,

		succeeded({ id, isBooking }, result, attempt) {
			if (result.kind === 'booked') {
				journal.booked(id, result.shipment, bookedMessage(result), result.documents);
				return;
			}
			// The first request may have booked all the same, and a draft is booked by the user.
			if (attempt === 'repetition' && isBooking)
				journal.addNote(id, stillUnknownText(t('it kept a draft ({id}).', { id: result.partnerId })));
			else journal.drafted(id, result.partnerId, result.message);
		},
		rejected: (id, message) => journal.rejected(id, message),
		unknown: (id, message, partial) => journal.unknown(id, message, partial),
		notSent: (id, message) => journal.notSent(id, message),
		stillUnknown: (id, message, partial) => journal.addNote(id, message, partial),
		storeAnswer: (id, answer) => journal.keepAnswer(id, answer),

		async followUp({ id, composition }, result) {
			for (const end of [composition.from, composition.to]) addressBook.markUsed(end).catch(onError);
			if (result.kind === 'booked' && result.documents.length > 0) await ingestion.ingest(id, () => result.documents);
		},
		followUpLate: () => void ingestion.ingestPending(),

		texts: {
			unknown: (message) =>
				`${message} ${t('It may be booked or not: look in the account of the service, then decide here.')}`,
			stillUnknown: stillUnknownText,
			duplicate: (result) =>
				t('The service answered with the number of another shipment of this desk ({trackingNumber}).', {
					trackingNumber: result.kind === 'booked' ? result.shipment.trackingNumber : '',
				}),
			unsaved(outcome, obstacle) {
				if (outcome.kind === 'succeeded' && outcome.result.kind === 'booked') {
					const { carrier, trackingNumber } = outcome.result.shipment;
					return t(
						`The shipment IS booked ({carrier} {trackingNumber}), but this desk could not save it yet. Write the number down. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}} and leave the station running: it is saved, with its label, as soon as it can be.`,
						{ carrier, trackingNumber, obstacle },
					);
				}
				if (outcome.kind === 'unknown') {
					const toDo = t(
						`It may be booked, and this desk could not save that. Do not send it again. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}}, then restart the station: it will stand among the unknown shipments.`,
						{ obstacle },
					);
					return `${outcome.message} ${toDo}`;
				}
				const event = outcome.kind === 'rejected' ? outcome.error.message : t('The draft is kept by the service.');
				const toDo = t(
					`This desk could not write that down yet. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}} and leave the station running: it is written as soon as it can be.`,
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
			return { kind: 'succeeded', result: outcome, ...(outcome.kept && { kept: outcome.kept }) };
		case 'draft':
			return { kind: 'succeeded', result: outcome };
		default:
			return outcome;
	}
}
