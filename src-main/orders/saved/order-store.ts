// The orders in the desk's database: writes, search and the derived state.
import { AppError, type FieldError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { foldForSearch } from '../../../src-contract/lib/text-folding';
import {
	ORDER_STATES,
	type OrderException,
	type OrderFacets,
	type OrderFilter,
	type OrderLine,
	type OrderNotes,
	type OrderSort,
	type OrderState,
	type OrderSummary,
} from '../../../src-contract/model/saved-order';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import { draftErrors } from '../../../src-contract/rules/draft-requirements';
import { skuKey } from '../../catalog/sku-key';
import { NOT_BOOKED_SQL } from '../../operations/shipment-row';
import type { Database } from '../../platform/database';
import { foldCompact, wordsIn } from '../../platform/text';

/** States that are stored. `shipped` is derived from the shipment. */
export type StoredOrderState = Exclude<OrderState, 'shipped'>;

interface OrderRecord {
	id: number;
	source_key: string;
	source: string;
	number: string;
	state: StoredOrderState;
	derived_state: OrderState;
	exception: OrderException | null;
	reason: string;
	revision: number;
	draft: string;
	lines: string;
	notes: string;
	tags: string;
	field_errors: string;
	warnings: string;
	ship_by: string | null;
	recipient: string;
	destination: string;
	country: string;
	pieces: number;
	line_count: number;
	error_count: number;
	address_id: number | null;
	imported: string | null;
	shipment_id: number | null;
	shipment_state: ShipmentState | null;
	carrier: string | null;
	batch_id: number | null;
	created_at: string;
}

/** What an order contains, as its source or a user wrote it. */
export interface OrderContent {
	draft: EnteredDraft;
	lines: OrderLine[];
	fieldErrors: FieldError[];
	warnings: string[];
	addressId: number | null;
	notes: OrderNotes;
	tags: string[];
	shipBy: string | null;
}
/** An order with all that is stored of it. */
export interface StoredOrder extends OrderContent {
	id: number;
	number: string;
	source: string;
	/** The stored state, without what the shipment adds. */
	storedState: StoredOrderState;
	state: OrderState;
	exception: OrderException | null;
	reason: string;
	revision: number;
	/** Draft and lines of its last import; null unless a user changed them since. */
	imported: Pick<OrderContent, 'draft' | 'lines'> | null;
	shipmentId: number | null;
	shipmentState: ShipmentState | null;
	createdAt: string;
}

/** The keys under which the orders of a source are stored: that of today, and that of a version that did not know the program. */
interface SourceKeys {
	key: string;
	formerKey: string;
}

const NO_NOTES: OrderNotes = { customer: '', order: '', giftText: '' };

/**
 * SQL for the state of an order with its shipment. A shipment from bulk mode makes an open order `packed`. A booked shipment makes it
 * `shipped`: when its label was verified, if that is asked.
 */
const STATE_SQL = `CASE
	WHEN customer_order.state IN ('open', 'packed') AND shipment.state = 'booked' AND (needs_label_scan = 0 OR shipment.closed_at IS NOT NULL) THEN 'shipped'
	WHEN customer_order.state = 'open' AND shipment.state IN ('queued', 'held', 'sending', 'draft', 'booked', 'unknown') THEN 'packed'
	ELSE customer_order.state END`;
const FROM_SQL = 'FROM customer_order LEFT JOIN shipment ON shipment.id = customer_order.shipment_id';
const SELECT_SQL = `SELECT customer_order.*, ${STATE_SQL} AS derived_state, shipment.state AS shipment_state, shipment.carrier AS carrier,
	json_array_length(lines) AS line_count, json_array_length(field_errors) AS error_count,
	(SELECT max(batch_id) FROM batch_row WHERE order_id = customer_order.id) AS batch_id`;
/** SQL for an order that can be packed: open and without a shipment that may be booked. */
const PACKABLE_SQL = `customer_order.state = 'open'
	AND (shipment.state IS NULL OR shipment.state IN (${NOT_BOOKED_SQL}))`;
/** SQL for orders with a number: the first of a file, and further ones. ?1: see `orderNumberKey` */
const NUMBER_SQL = "(number_key = ?1 OR (number_key > ?1 || ' #' AND number_key < ?1 || ' $'))";
/** SQL for the key of an order's claim at the site; null for an order without a number. */
export const CLAIM_KEY_SQL = 'customer_order.source_key || char(10) || customer_order.number_key';
/** SQL condition: no other desk of the site packs the order, or has packed it. */
const NOT_ELSEWHERE_SQL = `NOT EXISTS (SELECT 1 FROM order_claim
	WHERE order_claim.order_key = ${CLAIM_KEY_SQL} AND is_mine = 0 AND order_claim.state <> 'free')`;
const QUEUE_ORDER_SQL = `coalesce(ship_by, '9999'), customer_order.id`;

const SORT_SQL: Record<OrderSort['by'], string> = {
	shipBy: `coalesce(ship_by, '9999')`,
	created: 'customer_order.id',
	number: 'number_key',
	recipient: 'customer_order.recipient COLLATE NOCASE',
	destination: 'customer_order.country, customer_order.destination COLLATE NOCASE',
	pieces: 'pieces',
	state: 'derived_state',
};

const parse = <Value>(json: string): Value => JSON.parse(json) as Value;

const toSummary = (record: OrderRecord): OrderSummary => ({
	id: record.id,
	number: record.number,
	source: record.source,
	state: record.derived_state,
	revision: record.revision,
	recipient: record.recipient,
	destination: record.destination,
	countryCode: record.country,
	tags: parse(record.tags),
	shipBy: record.ship_by,
	pieces: record.pieces,
	lineCount: record.line_count,
	exception: record.exception,
	reason: record.reason,
	errorCount: record.error_count,
	shipmentId: record.shipment_id,
	shipmentState: record.shipment_state,
	carrier: record.carrier ?? '',
	batchId: record.batch_id,
	createdAt: record.created_at,
});

const toOrder = (record: OrderRecord): StoredOrder => ({
	id: record.id,
	number: record.number,
	source: record.source,
	storedState: record.state,
	state: record.derived_state,
	exception: record.exception,
	reason: record.reason,
	revision: record.revision,
	draft: parse(record.draft),
	lines: parse(record.lines),
	notes: { ...NO_NOTES, ...parse<Partial<OrderNotes>>(record.notes) },
	tags: parse(record.tags),
	fieldErrors: parse(record.field_errors),
	warnings: parse(record.warnings),
	addressId: record.address_id,
	shipBy: record.ship_by,
	imported: record.imported === null ? null : parse(record.imported),
	shipmentId: record.shipment_id,
	shipmentState: record.shipment_state,
	createdAt: record.created_at,
});

/** What an order number is found by. */
export const orderNumberKey = (number: string): string | null => number.trim().toUpperCase() || null;

/** Equal for orders that one parcel can hold: the same recipient, options and paying party. */
function recipientKey({ to, from, insured, incoterms, reasonForExport, parcels }: EnteredDraft): string {
	const isOneParcel = parcels.length === 1 && (parcels[0]?.count ?? 1) === 1;
	if (!isOneParcel || to.addressLine1 === '') return '';
	const { companyName, contactPerson, addressLine1, addressLine2, zipcode, city, countryCode } = to;
	return [
		foldCompact([companyName, contactPerson, addressLine1, addressLine2, zipcode, city, countryCode].join('|')),
		foldCompact(from.addressLine1),
		insured,
		incoterms ?? '',
		reasonForExport ?? '',
	].join('|');
}

const wordsOf = ({ draft: { to }, tags, lines }: OrderContent, number: string): string =>
	[
		'',
		...wordsIn([number, to.companyName, to.contactPerson, to.city, to.zipcode, ...tags].join(' ')),
		foldCompact(number),
		...lines.slice(0, 100).flatMap(({ sku }) => (sku === '' ? [] : [foldForSearch(sku)])),
	].join(' ');

const likePattern = (word: string): string => `% ${word.replace(/[\\%_]/g, '\\$&')}%`;

export function createOrderStore(database: Database, now: () => Date) {
	const findRecord = (id: number): OrderRecord | undefined =>
		database.get<OrderRecord>(`${SELECT_SQL} ${FROM_SQL} WHERE customer_order.id = ?`, id);

	/** @throws `order.notFound` */
	function get(id: number): StoredOrder {
		const record = findRecord(id);
		if (record) return toOrder(record);
		throw new AppError('order.notFound', t('This order no longer exists. Refresh the list.'));
	}

	function writeContent(id: number, number: string, content: OrderContent): void {
		const { draft, lines } = content;
		const pieces = lines.reduce((sum, { isGoods, quantity }) => sum + (isGoods ? quantity : 0), 0);
		database.write(
			`UPDATE customer_order SET draft = ?, lines = ?, notes = ?, tags = ?, field_errors = ?, warnings = ?, ship_by = ?, recipient = ?,
				destination = ?, country = ?, recipient_key = ?, pieces = ?, words = ?, address_id = ?, updated_at = ? WHERE id = ?`,
			JSON.stringify(draft),
			JSON.stringify(lines),
			JSON.stringify(content.notes),
			JSON.stringify(content.tags),
			JSON.stringify(content.fieldErrors),
			JSON.stringify(content.warnings),
			content.shipBy,
			draft.to.companyName || draft.to.contactPerson,
			[draft.to.city, draft.to.countryCode].filter(Boolean).join(', '),
			draft.to.countryCode,
			recipientKey(draft),
			pieces,
			wordsOf(content, number),
			content.addressId,
			now().toISOString(),
			id,
		);
		database.write('DELETE FROM order_sku WHERE order_id = ?', id);
		for (const { sku, isGoods } of lines)
			if (isGoods && sku !== '')
				database.write('INSERT OR IGNORE INTO order_sku (sku_key, order_id) VALUES (?, ?)', skuKey(sku), id);
	}

	/** SQL condition of a filter, with its values. */
	function conditionOf({ text, state, countryCode, tag, carrier }: OrderFilter): { sql: string; values: string[] } {
		const conditions: string[] = [];
		const values: string[] = [];
		const add = (sql: string, value: string) => {
			conditions.push(sql);
			values.push(value);
		};
		for (const word of wordsIn(text)) add("words LIKE ? ESCAPE '\\'", likePattern(word));
		if (state !== null) add(`${STATE_SQL} = ?`, state);
		if (countryCode !== '') add('customer_order.country = ?', countryCode);
		if (tag !== '') add('EXISTS (SELECT 1 FROM json_each(customer_order.tags) WHERE value = ?)', tag);
		if (carrier !== '') add('shipment.carrier = ?', carrier);
		return { sql: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
	}

	/** Batch rows of the order that are not sent follow its draft. */
	const updateBatchRows = (id: number, { draft, fieldErrors, warnings }: OrderContent): void =>
		database.write(
			`UPDATE batch_row SET composition = ?, faults = ?, remarks = ?, option = NULL, rate_fault = ''
			WHERE order_id = ? AND shipment_id IS NULL`,
			JSON.stringify(draft),
			JSON.stringify(fieldErrors),
			JSON.stringify(warnings),
			id,
		);

	return {
		get,
		find: (id: number): StoredOrder | undefined => {
			const record = findRecord(id);
			return record && toOrder(record);
		},
		summary: (id: number): OrderSummary => {
			const record = findRecord(id);
			if (record) return toSummary(record);
			throw new AppError('order.notFound', t('This order no longer exists. Refresh the list.'));
		},

		/** @param numberKey see `orderNumberKey` @returns the id */
		add(sourceKey: string, source: string, numberKey: string | null, content: OrderContent): number {
			const number = content.draft.reference;
			const id = database.run(
				`INSERT INTO customer_order (source_key, source, number_key, number, state, draft, lines, field_errors, warnings, recipient,
					destination, country, recipient_key, pieces, words, created_at, updated_at)
				VALUES (?1, ?2, ?3, ?4, 'open', '{}', '[]', '[]', '[]', '', '', '', '', 0, '', ?5, ?5)`,
				sourceKey,
				source,
				numberKey,
				number,
				now().toISOString(),
			);
			writeContent(id, number, content);
			return id;
		},
		/**
		 * Replaces the content of an order and raises its revision. Unsent batch rows follow.
		 * @param by a change by a user keeps what was imported, so that the next import shows what its source changed
		 */
		replaceContent(id: number, content: OrderContent, reason: string | undefined, by: 'user' | 'source'): void {
			database.write(
				`UPDATE customer_order SET imported = CASE ?1 WHEN 'source' THEN NULL
					ELSE coalesce(imported, json_object('draft', json(draft), 'lines', json(lines))) END WHERE id = ?2`,
				by,
				id,
			);
			writeContent(id, get(id).number, content);
			database.write(
				'UPDATE customer_order SET revision = revision + 1, reason = coalesce(?, reason) WHERE id = ?',
				reason ?? null,
				id,
			);
			updateBatchRows(id, content);
		},
		/** Notes what an import says of an order whose content a user changed. */
		setImported: (id: number, { draft, lines }: Pick<OrderContent, 'draft' | 'lines'>): void =>
			database.write('UPDATE customer_order SET imported = ? WHERE id = ?', JSON.stringify({ draft, lines }), id),
		/** Checks the draft again: errors that only its file showed stay until the draft changes. */
		errorsOf: (draft: EnteredDraft): FieldError[] => draftErrors(draft),

		setState(
			id: number,
			state: StoredOrderState,
			{ exception = null, reason = '' }: { exception?: OrderException | null; reason?: string } = {},
		): void {
			database.write(
				'UPDATE customer_order SET state = ?, exception = ?, reason = ?, updated_at = ? WHERE id = ?',
				state,
				exception,
				reason,
				now().toISOString(),
				id,
			);
		},
		setTags(id: number, tags: readonly string[]): void {
			const order = get(id);
			writeContent(id, order.number, { ...order, tags: [...tags] });
		},
		/** The order's shipment, and whether its label has to be scanned. */
		linkShipment(id: number, shipmentId: number, needsLabelScan: boolean): void {
			database.write(
				'UPDATE customer_order SET shipment_id = ?, needs_label_scan = ? WHERE id = ?',
				shipmentId,
				needsLabelScan ? 1 : 0,
				id,
			);
		},

		/** The order of a source with this number; one of earlier versions, whose source was not known, counts too. */
		findBySourceNumber: ({ key, formerKey }: SourceKeys, numberKey: string): StoredOrder | undefined => {
			const record = database.get<OrderRecord>(
				`${SELECT_SQL} ${FROM_SQL} WHERE number_key = ?1 AND source_key IN (?2, ?3, '')
				ORDER BY source_key = ?2 DESC, source_key = '' LIMIT 1`,
				numberKey,
				key,
				formerKey,
			);
			return record && toOrder(record);
		},
		/** The orders of a source with this number, also further ones of a file; those of earlier versions count too. */
		findAllBySourceNumber: ({ key: sourceKey, formerKey }: SourceKeys, number: string): StoredOrder[] => {
			const key = orderNumberKey(number);
			return key === null
				? []
				: database
						.all<OrderRecord>(
							`${SELECT_SQL} ${FROM_SQL} WHERE source_key IN (?2, ?3, '') AND ${NUMBER_SQL} ORDER BY customer_order.id`,
							key,
							sourceKey,
							formerKey,
						)
						.map(toOrder);
		},
		/** Notes where an order of an earlier version came from. */
		setSource: (id: number, sourceKey: string, source: string): void =>
			database.write('UPDATE customer_order SET source_key = ?, source = ? WHERE id = ?', sourceKey, source, id),
		/** Orders with this number, of any source: those to be packed first, then the newest. */
		findByNumber: (text: string): StoredOrder[] => {
			const key = orderNumberKey(text);
			return key === null
				? []
				: database
						.all<OrderRecord>(
							`${SELECT_SQL} ${FROM_SQL} WHERE ${NUMBER_SQL}
							ORDER BY customer_order.state IN ('packing', 'open') DESC, customer_order.id DESC LIMIT 20`,
							key,
						)
						.map(toOrder);
		},
		findByShipment: (shipmentId: number): StoredOrder | undefined => {
			const record = database.get<OrderRecord>(
				`${SELECT_SQL} ${FROM_SQL} WHERE customer_order.shipment_id = ? ORDER BY customer_order.id DESC LIMIT 1`,
				shipmentId,
			);
			return record && toOrder(record);
		},

		/**
		 * The order to pack next: the one that has to leave first, then the oldest.
		 * @param skus only orders with one of these SKUs
		 * @param exceptIds orders that cannot be taken
		 */
		nextPackable: (skus?: readonly string[], exceptIds: readonly number[] = []): OrderSummary | undefined => {
			const ofSku = skus
				? 'AND customer_order.id IN (SELECT order_id FROM order_sku WHERE sku_key IN (SELECT value FROM json_each(?2)))'
				: '';
			const record = database.get<OrderRecord>(
				`${SELECT_SQL} ${FROM_SQL} WHERE ${PACKABLE_SQL} ${ofSku} AND ${NOT_ELSEWHERE_SQL}
				AND customer_order.id NOT IN (SELECT value FROM json_each(?1))
				ORDER BY ${QUEUE_ORDER_SQL} LIMIT 1`,
				JSON.stringify(exceptIds),
				...(skus ? [JSON.stringify(skus.map(skuKey))] : []),
			);
			return record && toSummary(record);
		},
		/** Ids of the orders that are open or being packed. */
		idsToPack: (): number[] =>
			database
				.all<{ id: number }>("SELECT id FROM customer_order WHERE state IN ('open', 'packing')")
				.map(({ id }) => id),
		/** Whether an order may be opened for packing. */
		isPackable: (id: number): boolean =>
			database.get(`SELECT 1 AS found ${FROM_SQL} WHERE customer_order.id = ? AND ${PACKABLE_SQL}`, id) !== undefined,
		/** @param today the day at the desk @param dueBefore its end, ISO 8601 */
		queueCounts: (today: string, dueBefore: string): { open: number; dueToday: number } =>
			database.get<{ open: number; dueToday: number }>(
				`SELECT count(*) AS open, 
					count(CASE WHEN CASE WHEN length(ship_by) = 10 THEN ship_by <= ?1 ELSE ship_by < ?2 END THEN 1 END) AS dueToday ${FROM_SQL} WHERE ${PACKABLE_SQL}`,
				today,
				dueBefore,
			) ?? { open: 0, dueToday: 0 },

		list: (filter: OrderFilter, { by, isDescending }: OrderSort, offset: number, limit: number): OrderSummary[] => {
			const { sql, values } = conditionOf(filter);
			const direction = isDescending ? 'DESC' : 'ASC';
			return database
				.all<OrderRecord>(
					`${SELECT_SQL} ${FROM_SQL} ${sql} ORDER BY ${SORT_SQL[by]} ${direction}, customer_order.id ${by === 'created' ? direction : 'ASC'}
					LIMIT ? OFFSET ?`,
					...values,
					limit,
					offset,
				)
				.map(toSummary);
		},
		count: (filter: OrderFilter): number => {
			const { sql, values } = conditionOf(filter);
			return database.get<{ n: number }>(`SELECT count(*) AS n ${FROM_SQL} ${sql}`, ...values)?.n ?? 0;
		},
		facets(): OrderFacets {
			const counts = Object.fromEntries(ORDER_STATES.map((state) => [state, 0])) as OrderFacets['counts'];
			for (const { state, n } of database.all<{ state: OrderState; n: number }>(
				`SELECT ${STATE_SQL} AS state, count(*) AS n ${FROM_SQL} GROUP BY 1`,
			))
				counts[state] = n;
			const texts = (sql: string) => database.all<{ text: string }>(sql).map(({ text }) => text);
			return {
				counts,
				countries: texts("SELECT DISTINCT country AS text FROM customer_order WHERE country <> '' ORDER BY 1"),
				tags: texts('SELECT DISTINCT value AS text FROM customer_order, json_each(customer_order.tags) ORDER BY 1'),
				carriers: texts(`SELECT DISTINCT shipment.carrier AS text ${FROM_SQL} WHERE shipment.carrier <> '' ORDER BY 1`),
			};
		},
		/** Open orders that have the same recipient as another open order, those to one recipient together. */
		combinable: (): (OrderSummary & { recipientKey: string })[] =>
			database
				.all<OrderRecord & { recipient_key: string }>(
					`${SELECT_SQL} ${FROM_SQL} WHERE ${PACKABLE_SQL} AND recipient_key IN (
						SELECT recipient_key FROM customer_order WHERE state = 'open' AND recipient_key <> '' GROUP BY 1 HAVING count(*) > 1)
					ORDER BY recipient_key, customer_order.id LIMIT 1000`,
				)
				.map((record) => ({ ...toSummary(record), recipientKey: record.recipient_key })),
	};
}
export type OrderStore = ReturnType<typeof createOrderStore>;
