// Finds a slightly smaller or lighter parcel that costs less. Prices always come from the rating function, never from
// an estimate.

import { CHEAPER_VARIANT_FIELDS, type CheaperVariant } from '../../src-contract/model/cheaper-variant';
import type { Parcel } from '../../src-contract/model/parcel';
import type { QuoteInput } from '../../src-contract/model/shipment-draft';

/** Maximum reduction that a packer can achieve, by compressing the box or removing filling. */
const MAX_REDUCTION = { lengthCm: 5, widthCm: 5, heightCm: 5, weightKg: 0.5 } as const;
/** Step width of the search. */
const STEP = { lengthCm: 1, widthCm: 1, heightCm: 1, weightKg: 0.1 } as const;
/** Smaller savings are not shown. */
const MIN_SAVED_EUR = 0.5;
/** Number of parcel lines that are tried. Limits the number of requests. */
const MAX_LINES = 2;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * @param priceOf price of the chosen product in EUR; undefined when the product does not accept the parcels
 * @returns the variant with the largest saving, or null when none saves at least `MIN_SAVED_EUR`
 */
export async function findCheaperVariant(
	parcels: readonly Parcel[],
	priceOf: (parcels: readonly Parcel[]) => Promise<number | undefined>,
): Promise<CheaperVariant | null> {
	const before = await priceOf(parcels);
	if (before === undefined) return null;
	let best: CheaperVariant | null = null;

	for (const [parcel, line] of parcels.slice(0, MAX_LINES).entries()) {
		for (const field of CHEAPER_VARIANT_FIELDS) {
			const savedBy = async (steps: number): Promise<number> => {
				const changed = { ...line, [field]: rounded(line[field] - steps * STEP[field]) };
				const price = await priceOf(parcels.map((unchanged, index) => (index === parcel ? changed : unchanged)));
				return price === undefined ? 0 : before - price;
			};
			// Reduce a small parcel by at most half.
			let high = Math.floor(Math.min(MAX_REDUCTION[field], line[field] / 2) / STEP[field] + 1e-9);
			if (high < 1 || (await savedBy(high)) < MIN_SAVED_EUR) continue;
			// A smaller parcel never costs more, so a binary search finds the smallest reduction that saves enough.
			let low = 1;
			while (low < high) {
				const middle = Math.floor((low + high) / 2);
				if ((await savedBy(middle)) >= MIN_SAVED_EUR) high = middle;
				else low = middle + 1;
			}
			const savedEur = Math.round((await savedBy(low)) * 100) / 100;
			if (!best || savedEur > best.savedEur) best = { parcel, field, less: rounded(low * STEP[field]), savedEur };
		}
	}
	return best;
}

/** Returns a price function for one product. Requests rates once for each set of parcels. */
export function pricesOfProduct(
	productId: number,
	input: QuoteInput,
	rates: (input: QuoteInput) => Promise<readonly { productId: number; price: number }[]>,
): (parcels: readonly Parcel[]) => Promise<number | undefined> {
	const cache = new Map<string, Promise<number | undefined>>();
	return (parcels) => {
		const key = JSON.stringify(parcels);
		const price =
			cache.get(key) ??
			rates({ ...input, parcels: [...parcels] }).then(
				(options) => options.find((option) => option.productId === productId)?.price,
			);
		cache.set(key, price);
		return price;
	};
}
