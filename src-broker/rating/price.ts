// What one product costs on one lane: billable weight, band, surcharges, fuel, insurance. Pure; money in integer cents.
import type { RatesParcel } from '../../src-contract/partner-api';
import type { Product, RateSheet, Surcharge } from './rate-sheet';

const ROAD_KG_PER_M3 = 333;
const LOADING_METRE_WIDTH_M = 2.4;
const KG_PER_LOADING_METRE = 1850;

export interface Consignment {
	parcels: readonly RatesParcel[];
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

/** The size of a piece: sides from the longest down (cm), length + girth (cm), actual weight (kg). */
interface Piece {
	sides: [number, number, number];
	lengthPlusGirthCm: number;
	weightKg: number;
}

function pieceOf(parcel: Exclude<RatesParcel, { type: 'DOC' }>): Piece {
	const sides = [parcel.length, parcel.width, parcel.height].sort((a, b) => b - a) as Piece['sides'];
	return { sides, lengthPlusGirthCm: sides[0] + 2 * (sides[1] + sides[2]), weightKg: parcel.weight };
}

/** Rounds up to a step without being led up a step by the last bit of a binary fraction. */
function roundUp(value: number, step: number): number {
	return Math.ceil(Number((value / step).toFixed(6))) * step;
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

/** A product whose limits a piece or the whole breaks is not offered. */
export function withinLimits(parcels: readonly RatesParcel[], product: Product): boolean {
	const { limits } = product;
	const pieces = parcels.reduce((sum, parcel) => sum + parcel.count, 0);
	const totalKg = parcels.reduce((sum, parcel) => sum + billableKg(parcel, product) * parcel.count, 0);
	if (pieces > limits.pieces || totalKg > limits.totalKg) return false;
	return parcels.every((parcel) => {
		if (parcel.type === 'DOC') return (parcel.weight ?? product.documentKg) <= limits.pieceKg;
		const piece = pieceOf(parcel);
		return (
			piece.weightKg <= limits.pieceKg &&
			piece.sides[0] <= limits.longestSideCm &&
			piece.lengthPlusGirthCm <= limits.lengthPlusGirthCm
		);
	});
}

/** Price of a weight in a zone. A band is capped at the next one's price by the order that the loader demands. */
export function transportCents(weightKg: number, prices: Product['prices'][string]): number {
	const band = prices.bands.find(([upToKg]) => weightKg <= upToKg);
	if (band) return band[1];
	const [lastKg, lastCents] = prices.bands.at(-1) as [number, number];
	return lastCents + Math.ceil(Number((weightKg - lastKg).toFixed(6))) * prices.perKg;
}

function surchargeLines(
	surcharge: Surcharge,
	consignment: Consignment,
	totalKg: number,
	onDate: string,
): BreakdownLine[] {
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
			if (onDate < surcharge.from || onDate > surcharge.to) return [];
			const pieces = consignment.parcels.reduce((sum, parcel) => sum + parcel.count, 0);
			const reason = `peak season, ${surcharge.from} to ${surcharge.to}`;
			return [{ item: 'Peak season', cents: surcharge.perPiece * pieces, reason }];
		}
		case 'additional-handling':
			return pieceLines('Additional handling', surcharge.perPiece, consignment.parcels, ({ sides, weightKg }) => {
				if (sides[0] > surcharge.longestSideCm) return `longest side over ${surcharge.longestSideCm} cm`;
				if (sides[1] > surcharge.secondSideCm) return `second side over ${surcharge.secondSideCm} cm`;
				return weightKg > surcharge.weightKg ? `a piece over ${surcharge.weightKg} kg` : undefined;
			});
		case 'oversize':
			return pieceLines('Oversize', surcharge.perPiece, consignment.parcels, ({ lengthPlusGirthCm }) =>
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
	parcels: readonly RatesParcel[],
	reasonOf: (piece: Piece) => string | undefined,
): BreakdownLine[] {
	let pieces = 0;
	const reasons = new Set<string>();
	for (const parcel of parcels) {
		const reason = parcel.type === 'NONDOC' ? reasonOf(pieceOf(parcel)) : undefined;
		if (!reason) continue;
		pieces += parcel.count;
		reasons.add(reason);
	}
	return pieces === 0 ? [] : [{ item, cents: perPieceCents * pieces, reason: [...reasons].join('; ') }];
}

/** The fuel percentage in force: the newest entry that has begun. */
export function fuelPercent(sheet: RateSheet, onDate: string): number {
	return sheet.fuel
		.filter((entry) => entry.from <= onDate)
		.reduce((newest, entry) => (entry.from > newest.from ? entry : newest), { from: '', percent: 0 }).percent;
}

/**
 * The lines whose sum is the price, in cents.
 * @param onDate ISO date that the fuel percentage is looked up for
 */
export function priceLines(
	sheet: RateSheet,
	product: Product,
	zonePrices: Product['prices'][string],
	consignment: Consignment,
	onDate: string,
): BreakdownLine[] {
	const totalKg = consignment.parcels.reduce((sum, parcel) => sum + billableKg(parcel, product) * parcel.count, 0);
	const transport: BreakdownLine = {
		item: 'Transport',
		cents: Math.round((transportCents(totalKg, zonePrices) * (100 + consignment.marginPercent)) / 100),
		reason: `${Number(totalKg.toFixed(1))} kg billable`,
	};
	const surcharges = product.surcharges.map((surcharge) => ({
		fuel: surcharge.fuel,
		lines: surchargeLines(surcharge, consignment, totalKg, onDate),
	}));
	const fuelBase = surcharges
		.filter(({ fuel }) => fuel)
		.flatMap(({ lines }) => lines)
		.reduce((sum, line) => sum + line.cents, transport.cents);
	const percent = fuelPercent(sheet, onDate);
	const lines = [transport, ...surcharges.flatMap((surcharge) => surcharge.lines)];
	if (percent > 0) lines.push({ item: 'Fuel', cents: Math.round((fuelBase * percent) / 100), reason: `${percent} %` });
	if (consignment.insuredValueCents !== undefined) {
		lines.push({
			item: 'Insurance',
			cents: Math.max(
				sheet.insurance.minimum,
				Math.round((consignment.insuredValueCents * sheet.insurance.percent) / 100),
			),
			reason: `${sheet.insurance.percent} % of the value`,
		});
	}
	return lines;
}
