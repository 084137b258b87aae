// The options that a route offers a set of parcels, cheapest first.
import type { RateOption, RatesRequest } from '../../src-contract/partner-api';
import { comparable, type Place, type Places } from '../places/places';
import { type Consignment, priceLines, withinLimits } from './price';
import type { Product, RateSheet } from './rate-sheet';

export interface Offer {
	sheet: RateSheet;
	product: Product;
	option: RateOption;
}

function inRegion(entries: readonly string[], place: Place): boolean {
	return entries.some((entry) => {
		const [country, prefix] = entry.split(':');
		return (
			entry === '*' || (country === place.countryCode && (!prefix || comparable(place.zipcode).startsWith(prefix)))
		);
	});
}

function zoneOf(sheet: RateSheet, from: Place, to: Place): string | undefined {
	return sheet.lanes.find((lane) => {
		if (lane.to === 'same')
			return from.countryCode === to.countryCode && inRegion(sheet.regions[lane.from] ?? [], from);
		return inRegion(sheet.regions[lane.from] ?? [], from) && inRegion(sheet.regions[lane.to] ?? [], to);
	})?.zone;
}

function toOption(
	sheet: RateSheet,
	product: Product,
	zone: string,
	consignment: Consignment,
	onDate: string,
): RateOption | undefined {
	const prices = product.prices[zone];
	const transit = product.transit[zone];
	if (!prices || !transit) return undefined;
	const lines = priceLines(sheet, product, prices, consignment, onDate);
	const [min, max] = transit;
	return {
		carrier: sheet.carrier,
		product: product.name,
		productId: product.productId,
		price: lines.reduce((sum, line) => sum + line.cents, 0) / 100,
		minEstimatedTransitTimeInWorkingsDays: min,
		maxEstimatedTransitTimeInWorkingsDays: max,
		estimatedTransitTimeInWorkingDays: Math.ceil((min + max) / 2),
		priceBreakdown: lines.map(({ item, cents, reason }) => ({ item, amount: cents / 100, ...(reason && { reason }) })),
	};
}

/** @param onDate ISO date: only rate sheets in force on that day are asked */
export function quote(sheets: readonly RateSheet[], places: Places, request: RatesRequest, onDate: string): Offer[] {
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
		residential: request.recipientType === 'individual',
		insuredValueCents: request.insured ? Math.round((request.totalValue ?? 0) * 100) : undefined,
		remoteReasons,
	};
	const kind = request.parcels[0]?.type ?? 'NONDOC';

	const offers: Offer[] = [];
	for (const sheet of sheets) {
		if (sheet.effectiveFrom > onDate || (sheet.effectiveTo !== null && sheet.effectiveTo < onDate)) continue;
		const zone = zoneOf(sheet, from, to);
		if (!zone) continue;
		for (const product of sheet.products) {
			if (!product.kinds.includes(kind) || !withinLimits(request.parcels, product)) continue;
			const option = toOption(sheet, product, zone, consignment, onDate);
			if (option) offers.push({ sheet, product, option });
		}
	}
	return offers.sort((a, b) => a.option.price - b.option.price || a.option.productId - b.option.productId);
}
