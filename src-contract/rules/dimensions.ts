// Parses pasted sizes: "40x30x20 5.5kg", "L 40 × B 30 × H 20 cm, 5,5 kg", "2 x 40*30*20cm 800 g".
import type { Parcel } from '../model/parcel';

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`;
const BETWEEN = String.raw`\s*(?:cm|mm|in|")?\s*[x×*/]\s*(?:[lwhbdt]\.?:?\s*)?`;
const SIZES = new RegExp(
	String.raw`(?:(\d{1,3})\s*[x×*]\s+)?(?:[lwhbdt]\.?:?\s*)?${NUMBER}${BETWEEN}${NUMBER}${BETWEEN}${NUMBER}\s*(cm|mm|in|")?`,
	'i',
);
const WEIGHT = new RegExp(`${NUMBER}\\s*(kg|g|lbs?|oz)\\b`, 'i');

const CM_PER_UNIT: Record<string, number> = { cm: 1, mm: 0.1, in: 2.54, '"': 2.54 };
const KG_PER_UNIT: Record<string, number> = { kg: 1, g: 0.001, lb: 0.45359237, lbs: 0.45359237, oz: 0.028349523125 };

/** @param factor Never undefined, because the expressions above match only known units; the default satisfies the compiler. */
const convertNumber = (text: string, factor = Number.NaN): number => Number(text.replace(',', '.')) * factor;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

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
		const toCm = (value: string) => Math.ceil(rounded(convertNumber(value, CM_PER_UNIT[unit.toLowerCase()])));
		Object.assign(parcel, { lengthCm: toCm(length), widthCm: toCm(width), heightCm: toCm(height) });
		if (count) parcel.count = Number(count);
	}
	if (weight) {
		const [, value = '', unit = ''] = weight;
		parcel.weightKg = rounded(convertNumber(value, KG_PER_UNIT[unit.toLowerCase()]));
	}
	return parcel;
}
