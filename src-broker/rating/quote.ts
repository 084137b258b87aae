// Finds the shipping options for a route and a set of parcels, cheapest first.
import { type BoundedMap, createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { RateOption, RatesRequest } from '../../src-contract/partner-api';
import { normalizeForMatching, type Places, zipcodeMatcher } from '../places/places';
import type { Calendar } from './calendar';
import { type Consignment, pieceGroupsOf, priceLines, type Tariff, tariffsOf, totalBillableKg, isWithinLimits } from './price';
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
	calendar: Calendar;
	now: () => Date;
}

/** A sheet's route between two countries: its origin and destination postcodes, and its tariffs. */
interface ShippingRoute {
	from: Postcodes;
	to: Postcodes;
	tariffs: readonly Tariff[];
}
/** Tests a postcode in the normalized form of `normalizeForMatching`. */
type Postcodes = (comparableZipcode: string) => boolean;
interface SheetRoutes {
	sheet: RateSheet;
	routes: readonly ShippingRoute[];
}

/** Maximum number of cached country pairs; the cache is then emptied. */
const MAX_PAIRS = 5_000;
const every: Postcodes = () => true;

/** Test for the postcodes of a country that are in a region; undefined when none are. */
function postcodesOf(region: readonly string[], countryCode: string): Postcodes | undefined {
	if (region.includes('*') || region.includes(countryCode)) return every;
	const parts = region
		.filter((entry) => entry.startsWith(`${countryCode}:`))
		.map((entry) => zipcodeMatcher(entry.slice(countryCode.length + 1)));
	return parts.length > 0 ? (zipcode) => parts.some((matches) => matches(zipcode)) : undefined;
}

/** The sheet's lanes between two countries. `same` as a lane's destination means a domestic lane. */
function routesOf(sheet: RateSheet, fromCountry: string, toCountry: string, onDate: string): ShippingRoute[] {
	const postcodes = (name: string, countryCode: string) => postcodesOf(sheet.regions[name] ?? [], countryCode);
	return sheet.lanes.flatMap((lane) => {
		const from = postcodes(lane.from, fromCountry);
		const domestic = lane.to === 'same';
		const to = domestic ? (fromCountry === toCountry ? every : undefined) : postcodes(lane.to, toCountry);
		return from && to ? [{ from, to, tariffs: tariffsOf(sheet, lane.zone, onDate) }] : [];
	});
}

export function createQuote({ sheetsOn, places, calendar, now }: QuoteDependencies) {
	/** Routes by country pair. Valid for one day and one set of rate sheets. */
	let cache: { onDate: string; sheets: readonly RateSheet[]; pairs: BoundedMap<string, SheetRoutes[]> } | undefined;

	function routesBetween(fromCountry: string, toCountry: string, onDate: string) {
		const sheets = sheetsOn(onDate);
		if (cache?.sheets !== sheets || cache.onDate !== onDate)
			cache = { onDate, sheets, pairs: createBoundedMap(MAX_PAIRS) };
		const pair = fromCountry + toCountry;
		let found = cache.pairs.get(pair);
		if (!found) {
			found = sheets.map((sheet) => ({ sheet, routes: routesOf(sheet, fromCountry, toCountry, onDate) }));
			cache.pairs.set(pair, found);
		}
		return found;
	}

	function offerOf(
		sheet: RateSheet,
		tariff: Tariff,
		consignment: Consignment,
		arrival: ReturnType<Calendar['arrivalEstimator']>,
	): Offer | undefined {
		const { product, transit } = tariff;
		const totalKg = totalBillableKg(consignment.parcels, product);
		if (!isWithinLimits(consignment, product, totalKg)) return undefined;
		const lines = priceLines(tariff, consignment, totalKg);
		const earliest = arrival(product.cutOff, transit[0]);
		const latest = arrival(product.cutOff, transit[1]);
		const option: RateOption = {
			carrier: sheet.carrier,
			product: product.name,
			productId: product.productId,
			price: lines.reduce((sum, line) => sum + line.cents, 0) / 100,
			minEstimatedTransitTimeInWorkingsDays: earliest.workingDays,
			maxEstimatedTransitTimeInWorkingsDays: latest.workingDays,
			estimatedTransitTimeInWorkingDays: Math.ceil((earliest.workingDays + latest.workingDays) / 2),
			priceBreakdown: lines.map(({ item, cents, reason }) => ({ item, amount: cents / 100, reason })),
		};
		return { sheet, product, option, arrivesBy: latest.date };
	}

	/**
	 * Prices the parcels with every carrier's rate sheet (specification, 4.1). A side without postcode and city uses the capital.
	 * @param marginPercent margin of the calling account on the transport price
	 * @returns offers sorted by price, then by productId; amounts in euros, without VAT. Empty when no carrier serves the route.
	 */
	return function quote(request: RatesRequest, marginPercent: number): Offer[] {
		const moment = now().toISOString();
		const onDate = moment.slice(0, 10);
		const from = places.orCapital({
			countryCode: request.fromCountry,
			zipcode: request.fromZipcode,
			city: request.fromCity,
		});
		const to = places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity });
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
			residential: request.recipientType === 'individual',
			insuredValueCents: request.insured ? Math.round((request.totalValue ?? 0) * 100) : undefined,
			remoteReasons,
			marginPercent,
		};
		const kind = request.parcels[0]?.type ?? 'NONDOC';

		const arrival = calendar.arrivalEstimator(from.countryCode, to.countryCode, moment);
		const offers: Offer[] = [];
		for (const { sheet, routes } of routesBetween(from.countryCode, to.countryCode, onDate)) {
			const route = routes.find((candidate) => candidate.from(fromZipcode) && candidate.to(toZipcode));
			if (!route) continue;
			for (const tariff of route.tariffs) {
				if (!tariff.product.kinds.includes(kind)) continue;
				const offer = offerOf(sheet, tariff, consignment, arrival);
				if (offer) offers.push(offer);
			}
		}
		return offers.sort((a, b) => a.option.price - b.option.price || a.option.productId - b.option.productId);
	};
}
export type Quote = ReturnType<typeof createQuote>;
