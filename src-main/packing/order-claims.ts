// Which desk of the site packs an order. A desk asks the site for an order when it opens it, and again when its packages are closed; the
// order is booked only after the site has confirmed that. Requests are on disk in the transaction of their change.
import { t } from '../../src-contract/i18n';
import type { ClaimRequest, ClaimState, SiteClaim } from '../../src-contract/model/order-claims';
import { CLAIM_KEY_SQL } from '../orders/saved/order-store';
import type { Database } from '../platform/database';
import type { LocalClaims } from '../site/claim-exchange';

/** Another desk that has an order. */
export interface OtherDesk {
	desk: string;
	isPacked: boolean;
}

export interface OrderClaimsDependencies {
	database: Database;
	/** Whether the desks of the site pack the same orders. */
	isShared: () => boolean;
	/** Whether the site can be reached now. */
	isOnline: () => boolean;
	/** Starts the exchange with the site. */
	wake: () => void;
	/** The site confirmed that this desk packed an order. Called in a transaction. */
	onPacked: (orderId: number) => void;
	/** Another desk has an order that this desk asked for or had. Called in a transaction. */
	onLost: (orderId: number, other: OtherDesk) => void;
	/** Called after such a transaction. */
	onAnswered: (orderIds: readonly number[]) => void;
}

interface ClaimRecord {
	desk: string;
	state: ClaimState;
	is_mine: number;
}

export function createOrderClaims(dependencies: OrderClaimsDependencies) {
	const { database, isShared, isOnline, wake, onPacked, onLost, onAnswered } = dependencies;

	const keyOf = (orderId: number): string | null =>
		database.get<{ key: string | null }>(`SELECT ${CLAIM_KEY_SQL} AS key FROM customer_order WHERE id = ?`, orderId)
			?.key ?? null;
	const orderOf = (key: string): number | undefined =>
		database.get<{ id: number }>(
			'SELECT id FROM customer_order WHERE source_key = ? AND number_key = ?',
			...(key.split('\n', 2) as [string, string]),
		)?.id;
	const claimOf = (key: string): ClaimRecord | undefined =>
		database.get<ClaimRecord>('SELECT desk, state, is_mine FROM order_claim WHERE order_key = ?', key);
	const storeClaim = ({ key, desk, state, isMine }: SiteClaim): void =>
		database.write(
			'INSERT OR REPLACE INTO order_claim (order_key, desk, state, is_mine) VALUES (?, ?, ?, ?)',
			key,
			desk,
			state,
			isMine ? 1 : 0,
		);
	const requestOf = (key: string): { state: ClaimState; order_id: number } | undefined =>
		database.get('SELECT state, order_id FROM claim_request WHERE order_key = ?', key);

	/** Stores a claim of another desk, and tells who had the order here. */
	function storeOther(claim: SiteClaim): number | undefined {
		const before = claimOf(claim.key);
		const orderId = requestOf(claim.key)?.order_id ?? orderOf(claim.key);
		storeClaim(claim);
		if (claim.state === 'free' || orderId === undefined) return undefined;
		const isKnown = before?.is_mine === 0 && before.desk === claim.desk && before.state === claim.state;
		const wasMine = before?.is_mine === 1 && before.state !== 'free';
		if (!wasMine && isKnown && !requestOf(claim.key)) return undefined;
		database.write('DELETE FROM claim_request WHERE order_key = ?', claim.key);
		onLost(orderId, { desk: claim.desk, isPacked: claim.state === 'packed' });
		return orderId;
	}

	/** The exchange with the site. */
	const localClaims: LocalClaims = {
		syncState: () =>
			database.get<{ origin: string; version: number }>('SELECT origin, version FROM claim_sync') ?? {
				origin: '',
				version: 0,
			},
		restartSync(origin) {
			database.transaction(() => {
				database.write('UPDATE claim_sync SET origin = ?, version = 0', origin);
				database.write(
					`INSERT OR IGNORE INTO claim_request (order_key, order_id, state, take_over)
					SELECT order_key, customer_order.id, order_claim.state, 0 FROM order_claim
						JOIN customer_order ON ${CLAIM_KEY_SQL} = order_claim.order_key
					WHERE is_mine = 1 AND order_claim.state <> 'free'`,
				);
				database.write('DELETE FROM order_claim');
			});
		},
		pending: (limit) =>
			database
				.all<{ key: string; state: ClaimState; take_over: number }>(
					'SELECT order_key AS key, state, take_over FROM claim_request ORDER BY id LIMIT ?',
					limit,
				)
				.map(({ key, state, take_over }) => ({ key, state, takeOver: take_over === 1 })),
		applyAnswer(requests, claims) {
			const claimByKey = new Map(claims.map((claim) => [claim.key, claim]));
			const changedIds = database.transaction(() =>
				requests.flatMap((sent: ClaimRequest) => {
					const request = requestOf(sent.key);
					// The desk has asked for something else since.
					if (request?.state !== sent.state) return [];
					const claim = claimByKey.get(sent.key);
					if (claim && !claim.isMine && claim.state !== 'free') return storeOther(claim) ?? [];
					database.write('DELETE FROM claim_request WHERE order_key = ?', sent.key);
					if (claim) storeClaim(claim);
					if (sent.state === 'packed') onPacked(request.order_id);
					return [request.order_id];
				}),
			);
			onAnswered(changedIds);
		},
		applyReceived(claims, version) {
			const changedIds = database.transaction(() => {
				database.write('UPDATE claim_sync SET version = ?', version);
				return claims.flatMap((claim) => {
					// An own claim was stored with the answer to its request.
					if (claim.isMine) {
						if (!requestOf(claim.key)) storeClaim(claim);
						return [];
					}
					return storeOther(claim) ?? [];
				});
			});
			if (changedIds.length > 0) onAnswered(changedIds);
		},
	};

	return {
		localClaims,

		/** Asks the site for an order, or gives it back. Call it in the transaction of the change; `wake` afterwards. */
		request(orderId: number, state: ClaimState, takeOver = false): void {
			const key = isShared() ? keyOf(orderId) : null;
			if (key === null) return;
			database.write(
				'INSERT OR REPLACE INTO claim_request (order_key, order_id, state, take_over) VALUES (?, ?, ?, ?)',
				key,
				orderId,
				state,
				takeOver ? 1 : 0,
			);
		},
		wake,

		/** Why an order cannot be opened here; undefined when it can. */
		obstacle(orderId: number, takeOver: boolean): { message: string; desk: string; mayTakeOver: boolean } | undefined {
			const key = isShared() ? keyOf(orderId) : null;
			if (key === null) return undefined;
			const claim = claimOf(key);
			if (claim && claim.is_mine === 0 && claim.state === 'packed')
				return {
					message: t('This order was packed at {desk}.', { desk: claim.desk }),
					desk: claim.desk,
					mayTakeOver: false,
				};
			if (takeOver) return undefined;
			if (claim && claim.is_mine === 0 && claim.state === 'packing')
				return {
					message: t('This order is being packed at {desk}.', { desk: claim.desk }),
					desk: claim.desk,
					mayTakeOver: true,
				};
			const isOwn = claim?.is_mine === 1 && claim.state !== 'free';
			if (isOwn || isOnline()) return undefined;
			return {
				message: t('The site cannot be reached. Another desk may be packing this order.'),
				desk: '',
				mayTakeOver: true,
			};
		},

		/** Whether closed packages wait until the site confirms that no other desk has packed the order. */
		isAwaited(orderId: number): boolean {
			const key = isShared() ? keyOf(orderId) : null;
			return key !== null && requestOf(key)?.state === 'packed';
		},
		isOnline,
	};
}
export type OrderClaims = ReturnType<typeof createOrderClaims>;
