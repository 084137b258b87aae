// Compares the charges of a carrier's invoice with the bookings of the desk. Pure. The columns are recognised by their content: tracking
// numbers that the desk knows, and amounts that are equal to booked prices.
import { ambiguousSeparator, decimalSeparatorOf, readNumber } from '../../src-contract/lib/numbers';
import type { InvoiceCheck, InvoiceDifference } from '../../src-contract/model/carrier-invoice';

/** What the desk knows of a shipment. */
export interface BookingFacts {
	shipmentId: number;
	isVoided: boolean;
	/** Null when it is not known. */
	priceCents: number | null;
	grams: number;
	/** Number of parcels. */
	pieces: number;
	recipient: string;
	reference: string;
}

export interface InvoiceTable {
	name: string;
	titles: string[];
	/** Row numbers in the file, from 1, with the cells. */
	rows: { rowNumber: number; cells: string[] }[];
}

interface Charge {
	row: number;
	trackingNumber: string;
	cents: number;
	kg: number | null;
}
/** The charges of one shipment, or of one unknown number. */
interface ChargedShipment {
	booking: BookingFacts | undefined;
	charges: Charge[];
	totalCents: number;
}

/** A carrier may round each charge. */
const ROUNDING_CENTS = 1;
/** A factor is used if so many of the shipments have it. */
const MIN_FACTOR_SHARE = 0.6;
/** VAT rates of European countries in percent, and their absence: other factors are differences. */
const TAX_PERCENTS = [0, 5, 7, 7.7, 8, 8.1, 9, 10, 12, 13, 13.5, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27];
/** With fewer shipments, a tax cannot be told from a wrong price. */
const MIN_TAXED_SHIPMENTS = 5;
const FACTOR_TOLERANCE = 0.004;
/** A column of amounts has a number in so many of the rows with a known number. */
const MIN_NUMBER_SHARE = 0.9;
const WEIGHT_TITLE = /weight|gewicht|poids|peso|waga|\bkg\b/i;
const AMOUNT_TITLE =
	/amount|price|charge|total|net|betrag|preis|summe|montant|prix|importe|precio|kwota|cena|bedrag|prijs|eur/i;

/** Writes the sign of a credit before its number. Carriers write (10.00), 10.00-, - 10.00, -€10.00, 10.00 CR, or a minus sign (U+2212). */
function withLeadingSign(cell: string): string {
	const text = cell.trim();
	const isCredit = /^\(.*\)$|^[-\u2212\u2013]|[-\u2212\u2013]$|\bCR$/i.test(text);
	const amount = text.replace(/[-\u2212\u2013()]/g, '').trim();
	return isCredit ? `-${amount.replace(/^[^\d.,]+/, '')}` : text;
}

/** A reader of the numbers of a column, with the decimal separator that the column shows. */
function numberReader(cells: readonly string[]): (cell: string) => number | undefined {
	const decimal = decimalSeparatorOf(cells);
	return (written) => {
		const cell = withLeadingSign(written);
		const ambiguous = ambiguousSeparator(cell);
		return readNumber(cell, ambiguous !== undefined && decimal !== undefined && ambiguous !== decimal);
	};
}

function readCharges(
	{ rows }: InvoiceTable,
	columns: { trackingNumber: number; amount: number; weight: number | undefined },
): Charge[] {
	const cellsOf = (column: number) => rows.map(({ cells }) => cells[column] ?? '');
	const readAmount = numberReader(cellsOf(columns.amount));
	const readWeight = columns.weight === undefined ? undefined : numberReader(cellsOf(columns.weight));
	return rows.flatMap(({ rowNumber, cells }) => {
		const trackingNumber = (cells[columns.trackingNumber] ?? '').trim();
		const amount = readAmount(cells[columns.amount] ?? '');
		// A row without a number is a total or a heading, as is one with words: "Total (10 shipments)".
		const isNumber = /\d/.test(trackingNumber) && !/\p{L}{3,}.*\s|\s.*\p{L}{3,}/u.test(trackingNumber);
		if (amount === undefined || !isNumber) return [];
		const kg = columns.weight === undefined ? undefined : readWeight?.(cells[columns.weight] ?? '');
		return { row: rowNumber, trackingNumber, cents: Math.round(amount * 100), kg: kg ?? null };
	});
}

function groupCharges(
	charges: readonly Charge[],
	findBooking: (trackingNumber: string) => BookingFacts | undefined,
): ChargedShipment[] {
	const groups = new Map<string, ChargedShipment>();
	for (const charge of charges) {
		const booking = findBooking(charge.trackingNumber);
		const key = booking ? `shipment ${booking.shipmentId}` : charge.trackingNumber;
		const group = groups.get(key) ?? { booking, charges: [], totalCents: 0 };
		group.charges.push(charge);
		group.totalCents += charge.cents;
		groups.set(key, group);
	}
	return [...groups.values()];
}

const toleranceOf = ({ charges }: ChargedShipment): number => ROUNDING_CENTS * charges.length;

/** The factor between the charges and the booked prices that most shipments have; 1 when there is none. */
function commonFactor(shipments: readonly ChargedShipment[]): { factor: number; share: number } {
	const ratios = shipments.flatMap(({ booking, totalCents }) =>
		booking?.priceCents && !booking.isVoided ? totalCents / booking.priceCents : [],
	);
	const shareOf = (factor: number): number =>
		ratios.filter((ratio) => Math.abs(ratio / factor - 1) <= FACTOR_TOLERANCE).length / Math.max(ratios.length, 1);
	const sorted = ratios.toSorted((left, right) => left - right);
	const median = sorted[Math.floor(sorted.length / 2)] ?? 1;
	const equal = shareOf(1);
	const isTax = TAX_PERCENTS.some((percent) =>
		[1 + percent / 100, 1 / (1 + percent / 100)].some((tax) => Math.abs(median / tax - 1) <= FACTOR_TOLERANCE),
	);
	const isFactor = isTax && ratios.length >= MIN_TAXED_SHIPMENTS && shareOf(median) >= MIN_FACTOR_SHARE;
	if (!isFactor || equal >= shareOf(median)) return { factor: 1, share: equal };
	// Small amounts are rounded: the sums show the factor more precisely.
	const near = shipments.filter(
		({ booking, totalCents }) =>
			booking?.priceCents &&
			!booking.isVoided &&
			Math.abs(totalCents / booking.priceCents / median - 1) <= FACTOR_TOLERANCE,
	);
	const charged = near.reduce((sum, { totalCents }) => sum + totalCents, 0);
	const booked = near.reduce((sum, { booking }) => sum + (booking?.priceCents ?? 0), 0);
	return { factor: Math.round((charged / booked) * 1000) / 1000, share: shareOf(median) };
}

/** Whether the difference is that of charges that repeat, beyond one for each parcel. */
function isChargedTwice({ booking, charges, totalCents }: ChargedShipment, expectedCents: number): boolean {
	const counts = new Map<string, { count: number; cents: number }>();
	for (const { trackingNumber, cents } of charges) {
		const key = `${trackingNumber} ${cents}`;
		counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, cents });
	}
	const repeatedCents = [...counts.values()].reduce(
		(sum, { count, cents }) => sum + Math.max(count - (booking?.pieces ?? 1), 0) * cents,
		0,
	);
	return (
		repeatedCents > 0 && Math.abs(totalCents - repeatedCents - expectedCents) < Math.abs(totalCents - expectedCents)
	);
}

function differenceOf(shipment: ChargedShipment, factor: number): InvoiceDifference | undefined {
	const { booking, charges, totalCents } = shipment;
	const [first] = charges;
	if (!first || (booking && booking.priceCents === null && !booking.isVoided)) return undefined;
	const expectedCents = booking && !booking.isVoided ? Math.round((booking.priceCents ?? 0) * factor) : 0;
	if (Math.abs(totalCents - expectedCents) <= toleranceOf(shipment)) return undefined;
	const weights = charges.flatMap(({ kg }) => kg ?? []);
	const chargedKg = weights.length === 0 ? null : Math.max(...weights);
	const bookedKg = booking ? booking.grams / 1000 : null;
	// Carriers round up, at most to the next kilogram.
	const isHeavier = chargedKg !== null && bookedKg !== null && chargedKg > Math.ceil(bookedKg);
	const kind = !booking
		? 'unknown'
		: booking.isVoided
			? 'voided'
			: isChargedTwice(shipment, expectedCents)
				? 'chargedTwice'
				: isHeavier && totalCents > expectedCents
					? 'weight'
					: 'price';
	return {
		kind,
		shipmentId: booking?.shipmentId ?? null,
		trackingNumber: first.trackingNumber,
		row: first.row,
		recipient: booking?.recipient ?? '',
		reference: booking?.reference ?? '',
		chargedEur: totalCents / 100,
		expectedEur: expectedCents / 100,
		chargedKg,
		bookedKg,
	};
}

/** The column with the most numbers that the desk knows; undefined when none has one. */
function trackingColumn({ titles, rows }: InvoiceTable, isKnown: (text: string) => boolean): number | undefined {
	let best: { column: number; known: number } | undefined;
	for (const column of titles.keys()) {
		const known = rows.filter(({ cells }) => isKnown((cells[column] ?? '').trim())).length;
		if (known > (best?.known ?? 0)) best = { column, known };
	}
	return best?.column;
}

/**
 * Compares the charges of an invoice with the bookings. Several charges of a shipment, such as its surcharges, are added.
 * @param findBooking the shipment of a tracking number, as printed
 * @returns undefined when the file has no column with known tracking numbers, or none with amounts
 */
export function checkInvoice(
	table: InvoiceTable,
	findBooking: (trackingNumber: string) => BookingFacts | undefined,
): InvoiceCheck | undefined {
	const found = new Map<string, BookingFacts | undefined>();
	const find = (text: string): BookingFacts | undefined => {
		if (!found.has(text)) found.set(text, text.length < 6 || !/\d/.test(text) ? undefined : findBooking(text));
		return found.get(text);
	};
	const trackingNumber = trackingColumn(table, (text) => find(text) !== undefined);
	if (trackingNumber === undefined) return undefined;
	const knownRows = table.rows.filter(({ cells }) => find((cells[trackingNumber] ?? '').trim()));
	const weight = [...table.titles.keys()].find(
		(column) => column !== trackingNumber && WEIGHT_TITLE.test(table.titles[column] ?? ''),
	);
	const candidates = [...table.titles.keys()]
		.filter((column) => column !== trackingNumber && column !== weight)
		.flatMap((column) => {
			const read = numberReader(knownRows.map(({ cells }) => cells[column] ?? ''));
			const numbers = knownRows.filter(({ cells }) => read(cells[column] ?? '') !== undefined).length;
			if (numbers < knownRows.length * MIN_NUMBER_SHARE) return [];
			const charges = readCharges(table, { trackingNumber, amount: column, weight });
			const shipments = groupCharges(charges, find);
			const { factor, share } = commonFactor(shipments);
			const title = table.titles[column] ?? '';
			return { column, charges, shipments, factor, share, score: share + (AMOUNT_TITLE.test(title) ? 0.1 : 0) };
		})
		// Of two columns that match as well, that with the prices as they were booked.
		.toSorted((left, right) => right.score - left.score || Math.abs(left.factor - 1) - Math.abs(right.factor - 1));
	const [best] = candidates;
	if (!best || best.score === 0) return undefined;
	const { charges, shipments, factor } = best;
	const own = shipments.filter(({ booking }) => booking !== undefined);
	return {
		name: table.name,
		charges: charges.length,
		shipments: own.length,
		chargedEur: charges.reduce((sum, { cents }) => sum + cents, 0) / 100,
		expectedEur:
			own.reduce(
				(sum, { booking }) => sum + (booking?.isVoided ? 0 : Math.round((booking?.priceCents ?? 0) * factor)),
				0,
			) / 100,
		unpriced: own.filter(({ booking }) => booking?.priceCents === null && !booking.isVoided).length,
		factor,
		columns: {
			trackingNumber: table.titles[trackingNumber] ?? '',
			amount: table.titles[best.column] ?? '',
			weight: weight === undefined ? '' : (table.titles[weight] ?? ''),
		},
		differences: shipments
			.flatMap((shipment) => differenceOf(shipment, factor) ?? [])
			.toSorted(
				(left, right) => Math.abs(right.chargedEur - right.expectedEur) - Math.abs(left.chargedEur - left.expectedEur),
			),
	};
}
