// Finds a slightly smaller or lighter parcel that costs less. All prices are rates of the service, never estimates.

import { CHEAPER_VARIANT_FIELDS, type CheaperVariant } from '../../src-contract/model/cheaper-variant';
import type { Parcel } from '../../src-contract/model/parcel';
import type { QuoteInput } from '../../src-contract/model/shipment-draft';

/** Maximum reduction that a packer can achieve, by compressing the box or removing filling. */
const MAX_REDUCTION = { lengthCm: 5, widthCm: 5, heightCm: 5, weightKg: 0.5 } as const;
/** Smallest reduction that is tried. Larger reductions are multiples of this step. */
const STEP = { lengthCm: 1, widthCm: 1, heightCm: 1, weightKg: 0.1 } as const;
/** Smaller savings are not shown. */
const MIN_SAVED_EUR = 0.5;
/** Maximum number of entries of `parcels` that are tried. Limits the number of rate requests. */
const MAX_TRIED_PARCELS = 2;

/** Removes the rounding errors of floating-point arithmetic. */
const roundToThousandths = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Finds, for each dimension and the weight, the smallest reduction that saves at least `MIN_SAVED_EUR`.
 * @param priceOf returns the price of the chosen product in EUR; undefined when the product does not accept the parcels
 * @returns of these variants, the one with the largest saving; null when there is none, or when the product does not accept the
 * parcels
 */
export async function findCheaperVariant(
	parcels: readonly Parcel[],
	priceOf: (parcels: readonly Parcel[]) => Promise<number | undefined>,
): Promise<CheaperVariant | null> {
	const currentPrice = await priceOf(parcels);
	if (currentPrice === undefined) return null;
	let bestVariant: CheaperVariant | null = null;

	for (const [parcelIndex, parcel] of parcels.slice(0, MAX_TRIED_PARCELS).entries()) {
		for (const field of CHEAPER_VARIANT_FIELDS) {
			const savingForSteps = async (steps: number): Promise<number> => {
				const smaller = { ...parcel, [field]: roundToThousandths(parcel[field] - steps * STEP[field]) };
				const price = await priceOf(parcels.map((unchanged, index) => (index === parcelIndex ? smaller : unchanged)));
				return price === undefined ? 0 : currentPrice - price;
			};
			// Reduce no value by more than half.
			let maxSteps = Math.floor(Math.min(MAX_REDUCTION[field], parcel[field] / 2) / STEP[field] + 1e-9);
			if (maxSteps < 1 || (await savingForSteps(maxSteps)) < MIN_SAVED_EUR) continue;
			// A smaller parcel never costs more, so a binary search finds the smallest reduction that saves enough.
			let minSteps = 1;
			while (minSteps < maxSteps) {
				const middle = Math.floor((minSteps + maxSteps) / 2);
				if ((await savingForSteps(middle)) >= MIN_SAVED_EUR) maxSteps = middle;
				else minSteps = middle + 1;
			}
			const savedEur = Math.round((await savingForSteps(minSteps)) * 100) / 100;
			if (!bestVariant || savedEur > bestVariant.savedEur)
				bestVariant = { parcelIndex, field, reduction: roundToThousandths(minSteps * STEP[field]), savedEur };
		}
	}
	return bestVariant;
}

/**
 * Creates the function that returns the price of a product for a set of parcels. Rates are requested once for each set.
 * @param input the other values of the rate requests
 */
export function createPriceOf(
	productId: number,
	input: QuoteInput,
	rates: (input: QuoteInput) => Promise<readonly { productId: number; price: number }[]>,
): (parcels: readonly Parcel[]) => Promise<number | undefined> {
	const priceByParcels = new Map<string, Promise<number | undefined>>();
	return (parcels) => {
		const key = JSON.stringify(parcels);
		const price =
			priceByParcels.get(key) ??
			rates({ ...input, parcels: [...parcels] }).then(
				(options) => options.find((option) => option.productId === productId)?.price,
			);
		priceByParcels.set(key, price);
		return price;
	};
}
