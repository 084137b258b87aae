// Drafts and bookings: what is kept, that the same Idempotency-Key never books twice, and that a draft is booked once.
import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Account } from '../accounts/accounts';
import type { Tables } from '../store/schema';
import { HttpError } from '../transport/http-error';
import { findByKey, storeIdempotencyKey } from './idempotency';
import { type Booking, createBookingPreparation, type PrepareDependencies } from './prepare-booking';
import { findShipments, indexWords } from './search';
import type { ShipmentRow } from './shipment-row';

export function createShipments(dependencies: PrepareDependencies) {
	const { store, now } = dependencies;
	const { offersFor, check, prepareBooking } = createBookingPreparation(dependencies);

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

	function select(database: Kysely<Tables>) {
		return database.selectFrom('shipment').selectAll();
	}

	async function firstAnswer(account: Account, key: string, bodyHash: string): Promise<ShipmentRow | undefined> {
		const id = await findByKey(store, account, key, bodyHash, now());
		return id === undefined ? undefined : select(store).where('id', '=', id).executeTakeFirstOrThrow();
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
						await storeIdempotencyKey(transaction, {
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
