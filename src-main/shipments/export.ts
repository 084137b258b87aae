// Exports shipments, and the rows of a batch with their results, as CSV files.
import { t } from '../../src-contract/i18n';
import type { BatchRow } from '../../src-contract/model/batch';
import type { ShipmentFilter, ShipmentSummary } from '../../src-contract/model/shipment';
import { withoutBidiControls } from '../../src-contract/rules/bidi';
import { bookingDifference } from '../../src-contract/rules/booking-difference';
import type { Journal } from '../operations/journal';
import { writeFileAtomically } from '../platform/atomic-write';
import { yieldToEventLoop } from '../platform/event-loop';
import { toSeparated } from '../platform/tabular/tables';

/** Number of rows that are read from the database at a time. */
const PAGE_SIZE = 500;
const priceText = (eur: number | null): string => (eur === null ? '' : eur.toFixed(2));
/** Empty for a voided shipment: it does not count in a sum over the file. */
const bookedPriceText = ({ state, priceEur }: Pick<ShipmentSummary, 'state' | 'priceEur'>): string =>
	priceText(state === 'voided' ? null : priceEur);

/** Cells with the price of the chosen option, and by how much the booked price differs. A cell is empty when not known. */
function chosenPriceCells(shipment: ShipmentSummary): [string, string] {
	const { state, priceEur, chosen } = shipment;
	const chosenEur = chosen?.priceEur ?? null;
	const isDifferenceKnown = state === 'booked' && priceEur !== null && chosenEur !== null;
	return [
		priceText(chosenEur),
		isDifferenceKnown ? priceText(bookingDifference(shipment)?.priceDifferenceEur ?? 0) : '',
	];
}

const shipmentHeaders = (): string[] => [
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
	t('Verified##when'),
	t('Message'),
	t('Chosen price (EUR)'),
	t('Booked minus chosen price (EUR)'),
];
const shipmentCells = (shipment: ShipmentSummary): string[] => [
	String(shipment.id),
	shipment.createdAt,
	shipment.state,
	shipment.recipient,
	shipment.destination,
	shipment.reference,
	shipment.carrier,
	shipment.product,
	bookedPriceText(shipment),
	shipment.trackingNumber,
	shipment.trackingUrl,
	shipment.verifiedAt ?? '',
	shipment.message,
	...chosenPriceCells(shipment),
];

const batchRowHeaders = (): string[] => [
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
	t('Booked minus chosen price (EUR)'),
];
function batchRowCells({
	rowNumbers,
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
		...fieldErrors.map(({ path, message: text }) => `${path}: ${text}`),
		rateError,
		shipment?.state === 'booked' ? '' : (shipment?.message ?? ''),
	];
	return [
		rowNumbers,
		state,
		reference,
		recipient,
		destination,
		shipment?.carrier || option?.carrier || '',
		shipment?.product || option?.product || '',
		shipment?.state === 'voided' ? '' : priceText(shipment?.priceEur ?? option?.price ?? null),
		shipment?.trackingNumber ?? '',
		shipment?.trackingUrl ?? '',
		message.filter(Boolean).join('; '),
		...(shipment ? chosenPriceCells(shipment) : ['', '']),
	];
}

/** Rows as CSV, without the byte order mark, which belongs only at the start of a file. */
const toCsvRows = (rows: readonly string[][]): string =>
	toSeparated(rows.map((row) => row.map(withoutBidiControls))).replace(/^\ufeff/, '');

/**
 * Writes the shipments that match the filter, newest first. The file is written atomically.
 * @param ids null; or the only shipments to write, whether or not they match the filter
 * @returns the number of shipments
 */
export async function exportShipments(
	journal: Journal,
	filter: ShipmentFilter,
	file: string,
	ids: readonly number[] | null = null,
): Promise<number> {
	const csvParts = [toSeparated([shipmentHeaders()])];
	if (ids) {
		const newestFirst = [...ids].sort((left, right) => right - left);
		csvParts.push(toCsvRows(newestFirst.map((id) => shipmentCells(journal.summary(id)))));
		writeFileAtomically(file, csvParts.join(''));
		return ids.length;
	}
	let count = 0;
	let lastId: number | undefined;
	for (;;) {
		const page = journal.list(filter, lastId, PAGE_SIZE);
		if (page.length > 0) csvParts.push(toCsvRows(page.map(shipmentCells)));
		count += page.length;
		lastId = page.at(-1)?.id;
		if (page.length < PAGE_SIZE) break;
		// Keep the window responsive.
		await yieldToEventLoop();
	}
	writeFileAtomically(file, csvParts.join(''));
	return count;
}

interface BatchRowSource {
	rows(batchId: number, state: null, offset: number, limit: number): BatchRow[];
}

/** Writes the rows of a batch in file order. The file is written atomically. */
export async function exportBatch(store: BatchRowSource, id: number, file: string): Promise<void> {
	const csvParts = [toSeparated([batchRowHeaders()])];
	for (let offset = 0; ; offset += PAGE_SIZE) {
		const page = store.rows(id, null, offset, PAGE_SIZE);
		if (page.length > 0) csvParts.push(toCsvRows(page.map(batchRowCells)));
		if (page.length < PAGE_SIZE) break;
		await yieldToEventLoop();
	}
	writeFileAtomically(file, csvParts.join(''));
}
