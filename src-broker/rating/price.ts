// What one product costs on one lane: billable weight, band, surcharges, fuel, insurance. Pure; money in integer cents.
import type { RatesParcel } from '../../src-contract/partner-api';
import type { Product, RateSheet, Surcharge } from './rate-sheet';

const ROAD_KG_PER_M3 = 333;
const LOADING_METRE_WIDTH_M = 2.4;
const KG_PER_LOADING_METRE = 1850;

/** What one product costs on a lane on one day, and its days of carriage. */
export interface Tariff {
	product: Product;
	prices: Product['prices'][string];
	transit: Product['transit'][string];
	/** Those that are in season. */
	surcharges: readonly Surcharge[];
	fuelPercent: number;
	insurance: RateSheet['insurance'];
}

export interface Consignment {
	parcels: readonly RatesParcel[];
	/** The measured parcels of `parcels`, each with its count. */
	pieces: readonly Piece[];
	/** How many pieces there are, measured or not. */
	pieceCount: number;
	residential: boolean;
	insuredValueCents: number | undefined;
	/** Why the pick-up or the destination is remote; empty when neither is. */
	remoteReasons: readonly string[];
	/** What the calling account pays on top of the sheet's transport. */
	marginPercent: number;
}

export interface BreakdownLine {
	item: string;
	cents: number;
	reason?: string;
}

/** The size of a piece: sides from the longest down (cm), length + girth (cm), actual weight (kg); and how many. */
export interface Piece {
	count: number;
	sides: [number, number, number];
	lengthPlusGirthCm: number;
	weightKg: number;
}

function pieceOf(parcel: Exclude<RatesParcel, { type: 'DOC' }>): Piece {
	// Three numbers, which sorting leaves three.
	const sides = [parcel.length, parcel.width, parcel.height].sort((a, b) => b - a) as Piece['sides'];
	return {
		count: parcel.count,
		sides,
		lengthPlusGirthCm: sides[0] + 2 * (sides[1] + sides[2]),
		weightKg: parcel.weight,
	};
}

export function piecesOf(parcels: readonly RatesParcel[]): Piece[] {
	return parcels.filter((parcel) => parcel.type !== 'DOC').map(pieceOf);
}

/** Kilograms to the milligram: what binary fractions add or lack beyond that is none of the weight. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;

/** Rounds up to a step without being led up a step by the last bit of a binary fraction. */
function roundUp(value: number, step: number): number {
	return exact(Math.ceil(exact(value / step)) * step);
}

function rounded(weightKg: number, product: Product): number {
	const rule = product.rounding.find(({ upToKg }) => upToKg === null || weightKg <= upToKg) ?? product.rounding.at(-1);
	return roundUp(weightKg, rule?.stepKg ?? 1);
}

/**
 * Billable weight of one piece in kg: the larger of actual and volumetric (pallets: also of its loading metres, halved
 * when it can be stacked), rounded up as the rate sheet says. Source of the factors: the road groupage rules named in
 * resources/rate-sheets/README.md.
 */
export function billableKg(parcel: RatesParcel, product: Product): number {
	if (parcel.type === 'DOC') return rounded(parcel.weight ?? product.documentKg, product);
	const volumeCm3 = parcel.length * parcel.width * parcel.height;
	if (parcel.type === 'NONDOC') return rounded(Math.max(parcel.weight, volumeCm3 / product.divisor), product);
	const loadingMetres = ((parcel.length / 100) * (parcel.width / 100)) / LOADING_METRE_WIDTH_M;
	const charged = parcel.stackable ? loadingMetres / 2 : loadingMetres;
	return rounded(
		Math.max(parcel.weight, (volumeCm3 / 1_000_000) * ROAD_KG_PER_M3, charged * KG_PER_LOADING_METRE),
		product,
	);
}

/** The billable weight of all pieces in kg. */
export function totalBillableKg(parcels: readonly RatesParcel[], product: Product): number {
	return exact(parcels.reduce((sum, parcel) => sum + billableKg(parcel, product) * parcel.count, 0));
}

/** A product whose limits a piece or the whole breaks is not offered. */
export function withinLimits({ parcels, pieces, pieceCount }: Consignment, product: Product, totalKg: number): boolean {
	const { limits } = product;
	if (pieceCount > limits.pieces || totalKg > limits.totalKg) return false;
	if (parcels.some((parcel) => (parcel.weight ?? product.documentKg) > limits.pieceKg)) return false;
	return pieces.every(
		(piece) => piece.sides[0] <= limits.longestSideCm && piece.lengthPlusGirthCm <= limits.lengthPlusGirthCm,
	);
}

/** Price of a weight in a zone. A band is capped at the next one's price by the order that the loader demands. */
export function transportCents(weightKg: number, prices: Product['prices'][string]): number {
	const band = prices.bands.find((limit) => weightKg <= limit[0]);
	if (band) return band[1];
	const last = prices.bands.at(-1);
	if (!last) throw new Error('a zone must have a price band');
	const [lastKg, lastCents] = last;
	return lastCents + roundUp(weightKg - lastKg, 1) * prices.perKg;
}

function surchargeLines(surcharge: Surcharge, consignment: Consignment, totalKg: number): BreakdownLine[] {
	switch (surcharge.kind) {
		case 'remote':
			return consignment.remoteReasons.map((reason) => ({
				item: 'Remote area',
				cents: Math.max(surcharge.minimum, Math.ceil(totalKg) * surcharge.perKg),
				reason,
			}));
		case 'residential':
			return consignment.residential
				? [{ item: 'Residential delivery', cents: surcharge.amount, reason: 'the recipient is an individual' }]
				: [];
		case 'peak': {
			const reason = `peak season, ${surcharge.from} to ${surcharge.to}`;
			return [{ item: 'Peak season', cents: surcharge.perPiece * consignment.pieceCount, reason }];
		}
		case 'additional-handling':
			return pieceLines('Additional handling', surcharge.perPiece, consignment, ({ sides, weightKg }) => {
				if (sides[0] > surcharge.longestSideCm) return `longest side over ${surcharge.longestSideCm} cm`;
				if (sides[1] > surcharge.secondSideCm) return `second side over ${surcharge.secondSideCm} cm`;
				return weightKg > surcharge.weightKg ? `a piece over ${surcharge.weightKg} kg` : undefined;
			});
		case 'oversize':
			return pieceLines('Oversize', surcharge.perPiece, consignment, ({ lengthPlusGirthCm }) =>
				lengthPlusGirthCm > surcharge.lengthPlusGirthCm
					? `length and girth over ${surcharge.lengthPlusGirthCm} cm`
					: undefined,
			);
	}
}

/** One line for all pieces that a rule meets, with the reasons it met them for. */
function pieceLines(
	item: string,
	perPieceCents: number,
	{ parcels, pieces }: Consignment,
	reasonOf: (piece: Piece) => string | undefined,
): BreakdownLine[] {
	// A pallet is made to be handled by machines.
	if (parcels[0]?.type !== 'NONDOC') return [];
	let met = 0;
	const reasons: string[] = [];
	for (const piece of pieces) {
		const reason = reasonOf(piece);
		if (!reason) continue;
		met += piece.count;
		if (!reasons.includes(reason)) reasons.push(reason);
	}
	return met === 0 ? [] : [{ item, cents: perPieceCents * met, reason: reasons.join('; ') }];
}

/** The fuel percentage in force: the newest entry that has begun. */
function fuelPercentOn(sheet: RateSheet, onDate: string): number {
	let newest = { from: '', percent: 0 };
	for (const entry of sheet.fuel) if (entry.from <= onDate && entry.from > newest.from) newest = entry;
	return newest.percent;
}

/** What a sheet's products cost in a zone on a day; those that do not go there are not among them. */
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
 * The lines whose sum is the price, in cents.
 * @param totalKg the billable weight of all pieces
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
	let fuelBase = transport.cents;
	for (const surcharge of surcharges) {
		for (const line of surchargeLines(surcharge, consignment, totalKg)) {
			lines.push(line);
			if (surcharge.fuel) fuelBase += line.cents;
		}
	}
	if (fuelPercent > 0)
		lines.push({ item: 'Fuel', cents: Math.round((fuelBase * fuelPercent) / 100), reason: `${fuelPercent} %` });
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
