// Inputs generated from a method's schema: valid ones with texts as hostile as the schema allows, and the same with parts replaced by
// arbitrary values.
import fc from 'fast-check';
import type * as z from 'zod';
import { anything, HOSTILE_NUMBERS, HOSTILE_TEXTS, hostileLeaf, share } from './hostile';

/** Texts that at least one field of the contract accepts. */
const USUAL_TEXTS: readonly string[] = [
	'USD',
	'a',
	'Muster GmbH',
	'Jan Voorbeeld',
	'NL',
	'DE',
	'US',
	'CH',
	'10115',
	'Berlin',
	'Damrak 1',
	'jan@example.com',
	'+31201234567',
	'6109.10',
	'https://service.example',
	'http://127.0.0.1:9',
	'tcp://127.0.0.1:9',
	'queue:none',
	'ipp://127.0.0.1:9/ipp/print',
	'2026-01-01',
	'2026-11-22',
	'2026-11-22T10:00:00.000Z',
	'addresses-2026-01-01-3.waybill',
	'folder',
	'folder-papers',
	'T2-203',
	'TEST0001',
	'Cotton T-shirt',
	'ORDER-1',
	'09:00',
	'17:30',
	'KP',
	'ES',
	'Lerwick',
	'New York, NY',
	'NL123456782B01',
];
const USUAL_NUMBERS: readonly number[] = [0, 1, 2, 3, 4, 5, 10, 40, 100, 203, 500];

interface Definition {
	type: string;
	shape?: Record<string, z.ZodType>;
	element?: z.ZodType;
	innerType?: z.ZodType;
	in?: z.ZodType;
	options?: readonly z.ZodType[];
	entries?: Record<string, string>;
	values?: readonly unknown[];
	keyType?: z.ZodType;
	valueType?: z.ZodType;
}
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

/** Values of the list that the schema accepts; hostile values if it accepts none. */
function accepted(schema: z.ZodType, values: readonly unknown[]): fc.Arbitrary<unknown> {
	const good = values.filter((value) => schema.safeParse(value).success);
	return good.length > 0 ? fc.constantFrom(...good) : hostileLeaf;
}

/** Values that match the schema. Falls back to hostile values for kinds of schemas that it cannot generate. */
export function validFor(schema: z.ZodType): fc.Arbitrary<unknown> {
	const definition = definitionOf(schema);
	const inner = definition.innerType as z.ZodType;
	switch (definition.type) {
		case 'object': {
			const shape = Object.entries(definition.shape ?? {});
			const model = Object.fromEntries(shape.map(([name, field]) => [name, validFor(field)]));
			const required = shape.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
			return fc.record(model, { requiredKeys: required });
		}
		case 'array':
			return fc.array(validFor(definition.element as z.ZodType), { minLength: 1, maxLength: 3 });
		case 'record':
			return fc.dictionary(
				validFor(definition.keyType as z.ZodType) as fc.Arbitrary<string>,
				validFor(definition.valueType as z.ZodType),
				{ maxKeys: 2 },
			);
		case 'union':
			return fc.oneof(...(definition.options ?? []).map(validFor));
		case 'optional':
		case 'default':
		case 'prefault':
			return fc.option(validFor(inner), { nil: undefined });
		case 'nullable':
			return fc.option(validFor(inner), { nil: null });
		case 'readonly':
		case 'catch':
			return validFor(inner);
		case 'enum':
			return fc.constantFrom<unknown>(...Object.values(definition.entries ?? {}));
		case 'literal':
			return fc.constantFrom<unknown>(...(definition.values ?? []));
		case 'boolean':
			return fc.boolean();
		case 'undefined':
			return fc.constant(undefined);
		case 'string':
			return accepted(schema, [...USUAL_TEXTS, ...HOSTILE_TEXTS]);
		case 'number':
			return accepted(schema, [...USUAL_NUMBERS, ...HOSTILE_NUMBERS]);
		default:
			return accepted(schema, [...USUAL_TEXTS, ...HOSTILE_TEXTS, ...USUAL_NUMBERS, ...HOSTILE_NUMBERS, true, null]);
	}
}

type PathChange = { steps: readonly number[]; value: unknown };

/** Replaces the part at the path. Each step is a fraction (0 to 1) of the keys at its level. */
function replacePart(value: unknown, { steps, value: put }: PathChange): unknown {
	const [step, ...rest] = steps;
	if (step === undefined || typeof value !== 'object' || value === null) return put;
	const keys = Object.keys(value);
	const key = keys[Math.floor(step * keys.length)];
	if (key === undefined) return put;
	if (Array.isArray(value))
		return value.map((part, at) => (String(at) === key ? replacePart(part, { steps: rest, value: put }) : part));
	return { ...value, [key]: replacePart((value as Record<string, unknown>)[key], { steps: rest, value: put }) };
}
const place: fc.Arbitrary<PathChange> = fc.record({
	steps: fc.array(share, { minLength: 1, maxLength: 4 }),
	value: hostileLeaf,
});

/** The values with one to three parts replaced by hostile ones. */
export const withReplacedParts = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
	fc
		.tuple(values, fc.array(place, { minLength: 1, maxLength: 3 }))
		.map(([value, places]) => places.reduce(replacePart, value));

/** Input for a method: 60 % valid, 30 % valid with parts replaced, 10 % arbitrary. */
export function inputFor(schema: z.ZodType): fc.Arbitrary<unknown> {
	const valid = validFor(schema);
	return fc.oneof(
		{ weight: 6, arbitrary: valid },
		{ weight: 3, arbitrary: withReplacedParts(valid) },
		{ weight: 1, arbitrary: anything },
	);
}
