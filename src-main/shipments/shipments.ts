// Creates shipments: the intent first, then one request, then what became of it, then the print.
import { AppError } from '../../src-contract/errors';
import {
	type Composition,
	compositionFaults,
	type ShipmentDetail,
	toShipmentRequest,
} from '../../src-contract/shipment';
import type { AddressBook } from '../address-book/address-book';
import type { PartnerClient, ShipmentOutcome } from '../partner/client';
import { splitDocuments } from '../printing/documents';
import type { PrintQueue } from '../printing/queue';
import type { Journal, NewDocument } from './journal';

export interface ShipmentsDependencies {
	journal: Journal;
	client: PartnerClient;
	addressBook: AddressBook;
	queue: PrintQueue;
	serviceUrl: () => string;
	autoPrint: () => boolean;
	/** Something that the desk's status shows has changed. */
	onChange: () => void;
	onFault: (error: unknown) => void;
}

export function createShipments({
	journal,
	client,
	addressBook,
	queue,
	serviceUrl,
	autoPrint,
	onChange,
	onFault,
}: ShipmentsDependencies) {
	const underWay = new Set<Promise<unknown>>();

	function detail(id: number): ShipmentDetail {
		return {
			...journal.summary(id),
			composition: journal.composition(id),
			history: journal.history(id),
			documents: journal.documents(id),
			jobs: queue.jobsOfShipment(id),
		};
	}

	/** What the header shows must never decide what becomes of a booking. */
	function changed(): void {
		try {
			onChange();
		} catch (error) {
			onFault(error);
		}
	}

	async function send(composition: Composition, productId: number | undefined, book: boolean): Promise<ShipmentDetail> {
		const faults = compositionFaults(composition);
		if (faults.length > 0) {
			throw new AppError('input.invalid', 'Some fields need attention. Nothing was sent.', { fields: faults });
		}
		const { id, idempotencyKey } = journal.intend(composition, productId, serviceUrl());
		const outcome = await client.createShipment(toShipmentRequest(composition, productId, book), idempotencyKey);
		try {
			switch (outcome.kind) {
				case 'draft':
					journal.draft(id, outcome.partnerId, outcome.message);
					break;
				case 'booked':
					journal.booked(id, outcome.shipment, outcome.message, await documentsOf(outcome.shipment.labels));
					break;
				case 'rejected':
					journal.rejected(id, outcome.error.message);
					break;
				case 'unknown':
					journal.unknown(
						id,
						`${outcome.message} It is not sent again by itself: look in the account of the service, then decide in Shipments.`,
					);
					break;
			}
		} catch (error) {
			throw notSaved(outcome, error);
		} finally {
			changed();
		}
		if (outcome.kind === 'rejected') throw outcome.error;
		try {
			if (outcome.kind !== 'unknown') for (const end of [composition.from, composition.to]) addressBook.markUsed(end);
			if (autoPrint()) {
				for (const document of journal.documents(id))
					if (document.kind !== 'unreadable') queue.add(document.id, undefined);
			}
		} catch (error) {
			// The shipment stands in the journal: what comes after it may be made up for, and must not look like a failed booking.
			onFault(error);
		}
		return detail(id);
	}

	return {
		detail,

		/** Resolves when no request is under way any more: the database must not be closed before its answer is written. */
		async settled(): Promise<void> {
			await Promise.allSettled(underWay);
		},

		/**
		 * Sends once. A lost answer gives a shipment in the state `unknown`, not an error.
		 * @throws what the service refused, with the fields at fault as the form names them
		 */
		create(composition: Composition, productId: number | undefined, book: boolean): Promise<ShipmentDetail> {
			const running = send(composition, productId, book);
			const done = () => underWay.delete(running);
			underWay.add(running);
			running.then(done, done);
			return running;
		},

		resolve(
			input: { id: number; outcome: 'booked'; trackingNumber: string } | { id: number; outcome: 'notBooked' },
		): ShipmentDetail {
			if (input.outcome === 'booked') journal.resolveBooked(input.id, input.trackingNumber);
			else journal.resolveNotBooked(input.id);
			onChange();
			return detail(input.id);
		},
	};
}
export type Shipments = ReturnType<typeof createShipments>;

/** What became of the request is known or in doubt, but the desk could not write it down: nobody may be led to send it again. */
function notSaved(outcome: ShipmentOutcome, error: unknown): unknown {
	const restart = 'Make room on the disk, then restart the station: it will stand among the unknown shipments.';
	if (outcome.kind === 'booked') {
		const { carrier, trackingNumber } = outcome.shipment;
		return new AppError(
			'storage.full',
			`The shipment IS booked (${carrier} ${trackingNumber}), but this desk could not save it. Write the number down. ${restart}`,
			{ cause: error },
		);
	}
	if (outcome.kind === 'unknown') {
		return new AppError(
			'storage.full',
			`${outcome.message} It may be booked, and this desk could not save that. Do not send it again. ${restart}`,
			{ cause: error },
		);
	}
	return error;
}

/** A label that cannot be read is kept as it came, so that it can be saved and shown to the service's support. */
async function documentsOf(labels: string | null | undefined): Promise<NewDocument[]> {
	return labels ? splitDocuments(labels) : [];
}
