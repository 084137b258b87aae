// Reads weights and lengths with their units, as shops, carriers' programs, scales and people write them. Pure.
import { readNumber } from './numbers';

/** Kilograms per unit (1 lb = 0.45359237 kg, international avoirdupois pound). */
export const KG_PER_UNIT = { kg: 1, g: 0.001, mg: 0.000001, lb: 0.45359237, oz: 0.028349523125 } as const;
/** Centimetres per unit (1 in = 2.54 cm, international inch). */
const CM_PER_UNIT = { cm: 1, mm: 0.1, m: 100, in: 2.54, ft: 30.48 } as const;
export type WeightUnit = keyof typeof KG_PER_UNIT;
export type LengthUnit = keyof typeof CM_PER_UNIT;

/** Spellings of the units, in lower case. */
const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = Object.fromEntries([
	...[
		'kg',
		'kgs',
		'kilo',
		'kilos',
		'kilogram',
		'kilograms',
		'kilogramm',
		'kilogramme',
		'kilogrammes',
		'kilogramos',
	].map((name) => [name, 'kg']),
	...['g', 'gr', 'gm', 'gms', 'grm', 'grs', 'gram', 'grams', 'gramm', 'gramme', 'grammes', 'gramos'].map((name) => [
		name,
		'g',
	]),
	['mg', 'mg'],
	...['lb', 'lbs', 'pound', 'pounds', 'libras', 'livres'].map((name) => [name, 'lb']),
	...['oz', 'ozs', 'ounce', 'ounces', 'onces', 'onzas'].map((name) => [name, 'oz']),
]);
const LENGTH_UNITS: Readonly<Record<string, LengthUnit>> = Object.fromEntries([
	...['cm', 'cms', 'centimeter', 'centimeters', 'centimetre', 'centimetres', 'zentimeter', 'centimetros'].map(
		(name) => [name, 'cm'],
	),
	...['mm', 'mms', 'millimeter', 'millimeters', 'millimetre', 'millimetres', 'milimetros'].map((name) => [name, 'mm']),
	...['m', 'meter', 'meters', 'metre', 'metres', 'metros'].map((name) => [name, 'm']),
	...['in', 'ins', 'inch', 'inches', 'zoll', 'pouces', 'pulgadas', '"', '″', '”', "''"].map((name) => [name, 'in']),
	...['ft', 'foot', 'feet', "'", '′', '’'].map((name) => [name, 'ft']),
]);

const UNIT = String.raw`\p{L}+|''|["″”'′’]`;
const NUMBER = String.raw`-?(?:\d{1,3}(?:\s\d{3})+(?!\d)|[\d.,]*\d)(?:[.,]\d+)?(?:e[+-]?\d+)?`;
const PARTS = new RegExp(String.raw`(${NUMBER})\s*(${UNIT})?\.?`, 'giu');
const ONLY_PARTS = new RegExp(String.raw`^(?:\s*${NUMBER}\s*(?:${UNIT})?\.?)+\s*$`, 'iu');
const UNIT_FIRST = /^\s*(\p{L}+)\.?\s*([\d.,\s]*\d)\s*$/u;

/**
 * @returns the sum of the parts in the base unit, as in "2 lb 3 oz"; undefined when the text has another unit, or contains anything
 * besides numbers and units
 */
function readQuantity<Unit extends string>(
	text: string,
	units: Readonly<Record<string, Unit>>,
	sizes: Readonly<Record<Unit, number>>,
	defaultUnit: Unit,
): number | undefined {
	// Most cells are a number without a unit.
	if (/^\d[\d.,]*$/.test(text)) {
		const value = readNumber(text);
		return value === undefined ? undefined : Number((value * sizes[defaultUnit]).toFixed(6));
	}
	const unitFirst = UNIT_FIRST.exec(text);
	const written = unitFirst ? `${unitFirst[2]} ${unitFirst[1]}` : text;
	if (!ONLY_PARTS.test(written)) return undefined;
	const parts = [...written.matchAll(PARTS)].map(([, number = '', unitName]) => ({
		value: readNumber(number),
		unit: unitName === undefined ? undefined : units[unitName.toLowerCase()],
		hasUnit: unitName !== undefined,
	}));
	let sum = 0;
	for (const { value, unit, hasUnit } of parts) {
		// A second number needs a unit of its own: "30 20" is not one length.
		if (value === undefined || (hasUnit ? unit === undefined : parts.length > 1)) return undefined;
		sum += value * sizes[unit ?? defaultUnit];
	}
	return Number(sum.toFixed(6));
}

/**
 * Reads a weight, such as 2.2 lb, 500 g, 1,5 kg or 2 lb 3 oz.
 * @param defaultUnit unit of a number without one
 * @returns kilograms; undefined when the text is no weight
 */
export const readKilograms = (text: string, defaultUnit: WeightUnit = 'kg'): number | undefined =>
	readQuantity(text, WEIGHT_UNITS, KG_PER_UNIT, defaultUnit);

/**
 * Reads a length, such as 30, 12 in, 300 mm or 1 ft 2 in.
 * @param defaultUnit unit of a number without one
 * @returns centimetres; undefined when the text is no length
 */
export const readCentimetres = (text: string, defaultUnit: LengthUnit = 'cm'): number | undefined =>
	readQuantity(text, LENGTH_UNITS, CM_PER_UNIT, defaultUnit);

/** The unit with this name; undefined when it is none. @param name in any case, as in "Kilograms" */
export const weightUnitOf = (name: string): WeightUnit | undefined => WEIGHT_UNITS[name.trim().toLowerCase()];
export const lengthUnitOf = (name: string): LengthUnit | undefined => LENGTH_UNITS[name.trim().toLowerCase()];

/** Words that are units only in brackets or at the end of a title. */
const AMBIGUOUS_NAMES = ['in', 'ins', 'm'];

/** The unit that a column title states, as in "Weight (lbs)", "weight_g" and "Gewicht in kg"; undefined when it states none. */
function unitOfTitle<Unit>(title: string, unitOf: (name: string) => Unit | undefined): Unit | undefined {
	const inBrackets = [...title.matchAll(/[([{]([^)\]}]*)[)\]}]/g)].map(([, name = '']) => unitOf(name));
	const words = title
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.split(/[^\p{L}"]+/u)
		.filter(Boolean);
	const inWords = words.map((word, index) =>
		index < words.length - 1 && AMBIGUOUS_NAMES.includes(word.toLowerCase()) ? undefined : unitOf(word),
	);
	return [...inBrackets, ...inWords.slice(1)].find((unit) => unit !== undefined);
}
export const weightUnitOfTitle = (title: string): WeightUnit | undefined => unitOfTitle(title, weightUnitOf);
export const lengthUnitOfTitle = (title: string): LengthUnit | undefined => unitOfTitle(title, lengthUnitOf);
