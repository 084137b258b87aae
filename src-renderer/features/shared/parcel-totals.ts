// Totals of the parcels and of the contents in a form. Fields without a number count as 0.
import { type ContentInput, contentsValueEur, type ParcelInput } from '../../lib/draft-fields';

/** An emptied field holds an empty string. */
const numberOf = (value: number | undefined): number => (typeof value === 'number' ? value : 0);

/** Volume of one piece in cubic metres; 0 while a dimension is missing. */
export const volumeM3 = ({ lengthCm, widthCm, heightCm }: ParcelInput): number =>
	(numberOf(lengthCm) * numberOf(widthCm) * numberOf(heightCm)) / 1e6;

export function parcelTotals(parcels: readonly ParcelInput[]): { pieces: number; weightKg: number; volumeM3: number } {
	const totals = { pieces: 0, weightKg: 0, volumeM3: 0 };
	for (const parcel of parcels) {
		const pieces = numberOf(parcel.count);
		totals.pieces += pieces;
		totals.weightKg += pieces * numberOf(parcel.weightKg);
		totals.volumeM3 += pieces * volumeM3(parcel);
	}
	return totals;
}

export const contentTotals = (contents: readonly ContentInput[]): { items: number; valueEur: number } => ({
	items: contents.reduce((sum, { quantity }) => sum + numberOf(quantity), 0),
	valueEur: contentsValueEur(contents),
});
