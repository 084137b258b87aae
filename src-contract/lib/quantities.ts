// Reads weights and lengths with their units, as shops, carriers' programs, scales and people write them. Pure.
import { readNumber } from './numbers';

/** Kilograms per unit (1 lb = 0.45359237 kg, international avoirdupois pound). */
export const KG_PER_UNIT = { kg: 1, dag: 0.01, g: 0.001, mg: 0.000001, lb: 0.45359237, oz: 0.028349523125 } as const;
/** Centimetres per unit (1 in = 2.54 cm, international inch). */
const CM_PER_UNIT = { cm: 1, mm: 0.1, m: 100, in: 2.54, ft: 30.48 } as const;
export type WeightUnit = keyof typeof KG_PER_UNIT;
export type LengthUnit = keyof typeof CM_PER_UNIT;

/** A map from the spellings of each unit, in lower case, to the unit. */
const unitsByName = <Unit extends string>(spellings: Readonly<Record<Unit, string>>): ReadonlyMap<string, Unit> =>
	new Map(
		(Object.keys(spellings) as Unit[]).flatMap((unit) =>
			spellings[unit].split(' ').map((name): [string, Unit] => [name, unit]),
		),
	);
const WEIGHT_UNITS = unitsByName<WeightUnit>({
	kg: 'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos',
	g: 'g gr gm gms grm grs gram grams gramm gramme grammes gramos',
	dag: 'dag dkg deka',
	mg: 'mg',
	lb: 'lb lbs pound pounds libras livres',
	oz: 'oz ozs ounce ounces onces onzas',
});
const LENGTH_UNITS = unitsByName<LengthUnit>({
	cm: 'cm cms centimeter centimeters centimetre centimetres zentimeter centimetros',
	mm: 'mm mms millimeter millimeters millimetre millimetres milimetros',
	m: 'm meter meters metre metres metros',
	in: "in ins inch inches zoll pouces pulgadas \" ″ ” ''",
	ft: "ft foot feet ' ′ ’",
});

const UNIT = String.raw`\p{L}+|''|["″”'′’]`;
const NUMBER = String.raw`(?:\d{1,3}(?:\s\d{3})+(?!\d)|[\d.,]*\d)(?:[.,]\d+)?(?:e[+-]?\d+)?`;
const PARTS = new RegExp(String.raw`(${NUMBER})\s*(${UNIT})?\.?`, 'giu');
/** What is left of a quantity when each of its parts is replaced by #: a hyphen may join two parts, as in 5'-6". */
const JOINED_PARTS = /^-? ?#(?: ?-? ?#)*$/;
/** The longest text that is read as a quantity. */
const MAX_QUANTITY_LENGTH = 40;
const UNIT_FIRST = /^\s*(\p{L}+)\.?\s*([\d.,\s]*\d)\s*$/u;

/**
 * @returns the sum of the parts in the base unit, as in "2 lb 3 oz"; undefined when the text has another unit, or contains anything
 * besides numbers and units
 */
function readQuantity<Unit extends string>(
	text: string,
	units: ReadonlyMap<string, Unit>,
	sizes: Readonly<Record<Unit, number>>,
	defaultUnit: Unit,
): number | undefined {
	// Most cells are a number without a unit.
	if (/^\d[\d.,]*$/.test(text)) {
		const value = readNumber(text);
		return value === undefined ? undefined : Number((value * sizes[defaultUnit]).toFixed(6));
	}
	if (text.length > MAX_QUANTITY_LENGTH) return undefined;
	const unitFirst = UNIT_FIRST.exec(text);
	const written = (unitFirst ? `${unitFirst[2]} ${unitFirst[1]}` : text).replace(/\s+/g, ' ').trim();
	if (!JOINED_PARTS.test(written.replace(PARTS, '#'))) return undefined;
	const parts = [...written.matchAll(PARTS)].map(([, number = '', unitName]) => ({
		value: readNumber(number),
		unit: unitName === undefined ? undefined : units.get(unitName.toLowerCase()),
		hasUnit: unitName !== undefined,
	}));
	// Two parts with the same unit are a range, as in "2 kg - 3 kg".
	if (new Set(parts.map(({ unit }) => unit)).size < parts.length) return undefined;
	let sum = 0;
	for (const { value, unit, hasUnit } of parts) {
		// A second number needs a unit of its own: "30 20" is not one length.
		if (value === undefined || (hasUnit ? unit === undefined : parts.length > 1)) return undefined;
		sum += value * sizes[unit ?? defaultUnit];
	}
	return Number((written.startsWith('-') ? -sum : sum).toFixed(6));
}

/**
 * Reads a weight, such as 2.2 lb, 500 g, 1,5 kg or 2 lb 3 oz.
 * @param defaultUnit unit of a number without one
 * @returns kilograms; undefined when the text is no weight
 */
export const readKilograms = (text: string, defaultUnit: WeightUnit = 'kg'): number | undefined =>
	// In the United States, 5# is 5 lb.
	readQuantity(text.replace(/(?<=\d\s?)#/, ' lb'), WEIGHT_UNITS, KG_PER_UNIT, defaultUnit);

/**
 * Reads a length, such as 30, 12 in, 300 mm or 1 ft 2 in.
 * @param defaultUnit unit of a number without one
 * @returns centimetres; undefined when the text is no length
 */
export const readCentimetres = (text: string, defaultUnit: LengthUnit = 'cm'): number | undefined =>
	readQuantity(text, LENGTH_UNITS, CM_PER_UNIT, defaultUnit);

/** The unit with this name; undefined when it is none. @param name in any case, as in "Kilograms" */
export const weightUnitOf = (name: string): WeightUnit | undefined => WEIGHT_UNITS.get(name.trim().toLowerCase());
export const lengthUnitOf = (name: string): LengthUnit | undefined => LENGTH_UNITS.get(name.trim().toLowerCase());

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
