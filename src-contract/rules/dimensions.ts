// Parses pasted sizes: "40x30x20 5.5kg", "L 40 × B 30 × H 20 cm, 5,5 kg", "2 x 40*30*20cm 800 g".
import { readCentimetres, readKilograms } from '../lib/quantities';
import type { Parcel } from '../model/parcel';

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const BETWEEN = String.raw`\s*(?:cm|mm|in|")?\s*[x×*/]\s*(?:[lwhbdt]\.?:?\s*)?`;
const SIZES = new RegExp(
	String.raw`(?:(\d{1,3})\s*[x×*]\s+)?(?:[lwhbdt]\.?:?\s*)?${NUMBER}${BETWEEN}${NUMBER}${BETWEEN}${NUMBER}\s*(cm|mm|in|")?`,
	'i',
);
/** A weight with one unit, or pounds and ounces. */
const WEIGHT = new RegExp(`${NUMBER}\\s*(?:kg|g|oz|lbs?(?:\\s*${NUMBER}\\s*oz)?)\\b`, 'i');

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
/** Undefined never occurs, because the expressions above match only known units; the default satisfies the compiler. */
const toCm = (value: string, unit: string): number => Math.ceil(rounded(readCentimetres(value + unit) ?? Number.NaN));

/**
 * Parses a size (with a number of parcels, if given), a weight or both. Lengths are rounded up to whole centimetres, as carriers
 * do. The weight is in kilograms.
 * @returns undefined when the text contains neither a size nor a weight
 */
export function parseDimensions(text: string): Partial<Parcel> | undefined {
	const sizes = SIZES.exec(text);
	const weight = WEIGHT.exec(sizes ? text.replace(sizes[0], ' ') : text);
	if (!sizes && !weight) return undefined;
	const parcel: Partial<Parcel> = {};
	if (sizes) {
		const [, count, length = '', width = '', height = '', unit = 'cm'] = sizes;
		Object.assign(parcel, { lengthCm: toCm(length, unit), widthCm: toCm(width, unit), heightCm: toCm(height, unit) });
		if (count) parcel.count = Number(count);
	}
	if (weight) parcel.weightKg = rounded(readKilograms(weight[0]) ?? Number.NaN);
	return parcel;
}
