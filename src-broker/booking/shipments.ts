// Creates, changes and reads shipments: drafts and bookings. A request repeated with its Idempotency-Key never books twice, and a
// draft is booked only once.
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { RateOption, ShipmentRequest } from '../../src-contract/partner-api';
import type { Account } from '../accounts/accounts';
import type { Tables } from '../store/schema';
import { findShipmentIdByKey, storeIdempotencyKey } from './idempotency';
import { type Booking, createBookingPreparation, type PrepareDependencies } from './prepare-booking';
import { indexShipment, removeFromIndex } from './search';
import { type ShipmentRow, selectAccountShipments } from './shipment-row';

export function createShipments(dependencies: PrepareDependencies) {
	const { store, now } = dependencies;
	const { offersFor, checkRequest, prepareBooking } = createBookingPreparation(dependencies);

	/** Writes a shipment's rows in other tables: search words and, for a booking, the documents and the first tracking event. */
	async function saveRelatedRows(
		transaction: Transaction<Tables>,
		shipment: { id: number; account: Account; request: ShipmentRequest; booking: Booking | undefined },
	): Promise<void> {
		const { id, account, request, booking } = shipment;
		if (booking) {
			await transaction
				.insertInto('documents')
				.values({ shipment_id: id, pdf: Buffer.from(booking.pdf) })
				.execute();
			const { status, booked_at: at } = booking.columns;
			await transaction.insertInto('event').values({ shipment_id: id, status, at, note: '' }).execute();
		}
		await indexShipment(store.kind, transaction, {
			id,
			accountId: account.id,
			request,
			trackingNumber: booking?.columns.tracking_number,
			carrier: booking?.columns.carrier,
		});
	}

	/**
	 * The shipment that an earlier request with this key created in the last 24 hours; undefined when there is none.
	 * @throws HttpError 409 when the earlier request had another body
	 */
	async function findByIdempotencyKey(
		account: Account,
		key: string,
		bodyHash: string,
	): Promise<ShipmentRow | undefined> {
		const id = await findShipmentIdByKey(store, account, key, bodyHash, now());
		return id === undefined
			? undefined
			: store.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
	}

	return {
		offersFor,

		/**
		 * Creates a draft, or books the shipment (specification of the partner API, section 4.2). A request repeated with its
		 * Idempotency-Key returns the first shipment.
		 * @throws HttpError 422 for an invalid request, 409 when the key was used with another request; nothing is saved
		 */
		async create(account: Account, request: ShipmentRequest, idempotencyKey: string | undefined) {
			const bodyHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
			const earlierShipment = idempotencyKey && (await findByIdempotencyKey(account, idempotencyKey, bodyHash));
			if (earlierShipment) return earlierShipment;
			await checkRequest(account, request);
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
					await saveRelatedRows(transaction, { id, account, request, booking });
					return shipment;
				});
			} catch (error) {
				// Of two simultaneous requests with the same key, the second fails here and returns the shipment of the first.
				const shipment = idempotencyKey && (await findByIdempotencyKey(account, idempotencyKey, bodyHash));
				if (shipment) return shipment;
				throw error;
			}
		},

		/**
		 * Replaces the request of a draft.
		 * @param draft the row as the caller read it
		 * @param acceptsPrice if given, the draft is booked too, provided that this function accepts the price of the option
		 * @returns false when the draft has been changed, booked or deleted since the caller read it; nothing is changed then
		 * @throws HttpError 422 for an invalid request; OfferNotAcceptedError when the price is not accepted. Nothing is changed.
		 */
		async changeDraft(
			account: Account,
			draft: ShipmentRow,
			request: ShipmentRequest,
			acceptsPrice?: (option: RateOption) => boolean,
		): Promise<boolean> {
			await checkRequest(account, request);
			const booking = acceptsPrice && (await prepareBooking(account, request, acceptsPrice));
			const { id } = draft;
			return store.transaction().execute(async (transaction) => {
				const updatedRow = await transaction
					.updateTable('shipment')
					.set({ request: JSON.stringify(request), ...booking?.columns })
					.where('id', '=', id)
					.where('account_id', '=', account.id)
					.where('status', '=', 'draft')
					.where('request', '=', draft.request)
					.returning('id')
					.executeTakeFirst();
				if (!updatedRow) return false;
				await saveRelatedRows(transaction, { id, account, request, booking });
				return true;
			});
		},

		/**
		 * Deletes the content of a draft. The row and its id remain, so that a repeated request with the Idempotency-Key of this
		 * shipment still returns this shipment.
		 * @returns false when the draft has been changed, booked or deleted since the caller read it; nothing is changed then
		 */
		deleteDraft: (account: Account, draft: ShipmentRow): Promise<boolean> =>
			store.transaction().execute(async (transaction) => {
				const deletedRow = await transaction
					.updateTable('shipment')
					.set({ status: 'deleted', request: '{}' })
					.where('id', '=', draft.id)
					.where('account_id', '=', account.id)
					.where('status', '=', 'draft')
					.where('request', '=', draft.request)
					.returning('id')
					.executeTakeFirst();
				if (deletedRow) await removeFromIndex(transaction, draft.id);
				return deletedRow !== undefined;
			}),

		/** A shipment of the account; undefined also for a deleted draft and for a shipment of another account. */
		find: (account: Account, id: number) =>
			selectAccountShipments(store, account).where('id', '=', id).executeTakeFirst(),

		/** The shipping documents of a booking as a PDF file; undefined for a draft. */
		async findDocuments(id: number): Promise<Uint8Array | undefined> {
			const row = await store.selectFrom('documents').select('pdf').where('shipment_id', '=', id).executeTakeFirst();
			return row?.pdf;
		},

		/** The shipping documents of bookings, by shipment id. @param ids at least one */
		async findDocumentsOfShipments(ids: readonly number[]): Promise<Map<number, Uint8Array>> {
			const rows = await store
				.selectFrom('documents')
				.selectAll()
				.where('shipment_id', 'in', [...ids])
				.execute();
			return new Map(rows.map(({ shipment_id: id, pdf }) => [id, pdf]));
		},

		/** Tracking events of a shipment, oldest first. */
		listEvents: (id: number) =>
			store
				.selectFrom('event')
				.selectAll()
				.where('shipment_id', '=', id)
				.orderBy('at')
				.orderBy(sql.ref('status'))
				.execute(),

		findByTrackingNumber: (number: string) =>
			store.selectFrom('shipment').selectAll().where('tracking_number', '=', number).executeTakeFirst(),
	};
}
export type Shipments = ReturnType<typeof createShipments>;
