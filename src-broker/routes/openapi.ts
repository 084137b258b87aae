// Generates the OpenAPI document from the schemas of requests and responses, the descriptions of their fields, and examples.
import * as z from 'zod';
import {
	bookedResponseSchema,
	draftResponseSchema,
	dutiesRequestSchema,
	dutiesResponseSchema,
	ratesRequestSchema,
	ratesResponseSchema,
	rejectionSchema,
	shipmentRequestSchema,
} from '../../src-contract/partner-api';
import type { AlternativeForm } from '../../src-contract/partner-api/fields';
import { IDEMPOTENCY_HOURS } from '../booking/idempotency';
import { ERROR_RESPONSES, type OperationName } from './openapi-errors';
import { BOOKING_EXAMPLES, DRAFT_EXAMPLE, DUTIES_EXAMPLES, type Examples, RATES_EXAMPLES } from './openapi-examples';
import {
	BOOKED_RESPONSE,
	DRAFT_RESPONSE,
	DUTIES_REQUEST,
	DUTIES_RESPONSE,
	type FieldMeanings,
	RATES_REQUEST,
	RATES_RESPONSE,
	REJECTION,
	SHIPMENT_REQUEST,
} from './openapi-fields';
import { codeSamples } from './openapi-samples';
import { INTRODUCTION, OPERATION_DESCRIPTIONS } from './openapi-texts';
import { API_PATH } from './partner-api';

type Schema = z.core.JSONSchema.BaseSchema;

/** The API also accepts some values in an alternative form. Each function adds that form to the JSON Schema of the main form. */
const ADD_ALTERNATIVE_FORM: Record<AlternativeForm, (mainForm: Schema) => Schema> = {
	'numeric text': (mainForm) => ({
		...mainForm,
		type: ['number', 'string'],
		pattern: '^\\s*[+-]?\\d+(\\.\\d+)?\\s*$',
	}),
	'1 and 0': (mainForm) => ({
		...mainForm,
		type: ['boolean', 'integer'],
		enum: [true, false, 1, 0],
	}),
};
const isAlternativeForm = (value: unknown): value is AlternativeForm =>
	typeof value === 'string' && value in ADD_ALTERNATIVE_FORM;

/** Adds the meaning of each field to a schema. @param path path of the schema in the body: empty, or with a dot at its end */
function describeFields(schema: Schema, meanings: FieldMeanings, path = ''): void {
	for (const alternative of schema.oneOf ?? schema.anyOf ?? []) {
		describeFields(alternative, meanings, path);
		// Alternatives that differ by their field `type` are shown with its value as their title.
		const type = alternative.properties?.type;
		if (typeof type === 'object' && type.const !== undefined) alternative.title = String(type.const);
	}
	for (const [name, field] of Object.entries(schema.properties ?? {})) {
		if (typeof field !== 'object') continue;
		const meaning = meanings[path + name];
		if (meaning !== undefined) field.description = meaning;
		describeFields(field, meanings, `${path}${name}.`);
		if (typeof field.items === 'object' && !Array.isArray(field.items))
			describeFields(field.items as Schema, meanings, `${path}${name}[].`);
	}
}

/** The JSON Schema of what a Zod schema accepts. */
function toJsonSchema(schema: z.ZodType, meanings: FieldMeanings): Schema {
	const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, {
		target: 'draft-2020-12',
		io: 'input',
		unrepresentable: 'any',
		override({ zodSchema, jsonSchema }) {
			// The input type of a lenient schema may allow a missing field that the schema rejects. A field is therefore required if
			// parsing `undefined` fails.
			if (zodSchema instanceof z.ZodObject) {
				const fields = Object.entries(zodSchema.shape);
				jsonSchema.required = fields
					.filter(([, field]) => !z.safeParse(field, undefined).success)
					.map(([name]) => name);
			}
			const { alternativeForm, ...mainForm } = jsonSchema;
			if (!isAlternativeForm(alternativeForm)) return;
			for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
			Object.assign(jsonSchema, ADD_ALTERNATIVE_FORM[alternativeForm](mainForm));
		},
	});
	describeFields(rest, meanings);
	return rest;
}

/** The requests or the responses of the examples, as OpenAPI examples. */
const openApiExamples = (examples: Examples, part: 'request' | 'response') =>
	Object.fromEntries(
		Object.entries(examples).map(([name, example]) => [name, { summary: example.summary, value: example[part] }]),
	);

/** The error responses of an operation by status. */
function errorResponses(name: OperationName) {
	const errorFlagName = name === 'duties-taxes-estimate' ? 'hasErrors' : 'errors';
	const schema: Schema = toJsonSchema(
		z.object({ [errorFlagName]: z.literal(true), ...rejectionSchema.shape, message: z.string() }),
		REJECTION,
	);
	return Object.fromEntries(
		Object.entries(ERROR_RESPONSES).flatMap(([status, { description, cases }]) => {
			const casesOfOperation = cases.filter(({ operations }) => operations?.includes(name) ?? true);
			if (casesOfOperation.length === 0) return [];
			const examples = Object.fromEntries(
				casesOfOperation.map(({ title, cause, response }, index) => [
					`${status}-${index + 1}`,
					{ summary: title, description: cause, value: { [errorFlagName]: true, ...response } },
				]),
			);
			return [[status, { description, content: { 'application/json': { schema, examples } } }]];
		}),
	);
}

interface Operation {
	name: OperationName;
	summary: string;
	operationId: string;
	request: Schema;
	examples: Examples;
	response: { description: string; schema: Schema };
	parameters?: object[];
}

/** An OpenAPI path item with one POST operation. */
function pathItem(serverUrl: string, operation: Operation) {
	const { name, summary, operationId, request, examples, response, parameters } = operation;
	const [firstExample] = Object.values(examples);
	return {
		post: {
			summary,
			operationId,
			description: OPERATION_DESCRIPTIONS[name],
			...(parameters && { parameters }),
			requestBody: {
				required: true,
				content: { 'application/json': { schema: request, examples: openApiExamples(examples, 'request') } },
			},
			responses: {
				200: {
					description: response.description,
					content: { 'application/json': { schema: response.schema, examples: openApiExamples(examples, 'response') } },
				},
				...errorResponses(name),
			},
			'x-codeSamples': codeSamples(`${serverUrl}${API_PATH}/${name}`, firstExample?.request ?? {}),
		},
	};
}

const IDEMPOTENCY_KEY_PARAMETER = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description:
		'For 24 hours, a request with the same key and body returns the first shipment; with another body it returns 409.',
	schema: { type: 'string', maxLength: 255 },
	'x-max-age': IDEMPOTENCY_HOURS * 3600,
};

const listOperations = (): Operation[] => [
	{
		name: 'rates',
		summary: 'Get shipping rates',
		operationId: 'getShippingRates',
		request: toJsonSchema(ratesRequestSchema, RATES_REQUEST),
		examples: RATES_EXAMPLES,
		response: { description: 'Options, cheapest first', schema: toJsonSchema(ratesResponseSchema, RATES_RESPONSE) },
	},
	{
		name: 'shipments',
		summary: 'Create or book a shipment',
		operationId: 'createOrBookAShipment',
		request: toJsonSchema(shipmentRequestSchema, SHIPMENT_REQUEST),
		examples: { draft: DRAFT_EXAMPLE, ...BOOKING_EXAMPLES },
		response: {
			description: 'A draft (`data.id` alone) or a booking',
			schema: {
				anyOf: [
					{ title: 'Booking', ...toJsonSchema(bookedResponseSchema, BOOKED_RESPONSE) },
					{ title: 'Draft', ...toJsonSchema(draftResponseSchema, DRAFT_RESPONSE) },
				],
			},
		},
		parameters: [IDEMPOTENCY_KEY_PARAMETER],
	},
	{
		name: 'duties-taxes-estimate',
		summary: 'Estimate duties and taxes',
		operationId: 'estimateDutiesAndTaxes',
		request: toJsonSchema(dutiesRequestSchema, DUTIES_REQUEST),
		examples: DUTIES_EXAMPLES,
		response: { description: 'The estimate', schema: toJsonSchema(dutiesResponseSchema, DUTIES_RESPONSE) },
	},
];

export function openApiDocument(serverUrl: string) {
	return {
		openapi: '3.1.0',
		info: { title: 'Partner shipping service', version: '1', description: INTRODUCTION },
		servers: [{ url: serverUrl }],
		security: [{ partnerKey: [] }],
		paths: Object.fromEntries(
			listOperations().map((operation) => [`${API_PATH}/${operation.name}`, pathItem(serverUrl, operation)]),
		),
		components: {
			securitySchemes: {
				partnerKey: {
					type: 'apiKey',
					in: 'header',
					name: 'X-PP-API',
					description: 'Key and secret of an account, joined by `@`: `KEY@SECRET`.',
				},
			},
		},
	};
}
