// One request to the service, and what became of it, written down: whatever it was, and as soon as the disk takes it.
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { AddressBook } from '../address-book/address-book';
import type { Connection, Kept, ShipmentOutcome } from '../connections/port';
import type { Filing } from '../documents/ingestion';
import type { Journal } from './journal';
import type { Sendable } from './shipment-row';

type Booked = Extract<ShipmentOutcome, { kind: 'booked' }>;

/** How often a booking is tried to be written while the disk is full. */
const RETRY_MS = 5_000;
/** Of so many shipments it is known which number the service gave them in this run. */
const MAX_REMEMBERED = 1000;

/** Nothing of the request was carried out, and it would be the same with the next one. */
const STOPPING = new Set(['partner.unauthorised', 'credentials.locked', 'settings.serviceAddress']);
/** Nothing of the request was carried out; a while later it may be. */
const NOT_SENT = new Set([
	'partner.unreachable',
	'partner.busy',
	'partner.failed',
	'partner.unreadable',
	'service.starting',
]);

/** What a refusal says of the shipments that wait behind. */
export const isStopping = (error: unknown): boolean => error instanceof AppError && STOPPING.has(error.code);
export const isPassing = (error: unknown): boolean => error instanceof AppError && NOT_SENT.has(error.code);

/** Message of a booked shipment: the words of the service, then what is doubtful about its answer. */
const bookedMessage = ({ message, doubts }: Booked): string => [message, ...doubts].filter(Boolean).join(' ');

/** Why a request is sent: the first time, again by a person's word, or to find out what became of the first. */
type Why = 'first' | 'again' | 'asking';
const askedInVain = (said: string): string =>
	say('The service was asked again: {answer} Booked or not is still not known.', { answer: said });

export interface SubmissionDependencies {
	journal: Journal;
	client: Pick<Connection, 'createShipment'>;
	addressBook: Pick<AddressBook, 'markUsed'>;
	filing: Filing;
	/** Something that the desk's status shows has changed. Never throws: it decides nothing of a booking. */
	onChange: () => void;
	/** What could not be written was written. */
	onWritten: () => void;
	onFault: (error: unknown) => void;
}

export function createSubmission(dependencies: SubmissionDependencies) {
	const { journal, client, addressBook, filing, onChange, onWritten, onFault } = dependencies;
	const underWay = new Map<number, Promise<unknown>>();
	const filingUnderWay = new Set<Promise<void>>();
	/** What became of shipments and could not be written: held here until there is room. By shipment. */
	const unwritten = new Map<number, () => void>();
	let retry: NodeJS.Timeout | undefined;
	/** By the service's address and its number of the shipment. */
	const bearers = createBoundedMap<string, number>(MAX_REMEMBERED);

	function writeUnwritten(): void {
		for (const [id, write] of unwritten) {
			try {
				write();
				unwritten.delete(id);
			} catch (error) {
				// A person settled it meanwhile, with the number in hand.
				if (error instanceof AppError && error.code === 'shipment.settled') unwritten.delete(id);
				onFault(error);
			}
		}
		if (unwritten.size > 0) return;
		clearInterval(retry);
		retry = undefined;
		onChange();
		onWritten();
	}

	/** @throws what stood in the way; it is written as soon as it can be */
	function write(id: number, work: () => void): void {
		try {
			work();
		} catch (error) {
			unwritten.set(id, work);
			retry ??= setInterval(writeUnwritten, RETRY_MS);
			retry.unref();
			throw error;
		}
	}

	/** Two shipments cannot be one: an answer that names another's number was meant for that one. */
	function checked(outcome: ShipmentOutcome, { id, serviceUrl }: Sendable): ShipmentOutcome {
		if (outcome.kind !== 'booked') return outcome;
		const { id: partnerId, trackingNumber } = outcome.shipment;
		const key = `${serviceUrl}|${partnerId}|${trackingNumber}`;
		const bearer = bearers.get(key);
		if (bearer !== undefined && bearer !== id) {
			return {
				kind: 'unknown',
				message: say('The service answered with the number of another shipment of this desk ({trackingNumber}).', {
					trackingNumber,
				}),
			};
		}
		bearers.set(key, id);
		return outcome;
	}

	function keep(id: number, kept: Kept | undefined): void {
		try {
			if (kept) journal.keepAnswer(id, kept);
		} catch (error) {
			onFault(error);
		}
	}

	function fileInBackground(id: number, outcome: Booked): Promise<void> {
		const run = filing.file(id, () => outcome.documents);
		filingUnderWay.add(run);
		return run.finally(() => filingUnderWay.delete(run));
	}

	/** What an outcome makes of its shipment, in one commit. */
	function toBeWritten({ id, isBooking }: Sendable, outcome: ShipmentOutcome, why: Why): () => void {
		switch (outcome.kind) {
			case 'draft':
				// The first request may have booked all the same, and a draft is booked by the user.
				if (why === 'asking' && isBooking)
					return () => journal.addNote(id, askedInVain(say('it kept a draft ({id}).', { id: outcome.partnerId })));
				return () => journal.drafted(id, outcome.partnerId, outcome.message);
			case 'booked':
				return () => journal.booked(id, outcome.shipment, bookedMessage(outcome), outcome.documents);
			case 'unknown':
				if (why === 'asking') return () => journal.addNote(id, askedInVain(outcome.message), outcome);
				return () =>
					journal.unknown(
						id,
						`${outcome.message} ${say('It may be booked or not: look in the account of the service, then decide here.')}`,
						outcome,
					);
			case 'rejected': {
				const { message } = outcome.error;
				const isNotSent = isPassing(outcome.error) || isStopping(outcome.error);
				// A line that is still down says nothing new.
				if (why === 'asking') return isNotSent ? () => {} : () => journal.addNote(id, askedInVain(message));
				if (why === 'again' && isNotSent)
					return () => journal.unknown(id, say('It was not sent this time: {reason}', { reason: message }));
				return isNotSent ? () => journal.notSent(id, message) : () => journal.rejected(id, message);
			}
		}
	}

	/** @returns once it is written; its label may still be taken apart */
	async function run(one: Sendable, why: Why): Promise<{ outcome: ShipmentOutcome; filed: Promise<void> }> {
		const { id, composition, productId, isBooking, idempotencyKey } = one;
		let outcome: ShipmentOutcome;
		try {
			outcome = checked(await client.createShipment(composition, idempotencyKey, { productId, isBooking }), one);
		} catch (error) {
			// Nothing was sent: what the network does is an outcome.
			write(id, notSentAtAll(id, why, error));
			throw error;
		}
		try {
			const work = toBeWritten(one, outcome, why);
			let attempts = 0;
			write(id, () => {
				attempts += 1;
				work();
				// What was received is filed by whoever writes it in the end.
				if (attempts > 1) void filing.fileInterrupted();
			});
		} catch (error) {
			throw notSaved(outcome, error);
		} finally {
			if (outcome.kind !== 'draft') keep(id, outcome.kept);
			onChange();
		}
		const isKept = outcome.kind === 'booked' || outcome.kind === 'draft';
		const filed =
			outcome.kind === 'booked' && outcome.documents.length > 0 ? fileInBackground(id, outcome) : Promise.resolve();
		// The shipment stands in the journal: what comes after it may be made up for, and must not look like a failed booking.
		if (isKept) for (const end of [composition.from, composition.to]) addressBook.markUsed(end).catch(onFault);
		return { outcome, filed };
	}

	/** Its intent is on disk, and no byte of it was sent. */
	function notSentAtAll(id: number, why: Why, error: unknown): () => void {
		const message = say('It was not sent: {reason}', { reason: (error as Error).message });
		if (why === 'asking') return () => {};
		return why === 'again' ? () => journal.unknown(id, message) : () => journal.notSent(id, message);
	}

	function readable(id: number, why: Why): Sendable {
		try {
			return journal.sendable(id);
		} catch (error) {
			if (why !== 'asking') {
				unwritten.set(id, notSentAtAll(id, why, error));
				retry ??= setInterval(writeUnwritten, RETRY_MS);
				retry.unref();
			}
			throw error;
		}
	}

	async function tracked(id: number, why: Why) {
		const running = run(readable(id, why), why);
		underWay.set(id, running);
		const done = () => underWay.delete(id);
		running.then(done, done);
		return running;
	}

	return {
		/** Whether its request is under way at this moment. */
		isInFlight: (id: number): boolean => underWay.has(id) || unwritten.has(id),
		/** Something is known that is not on disk: nothing else is begun meanwhile. */
		hasUnwritten: (): boolean => unwritten.size > 0,

		/**
		 * Sends a shipment whose intent is on disk, once. A lost answer is an outcome, not an error.
		 * @throws when what became of it could not be written
		 */
		submit: (id: number) => tracked(id, 'first'),

		/** By a person's word that it was not booked: what is not sent this time stays in doubt. */
		submitAgain: (id: number) => tracked(id, 'again'),

		/** Repeats the request of an unknown shipment under its key, which only a service that keeps keys may be sent. */
		repeat: (id: number) => tracked(id, 'asking'),

		/** Resolves when no request is under way any more: the database must not be closed before its answer is written. */
		async drain(): Promise<void> {
			while (underWay.size + filingUnderWay.size > 0)
				await Promise.allSettled([...underWay.values(), ...filingUnderWay]);
			if (unwritten.size > 0) writeUnwritten();
			clearInterval(retry);
			retry = undefined;
		},
	};
}
export type Submission = ReturnType<typeof createSubmission>;

/** What became of the request is known or in doubt, but the desk could not write it down: nobody may be led to send it again. */
function notSaved(outcome: ShipmentOutcome, error: unknown): unknown {
	const isBusy = error instanceof AppError && error.code === 'storage.busy';
	const code = isBusy ? 'storage.busy' : 'storage.full';
	const obstacle = isBusy ? 'busy' : 'full';
	if (outcome.kind === 'booked') {
		const { carrier, trackingNumber } = outcome.shipment;
		return new AppError(
			code,
			say(
				`The shipment IS booked ({carrier} {trackingNumber}), but this desk could not save it yet. Write the number down. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}} and leave the station running: it is saved, with its label, as soon as it can be.`,
				{ carrier, trackingNumber, obstacle },
			),
			{ cause: error },
		);
	}
	if (outcome.kind === 'unknown') {
		const toDo = say(
			`It may be booked, and this desk could not save that. Do not send it again. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}}, then restart the station: it will stand among the unknown shipments.`,
			{ obstacle },
		);
		return new AppError(code, `${outcome.message} ${toDo}`, { cause: error });
	}
	const said = outcome.kind === 'rejected' ? outcome.error.message : say('The draft is kept by the service.');
	const toDo = say(
		`This desk could not write that down yet. {obstacle, select, busy {Let the program finish that holds the desk's database} other {Make room on the disk}} and leave the station running: it is written as soon as it can be.`,
		{ obstacle },
	);
	return new AppError(code, `${said} ${toDo}`, { cause: error });
}
