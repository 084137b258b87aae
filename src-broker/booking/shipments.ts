// Drafts and bookings: what is kept, that the same Idempotency-Key never books twice, and that a draft is booked once.
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { HOUR_MS } from '../../src-contract/lib/units';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Account } from '../accounts/accounts';
import type { Offer, Quote } from '../rating/quote';
import type { Tables } from '../store/schema';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';
import { asRatesRequest, type CheckDependencies, isDutiableShipment, requestFaults } from './checks';
import { drawDocuments } from './documents';
import { nextStep } from './journey';
import { findShipments, indexWords } from './search';
import { sscc, trackingNumber } from './tracking-number';

/** An Idempotency-Key answers with the first answer for this long. */
export const IDEMPOTENCY_HOURS = 24;

export interface ShipmentsDependencies extends CheckDependencies {
	store: Store;
	quote: Quote;
	now: () => Date;
}

interface Booking {
	columns: {
		status: 'created_at_carrier';
		carrier: string;
		product: string;
		product_id: number;
		price_cents: number;
		tracking_number: string;
		booked_at: string;
		arrives_by: string;
		next_event_at: string | null;
	};
	pdf: Uint8Array;
}

export function createShipments(dependencies: ShipmentsDependencies) {
	const { store, quote, fonts, places, tables, now } = dependencies;
	const today = () => now().toISOString().slice(0, 10);

	function offersFor(account: Account, request: ShipmentRequest): Offer[] {
		return quote(asRatesRequest(tables, request, today()), account.marginPercent);
	}

	function chooseOffer(account: Account, request: ShipmentRequest): Offer {
		const offers = offersFor(account, request);
		const preferred = request.preferredShippingOption;
		const offer = preferred === undefined ? offers[0] : offers.find(({ product }) => product.productId === preferred);
		if (offer) return offer;
		const message =
			preferred === undefined
				? 'no carrier takes these parcels on this route: they are too heavy or too large for every product'
				: `option ${preferred} is not offered on this route now; ask the rates again and choose one of them`;
		throw HttpError.ofFieldErrors([
			{ path: preferred === undefined ? 'parcels' : 'preferredShippingOption', code: 'not_offered', message },
		]);
	}

	/** @throws a refusal that names every field at fault */
	function check(account: Account, request: ShipmentRequest): void {
		const faults = requestFaults(dependencies, request, today());
		if (faults.length > 0) throw HttpError.ofFieldErrors(faults);
		if (request.preferredShippingOption !== undefined) chooseOffer(account, request);
	}

	/** The next numbers of a sequence, never given out again, whatever becomes of them. */
	async function nextSerials(name: string, count: number): Promise<number[]> {
		const row = await store
			.insertInto('sequence')
			.values({ name, value: count })
			.onConflict((conflict) =>
				conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequence.value', '+', count) })),
			)
			.returning('value')
			.executeTakeFirstOrThrow();
		return Array.from({ length: count }, (_, index) => row.value - count + index + 1);
	}

	/** Everything that a booking needs before it is written: the offer, its numbers, its papers. */
	async function prepareBooking(account: Account, request: ShipmentRequest): Promise<Booking> {
		const offer = chooseOffer(account, request);
		const { sheet, product, option } = offer;
		const pieces = request.parcels.reduce((sum, parcel) => sum + parcel.count, 0);
		// Counted by form, not by carrier: two carriers of one form must not give out one number.
		const [serial = 0] = await nextSerials(`tracking:${sheet.trackingFormat}`, 1);
		const number = trackingNumber(sheet.trackingFormat, serial, request.pickupAddress.countryCode);
		const ssccs = (await nextSerials('sscc', pieces)).map(sscc);
		const pdf = await drawDocuments(fonts, places, {
			request,
			offer,
			trackingNumber: number,
			ssccs,
			dutiable: isDutiableShipment(request),
			date: today(),
		});
		const booked = { status: 'created_at_carrier' as const, trackingNumber: number, arrivesBy: offer.arrivesBy };
		const bookedAt = now();
		return {
			columns: {
				status: booked.status,
				carrier: sheet.carrier,
				product: product.name,
				product_id: product.productId,
				price_cents: Math.round(option.price * 100),
				tracking_number: number,
				booked_at: bookedAt.toISOString(),
				arrives_by: offer.arrivesBy,
				next_event_at: nextStep(booked, bookedAt)?.at ?? null,
			},
			pdf,
		};
	}

	/** What stands beside the shipment's row: its words, and when it is booked its papers and its first event. */
	async function keepContents(
		transaction: Transaction<Tables>,
		kept: { id: number; account: Account; request: ShipmentRequest; booking: Booking | undefined },
	): Promise<void> {
		const { id, account, request, booking } = kept;
		const columns = booking?.columns;
		if (booking) {
			await transaction
				.insertInto('documents')
				.values({ shipment_id: id, pdf: Buffer.from(booking.pdf) })
				.execute();
			const { status, booked_at: at } = booking.columns;
			await transaction.insertInto('event').values({ shipment_id: id, status, at, note: '' }).execute();
		}
		await indexWords(store.kind, transaction, {
			id,
			accountId: account.id,
			request,
			trackingNumber: columns?.tracking_number,
			carrier: columns?.carrier,
		});
	}

	async function firstAnswer(account: Account, key: string, bodyHash: string) {
		const keptSince = new Date(now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS).toISOString();
		const row = await store
			.selectFrom('idempotency')
			.selectAll()
			.where('account_id', '=', account.id)
			.where('key', '=', key)
			.where('created_at', '>=', keptSince)
			.executeTakeFirst();
		if (row && row.body_hash !== bodyHash) {
			throw new HttpError(409, 'this Idempotency-Key was used with another request; use a new key for a new shipment');
		}
		return row && byId(row.shipment_id);
	}

	async function keepKey(
		transaction: Transaction<Tables>,
		row: { account_id: number; key: string; body_hash: string; shipment_id: number; created_at: string },
	): Promise<void> {
		const keptSince = new Date(Date.parse(row.created_at) - IDEMPOTENCY_HOURS * HOUR_MS).toISOString();
		await transaction.deleteFrom('idempotency').where('created_at', '<', keptSince).execute();
		await transaction.insertInto('idempotency').values(row).execute();
	}

	function select(database: Kysely<Tables>) {
		return database.selectFrom('shipment').selectAll();
	}

	async function byId(id: number) {
		return select(store).where('id', '=', id).executeTakeFirstOrThrow();
	}

	return {
		offersFor,

		/** @throws a refusal: nothing was kept */
		async create(account: Account, request: ShipmentRequest, idempotencyKey: string | undefined) {
			const bodyHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
			const before = idempotencyKey && (await firstAnswer(account, idempotencyKey, bodyHash));
			if (before) return before;
			check(account, request);
			const booking = request.bookShipment ? await prepareBooking(account, request) : undefined;
			const created_at = now().toISOString();
			try {
				return await store.transaction().execute(async (transaction) => {
					const shipment = await transaction
						.insertInto('shipment')
						.values({
							account_id: account.id,
							request: JSON.stringify(request),
							created_at,
							...(booking?.columns ?? { status: 'draft' }),
						})
						.returningAll()
						.executeTakeFirstOrThrow();
					const { id } = shipment;
					if (idempotencyKey) {
						await keepKey(transaction, {
							account_id: account.id,
							key: idempotencyKey,
							body_hash: bodyHash,
							shipment_id: id,
							created_at,
						});
					}
					await keepContents(transaction, { id, account, request, booking });
					return shipment;
				});
			} catch (error) {
				// Two requests with one key at one time: the one that came second takes the first one's answer.
				const winner = idempotencyKey && (await firstAnswer(account, idempotencyKey, bodyHash));
				if (winner) return winner;
				throw error;
			}
		},

		/**
		 * Changes a draft, and books it when asked to.
		 * @throws a refusal when the request is at fault, or when the shipment is no draft (any more): nothing was changed
		 */
		async changeDraft(account: Account, id: number, request: ShipmentRequest, book: boolean): Promise<void> {
			check(account, request);
			const booking = book ? await prepareBooking(account, request) : undefined;
			await store.transaction().execute(async (transaction) => {
				const changed = await transaction
					.updateTable('shipment')
					.set({ request: JSON.stringify(request), ...booking?.columns })
					.where('id', '=', id)
					.where('account_id', '=', account.id)
					.where('status', '=', 'draft')
					.returning('id')
					.executeTakeFirst();
				if (!changed) throw new HttpError(409, 'this shipment is no draft any more: it was booked meanwhile');
				await keepContents(transaction, { id, account, request, booking });
			});
		},

		/** The account's own shipment, or undefined: another account's is as good as none. */
		ofAccount: (account: Account, id: number) =>
			select(store).where('id', '=', id).where('account_id', '=', account.id).executeTakeFirst(),

		/** A page of the account's shipments, the newest first. @param beforeId the last id of the page before, or undefined */
		async list(account: Account, text: string, beforeId: number | undefined, limit: number) {
			const before = beforeId ?? 2 ** 31 - 1;
			const rows = select(store).orderBy('id', 'desc').limit(limit);
			if (text.trim() === '') return rows.where('account_id', '=', account.id).where('id', '<', before).execute();
			const ids = await findShipments(store, account.id, { text, beforeId: before, limit });
			return ids.length === 0 ? [] : rows.where('account_id', '=', account.id).where('id', 'in', ids).execute();
		},

		async documents(id: number): Promise<Uint8Array | undefined> {
			const row = await store.selectFrom('documents').select('pdf').where('shipment_id', '=', id).executeTakeFirst();
			return row?.pdf;
		},

		events: (id: number) =>
			store
				.selectFrom('event')
				.selectAll()
				.where('shipment_id', '=', id)
				.orderBy('at')
				.orderBy(sql.ref('status'))
				.execute(),

		byTrackingNumber: (number: string) => select(store).where('tracking_number', '=', number).executeTakeFirst(),
	};
}
export type Shipments = ReturnType<typeof createShipments>;

/** The request that a row keeps, as it was when it was checked. */
export function requestOf(row: { request: string }): ShipmentRequest {
	return JSON.parse(row.request);
}
