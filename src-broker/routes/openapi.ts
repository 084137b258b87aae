// Generates the OpenAPI document from the request and response schemas.
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
import { bookingExample, draftExample, dutiesExample, ratesExample } from './openapi-examples';
import { API_PATH } from './partner-api';

type Schema = z.core.JSONSchema.BaseSchema;

/** JSON Schemas of the other forms in which a field of the partner API accepts a value. */
const ALTERNATIVE_FORMS: Record<AlternativeForm, Schema[]> = {
	'numeric text': [{ type: 'string', pattern: '^\\s*[+-]?\\d+(\\.\\d+)?\\s*$' }],
	'1 and 0': [{ enum: [1, 0] }, { enum: ['1', '0', 'true', 'false'] }],
};
const isAlternativeForm = (value: unknown): value is AlternativeForm =>
	typeof value === 'string' && value in ALTERNATIVE_FORMS;

/** The JSON Schema of what a Zod schema accepts. */
function toJsonSchema(schema: z.ZodType): Schema {
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
			jsonSchema.anyOf = [mainForm, ...ALTERNATIVE_FORMS[alternativeForm]];
		},
	});
	return rest;
}

/** Content of a request or response as JSON. */
const jsonContent = (schema: Schema, example?: unknown) => ({
	content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

/** Error responses of every operation by status. */
const ERROR_RESPONSES = {
	400: 'The body is not valid JSON, not an object, or nested too deeply',
	401: 'The key or secret is missing or wrong',
	413: 'The body is larger than 1 MiB',
	415: 'The Content-Type is not application/json',
	422: 'Invalid fields; `message` and `fields` name each of them',
	429: 'Too many requests; `Retry-After` gives the seconds to wait',
	500: 'Internal error; `message` gives an id to report',
	503: 'The service cannot reach its database, or its disk is full',
};

interface ResponseObject {
	description: string;
	[part: string]: unknown;
}

/**
 * An OpenAPI path item with one POST operation.
 * @param errorFlagName field that is true in error responses
 */
function operation(
	summary: string,
	request: Schema,
	example: unknown,
	responses: Record<string, ResponseObject>,
	errorFlagName: 'errors' | 'hasErrors',
) {
	const errorSchema: Schema = {
		allOf: [{ $ref: '#/components/schemas/Rejection' }],
		type: 'object',
		properties: { [errorFlagName]: { const: true } },
		required: [errorFlagName, 'message'],
	};
	return {
		post: {
			summary,
			operationId: summary.toLowerCase().replace(/[^a-z]+(.)/g, (_match, initial: string) => initial.toUpperCase()),
			requestBody: { required: true, ...jsonContent(request, example) },
			responses: {
				...responses,
				...Object.fromEntries(
					Object.entries(ERROR_RESPONSES).map(([status, description]) => [
						status,
						{ description, ...jsonContent(errorSchema) },
					]),
				),
			},
		},
	};
}

const rates = () =>
	operation(
		'Get shipping rates',
		toJsonSchema(ratesRequestSchema),
		ratesExample.request,
		{
			200: {
				description: 'Options, cheapest first',
				...jsonContent(toJsonSchema(ratesResponseSchema), ratesExample.response),
			},
		},
		'errors',
	);

const IDEMPOTENCY_KEY = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description:
		'For 24 hours, a request with the same key and body returns the first shipment; with another body it returns 409',
	schema: { type: 'string', maxLength: 255 },
	'x-max-age': IDEMPOTENCY_HOURS * 3600,
};

function shipments() {
	const { post } = operation(
		'Create or book a shipment',
		toJsonSchema(shipmentRequestSchema),
		bookingExample.request,
		{
			200: {
				description: 'A draft (`data.id` alone) or a booking',
				content: {
					'application/json': {
						schema: { anyOf: [toJsonSchema(bookedResponseSchema), toJsonSchema(draftResponseSchema)] },
						examples: { booked: { value: bookingExample.response }, draft: { value: draftExample.response } },
					},
				},
			},
			409: {
				description: 'The Idempotency-Key was used with another body',
				...jsonContent({ $ref: '#/components/schemas/Rejection' }),
			},
		},
		'errors',
	);
	return { post: { ...post, parameters: [IDEMPOTENCY_KEY] } };
}

const dutiesEstimate = () =>
	operation(
		'Estimate duties and taxes',
		toJsonSchema(dutiesRequestSchema),
		dutiesExample.request,
		{
			200: { description: 'The estimate', ...jsonContent(toJsonSchema(dutiesResponseSchema), dutiesExample.response) },
		},
		'hasErrors',
	);

export function openApiDocument(serverUrl: string) {
	return {
		openapi: '3.1.0',
		info: { title: 'Partner shipping service', version: '1', description: 'Rates, shipments, duties and taxes.' },
		servers: [{ url: serverUrl }],
		security: [{ partnerKey: [] }],
		paths: {
			[`${API_PATH}/rates`]: rates(),
			[`${API_PATH}/shipments`]: shipments(),
			[`${API_PATH}/duties-taxes-estimate`]: dutiesEstimate(),
		},
		components: {
			securitySchemes: {
				partnerKey: { type: 'apiKey', in: 'header', name: 'X-PP-API', description: '`<API_KEY>@<API_SECRET>`' },
			},
			schemas: { Rejection: toJsonSchema(rejectionSchema) },
		},
	};
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
