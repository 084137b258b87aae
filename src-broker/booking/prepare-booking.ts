// Prepares a booking before it is saved: checks the request, chooses the offer, takes a tracking number and draws the documents.
// The only database writes are those of the counters of tracking numbers and SSCCs.
import { eurToCents } from '../../src-contract/lib/money';
import type { RateOption, ShipmentRequest } from '../../src-contract/partner-api';
import type { Fonts } from '../../src-pdf/fonts';
import type { Account } from '../accounts/accounts';
import { perEuro } from '../duties/tables';
import type { LazyQuote, Offer } from '../rating/quote';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';
import { type CheckDependencies, isDutiableShipment, requestErrors, toRatesRequest } from './checks';
import { contentsValueCents } from './contents-value';
import { customsFormOf } from './customs-form';
import { countPieces } from './pieces';
import { nextTrackingEvent } from './tracking-events';
import { createTrackingToken } from './tracking-link';
import { createSscc, createTrackingNumber } from './tracking-number';

export interface PrepareDependencies extends Omit<CheckDependencies, 'fonts'> {
	store: Store;
	fonts: () => Promise<Fonts>;
	quote: LazyQuote;
	/** HS code of goods by their description; undefined when none is likely. */
	suggestHsCode: (description: string) => string | undefined;
	now: () => Date;
}

/** The offer that the request prefers, or the cheapest if it prefers none. @param offers cheapest first */
export function preferredOffer(offers: readonly Offer[], request: ShipmentRequest): Offer | undefined {
	const preferredId = request.preferredShippingOption;
	return preferredId === undefined ? offers[0] : offers.find(({ product }) => product.productId === preferredId);
}

/** The caller did not accept the price of the offer. Nothing was booked. */
export class OfferNotAcceptedError extends Error {}

export interface Booking {
	/** Columns of the shipment's row that the booking sets. */
	columns: {
		status: 'created_at_carrier';
		carrier: string;
		product: string;
		product_id: number;
		price_cents: number;
		tracking_number: string;
		tracking_token: string;
		booked_at: string;
		arrives_by: string;
		next_event_at: string | null;
	};
	/** The shipping documents. */
	pdf: Uint8Array;
}

export function createBookingPreparation(dependencies: PrepareDependencies) {
	const { store, quote, fonts, places, dutyTables, suggestHsCode, now } = dependencies;
	const today = () => now().toISOString().slice(0, 10);

	/** Value of the contents in special drawing rights. */
	const contentsValueXdr = (request: ShipmentRequest) =>
		(contentsValueCents(request) / 100 / perEuro(dutyTables(), request.currency, today())) *
		perEuro(dutyTables(), 'XDR', today());

	/** The account's offers for the shipment, cheapest first. */
	function offersFor(account: Account, request: ShipmentRequest): Promise<Offer[]> {
		return quote(toRatesRequest(dutyTables(), request, today()), account.marginPercent);
	}

	/** The preferred offer, or the cheapest if none is preferred. @throws HttpError 422 when there is no such offer */
	async function chooseOffer(account: Account, request: ShipmentRequest): Promise<Offer> {
		const offer = preferredOffer(await offersFor(account, request), request);
		if (offer) return offer;
		const preferredId = request.preferredShippingOption;
		const message =
			preferredId === undefined
				? 'no carrier accepts these parcels on this route: they are too heavy or too large, or the route is not served'
				: `option ${preferredId} is not available on this route now; get rates again and choose another option`;
		throw HttpError.ofFieldErrors([
			{ path: preferredId === undefined ? 'parcels' : 'preferredShippingOption', code: 'not_offered', message },
		]);
	}

	/**
	 * Checks a request. If it has no field errors, also checks that its preferred option is available.
	 * @throws HttpError 422 with all field errors, or with the error of the preferred option
	 */
	async function checkRequest(account: Account, request: ShipmentRequest): Promise<void> {
		const fieldErrors = requestErrors({ ...dependencies, fonts: await fonts() }, request, today());
		if (fieldErrors.length > 0) throw HttpError.ofFieldErrors(fieldErrors);
		if (request.preferredShippingOption !== undefined) await chooseOffer(account, request);
	}

	/** Takes the next `count` numbers of a sequence. A number is never reused, even if the booking fails. */
	async function takeSerials(sequence: string, count: number): Promise<number[]> {
		const { value: lastSerial } = await store
			.insertInto('sequence')
			.values({ name: sequence, value: count })
			.onConflict((conflict) =>
				conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequence.value', '+', count) })),
			)
			.returning('value')
			.executeTakeFirstOrThrow();
		return Array.from({ length: count }, (_, index) => lastSerial - count + index + 1);
	}

	/**
	 * Chooses the preferred or the cheapest offer, takes a tracking number and draws the documents.
	 * @param acceptsPrice whether the shipment may be booked at the price of this option. Default: every price is accepted
	 * @returns the columns to save (price in cents) and the PDF
	 * @throws HttpError 422 when no offer matches or an address does not fit on the label; OfferNotAcceptedError when `acceptsPrice`
	 * returns false
	 */
	async function prepareBooking(
		account: Account,
		request: ShipmentRequest,
		acceptsPrice: (option: RateOption) => boolean = () => true,
	): Promise<Booking> {
		const offer = await chooseOffer(account, request);
		if (!acceptsPrice(offer.option)) throw new OfferNotAcceptedError();
		const { sheet, product, option } = offer;
		// One sequence per format, not per carrier, because carriers with the same format must not get the same number.
		const [serial = 0] = await takeSerials(`tracking:${sheet.trackingFormat}`, 1);
		const trackingNumber = createTrackingNumber(sheet.trackingFormat, serial, request.pickupAddress.countryCode);
		const ssccs = (await takeSerials('sscc', countPieces(request))).map(createSscc);
		// Loaded here, because the drawing of documents is a large part of the service's code and a start does not need it.
		const { drawDocuments } = await import('./documents');
		const pdf = await drawDocuments(await fonts(), places, {
			request,
			offer,
			trackingNumber,
			ssccs,
			isDutiable: isDutiableShipment(request),
			customsForm: customsFormOf(sheet.trackingFormat, contentsValueXdr(request)),
			freight: option.price * perEuro(dutyTables(), request.currency, today()),
			suggestHsCode,
			date: today(),
		});
		const trackedShipment = {
			status: 'created_at_carrier' as const,
			trackingNumber,
			arrivesBy: offer.arrivesBy,
		};
		const bookedAt = now();
		return {
			columns: {
				status: trackedShipment.status,
				carrier: sheet.carrier,
				product: product.name,
				product_id: product.productId,
				price_cents: eurToCents(option.price),
				tracking_number: trackingNumber,
				tracking_token: createTrackingToken(),
				booked_at: bookedAt.toISOString(),
				arrives_by: offer.arrivesBy,
				next_event_at: nextTrackingEvent(trackedShipment, bookedAt)?.at ?? null,
			},
			pdf,
		};
	}

	return { offersFor, checkRequest, prepareBooking };
}
