// Pack sessions in the desk's database. Each change is one commit with its events, so that a stop loses no scan.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Database } from '../platform/database';
import { type PackSession, packedQuantities } from './pack-session';

/**
 * - `open`: being packed.
 * - `later`: put off by the packer.
 * - `closed`: its packages are closed; the label is not verified.
 * - `done`: verified, or the order is shipped without a scan.
 * - `dropped`: the order has to be packed again, or is cancelled.
 */
type SessionState = 'open' | 'later' | 'closed' | 'done' | 'dropped';

export interface StoredSession {
	id: number;
	orderId: number;
	state: SessionState;
	desk: string;
	revision: number;
	session: PackSession;
	updatedAt: string;
}

interface SessionRecord {
	id: number;
	order_id: number;
	state: SessionState;
	desk: string;
	revision: number;
	data: string;
	updated_at: string;
}
/** Sessions of earlier versions have no cartons, sizes and weights. */
function readSession(data: string): PackSession {
	const { lines, packages, ...session } = JSON.parse(data) as PackSession;
	return {
		...session,
		lines: lines.map((line) => ({ ...line, sizeCm: line.sizeCm ?? null })),
		packages: packages.map((pack) => ({
			...pack,
			chosenCarton: pack.chosenCarton ?? '',
			carton: pack.carton ?? null,
			weightKg: pack.weightKg ?? null,
			weightReason: pack.weightReason ?? '',
		})),
	};
}
const toSession = (record: SessionRecord): StoredSession => ({
	id: record.id,
	orderId: record.order_id,
	state: record.state,
	desk: record.desk,
	revision: record.revision,
	session: readSession(record.data),
	updatedAt: record.updated_at,
});

const ACTIVE_SQL = "state IN ('open', 'later', 'closed')";

export function createPackSessionStore(database: Database, now: () => Date) {
	const find = (id: number): StoredSession | undefined => {
		const record = database.get<SessionRecord>('SELECT * FROM pack_session WHERE id = ?', id);
		return record && toSession(record);
	};
	/** The session of an order that is not done; there is at most one. */
	const activeOf = (orderId: number): StoredSession | undefined => {
		const record = database.get<SessionRecord>(
			`SELECT * FROM pack_session WHERE order_id = ? AND ${ACTIVE_SQL}`,
			orderId,
		);
		return record && toSession(record);
	};

	return {
		find,
		activeOf,
		/** @throws `packing.changed` when the screen shows an older state of the session */
		require(id: number, revision: number): StoredSession {
			const session = find(id);
			if (session?.revision === revision) return session;
			throw new AppError(
				'packing.changed',
				t('The order on the screen was changed meanwhile. Nothing was counted. Scan again.'),
			);
		},
		/** The session that is open at a desk; there is at most one. */
		openAt: (desk: string): StoredSession | undefined => {
			const record = database.get<SessionRecord>(
				"SELECT * FROM pack_session WHERE state = 'open' AND desk = ? ORDER BY id DESC LIMIT 1",
				desk,
			);
			return record && toSession(record);
		},
		/** Sessions put off, and closed ones whose label is not verified, the newest first; not those of cancelled orders. */
		waiting: (): StoredSession[] =>
			database
				.all<SessionRecord>(
					`SELECT pack_session.* FROM pack_session JOIN customer_order ON customer_order.id = order_id
					WHERE pack_session.state IN ('later', 'closed') AND customer_order.state IN ('packing', 'packed')
					ORDER BY pack_session.id DESC LIMIT 500`,
				)
				.map(toSession),
		/** The session with this slip; undefined when its label is verified. */
		ofSlip: (slipCode: string): StoredSession | undefined => {
			const orderId = /^SLIP(\d{1,15})$/.exec(slipCode)?.[1];
			return orderId === undefined ? undefined : activeOf(Number(orderId));
		},
		add: (orderId: number, desk: string, session: PackSession): number =>
			database.run(
				"INSERT INTO pack_session (order_id, state, desk, data, updated_at) VALUES (?, 'open', ?, ?, ?)",
				orderId,
				desk,
				JSON.stringify(session),
				now().toISOString(),
			),
		/** The session in which an order was packed and its label verified; undefined when there is none. */
		doneOf: (orderId: number): StoredSession | undefined => {
			const record = database.get<SessionRecord>(
				"SELECT * FROM pack_session WHERE order_id = ? AND state = 'done' ORDER BY id DESC LIMIT 1",
				orderId,
			);
			return record && toSession(record);
		},
		/** Replaces a session and raises its revision. */
		save({ id, desk, state, session }: Pick<StoredSession, 'id' | 'desk' | 'state' | 'session'>): void {
			database.write(
				'UPDATE pack_session SET state = ?, desk = ?, data = ?, revision = revision + 1, updated_at = ? WHERE id = ?',
				state,
				desk,
				JSON.stringify(session),
				now().toISOString(),
				id,
			);
		},

		/** Pieces packed of each line of the order, in its session that is not dropped; empty when there is none. */
		packedQuantities(orderId: number, lineCount: number): number[] {
			const record = database.get<SessionRecord>(
				"SELECT * FROM pack_session WHERE order_id = ? AND state <> 'dropped' ORDER BY id DESC LIMIT 1",
				orderId,
			);
			return record ? packedQuantities(toSession(record).session, lineCount) : [];
		},

		/** Whether another order has the serial number of an item. */
		isSerialUsed: (itemId: number, serial: string, orderId: number): boolean =>
			database.get(
				'SELECT 1 AS found FROM packed_serial WHERE item_id = ? AND serial = ? AND order_id <> ?',
				itemId,
				serial,
				orderId,
			) !== undefined,
		/** Records the serial numbers of a session, in place of those recorded before. */
		saveSerials(orderId: number, { packages, lines }: PackSession): void {
			database.write('DELETE FROM packed_serial WHERE order_id = ?', orderId);
			for (const { pieces } of packages)
				for (const { lineIndex, serial } of pieces) {
					const itemId = lines[lineIndex]?.itemId;
					if (serial === '' || itemId == null) continue;
					database.write(
						'INSERT INTO packed_serial (item_id, serial, order_id) VALUES (?, ?, ?)',
						itemId,
						serial,
						orderId,
					);
				}
		},
		releaseSerials: (orderId: number): void => database.write('DELETE FROM packed_serial WHERE order_id = ?', orderId),

		/** @returns undefined when the tote is given to no order */
		orderOfTote: (codeKey: string): number | undefined =>
			database.get<{ id: number }>('SELECT order_id AS id FROM tote WHERE code_key = ?', codeKey)?.id,
		assignTote: (codeKey: string, orderId: number): void =>
			database.write('INSERT OR REPLACE INTO tote (code_key, order_id) VALUES (?, ?)', codeKey, orderId),
		freeTotes: (orderId: number): void => database.write('DELETE FROM tote WHERE order_id = ?', orderId),
	};
}
export type PackSessionStore = ReturnType<typeof createPackSessionStore>;
