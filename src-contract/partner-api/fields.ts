// Field schemas of partner API requests: accepted forms, limits and error messages.
import * as z from 'zod';
import { t } from '../i18n';

const NUMERIC_STRING = /^\s*[+-]?\d+(\.\d+)?\s*$/;

export function parseNumericString(value: unknown): unknown {
	return typeof value === 'string' && NUMERIC_STRING.test(value) ? Number(value) : value;
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
const finite = (field: string) => z.number({ error: () => t('{field} must be a number', { field }) });
/** Lets a schema accept numeric text. Uses a single preprocess step, because each step costs time for every field of a request. */
export const acceptNumericText = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess(parseNumericString, schema).meta(alternativeFormMeta('numeric text'));
export const number = (field: string) => acceptNumericText(finite(field));
export const positiveNumber = (field: string, max: number) =>
	finite(field)
		.positive({ error: () => t('{field} must be more than 0', { field }) })
		.max(max, { error: () => t('{field} must be at most {most}', { field, most: max }) });
/** Kilograms to one decimal. Finer weights are rounded up to the next 100 g, as carriers charge them. */
export const weightKg = acceptNumericText(
	positiveNumber('weight', 50_000).overwrite((kg) => Math.max(1, Math.ceil(Math.round(kg * 1000) / 100)) / 10),
);
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
export const money = (field: string) =>
	acceptNumericText(
		finite(field)
			.min(0, { error: () => t('{field} must not be negative', { field }) })
			.max(10_000_000, { error: () => t('{field} is too large', { field }) }),
	);
export const flag = (field: string) =>
	z.preprocess(parseFlag, z.boolean({ error: `${field} must be true or false` })).meta(alternativeFormMeta('1 and 0'));
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
export const text = (field: string, max: number) =>
	z
		.string({ error: () => t('{field} is required', { field }) })
		.trim()
		.min(1, { error: () => t('{field} is required', { field }) })
		.max(max, { error: () => t('{field} must be at most {most} characters', { field, most: max }) })
		.refine((value) => !CONTROL_CHARACTER.test(value), {
			error: () => t('{field} must not hold control characters or line breaks', { field }),
		});
export const optionalText = (field: string, max: number) => z.preprocess(emptyToUndefined, text(field, max).optional());
export const clockTime = (field: string) =>
	z.preprocess(
		emptyToUndefined,
		z
			.string()
			.regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${field} must be a time as HH:MM`)
			.optional(),
	);
