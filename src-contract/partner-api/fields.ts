// Fields of the partner API's requests: what each takes besides its own type, its limits and the words of its errors.
import * as z from 'zod';
import { t } from '../i18n';

const NUMERIC_STRING = /^\s*[+-]?\d+(\.\d+)?\s*$/;

export function fromNumericString(value: unknown): unknown {
	return typeof value === 'string' && NUMERIC_STRING.test(value) ? Number(value) : value;
}

function fromFlag(value: unknown): unknown {
	if (value === 1 || value === '1' || value === 'true') return true;
	if (value === 0 || value === '0' || value === 'false') return false;
	return value;
}

/** An optional text of which an empty or null value means "not given". */
export function emptyToUndefined(value: unknown): unknown {
	return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** What a field takes besides its own type; the interface's document says it. */
export type OtherForm = 'numeric text' | '1 and 0';
const alsoTaken = (otherForm: OtherForm) => ({ otherForm });
const finite = (what: string) => z.number({ error: () => t('{field} must be a number', { field: what }) });
/** One step for what a text means and what the number may be: each further one costs every field of every request. */
export const fromText = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess(fromNumericString, schema).meta(alsoTaken('numeric text'));
export const number = (what: string) => fromText(finite(what));
export const above0 = (what: string, max: number) =>
	finite(what)
		.positive({ error: () => t('{field} must be more than 0', { field: what }) })
		.max(max, { error: () => t('{field} must be at most {most}', { field: what, most: max }) });
/** Kilograms to one decimal: finer weights are taken up to the next 100 g, as a scale's reading is charged. */
export const weightKg = fromText(
	above0('weight', 50_000).overwrite((kg) => Math.max(1, Math.ceil(Math.round(kg * 1000) / 100)) / 10),
);
/** Whole centimetres: fractions are taken up to the next centimetre. */
export const sizeCm = (what: string) =>
	fromText(above0(what, 2_000).overwrite((cm) => Math.max(1, Math.ceil(Math.round(cm * 1000) / 1000))));
export const whole = (what: string, max: number) =>
	fromText(
		above0(what, max).refine(Number.isInteger, {
			error: () => t('{field} must be a whole number', { field: what }),
		}),
	);
export const count = whole('count', 999);
export const money = (what: string) =>
	fromText(
		finite(what)
			.min(0, { error: () => t('{field} must not be negative', { field: what }) })
			.max(10_000_000, { error: () => t('{field} is too large', { field: what }) }),
	);
export const flag = (what: string) =>
	z.preprocess(fromFlag, z.boolean({ error: `${what} must be true or false` })).meta(alsoTaken('1 and 0'));
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
export const text = (what: string, max: number) =>
	z
		.string({ error: () => t('{field} is required', { field: what }) })
		.trim()
		.min(1, { error: () => t('{field} is required', { field: what }) })
		.max(max, { error: () => t('{field} must be at most {most} characters', { field: what, most: max }) })
		.refine((value) => !CONTROL_CHARACTER.test(value), {
			error: () => t('{field} must not hold control characters or line breaks', { field: what }),
		});
export const optionalText = (what: string, max: number) => z.preprocess(emptyToUndefined, text(what, max).optional());
export const clockTime = (what: string) =>
	z.preprocess(
		emptyToUndefined,
		z
			.string()
			.regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${what} must be a time as HH:MM`)
			.optional(),
	);
