// Finds shipments of an account by search words and filters, newest first.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Account } from '../accounts/accounts';
import type { ShipmentStatus } from '../store/schema';
import type { Store } from '../store/store';
import { findShipments } from './search';
import { parseStoredRequest, type ShipmentRow, selectAccountShipments } from './shipment-row';

/** Maximum of the column `id`, a 32-bit integer in PostgreSQL. */
const MAX_ID = 2 ** 31 - 1;

export interface ShipmentFilter {
	/** Search words; empty for all shipments. */
	text: string;
	status?: ShipmentStatus | undefined;
	carrier?: string | undefined;
	/** Only shipments created at or after `from` and before `before`. ISO 8601, in UTC. */
	created?: { from: string; before: string } | undefined;
}

/** The filter as SQL conditions, without the search words. */
function conditionsOf({ status, carrier, created }: ShipmentFilter): RawBuilder<SqlBool>[] {
	return [
		...(status ? [sql<SqlBool>`shipment.status = ${status}`] : []),
		...(carrier ? [sql<SqlBool>`shipment.carrier = ${carrier}`] : []),
		...(created
			? [sql<SqlBool>`shipment.created_at >= ${created.from}`, sql<SqlBool>`shipment.created_at < ${created.before}`]
			: []),
	];
}

export function createShipmentList(store: Store) {
	return {
		/**
		 * A page of the account's shipments, newest first.
		 * @param beforeId last id of the previous page; undefined for the first page
		 */
		async findPage(
			account: Account,
			filter: ShipmentFilter,
			beforeId: number | undefined,
			limit: number,
		): Promise<ShipmentRow[]> {
			const idLimit = beforeId ?? MAX_ID;
			const { text } = filter;
			const conditions = conditionsOf(filter);
			const query = selectAccountShipments(store, account).orderBy('id', 'desc').limit(limit);
			if (text.trim() === '') {
				const filtered = conditions.reduce((selection, condition) => selection.where(condition), query);
				return filtered.where('id', '<', idLimit).execute();
			}
			const ids = await findShipments(store, account.id, { text, beforeId: idLimit, limit, conditions });
			return ids.length === 0 ? [] : query.where('id', 'in', ids).execute();
		},

		/** The account's shipments with these ids, newest first. Ids of other accounts are left out. @param ids at least one */
		findByIds: (account: Account, ids: readonly number[]): Promise<ShipmentRow[]> =>
			selectAccountShipments(store, account)
				.where('id', 'in', [...ids])
				.orderBy('id', 'desc')
				.execute(),

		/**
		 * Names of the carriers that the account has booked with, in alphabetical order. Reads one index entry for each carrier, not one
		 * for each shipment.
		 */
		async listCarriers(account: Account): Promise<string[]> {
			const query = store.selectFrom('shipment').select('carrier').where('account_id', '=', account.id);
			const names: string[] = [];
			for (;;) {
				const next = query
					.where('carrier', '>', names.at(-1) ?? '')
					.orderBy('carrier')
					.limit(1);
				const { carrier } = (await next.executeTakeFirst()) ?? {};
				if (!carrier) return names;
				names.push(carrier);
			}
		},

		/** Pickup address of the account's newest shipment; undefined when the account has no shipment. */
		async findNewestPickupAddress(account: Account) {
			const row = await selectAccountShipments(store, account).orderBy('id', 'desc').limit(1).executeTakeFirst();
			return row && parseStoredRequest(row).pickupAddress;
		},
	};
}
export type ShipmentList = ReturnType<typeof createShipmentList>;
