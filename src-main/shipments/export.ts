// Shipments, and what became of the rows of a batch, as a table for other programs.

import { t } from '../../src-contract/i18n';
import type { BatchRow } from '../../src-contract/model/batch';
import type { ShipmentFilter, ShipmentSummary } from '../../src-contract/model/shipment';
import { withoutBidiControls } from '../../src-contract/rules/bidi';
import { bookingDifference } from '../../src-contract/rules/booking-difference';
import type { Journal } from '../operations/journal';
import { writeFileAtomically } from '../platform/atomic-write';
import { yieldToEventLoop } from '../platform/event-loop';
import { toSeparated } from '../platform/tabular/tables';

const ROWS_AT_ONCE = 500;
const price = (eur: number | null): string => (eur === null ? '' : eur.toFixed(2));

/** Chosen price and the difference of the booking; empty where one is not known. */
function chosenCells(shipment: ShipmentSummary): [string, string] {
	const { state, priceEur, chosen } = shipment;
	const chosenEur = chosen?.priceEur ?? null;
	const isKnown = state === 'booked' && priceEur !== null && chosenEur !== null;
	return [price(chosenEur), isKnown ? price(bookingDifference(shipment)?.priceDifferenceEur ?? 0) : ''];
}

const shipmentTitles = (): string[] => [
	t('Number##of a shipment'),
	t('Created##when'),
	t('State##of a shipment'),
	t('Recipient'),
	t('Destination'),
	t('Reference'),
	t('Carrier'),
	t('Product##of a carrier'),
	t('Price (EUR)'),
	t('Tracking number'),
	t('Tracking link'),
	t('Closed##when'),
	t('Message'),
	t('Chosen price (EUR)'),
	t('Price difference (EUR)'),
];
const shipmentCells = (one: ShipmentSummary): string[] => [
	String(one.id),
	one.createdAt,
	one.state,
	one.recipient,
	one.destination,
	one.reference,
	one.carrier,
	one.product,
	price(one.priceEur),
	one.trackingNumber,
	one.trackingUrl,
	one.closedAt ?? '',
	one.message,
	...chosenCells(one),
];

const rowTitles = (): string[] => [
	t('Row##of a file'),
	t('State##of a shipment'),
	t('Reference'),
	t('Recipient'),
	t('Destination'),
	t('Carrier'),
	t('Product##of a carrier'),
	t('Price (EUR)'),
	t('Tracking number'),
	t('Tracking link'),
	t('Message'),
	t('Chosen price (EUR)'),
	t('Price difference (EUR)'),
];
function rowCells({
	row,
	state,
	reference,
	recipient,
	destination,
	fieldErrors,
	rateError,
	option,
	shipment,
}: BatchRow): string[] {
	const message = [
		...fieldErrors.map(({ path, message: fault }) => `${path}: ${fault}`),
		rateError,
		shipment?.state === 'booked' ? '' : (shipment?.message ?? ''),
	];
	return [
		row,
		state,
		reference,
		recipient,
		destination,
		shipment?.carrier || option?.carrier || '',
		shipment?.product || option?.product || '',
		price(shipment?.priceEur ?? option?.price ?? null),
		shipment?.trackingNumber ?? '',
		shipment?.trackingUrl ?? '',
		message.filter(Boolean).join('; '),
		...(shipment ? chosenCells(shipment) : ['', '']),
	];
}

const body = (rows: readonly string[][]): string =>
	toSeparated(rows.map((row) => row.map(withoutBidiControls))).replace(/^\ufeff/, '');

/** The newest first, as the list has them. @returns how many */
export async function exportShipments(journal: Journal, filter: ShipmentFilter, file: string): Promise<number> {
	const parts = [toSeparated([shipmentTitles()])];
	let shipments = 0;
	let before: number | undefined;
	for (;;) {
		const page = journal.list(filter, before, ROWS_AT_ONCE);
		if (page.length > 0) parts.push(body(page.map(shipmentCells)));
		shipments += page.length;
		before = page.at(-1)?.id;
		if (page.length < ROWS_AT_ONCE) break;
		// The window responds in between.
		await yieldToEventLoop();
	}
	writeFileAtomically(file, parts.join(''));
	return shipments;
}

interface BatchRowSource {
	rows(batchId: number, state: null, offset: number, limit: number): BatchRow[];
}

export async function exportBatch(store: BatchRowSource, id: number, file: string): Promise<void> {
	const parts = [toSeparated([rowTitles()])];
	for (let offset = 0; ; offset += ROWS_AT_ONCE) {
		const page = store.rows(id, null, offset, ROWS_AT_ONCE);
		if (page.length > 0) parts.push(body(page.map(rowCells)));
		if (page.length < ROWS_AT_ONCE) break;
		await yieldToEventLoop();
	}
	writeFileAtomically(file, parts.join(''));
}
