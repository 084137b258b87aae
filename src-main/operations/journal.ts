// The journal of shipments: what was intended, before it was sent, and what became of it. A shipment is moved by the steps of
// states.ts and by nothing else, with whatever belongs to its new state in the same commit.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type {
	ChoiceRule,
	ChosenOption,
	Composition,
	KeptAnswer,
	KeptComposition,
	ShipmentFacets,
	ShipmentFilter,
	ShipmentState,
	ShipmentSummary,
	StateChange,
} from '../../src-contract/model/shipment';
import type { BookedShipment } from '../../src-contract/partner-api';
import { type BookingDifference, bookingDifference } from '../../src-contract/rules/booking-difference';
import type { ShipmentOutcome } from '../connections/partner-v1/responses';
import type { DocumentStore } from '../documents/store';
import type { Database } from '../platform/database';
import { createFigures } from '../reports/booking-metrics';
import { createShipmentIndex } from './shipment-index';
import { findableOf, type Row, type Sendable, sendableOf, summaryOf } from './shipment-row';
import { type ShipmentStep, stateAfter } from './states';

/** Where a request goes, and when by the clock there. */
export interface Destination {
	/** Empty: the built-in service. */
	serviceUrl: string;
	/** A digest of the key that it goes under. */
	account: string;
	/** The service's own clock; undefined: it was not told. */
	serviceTime: Date | undefined;
}

/** A shipment whose turn it is. */
export interface Queued {
	id: number;
	position: number;
	rule: ChoiceRule;
	limitEur: number;
	batchId: number | null;
}

export interface QueueEntry {
	/** For whose prices the rule and the limit were given; empty: the built-in service. */
	serviceUrl: string;
	rule: ChoiceRule;
	/** What it may cost at most. */
	limitEur: number;
	batchId?: number;
}

function differenceSentences(
	{ priceDifferenceEur, isOtherProduct }: BookingDifference,
	booked: Pick<BookedShipment, 'carrier' | 'product' | 'price'>,
	chosen: ChosenOption,
): string[] {
	const nameOf = ({ carrier, product }: Pick<ChosenOption, 'carrier' | 'product'>) => `${carrier} ${product}`.trim();
	const price = booked.price?.toFixed(2) ?? '';
	const chosenPrice = chosen.priceEur?.toFixed(2) ?? '';
	return [
		...(priceDifferenceEur === 0
			? []
			: [say('Booked at {price} EUR; {chosenPrice} EUR was chosen.', { price, chosenPrice })]),
		...(isOtherProduct
			? [
					say('Booked as {product}; {chosenProduct} was chosen.', {
						product: nameOf(booked),
						chosenProduct: nameOf(chosen),
					}),
				]
			: []),
	];
}

/** What an answer holds of a booking, though it leaves open whether there is one. */
type ReceivedAnyway = Pick<Extract<ShipmentOutcome, { kind: 'unknown' }>, 'trackingNumber' | 'labels'>;

const lostInFlight = (): string =>
	say(
		'The station stopped while this was being sent. It may be booked or not. Look in the account of the service, then decide here.',
	);
/** Nothing that a support reads is longer. */
const MOST_ANSWER_LETTERS = 20_000;
const settled = (state: ShipmentState): AppError =>
	new AppError(
		'shipment.settled',
		say(
			'This shipment is {state, select, composed {composed} queued {queued} held {held} sending {sending} draft {draft} booked {booked} rejected {rejected} unknown {unknown} abandoned {abandoned} other {{state}}} by now: nothing was changed. Look at it again.',
			{ state },
		),
	);
const WAITING_FOR_SERVICE = `SELECT outbox.shipment_id AS id FROM outbox JOIN shipment ON shipment.id = outbox.shipment_id
	LEFT JOIN batch ON batch.id = outbox.batch_id
	WHERE outbox.is_waiting = 1 AND shipment.service_url = ?1
		AND (outbox.batch_id IS NULL OR batch.state IN ('running', 'done'))`;
const cents = (eur: number): number => Math.round(eur * 100);

export function createJournal(
	database: Database,
	documents: Pick<DocumentStore, 'receive' | 'discardReceived' | 'isReceived'>,
	now: () => Date,
) {
	const index = createShipmentIndex(database);
	const figures = createFigures(database, now);

	function row(id: number): Row {
		const found = database.get<Row>('SELECT * FROM shipment WHERE id = ?', id);
		if (!found) throw new AppError('shipment.notFound', say('This shipment is not in the journal. Refresh the list.'));
		return found;
	}

	const toSummary = (one: Row): ShipmentSummary => {
		const waits = one.state === 'queued' || one.state === 'held';
		return summaryOf(one, waits ? (queueEntry(one.id)?.limitEur ?? null) : null);
	};

	function queueEntry(id: number): Queued | undefined {
		const found = database.get<{ position: number; rule: string; limit_cents: number; batch_id: number | null }>(
			'SELECT position, rule, limit_cents, batch_id FROM outbox WHERE shipment_id = ?',
			id,
		);
		return (
			found && {
				id,
				position: found.position,
				rule: JSON.parse(found.rule),
				limitEur: found.limit_cents / 100,
				batchId: found.batch_id,
			}
		);
	}

	function note(id: number, state: ShipmentState, message: string): void {
		database.run(
			'INSERT INTO shipment_event (shipment_id, state, message, at) VALUES (?, ?, ?, ?)',
			id,
			state,
			message,
			now().toISOString(),
		);
	}

	/** @throws `shipment.settled` when the step does not lead anywhere from where the shipment stands */
	function move(id: number, step: ShipmentStep, message: string, rest: () => void = () => {}): void {
		database.transaction(() => {
			const { state: from } = row(id);
			const state = stateAfter(from, step);
			if (!state) {
				throw settled(from);
			}
			database.run('UPDATE shipment SET state = ?, message = ?, refused_at = NULL WHERE id = ?', state, message, id);
			note(id, state, message);
			if (from === 'queued' || state === 'queued')
				database.run('UPDATE outbox SET is_waiting = ? WHERE shipment_id = ?', state === 'queued' ? 1 : 0, id);
			rest();
			index.put(findableOf(row(id)));
		});
	}

	/** A new shipment in the journal, with its key, which it keeps whatever becomes of it. */
	function insert(composition: KeptComposition): number {
		const { to, reference } = composition;
		const id = database.run(
			`INSERT INTO shipment (state, idempotency_key, service_url, composition, reference, recipient, destination, country, created_at)
			VALUES ('composed', ?, '', ?, ?, ?, ?, ?, ?)`,
			randomUUID(),
			JSON.stringify(composition),
			reference,
			to.companyName || to.contactPerson,
			[to.city, to.countryCode].filter(Boolean).join(', '),
			to.countryCode,
			now().toISOString(),
		);
		note(id, 'composed', '');
		const created = row(id);
		index.add(findableOf(created), created.created_at);
		return id;
	}

	function recompose(id: number, composition: KeptComposition): void {
		const { to, reference } = composition;
		const written = JSON.stringify(composition);
		if (row(id).composition === written) return;
		// Another request under its key would be taken for the first one.
		database.run('UPDATE shipment SET idempotency_key = ? WHERE id = ?', randomUUID(), id);
		database.run(
			'UPDATE shipment SET composition = ?, reference = ?, recipient = ?, destination = ?, country = ? WHERE id = ?',
			written,
			reference,
			to.companyName || to.contactPerson,
			[to.city, to.countryCode].filter(Boolean).join(', '),
			to.countryCode,
			id,
		);
		index.put(findableOf(row(id)));
	}

	function requireState(id: number, state: ShipmentState): void {
		const { state: found } = row(id);
		if (found === state) return;
		throw settled(found);
	}

	/** As it was composed last; a new one, or one that is kept here. */
	function composed(composition: KeptComposition, id: number | undefined): number {
		if (id === undefined) return insert(composition);
		requireState(id, 'composed');
		recompose(id, composition);
		return id;
	}

	function enqueue(id: number, { serviceUrl, rule, limitEur, batchId }: QueueEntry): void {
		database.run('UPDATE shipment SET service_url = ? WHERE id = ?', serviceUrl, id);
		database.run(
			`INSERT INTO outbox (shipment_id, position, rule, limit_cents, batch_id, is_waiting)
			VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM outbox), ?2, ?3, ?4, 0)
			ON CONFLICT (shipment_id) DO UPDATE SET position = excluded.position, rule = excluded.rule, limit_cents = excluded.limit_cents`,
			id,
			JSON.stringify(rule),
			cents(limitEur),
			batchId ?? null,
		);
	}

	return {
		/** Called once when the station starts: what was in flight when it stopped has an unknown outcome. */
		settleInterrupted(): number {
			const interrupted = database.all<{ id: number }>("SELECT id FROM shipment WHERE state = 'sending'");
			for (const { id } of interrupted) move(id, 'lost', lostInFlight());
			// What an earlier version of the station kept is found from now on.
			database.transaction(() => {
				for (const { id } of database.all<{ id: number }>('SELECT shipment_id AS id FROM shipment_unindexed'))
					index.put(findableOf(row(id)));
				database.run('DELETE FROM shipment_unindexed');
			});
			return interrupted.length;
		},

		/** Keeps it here, as it stands. @param id of one that is kept here already @returns its id */
		compose: (composition: KeptComposition, id: number | undefined): number =>
			database.transaction(() => composed(composition, id)),

		/** By the desk's own word: it goes when the line is back, after those that were queued before. @returns its id */
		queue(composition: Composition, entry: QueueEntry, id: number | undefined): number {
			return database.transaction(() => {
				const queued = composed(composition, id);
				enqueue(queued, entry);
				move(queued, 'queue', '');
				return queued;
			});
		},

		/**
		 * Writes the intent; it is on disk when this returns, before a byte is sent.
		 * @param id of one that was kept here; else a new one
		 * @param also in the same commit
		 */
		intend(
			composition: Composition,
			productId: number | undefined,
			destination: Destination,
			{
				isBooking = true,
				id,
				also,
				chosen = null,
			}: {
				isBooking?: boolean;
				id?: number | undefined;
				also?: ((id: number) => void) | undefined;
				chosen?: ChosenOption | null | undefined;
			} = {},
		): { id: number; idempotencyKey: string } {
			return database.transaction(() => {
				const sent = composed(composition, id);
				intent(sent, productId, destination, { isBooking, chosen });
				also?.(sent);
				return { id: sent, idempotencyKey: row(sent).idempotency_key };
			});
		},

		/** The intent of a queued shipment, with the option that its rule chose. */
		intendQueued(id: number, productId: number, destination: Destination, chosen: ChosenOption | null = null): void {
			database.transaction(() => {
				requireState(id, 'queued');
				intent(id, productId, destination, { isBooking: true, chosen });
			});
		},

		/**
		 * The booking and what came with it, as it came, in one commit: never one without the other. Taking it apart may take
		 * long or fail; it is filed afterwards.
		 */
		booked(id: number, shipment: BookedShipment, message: string, received: readonly Uint8Array[]): void {
			const asBooked = { state: 'booked', ...shipment, productId: shipment.productId ?? null } as const;
			const { chosen } = toSummary(row(id));
			const difference = bookingDifference({ ...asBooked, chosen, priceEur: shipment.price ?? null });
			const sentences = difference && chosen ? differenceSentences(difference, asBooked, chosen) : [];
			move(id, 'booked', [message, ...sentences].filter(Boolean).join(' '), () => {
				database.run(
					'UPDATE shipment SET partner_id = ?, carrier = ?, product = ?, booked_product_id = ?, price_cents = ?, tracking_number = ?, tracking_url = ? WHERE id = ?',
					String(shipment.id),
					shipment.carrier,
					shipment.product,
					shipment.productId ?? null,
					shipment.price === undefined ? null : cents(shipment.price),
					shipment.trackingNumber,
					shipment.trackingUrl,
					id,
				);
				receive(id, received);
				countBooked(id);
			});
		},

		drafted(id: number, partnerId: string, message: string): void {
			move(id, 'drafted', message, () =>
				database.run('UPDATE shipment SET partner_id = ? WHERE id = ?', partnerId, id),
			);
		},
		rejected(id: number, message: string): void {
			// One that a user sends is answered on the screen; the refusal of a queued one has to be shown until it is acknowledged.
			move(id, 'rejected', message, () => queueEntry(id) && markRefused(id));
		},
		/** @param received what the answer holds of a booking; it is kept until a user settles the shipment */
		unknown: (id: number, message: string, received?: ReceivedAnyway): void =>
			move(id, 'lost', message, () => keepReceived(id, received)),
		/** Not a byte of it was sent: it goes back to where it came from. */
		notSent(id: number, message: string): void {
			move(id, queueEntry(id) ? 'backToQueue' : 'backToComposed', message);
		},
		/** @param isRefused the service refused it or cannot handle it; else its price is above the limit */
		hold: (id: number, message: string, { isRefused = false } = {}): void =>
			move(id, 'hold', message, () => isRefused && markRefused(id)),

		/** A person agreed to a higher price. */
		release(id: number, limitEur: number): void {
			move(
				id,
				'release',
				say('A price of up to {price} EUR was allowed at the desk.', { price: limitEur.toFixed(2) }),
				() => database.run('UPDATE outbox SET limit_cents = ? WHERE shipment_id = ?', cents(limitEur), id),
			);
		},
		withdraw: (id: number, message: string): void => move(id, 'withdraw', message),

		/** A person found out that the unknown shipment was booked after all. */
		resolveBooked(id: number, trackingNumber: string): void {
			requireUnknown(id);
			move(
				id,
				'foundBooked',
				documents.isReceived(id)
					? say('Marked as booked at the desk. What came with the answer of the service is kept as its label.')
					: say('Marked as booked at the desk. Its label was not received: print it from the account of the service.'),
				() => {
					database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
					countBooked(id);
				},
			);
		},

		/** A person found out that it was not booked, and does not want it any more. */
		resolveNotBooked(id: number): void {
			requireUnknown(id);
			move(id, 'foundMissing', say('Marked as not booked at the desk.'), () => discardReceived(id));
		},

		/** A person found out that it was not booked: it goes once more, under the key that it had. */
		sendAgain(id: number): void {
			requireUnknown(id);
			move(id, 'sendAgain', say('Marked as not booked at the desk, and sent again.'), () => discardReceived(id));
		},

		/** What is known of an unknown shipment now; its state stays. */
		remark(id: number, message: string, received?: ReceivedAnyway): void {
			requireUnknown(id);
			database.transaction(() => {
				keepReceived(id, received);
				if (row(id).message === message) return;
				database.run('UPDATE shipment SET message = ? WHERE id = ?', message, id);
				note(id, 'unknown', message);
			});
		},

		keepAnswer(id: number, { status, text }: { status: number; text: string }): void {
			database.run(
				'INSERT INTO answer (shipment_id, at, status, text) VALUES (?, ?, ?, ?)',
				id,
				now().toISOString(),
				status,
				text.slice(0, MOST_ANSWER_LETTERS),
			);
		},
		answers: (id: number): KeptAnswer[] =>
			database.all('SELECT at, status, text FROM answer WHERE shipment_id = ? ORDER BY id', id),

		sendable: (id: number): Sendable => sendableOf(row(id)),

		/**
		 * Whose turn it is, in the order in which they were queued: those for this service, and those of a batch unless it is paused
		 * or stopped.
		 * @param skipped ids that are passed over
		 */
		nextQueued(serviceUrl: string, skipped: readonly number[] = []): Queued | undefined {
			const found = database.get<{ id: number }>(
				`${WAITING_FOR_SERVICE} AND outbox.shipment_id NOT IN (SELECT value FROM json_each(?2)) ORDER BY outbox.position LIMIT 1`,
				serviceUrl,
				JSON.stringify(skipped),
			);
			return found && queueEntry(found.id);
		},
		/** The newest shipment that was booked at this service. */
		lastBooked: (serviceUrl: string): number | undefined =>
			database.get<{ id: number }>(
				"SELECT id FROM shipment WHERE state = 'booked' AND service_url = ? ORDER BY id DESC LIMIT 1",
				serviceUrl,
			)?.id,
		/** Whether it may go now: it is queued for this service, and its batch is neither paused nor stopped. */
		maySend: (serviceUrl: string, id: number): boolean =>
			database.get(`${WAITING_FOR_SERVICE} AND outbox.shipment_id = ?2`, serviceUrl, id) !== undefined,
		/** A service that shipments wait for, other than this one. */
		queuedElsewhere: (serviceUrl: string): { serviceUrl: string; count: number } | undefined =>
			database.get(
				`SELECT shipment.service_url AS serviceUrl, count(*) AS count FROM outbox JOIN shipment ON shipment.id = outbox.shipment_id
				WHERE outbox.is_waiting = 1 AND shipment.service_url <> ? GROUP BY 1 LIMIT 1`,
				serviceUrl,
			),
		queueEntry,
		/** Queued and held ones that are in no batch, in their order. */
		listWaiting: (): ShipmentSummary[] =>
			database
				.all<Row>(
					`SELECT shipment.* FROM shipment JOIN outbox ON outbox.shipment_id = shipment.id
					WHERE shipment.state IN ('queued', 'held') AND outbox.batch_id IS NULL ORDER BY outbox.position`,
				)
				.map(toSummary),
		count: (state: ShipmentState): number =>
			database.get<{ n: number }>('SELECT count(*) AS n FROM shipment WHERE state = ?', state)?.n ?? 0,

		/** Where a draft lies: whose service, and its number there. */
		place(id: number): { serviceUrl: string; partnerId: string | null } {
			const { service_url, partner_id } = row(id);
			return { serviceUrl: service_url, partnerId: partner_id };
		},
		summary: (id: number): ShipmentSummary => toSummary(row(id)),
		/** Of a shipment that was sent or queued, and so is whole. */
		composition: (id: number): Composition => JSON.parse(row(id).composition),
		kept: (id: number): KeptComposition => JSON.parse(row(id).composition),
		history: (id: number): StateChange[] =>
			database.all('SELECT state, message, at FROM shipment_event WHERE shipment_id = ? ORDER BY id', id),

		/** All that wait for a person's word, whatever else was shipped since. */
		listUnknown: (): ShipmentSummary[] =>
			database.all<Row>("SELECT * FROM shipment WHERE state = 'unknown' ORDER BY id DESC").map(toSummary),

		/** Queued shipments that the service refused and that no user has acknowledged, newest first. */
		listRefused: (): ShipmentSummary[] =>
			database.all<Row>('SELECT * FROM shipment WHERE refused_at IS NOT NULL ORDER BY id DESC').map(toSummary),
		countRefused: (): number =>
			database.get<{ n: number }>('SELECT count(*) AS n FROM shipment WHERE refused_at IS NOT NULL')?.n ?? 0,
		/** @param ids null: all of them */
		acknowledgeRefused(ids: readonly number[] | null): void {
			database.run(
				`UPDATE shipment SET refused_at = NULL
				WHERE refused_at IS NOT NULL AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`,
				ids && JSON.stringify(ids),
			);
		},

		/** Newest first; unknown ones are the caller's to show on top. */
		list: (filter: ShipmentFilter, before: number | undefined, limit: number): ShipmentSummary[] =>
			index.find<Row>(filter, before, limit).map(toSummary),
		facets: (): ShipmentFacets => index.facets(),
		/** Its first label is at the printer. */
		labelled: figures.labelled,

		/** Kept here under a reference, and not sent: the newest. */
		keptWithReference: (reference: string): ShipmentSummary | undefined => ofReference(reference, ['composed']),

		/** The newest shipment of an order that is on its way, or may be. */
		ofOrder: (reference: string): ShipmentSummary | undefined =>
			ofReference(reference, ['queued', 'held', 'sending', 'booked', 'unknown']),
	};

	function ofReference(reference: string, states: readonly ShipmentState[]): ShipmentSummary | undefined {
		if (reference === '') return undefined;
		const found = database.get<Row>(
			`SELECT * FROM shipment WHERE upper(reference) = upper(?) AND state IN (${states.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
			reference,
			...states,
		);
		return found && toSummary(found);
	}

	function intent(
		id: number,
		productId: number | undefined,
		destination: Destination,
		{ isBooking, chosen }: { isBooking: boolean; chosen: ChosenOption | null },
	): void {
		const { serviceUrl, account, serviceTime } = destination;
		move(id, 'send', '', () =>
			database.run(
				`UPDATE shipment SET service_url = ?, account = ?, product_id = ?, is_booking = ?, service_time = ?,
					chosen_carrier = ?, chosen_product = ?, chosen_price_cents = ? WHERE id = ?`,
				serviceUrl,
				account,
				productId ?? null,
				isBooking ? 1 : 0,
				serviceTime?.toISOString() ?? null,
				chosen?.carrier ?? null,
				chosen?.product ?? null,
				chosen?.priceEur == null ? null : cents(chosen.priceEur),
				id,
			),
		);
	}

	function markRefused(id: number): void {
		database.run('UPDATE shipment SET refused_at = ? WHERE id = ?', now().toISOString(), id);
	}

	function countBooked(id: number): void {
		const booked = row(id);
		const { composition, carrier, product, country, price_cents: priceCents } = booked;
		const { chosen_price_cents: chosenCents } = booked;
		figures.booked(id, JSON.parse(composition), {
			carrier,
			product,
			country,
			priceCents,
			differenceCents: priceCents === null || chosenCents === null ? null : priceCents - chosenCents,
			isDiffering: bookingDifference(toSummary(booked)) !== null,
		});
	}

	/** Replaces what came with an earlier answer to the same request. */
	function receive(id: number, received: readonly Uint8Array[]): void {
		if (received.length === 0) return;
		documents.discardReceived(id);
		for (const bytes of received) documents.receive(id, bytes);
	}

	function keepReceived(id: number, { trackingNumber, labels = [] }: ReceivedAnyway = {}): void {
		receive(id, labels);
		if (!trackingNumber) return;
		database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
		index.put(findableOf(row(id)));
	}

	/** A label of a shipment that is not booked must not be printed, nor its number be found. */
	function discardReceived(id: number): void {
		documents.discardReceived(id);
		database.run("UPDATE shipment SET tracking_number = '' WHERE id = ?", id);
	}

	function requireUnknown(id: number): void {
		if (row(id).state === 'unknown') return;
		throw new AppError('shipment.notUnknown', say('This shipment is settled already; nothing was changed.'));
	}
}
export type Journal = ReturnType<typeof createJournal>;
