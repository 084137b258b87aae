// Field schemas of partner API requests: accepted forms, limits and error messages.
import * as z from 'zod';
import { t } from '../i18n';

const NUMERIC_STRING = /^\s*[+-]?\d+(\.\d+)?\s*$/;

export function parseNumericString(value: unknown): unknown {
	return typeof value === 'string' && NUMERIC_STRING.test(value) ? Number(value) : value;
}

/** Longer texts are not read as numbers. */
const MAX_NUMBER_CHARS = 40;
const EURO_SIGN = /^(?:EUR|€)\s*|\s*(?:EUR|€)$/gi;
/** A number with a decimal comma, such as 7,50 and 1.234,50. Three digits after a single comma could also be thousands. */
const DECIMAL_COMMA = /^[+-]?(?:\d{1,3}(?:[. ]\d{3})+|\d+),\d{1,2}$/;
/** A number with a decimal point and commas between the thousands, such as 1,234.50. */
const DECIMAL_POINT = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/;

/**
 * Reads a number as services write it in an answer: a number, or text such as 7.50, 7,50, 1.234,50 and € 7,50.
 * @returns the value unchanged when it cannot be read as one number
 */
export function parseResponseNumber(value: unknown): unknown {
	if (typeof value !== 'string' || value.length > MAX_NUMBER_CHARS) return value;
	const number = value.trim().replace(EURO_SIGN, '');
	if (DECIMAL_COMMA.test(number)) return Number(number.replace(/[. ]/g, '').replace(',', '.'));
	if (DECIMAL_POINT.test(number)) return Number(number.replaceAll(',', ''));
	return parseNumericString(number === '' ? value : number);
}

function parseFlag(value: unknown): unknown {
	if (value === 1 || value === '1' || value === 'true') return true;
	if (value === 0 || value === '0' || value === 'false') return false;
	return value;
}

/** Turns null and blank text into undefined, for optional fields. */
export function emptyToUndefined(value: unknown): unknown {
	return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** A form that a field accepts in addition to its own type. The API documentation lists these forms. */
export type AlternativeForm = 'numeric text' | '1 and 0';
const alternativeFormMeta = (alternativeForm: AlternativeForm) => ({ alternativeForm });
const isMissing = (value: unknown) => value === undefined || value === null;
/** The error of a field that is missing or has another type. @param typeMessage message when the type is wrong */
export const typeError = (field: string, typeMessage: () => string) => ({
	error: ({ input }: { input?: unknown }) => (isMissing(input) ? t('{field} is required', { field }) : typeMessage()),
});
const finite = (field: string) => z.number(typeError(field, () => t('{field} must be a number', { field })));
/**
 * Also accepts a number as text. Uses only one preprocess step: each further step would cost time on each field of each request.
 */
export const acceptNumericText = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess(parseNumericString, schema).meta(alternativeFormMeta('numeric text'));
/** Like `acceptNumericText`, for optional fields: null and blank text count as not given. */
const optionalNumericText = <Schema extends z.ZodType>(schema: Schema) =>
	z
		.preprocess((value) => parseNumericString(emptyToUndefined(value)), schema.optional())
		.meta(alternativeFormMeta('numeric text'));
export const optionalNumber = (field: string) => optionalNumericText(finite(field));
export const positiveNumber = (field: string, max: number) =>
	finite(field)
		.positive({ error: () => t('{field} must be more than 0', { field }) })
		.max(max, { error: () => t('{field} must be at most {most}', { field, most: max }) });
/** Kilograms to one decimal. Finer weights are rounded up to the next 100 g, as carriers charge them. */
const weight = positiveNumber('weight', 50_000).overwrite(
	(kg) => Math.max(1, Math.ceil(Math.round(kg * 1000) / 100)) / 10,
);
export const weightKg = acceptNumericText(weight);
export const optionalWeightKg = optionalNumericText(weight);
/** Whole centimetres. Fractions are rounded up. */
export const sizeCm = (field: string) =>
	acceptNumericText(
		positiveNumber(field, 2_000).overwrite((cm) => Math.max(1, Math.ceil(Math.round(cm * 1000) / 1000))),
	);
export const wholeNumber = (field: string, max: number) =>
	acceptNumericText(
		positiveNumber(field, max).refine(Number.isInteger, {
			error: () => t('{field} must be a whole number', { field }),
		}),
	);
export const count = wholeNumber('count', 999);
const amount = (field: string) =>
	finite(field)
		.min(0, { error: () => t('{field} must not be negative', { field }) })
		.max(10_000_000, { error: () => t('{field} is too large', { field }) });
export const money = (field: string) => acceptNumericText(amount(field));
/**
 * Money with at most 2 decimals. A price with more is rejected, not rounded: otherwise the value of a content line would differ
 * from the stated price times the quantity.
 */
export const price = (field: string) =>
	acceptNumericText(
		amount(field).refine((value) => Number(value.toFixed(2)) === value, {
			error: `${field} must have at most 2 decimals`,
		}),
	);
export const optionalMoney = (field: string) => optionalNumericText(amount(field));
const boolean = (field: string) => z.boolean(typeError(field, () => `${field} must be true or false`));
export const flag = (field: string) => z.preprocess(parseFlag, boolean(field)).meta(alternativeFormMeta('1 and 0'));
const optionalFlagOf = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess((value) => (value === null ? undefined : parseFlag(value)), schema).meta(alternativeFormMeta('1 and 0'));
/** A flag that may be missing or null. */
export const optionalFlag = (field: string, defaultValue: boolean) =>
	optionalFlagOf(boolean(field).default(defaultValue));
/** A flag for objects in which the flag has no meaning: it may be missing, null or false, but not true. */
export const optionalFalse = (field: string, message: string) =>
	optionalFlagOf(
		boolean(field)
			.refine((isSet) => !isSet, message)
			.optional(),
	);
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
export const text = (field: string, max: number) =>
	z
		.string(typeError(field, () => `${field} must be a string`))
		.trim()
		.min(1, { error: () => t('{field} is required', { field }) })
		.max(max, { error: () => t('{field} must be at most {most} characters', { field, most: max }) })
		.refine((value) => !CONTROL_CHARACTER.test(value), {
			error: () => t('{field} must not hold control characters or line breaks', { field }),
		});
export const optionalText = (field: string, max: number) => z.preprocess(emptyToUndefined, text(field, max).optional());
export const optionalClockTime = (field: string) => {
	const error = `${field} must be a time as HH:MM`;
	return z.preprocess(
		emptyToUndefined,
		z
			.string({ error })
			.regex(/^([01]\d|2[0-3]):[0-5]\d$/, error)
			.optional(),
	);
};
/** An object of the request. @param name of the field, for messages */
export const object = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
	z.object(
		shape,
		typeError(name, () => `${name} must be an object`),
	);
/** A list with at least one entry. @param entry names of an entry, for messages, and the maximum number of entries */
export const list = <Schema extends z.ZodType>(
	field: string,
	schema: Schema,
	entry: { name: string; plural: string; maxCount: number },
) =>
	z
		.array(
			schema,
			typeError(field, () => `${field} must be a list`),
		)
		.min(1, `at least one ${entry.name} is required`)
		.max(entry.maxCount, `at most ${entry.maxCount} ${entry.plural}`);
/** A field with a fixed set of values. */
export const choice = <const Values extends readonly string[]>(field: string, values: Values) =>
	z.enum(
		values,
		typeError(field, () => `${field} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`),
	);
export const optionalChoice = <const Values extends readonly string[]>(field: string, values: Values) =>
	z.preprocess(emptyToUndefined, choice(field, values).optional());
