// The options that a route offers a set of parcels, cheapest first.
import type { RateOption, RatesRequest } from '../../src-contract/partner-api';
import { comparable, type Place, type Places, zipcodeMatcher } from '../places/places';
import type { Calendar } from './calendar';
import { type Consignment, piecesOf, priceLines, totalBillableKg, withinLimits } from './price';
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

/** A place with its postcode in the form that regions compare. */
interface Located {
	countryCode: string;
	zipcode: string;
}

type Region = (place: Located) => boolean;

/** The entries of a region, read once: which countries lie in it whole, and which postcodes of others. */
const regions = new WeakMap<readonly string[], Region>();

function regionOf(entries: readonly string[]): Region {
	let region = regions.get(entries);
	if (!region) {
		const whole = new Set<string>();
		const parts = new Map<string, ((zipcode: string) => boolean)[]>();
		for (const entry of entries) {
			const [country = '', zipcodes] = entry.split(':');
			if (zipcodes) parts.set(country, [...(parts.get(country) ?? []), zipcodeMatcher(zipcodes)]);
			else whole.add(country);
		}
		region = ({ countryCode, zipcode }) =>
			whole.has('*') || whole.has(countryCode) || (parts.get(countryCode)?.some((holds) => holds(zipcode)) ?? false);
		regions.set(entries, region);
	}
	return region;
}

function zoneOf(sheet: RateSheet, from: Located, to: Located): string | undefined {
	const holds = (name: string, place: Located) => regionOf(sheet.regions[name] ?? [])(place);
	return sheet.lanes.find((lane) => {
		if (!holds(lane.from, from)) return false;
		return lane.to === 'same' ? from.countryCode === to.countryCode : holds(lane.to, to);
	})?.zone;
}

const located = (place: Place): Located => ({ countryCode: place.countryCode, zipcode: comparable(place.zipcode) });

export function createQuote({ sheetsOn, places, calendar, now }: QuoteDependencies) {
	function offerOf(
		sheet: RateSheet,
		product: Product,
		zone: string,
		consignment: Consignment,
		arrival: ReturnType<Calendar['journey']>,
		onDate: string,
	): Offer | undefined {
		const prices = product.prices[zone];
		const transit = product.transit[zone];
		if (!prices || !transit) return undefined;
		const totalKg = totalBillableKg(consignment.parcels, product);
		if (!withinLimits(consignment, product, totalKg)) return undefined;
		const lines = priceLines(sheet, product, prices, consignment, totalKg, onDate);
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
		const moment = now();
		const onDate = moment.toISOString().slice(0, 10);
		const from = places.orCapital({
			countryCode: request.fromCountry,
			zipcode: request.fromZipcode,
			city: request.fromCity,
		});
		const to = places.orCapital({ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity });
		const remoteReasons = [
			['pick-up', places.remoteReason(from)],
			['destination', places.remoteReason(to)],
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
		const ends = [located(from), located(to)] as const;

		const offers: Offer[] = [];
		for (const sheet of sheetsOn(onDate)) {
			const zone = zoneOf(sheet, ...ends);
			if (!zone) continue;
			for (const product of sheet.products) {
				if (!product.kinds.includes(kind)) continue;
				const offer = offerOf(sheet, product, zone, consignment, arrival, onDate);
				if (offer) offers.push(offer);
			}
		}
		return offers.sort((a, b) => a.option.price - b.option.price || a.option.productId - b.option.productId);
	};
}
export type Quote = ReturnType<typeof createQuote>;
