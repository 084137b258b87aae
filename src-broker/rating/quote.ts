// Finds the shipping options for a route and a set of parcels, cheapest first.
import { type BoundedMap, createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { RateOption, RatesRequest } from '../../src-contract/partner-api';
import { normalizeForMatching, zipcodeMatcher } from '../../src-contract/rules/place-matching';
import type { EmbargoReason } from '../places/embargoes';
import type { Places } from '../places/places';
import type { Calendar } from './calendar';
import {
	type Consignment,
	isWithinLimits,
	pieceGroupsOf,
	priceLines,
	type Tariff,
	tariffsOf,
	totalBillableKg,
} from './price';
import type { Product, RateSheet } from './rate-sheet';

export interface Offer {
	sheet: RateSheet;
	product: Product;
	option: RateOption;
	/** Latest arrival, as an ISO date. */
	arrivesBy: string;
}

export interface QuoteDependencies {
	/** The rate sheets in force on an ISO date, one per carrier. */
	sheetsOn: (onDate: string) => readonly RateSheet[];
	places: Places;
	/** Why nothing is offered on a route on an ISO date; undefined without an embargo. */
	embargoReason: EmbargoReason;
	calendar: Calendar;
	now: () => Date;
}

/** One lane of a sheet between two countries, with its tariffs. */
interface PricedLane {
	coversFromZipcode: ZipcodeTest;
	coversToZipcode: ZipcodeTest;
	tariffs: readonly Tariff[];
}
/** Whether the lane covers a postcode, which must be normalized with `normalizeForMatching`. */
type ZipcodeTest = (normalizedZipcode: string) => boolean;
interface SheetLanes {
	sheet: RateSheet;
	lanes: readonly PricedLane[];
}

/** Maximum number of pairs of countries whose lanes are cached. A full cache drops its oldest entry. */
const MAX_CACHED_COUNTRY_PAIRS = 5_000;
const coversEveryZipcode: ZipcodeTest = () => true;

/** Creates a test whether a postcode of the country is in the region; undefined when the region contains no part of the country. */
function zipcodeTestFor(region: readonly string[], countryCode: string): ZipcodeTest | undefined {
	if (region.includes('*') || region.includes(countryCode)) return coversEveryZipcode;
	const tests = region
		.filter((entry) => entry.startsWith(`${countryCode}:`))
		.map((entry) => zipcodeMatcher(entry.slice(countryCode.length + 1)));
	return tests.length > 0 ? (zipcode) => tests.some((matches) => matches(zipcode)) : undefined;
}

/** The sheet's lanes between two countries, with their tariffs on an ISO date. The destination `same` means a domestic lane. */
function lanesBetween(sheet: RateSheet, fromCountry: string, toCountry: string, onDate: string): PricedLane[] {
	const zipcodeTest = (region: string, countryCode: string) => zipcodeTestFor(sheet.regions[region] ?? [], countryCode);
	return sheet.lanes.flatMap((lane) => {
		const coversFromZipcode = zipcodeTest(lane.from, fromCountry);
		const domesticTest = fromCountry === toCountry ? coversEveryZipcode : undefined;
		const coversToZipcode = lane.to === 'same' ? domesticTest : zipcodeTest(lane.to, toCountry);
		return coversFromZipcode && coversToZipcode
			? [{ coversFromZipcode, coversToZipcode, tariffs: tariffsOf(sheet, lane.zone, onDate) }]
			: [];
	});
}

export function createQuote({ sheetsOn, places, embargoReason, calendar, now }: QuoteDependencies) {
	/** Lanes by pair of countries. Valid for one day and one set of rate sheets. */
	let cache:
		| { onDate: string; sheets: readonly RateSheet[]; lanesByPair: BoundedMap<string, SheetLanes[]> }
		| undefined;

	function lanesOfAllSheets(fromCountry: string, toCountry: string, onDate: string) {
		const sheets = sheetsOn(onDate);
		if (cache?.sheets !== sheets || cache.onDate !== onDate)
			cache = { onDate, sheets, lanesByPair: createBoundedMap(MAX_CACHED_COUNTRY_PAIRS) };
		const pair = fromCountry + toCountry;
		let sheetLanes = cache.lanesByPair.get(pair);
		if (!sheetLanes) {
			sheetLanes = sheets.map((sheet) => ({ sheet, lanes: lanesBetween(sheet, fromCountry, toCountry, onDate) }));
			cache.lanesByPair.set(pair, sheetLanes);
		}
		return sheetLanes;
	}

	/** The offer of one tariff; undefined when the parcels exceed the limits of the product. */
	function offerOf(
		sheet: RateSheet,
		tariff: Tariff,
		consignment: Consignment,
		arrivalAfter: ReturnType<Calendar['arrivalEstimator']>,
	): Offer | undefined {
		const { product, transit } = tariff;
		const totalKg = totalBillableKg(consignment.parcels, product);
		if (!isWithinLimits(consignment, product, totalKg)) return undefined;
		const lines = priceLines(tariff, consignment, totalKg);
		const earliest = arrivalAfter(product.cutOff, transit[0]);
		const latest = arrivalAfter(product.cutOff, transit[1]);
		const option: RateOption = {
			carrier: sheet.carrier,
			product: product.name,
			productId: product.productId,
			price: lines.reduce((sum, line) => sum + line.cents, 0) / 100,
			minEstimatedTransitTimeInWorkingsDays: earliest.weekdays,
			maxEstimatedTransitTimeInWorkingsDays: latest.weekdays,
			estimatedTransitTimeInWorkingDays: Math.ceil((earliest.weekdays + latest.weekdays) / 2),
			priceBreakdown: lines.map(({ item, cents, reason }) => ({ item, amount: cents / 100, reason })),
		};
		return { sheet, product, option, arrivesBy: latest.date };
	}

	/**
	 * Prices the parcels with every carrier's rate sheet (specification, 4.1). An origin or destination that has neither postcode nor
	 * city is taken to be the capital.
	 * @param marginPercent margin of the calling account on the transport price
	 * @returns offers sorted by price, then by productId; amounts in euros, without VAT. Empty when no carrier accepts these parcels
	 * on the route, or when the route is under an embargo.
	 */
	return function quote(request: RatesRequest, marginPercent: number): Offer[] {
		const moment = now();
		const onDate = moment.toISOString().slice(0, 10);
		const from = places.orCapital({
			countryCode: request.fromCountry,
			zipcode: request.fromZipcode,
			city: request.fromCity,
		});
		const to = places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity });
		if (embargoReason(from, to, onDate) !== undefined) return [];
		const fromZipcode = normalizeForMatching(from.zipcode);
		const toZipcode = normalizeForMatching(to.zipcode);
		const remoteReasons = [
			['pickup', places.remoteReason(from, fromZipcode)],
			['destination', places.remoteReason(to, toZipcode)],
		].flatMap(([side, reason]) => (reason ? [`${side}: ${reason}`] : []));
		const consignment: Consignment = {
			parcels: request.parcels,
			pieceGroups: pieceGroupsOf(request.parcels),
			pieceCount: request.parcels.reduce((sum, parcel) => sum + parcel.count, 0),
			isResidential: request.recipientType === 'individual',
			insuredValueCents: request.insured ? Math.round((request.totalValue ?? 0) * 100) : undefined,
			remoteReasons,
			marginPercent,
		};
		// The schema of the request allows only one type of parcels.
		const parcelType = request.parcels[0]?.type ?? 'NONDOC';
		const arrivalAfter = calendar.arrivalEstimator(from.countryCode, to.countryCode, places.localTime(from, moment));
		const offers: Offer[] = [];
		for (const { sheet, lanes } of lanesOfAllSheets(from.countryCode, to.countryCode, onDate)) {
			const lane = lanes.find(
				({ coversFromZipcode, coversToZipcode }) => coversFromZipcode(fromZipcode) && coversToZipcode(toZipcode),
			);
			if (!lane) continue;
			for (const tariff of lane.tariffs) {
				if (!tariff.product.kinds.includes(parcelType)) continue;
				const offer = offerOf(sheet, tariff, consignment, arrivalAfter);
				if (offer) offers.push(offer);
			}
		}
		return offers.sort((a, b) => a.option.price - b.option.price || a.option.productId - b.option.productId);
	};
}
/** Prices parcels as the function of `createQuote`, and loads the calendar when it is first called. */
export type LazyQuote = (...request: Parameters<ReturnType<typeof createQuote>>) => Promise<Offer[]>;
