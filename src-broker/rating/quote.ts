// The options that a route offers a set of parcels, cheapest first.
import { type BoundedMap, createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { RateOption, RatesRequest } from '../../src-contract/partner-api';
import { comparable, type Places, zipcodeMatcher } from '../places/places';
import type { Calendar } from './calendar';
import { type Consignment, piecesOf, priceLines, type Tariff, tariffsOf, totalBillableKg, withinLimits } from './price';
import type { Product, RateSheet } from './rate-sheet';

export interface Offer {
	sheet: RateSheet;
	product: Product;
	option: RateOption;
	/** The latest day of arrival, as an ISO date. */
	arrivesBy: string;
}

export interface QuoteDependencies {
	/** One sheet a carrier, those in force on an ISO date. */
	sheetsOn: (onDate: string) => readonly RateSheet[];
	places: Places;
	calendar: Calendar;
	now: () => Date;
}

/** A sheet's lane between two countries: the postcodes that it leaves from and arrives at, and what goes there. */
interface ShippingRoute {
	from: Postcodes;
	to: Postcodes;
	tariffs: readonly Tariff[];
}
type Postcodes = (comparableZipcode: string) => boolean;
interface Lanes {
	sheet: RateSheet;
	lanes: readonly ShippingRoute[];
}

/** Pairs of countries that are remembered before all are forgotten. */
const MAX_PAIRS = 5_000;
const every: Postcodes = () => true;

/** Which postcodes of a country lie in a region; undefined when none does. */
function postcodesOf(region: readonly string[], countryCode: string): Postcodes | undefined {
	if (region.includes('*') || region.includes(countryCode)) return every;
	const parts = region
		.filter((entry) => entry.startsWith(`${countryCode}:`))
		.map((entry) => zipcodeMatcher(entry.slice(countryCode.length + 1)));
	return parts.length > 0 ? (zipcode) => parts.some((holds) => holds(zipcode)) : undefined;
}

function lanesOf(sheet: RateSheet, fromCountry: string, toCountry: string, onDate: string): ShippingRoute[] {
	const postcodes = (name: string, countryCode: string) => postcodesOf(sheet.regions[name] ?? [], countryCode);
	return sheet.lanes.flatMap((lane) => {
		const from = postcodes(lane.from, fromCountry);
		const domestic = lane.to === 'same';
		const to = domestic ? (fromCountry === toCountry ? every : undefined) : postcodes(lane.to, toCountry);
		return from && to ? [{ from, to, tariffs: tariffsOf(sheet, lane.zone, onDate) }] : [];
	});
}

export function createQuote({ sheetsOn, places, calendar, now }: QuoteDependencies) {
	/** The lanes between two countries on a day, of the sheets in force, worked out when first asked for. */
	let known: { onDate: string; sheets: readonly RateSheet[]; pairs: BoundedMap<string, Lanes[]> } | undefined;

	function lanesBetween(fromCountry: string, toCountry: string, onDate: string) {
		const sheets = sheetsOn(onDate);
		if (known?.sheets !== sheets || known.onDate !== onDate)
			known = { onDate, sheets, pairs: createBoundedMap(MAX_PAIRS) };
		const pair = fromCountry + toCountry;
		let found = known.pairs.get(pair);
		if (!found) {
			found = sheets.map((sheet) => ({ sheet, lanes: lanesOf(sheet, fromCountry, toCountry, onDate) }));
			known.pairs.set(pair, found);
		}
		return found;
	}

	function offerOf(
		sheet: RateSheet,
		tariff: Tariff,
		consignment: Consignment,
		arrival: ReturnType<Calendar['journey']>,
	): Offer | undefined {
		const { product, transit } = tariff;
		const totalKg = totalBillableKg(consignment.parcels, product);
		if (!withinLimits(consignment, product, totalKg)) return undefined;
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

	/** @param marginPercent what the calling account pays on top of the sheets' transport */
	return function quote(request: RatesRequest, marginPercent: number): Offer[] {
		const moment = now().toISOString();
		const onDate = moment.slice(0, 10);
		const from = places.orCapital({
			countryCode: request.fromCountry,
			zipcode: request.fromZipcode,
			city: request.fromCity,
		});
		const to = places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity });
		const fromZipcode = comparable(from.zipcode);
		const toZipcode = comparable(to.zipcode);
		const remoteReasons = [
			['pick-up', places.remoteReason(from, fromZipcode)],
			['destination', places.remoteReason(to, toZipcode)],
		].flatMap(([end, reason]) => (reason ? [`${end}: ${reason}`] : []));
		const consignment: Consignment = {
			parcels: request.parcels,
			pieces: piecesOf(request.parcels),
			pieceCount: request.parcels.reduce((sum, parcel) => sum + parcel.count, 0),
			residential: request.recipientType === 'individual',
			insuredValueCents: request.insured ? Math.round((request.totalValue ?? 0) * 100) : undefined,
			remoteReasons,
			marginPercent,
		};
		const kind = request.parcels[0]?.type ?? 'NONDOC';

		const arrival = calendar.journey(from.countryCode, to.countryCode, moment);
		const offers: Offer[] = [];
		for (const { sheet, lanes } of lanesBetween(from.countryCode, to.countryCode, onDate)) {
			const lane = lanes.find((candidate) => candidate.from(fromZipcode) && candidate.to(toZipcode));
			if (!lane) continue;
			for (const tariff of lane.tariffs) {
				if (!tariff.product.kinds.includes(kind)) continue;
				const offer = offerOf(sheet, tariff, consignment, arrival);
				if (offer) offers.push(offer);
			}
		}
		return offers.sort((a, b) => a.option.price - b.option.price || a.option.productId - b.option.productId);
	};
}
export type Quote = ReturnType<typeof createQuote>;
