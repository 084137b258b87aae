// Price of one product on one route: billable weight, weight band, surcharges, fuel and insurance. Pure; amounts in integer cents.
import type { RatesParcel } from '../../src-contract/partner-api';
import type { Product, RateSheet, Surcharge } from './rate-sheet';

// Factors for the billable weight of pallets, see `billableKg`.
const ROAD_KG_PER_M3 = 333;
const LOADING_METRE_WIDTH_M = 2.4;
const KG_PER_LOADING_METRE = 1850;

/** Prices, surcharges and transit days of one product in one zone on one day. */
export interface Tariff {
	product: Product;
	prices: Product['prices'][string];
	/** Minimum and maximum transit days. */
	transit: Product['transit'][string];
	/** Without peak surcharges whose season does not contain the day. */
	surcharges: readonly Surcharge[];
	fuelPercent: number;
	insurance: RateSheet['insurance'];
}

export interface Consignment {
	parcels: readonly RatesParcel[];
	/** One group per entry of `parcels` that has dimensions. */
	pieceGroups: readonly PieceGroup[];
	/** Number of all pieces, including documents, which have no dimensions. */
	pieceCount: number;
	isResidential: boolean;
	/** Undefined if the shipment is not insured. */
	insuredValueCents: number | undefined;
	/** Why the pickup address, the destination or both are in a remote area; empty when neither is. */
	remoteReasons: readonly string[];
	/** Margin of the calling account on the transport price, in percent. */
	marginPercent: number;
}

export interface BreakdownLine {
	item: string;
	cents: number;
	reason?: string;
}

/** Identical pieces: one entry of the request's parcels. */
export interface PieceGroup {
	count: number;
	/** Longest first. */
	sidesCm: [number, number, number];
	/** Longest side plus girth, in cm. The girth is twice the sum of the two shorter sides. */
	lengthPlusGirthCm: number;
	/** Actual weight of one piece. */
	weightKg: number;
}

function pieceGroupOf(parcel: Exclude<RatesParcel, { type: 'DOC' }>): PieceGroup {
	// Cast: the sorted array still has three numbers, but its declared type is number[].
	const sidesCm = [parcel.length, parcel.width, parcel.height].sort((a, b) => b - a) as PieceGroup['sidesCm'];
	return {
		count: parcel.count,
		sidesCm,
		lengthPlusGirthCm: sidesCm[0] + 2 * (sidesCm[1] + sidesCm[2]),
		weightKg: parcel.weight,
	};
}

/** A group for each entry that has dimensions. Only documents have none. */
export function pieceGroupsOf(parcels: readonly RatesParcel[]): PieceGroup[] {
	return parcels.filter((parcel) => parcel.type !== 'DOC').map(pieceGroupOf);
}

/** Rounds to six decimals (a milligram, for kg), which removes binary floating-point error. */
const roundToMillionth = (value: number) => Math.round(value * 1e6) / 1e6;

/** Rounds up to a multiple of `step`. A floating-point error just above a multiple does not add a step. */
function roundUp(value: number, step: number): number {
	return roundToMillionth(Math.ceil(roundToMillionth(value / step)) * step);
}

function roundWeight(weightKg: number, product: Product): number {
	const rule = product.rounding.find(({ upToKg }) => upToKg === null || weightKg <= upToKg) ?? product.rounding.at(-1);
	return roundUp(weightKg, rule?.stepKg ?? 1);
}

/**
 * Billable weight of one piece in kg: the larger of actual and volumetric weight, rounded up by the product's rounding rules. The
 * volumetric weight of a parcel follows from the product's divisor, that of a pallet from `ROAD_KG_PER_M3`. The billable weight of
 * a pallet is at least the weight of its loading metres, which count half if the pallet is stackable. Source of the pallet factors:
 * European road groupage rules, see resources/rate-sheets/README.md.
 */
export function billableKg(parcel: RatesParcel, product: Product): number {
	if (parcel.type === 'DOC') return roundWeight(parcel.weight ?? product.documentKg, product);
	const volumeCm3 = parcel.length * parcel.width * parcel.height;
	if (parcel.type === 'NONDOC') return roundWeight(Math.max(parcel.weight, volumeCm3 / product.divisor), product);
	const loadingMetres = ((parcel.length / 100) * (parcel.width / 100)) / LOADING_METRE_WIDTH_M;
	const billableMetres = parcel.stackable ? loadingMetres / 2 : loadingMetres;
	return roundWeight(
		Math.max(parcel.weight, (volumeCm3 / 1_000_000) * ROAD_KG_PER_M3, billableMetres * KG_PER_LOADING_METRE),
		product,
	);
}

/** Sum of the billable weights of all pieces in kg. */
export function totalBillableKg(parcels: readonly RatesParcel[], product: Product): number {
	return roundToMillionth(parcels.reduce((sum, parcel) => sum + billableKg(parcel, product) * parcel.count, 0));
}

/**
 * Whether every piece and the whole shipment are within the product's limits. If not, the product is not offered.
 * @param totalKg billable weight of all pieces
 */
export function isWithinLimits(
	{ parcels, pieceGroups, pieceCount }: Consignment,
	product: Product,
	totalKg: number,
): boolean {
	const { limits } = product;
	if (pieceCount > limits.pieces || totalKg > limits.totalKg) return false;
	if (parcels.some((parcel) => (parcel.weight ?? product.documentKg) > limits.pieceKg)) return false;
	return pieceGroups.every(
		(piece) => piece.sidesCm[0] <= limits.longestSideCm && piece.lengthPlusGirthCm <= limits.lengthPlusGirthCm,
	);
}

/**
 * Transport price of a billable weight, in cents. Above the last band, each started kg costs `perKg`. The sheet's schema ensures
 * that a heavier band is never cheaper.
 * @param prices of the zone
 * @throws Error when `prices` has no band
 */
export function transportCents(weightKg: number, prices: Product['prices'][string]): number {
	const band = prices.bands.find(([maxKg]) => weightKg <= maxKg);
	if (band) return band[1];
	const lastBand = prices.bands.at(-1);
	if (!lastBand) throw new Error('The prices of a zone have no weight band.');
	const [lastKg, lastCents] = lastBand;
	return lastCents + roundUp(weightKg - lastKg, 1) * prices.perKg;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Day and month of an ISO date, such as 16 Nov. */
const dayAndMonth = (isoDate: string) => `${Number(isoDate.slice(8))} ${MONTHS[Number(isoDate.slice(5, 7)) - 1]}`;

/** Cached texts of seasons, because each quote needs the same texts for many options. */
const seasonTexts = new WeakMap<object, string>();
/** First and last day of a season as text, such as 16 Nov–15 Jan. */
function seasonText(season: { from: string; to: string }): string {
	let text = seasonTexts.get(season);
	if (text === undefined) {
		text = `${dayAndMonth(season.from)}–${dayAndMonth(season.to)}`;
		seasonTexts.set(season, text);
	}
	return text;
}

/** The lines of one surcharge; empty when it does not apply. */
function surchargeLines(surcharge: Surcharge, consignment: Consignment, totalKg: number): BreakdownLine[] {
	switch (surcharge.kind) {
		case 'remote':
			return consignment.remoteReasons.map((reason) => ({
				item: 'Remote area',
				cents: Math.max(surcharge.minimum, Math.ceil(totalKg) * surcharge.perKg),
				reason,
			}));
		case 'residential':
			return consignment.isResidential
				? [{ item: 'Residential delivery', cents: surcharge.amount, reason: 'recipient is an individual' }]
				: [];
		case 'peak': {
			const cents = surcharge.perPiece * consignment.pieceCount;
			return [{ item: 'Peak surcharge', cents, reason: seasonText(surcharge) }];
		}
		case 'additional-handling':
			return pieceSurchargeLines('Additional handling', surcharge.perPiece, consignment, ({ sidesCm, weightKg }) => {
				if (sidesCm[0] > surcharge.longestSideCm) return `longest side over ${surcharge.longestSideCm} cm`;
				if (sidesCm[1] > surcharge.secondSideCm) return `second side over ${surcharge.secondSideCm} cm`;
				return weightKg > surcharge.weightKg ? `a piece over ${surcharge.weightKg} kg` : undefined;
			});
		case 'oversize':
			return pieceSurchargeLines('Oversize', surcharge.perPiece, consignment, ({ lengthPlusGirthCm }) =>
				lengthPlusGirthCm > surcharge.lengthPlusGirthCm
					? `length and girth over ${surcharge.lengthPlusGirthCm} cm`
					: undefined,
			);
	}
}

/**
 * One line for all pieces that a surcharge applies to, with each distinct reason; no line when it applies to no piece.
 * @param reasonOf why the surcharge applies to a piece; undefined when it does not
 */
function pieceSurchargeLines(
	item: string,
	perPieceCents: number,
	{ parcels, pieceGroups }: Consignment,
	reasonOf: (piece: PieceGroup) => string | undefined,
): BreakdownLine[] {
	// Handling surcharges apply to parcels only: pallets are handled by machine.
	if (parcels[0]?.type !== 'NONDOC') return [];
	let affectedCount = 0;
	const reasons: string[] = [];
	for (const piece of pieceGroups) {
		const reason = reasonOf(piece);
		if (!reason) continue;
		affectedCount += piece.count;
		if (!reasons.includes(reason)) reasons.push(reason);
	}
	return affectedCount === 0 ? [] : [{ item, cents: perPieceCents * affectedCount, reason: reasons.join('; ') }];
}

/** Fuel surcharge in percent on an ISO date: the entry with the latest start that is not after the date. */
function fuelPercentOn(sheet: RateSheet, onDate: string): number {
	let newest = { from: '', percent: 0 };
	for (const entry of sheet.fuel) if (entry.from <= onDate && entry.from > newest.from) newest = entry;
	return newest.percent;
}

/** Tariffs of the sheet's products in a zone on an ISO date. Products without a price or transit time for the zone are left out. */
export function tariffsOf(sheet: RateSheet, zone: string, onDate: string): Tariff[] {
	const isInSeason = (surcharge: Surcharge) =>
		surcharge.kind !== 'peak' || (surcharge.from <= onDate && onDate <= surcharge.to);
	const fuelPercent = fuelPercentOn(sheet, onDate);
	return sheet.products.flatMap((product) => {
		const prices = product.prices[zone];
		const transit = product.transit[zone];
		if (!prices || !transit) return [];
		const surcharges = product.surcharges.filter(isInSeason);
		return [{ product, prices, transit, surcharges, fuelPercent, insurance: sheet.insurance }];
	});
}

/**
 * The price breakdown. The sum of the lines is the price, in cents, without VAT. Fuel is charged as a percentage of the transport
 * price and of the surcharges that are marked `fuel`.
 * @param totalKg billable weight of all pieces
 */
export function priceLines(
	{ prices, surcharges, fuelPercent, insurance }: Tariff,
	consignment: Consignment,
	totalKg: number,
): BreakdownLine[] {
	const transport: BreakdownLine = {
		item: 'Transport',
		cents: Math.round((transportCents(totalKg, prices) * (100 + consignment.marginPercent)) / 100),
		reason: `${Math.round(totalKg * 10) / 10} kg billable`,
	};
	const lines = [transport];
	let fuelBaseCents = transport.cents;
	for (const surcharge of surcharges) {
		for (const line of surchargeLines(surcharge, consignment, totalKg)) {
			lines.push(line);
			if (surcharge.fuel) fuelBaseCents += line.cents;
		}
	}
	if (fuelPercent > 0)
		lines.push({ item: 'Fuel', cents: Math.round((fuelBaseCents * fuelPercent) / 100), reason: `${fuelPercent} %` });
	if (consignment.insuredValueCents !== undefined) {
		const { percent, minimum } = insurance;
		lines.push({
			item: 'Insurance',
			cents: Math.max(minimum, Math.round((consignment.insuredValueCents * percent) / 100)),
			reason: `${percent} % of the value`,
		});
	}
	return lines;
}
