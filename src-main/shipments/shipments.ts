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
import type { DocumentStore } from '../printing/document-store';
import type { DocumentThread } from '../printing/document-thread';
import { decodeBase64 } from '../printing/documents';
import type { PrintJobs } from '../printing/print-jobs';
import type { PrintQueue } from '../printing/queue';
import type { Routing } from '../printing/routing';
import type { Database } from '../storage/database';
import type { Journal } from './journal';

type Booked = Extract<ShipmentOutcome, { kind: 'booked' }>;

/** How often a booking is tried to be written while the disk is full. */
const RETRY_MS = 5_000;
/** How long until documents that could not be filed are looked at again. */
const REFILE_MS = 30_000;

/** The label and the papers as they came; undefined when none came. */
const received = ({ shipment: { labels } }: Booked): Uint8Array | undefined =>
	labels ? decodeBase64(labels) : undefined;

export interface ShipmentsDependencies {
	journal: Journal;
	client: PartnerClient;
	addressBook: Pick<AddressBook, 'markUsed'>;
	documents: DocumentStore;
	queue: PrintQueue;
	routing: Pick<Routing, 'find'>;
	jobs: Pick<PrintJobs, 'ofShipment'>;
	split: DocumentThread['split'];
	transaction: Database['transaction'];
	serviceUrl: () => string;
	/** Something that the desk's status shows has changed. */
	onChange: () => void;
	onFault: (error: unknown) => void;
}

export function createShipments({
	journal,
	client,
	addressBook,
	documents,
	queue,
	routing,
	jobs,
	split,
	transaction,
	serviceUrl,
	onChange,
	onFault,
}: ShipmentsDependencies) {
	const underWay = new Set<Promise<unknown>>();
	/** Bookings that a full disk kept from being written; held here until there is room. */
	const unwritten = new Set<() => void>();
	let retry: NodeJS.Timeout | undefined;
	let refile: NodeJS.Timeout | undefined;
	let isClosing = false;

	function writeUnwritten(): void {
		for (const write of unwritten) {
			try {
				write();
				unwritten.delete(write);
			} catch (error) {
				onFault(error);
			}
		}
		if (unwritten.size > 0) return;
		clearInterval(retry);
		retry = undefined;
		changed();
	}

	function writeLater(write: () => void): void {
		unwritten.add(write);
		retry ??= setInterval(writeUnwritten, RETRY_MS);
		retry.unref();
	}

	function detail(id: number): ShipmentDetail {
		return {
			...journal.summary(id),
			composition: journal.composition(id),
			history: journal.history(id),
			documents: documents.of(id),
			isFiling: documents.isUnfiled(id),
			jobs: jobs.ofShipment(id),
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
					writeBooking(id, outcome);
					if (outcome.shipment.labels) await file(id, () => received(outcome) as Uint8Array);
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
		// The shipment stands in the journal: what comes after it may be made up for, and must not look like a failed booking.
		if (outcome.kind !== 'unknown')
			for (const end of [composition.from, composition.to]) addressBook.markUsed(end).catch(onFault);
		return detail(id);
	}

	function writeBooking(id: number, outcome: Booked): void {
		const write = () => journal.booked(id, outcome.shipment, outcome.message, received(outcome));
		try {
			write();
		} catch (error) {
			writeLater(() => {
				write();
				void fileInterrupted();
			});
			throw error;
		}
	}

	/** What stood in the way, such as a full disk, may be gone in a while. */
	function fileLater(): void {
		if (isClosing) return;
		refile ??= setTimeout(() => {
			refile = undefined;
			void fileInterrupted();
		}, REFILE_MS);
		refile.unref();
	}

	/** Takes what was received apart and prints it; until that is done, and if it fails, it lies as it came. */
	async function file(id: number, bytes: () => Uint8Array): Promise<void> {
		try {
			const { trackingNumber, carrier } = journal.summary(id);
			const parts = await split(bytes(), trackingNumber, documents.remembered(carrier));
			transaction(() => {
				// Whoever files prints, in one commit: nobody else may have, meanwhile, and no kill comes between.
				if (documents.file(id, parts)) print(id);
			});
		} catch (error) {
			onFault(error);
			fileLater();
		}
	}

	function print(id: number): void {
		const { carrier } = journal.summary(id);
		const { to, labelPrinterId } = journal.composition(id);
		const destination = to.countryCode;
		for (const { id: documentId, kind } of documents.of(id)) {
			if (kind === 'unreadable') continue;
			const { automatic, printerId } = routing.find({ kind, carrier, destination, labelPrinterId });
			if (automatic) queue.add(documentId, printerId);
		}
	}

	/** Files and prints what was booked but not filed when the station stopped, or when its disk was full. */
	async function fileInterrupted(): Promise<void> {
		try {
			for (const { id, bytes } of documents.unfiled()) await file(id, bytes);
			await queue.work();
		} catch (error) {
			onFault(error);
		}
	}

	return {
		detail,
		fileInterrupted,

		/** Takes apart once more what could not be printed. */
		async readAgain(documentId: number): Promise<void> {
			documents.unfile(documentId);
			await fileInterrupted();
		},

		/** Resolves when no request is under way any more: the database must not be closed before its answer is written. */
		async settled(): Promise<void> {
			await Promise.allSettled(underWay);
			if (unwritten.size > 0) writeUnwritten();
			clearInterval(retry);
			isClosing = true;
			clearTimeout(refile);
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
	const room =
		'Make room on the disk and leave the station running: it is saved, with its label, as soon as there is room.';
	if (outcome.kind === 'booked') {
		const { carrier, trackingNumber } = outcome.shipment;
		return new AppError(
			'storage.full',
			`The shipment IS booked (${carrier} ${trackingNumber}), but this desk could not save it yet. Write the number down. ${room}`,
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
