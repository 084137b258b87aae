// Whether a little less in one direction, or a little lighter, would be cheaper: asked of the rating rules themselves, by whoever
// holds them, and never guessed.

import { CHEAPER_VARIANT_FIELDS, type CheaperVariant } from '../../src-contract/model/cheaper-variant';
import type { Parcel } from '../../src-contract/model/parcel';
import type { QuoteInput } from '../../src-contract/model/shipment-draft';

/** What a packer can do to a box: press it down, or leave out some filling. */
const MOST = { lengthCm: 5, widthCm: 5, heightCm: 5, weightKg: 0.5 } as const;
const STEP = { lengthCm: 1, widthCm: 1, heightCm: 1, weightKg: 0.1 } as const;
/** A hint that saves less is noise. */
const MIN_SAVED_EUR = 0.5;
/** Lines of parcels that are tried, so that a long list does not flood the service. */
const MAX_LINES = 2;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** @param priceOf what the chosen product costs for such parcels; undefined: it does not take them */
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
				const price = await priceOf(parcels.map((one, index) => (index === parcel ? changed : one)));
				return price === undefined ? 0 : before - price;
			};
			// Half of a small parcel is no small change.
			let most = Math.floor(Math.min(MOST[field], line[field] / 2) / STEP[field] + 1e-9);
			if (most < 1 || (await savedBy(most)) < MIN_SAVED_EUR) continue;
			// Less is never dearer: the smallest step that saves is found by halves.
			let least = 1;
			while (least < most) {
				const middle = Math.floor((least + most) / 2);
				if ((await savedBy(middle)) >= MIN_SAVED_EUR) most = middle;
				else least = middle + 1;
			}
			const savedEur = Math.round((await savedBy(least)) * 100) / 100;
			if (!best || savedEur > best.savedEur) best = { parcel, field, less: rounded(least * STEP[field]), savedEur };
		}
	}
	return best;
}

/** Prices of one product, each question asked once. */
export function pricesOfProduct(
	productId: number,
	input: QuoteInput,
	rates: (input: QuoteInput) => Promise<readonly { productId: number; price: number }[]>,
): (parcels: readonly Parcel[]) => Promise<number | undefined> {
	const known = new Map<string, Promise<number | undefined>>();
	return (parcels) => {
		const key = JSON.stringify(parcels);
		const answer =
			known.get(key) ??
			rates({ ...input, parcels: [...parcels] }).then(
				(options) => options.find((option) => option.productId === productId)?.price,
			);
		known.set(key, answer);
		return answer;
	};
}
