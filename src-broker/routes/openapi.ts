// The OpenAPI document, made from the schemas, and the page that shows it to people.
import { html } from 'hono/html';
import * as z from 'zod';
import {
	bookedResponseSchema,
	draftResponseSchema,
	dutiesRequestSchema,
	dutiesResponseSchema,
	type OtherForm,
	ratesRequestSchema,
	ratesResponseSchema,
	rejectionSchema,
	shipmentRequestSchema,
} from '../../src-contract/partner-api';
import { IDEMPOTENCY_HOURS } from '../booking/shipments';
import type { Markup } from '../pages/page';
import { bookingExample, draftExample, dutiesExample, ratesExample } from './openapi-examples';
import { API_PATH } from './partner-api';

type Schema = Record<string, unknown>;

const OTHER_FORMS: Record<OtherForm, Schema[]> = {
	'numeric text': [{ type: 'string', pattern: '^\\s*[+-]?\\d+(\\.\\d+)?\\s*$' }],
	'1 and 0': [{ enum: [1, 0] }, { enum: ['1', '0', 'true', 'false'] }],
};

function schemaOf(schema: z.ZodType): Schema {
	const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, {
		target: 'draft-2020-12',
		io: 'input',
		unrepresentable: 'any',
		override({ zodSchema, jsonSchema }) {
			// A field is required when it may not be left out, which a schema that reads kindly does not say by itself.
			if (zodSchema instanceof z.ZodObject) {
				const fields = Object.entries(zodSchema.shape as Record<string, z.ZodType>);
				jsonSchema.required = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name);
			}
			const { otherForm, ...own } = jsonSchema as Schema & { otherForm?: OtherForm };
			if (!otherForm) return;
			for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Schema)[key];
			(jsonSchema as Schema).anyOf = [own, ...OTHER_FORMS[otherForm]];
		},
	}) as Schema;
	return rest;
}

const json = (schema: Schema, example?: unknown) => ({
	content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const PROBLEMS = {
	400: 'Not readable as JSON, not an object, or nested too deeply',
	401: 'Key or secret missing or wrong',
	413: 'Larger than 1 MiB',
	415: 'Content-Type is not application/json',
	422: 'Fields at fault; each is named in `message` and in `fields`',
	429: 'Too many requests; `Retry-After` says when',
	500: 'A fault of the service, with an id',
	503: 'The service cannot reach its database or its disk is full',
};

function operation(summary: string, request: Schema, example: unknown, answers: Record<string, object>, flag: string) {
	const problem: Schema = {
		allOf: [{ $ref: '#/components/schemas/Rejection' }],
		type: 'object',
		properties: { [flag]: { const: true } },
		required: [flag, 'message'],
	};
	return {
		post: {
			summary,
			operationId: summary.toLowerCase().replace(/[^a-z]+(.)/g, (_match, letter: string) => letter.toUpperCase()),
			requestBody: { required: true, ...json(request, example) },
			responses: {
				...answers,
				...Object.fromEntries(
					Object.entries(PROBLEMS).map(([status, description]) => [status, { description, ...json(problem) }]),
				),
			},
		},
	};
}

export function openApiDocument(serverUrl: string) {
	const idempotencyKey = {
		name: 'Idempotency-Key',
		in: 'header',
		required: false,
		description: 'The same key and body answer with the first shipment for 24 hours; another body is 409',
		schema: { type: 'string', maxLength: 255 },
		'x-max-age': IDEMPOTENCY_HOURS * 3600,
	};
	const shipments = operation(
		'Create or book a shipment',
		schemaOf(shipmentRequestSchema),
		bookingExample.request,
		{
			200: {
				description: 'A draft (`data.id` alone) or a booking',
				content: {
					'application/json': {
						schema: { anyOf: [schemaOf(bookedResponseSchema), schemaOf(draftResponseSchema)] },
						examples: { booked: { value: bookingExample.response }, draft: { value: draftExample.response } },
					},
				},
			},
			409: {
				description: 'The Idempotency-Key was used with another body',
				...json({ $ref: '#/components/schemas/Rejection' }),
			},
		},
		'errors',
	);
	return {
		openapi: '3.1.0',
		info: { title: 'Partner shipping service', version: '1', description: 'Rates, shipments, duties and taxes.' },
		servers: [{ url: serverUrl }],
		security: [{ partnerKey: [] }],
		paths: {
			[`${API_PATH}/rates`]: operation(
				'Get shipping rates',
				schemaOf(ratesRequestSchema),
				ratesExample.request,
				{
					200: {
						description: 'Options, cheapest first',
						...json(schemaOf(ratesResponseSchema), ratesExample.response),
					},
				},
				'errors',
			),
			[`${API_PATH}/shipments`]: { post: { ...shipments.post, parameters: [idempotencyKey] } },
			[`${API_PATH}/duties-taxes-estimate`]: operation(
				'Estimate duties and taxes',
				schemaOf(dutiesRequestSchema),
				dutiesExample.request,
				{ 200: { description: 'The estimate', ...json(schemaOf(dutiesResponseSchema), dutiesExample.response) } },
				'hasErrors',
			),
		},
		components: {
			securitySchemes: {
				partnerKey: { type: 'apiKey', in: 'header', name: 'X-PP-API', description: '`<API_KEY>@<API_SECRET>`' },
			},
			schemas: { Rejection: schemaOf(rejectionSchema) },
		},
	};
}

interface Property {
	type?: string | string[];
	description?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Property[];
	oneOf?: Property[];
	items?: Property;
	properties?: Record<string, Property>;
	required?: string[];
}

function typeOf(property: Property): string {
	if (property.const !== undefined) return JSON.stringify(property.const);
	if (property.enum) return property.enum.map((value) => JSON.stringify(value)).join(', ');
	if (property.items) return `list of ${typeOf(property.items)}`;
	const either = property.anyOf ?? property.oneOf;
	if (either) return [...new Set(either.map(typeOf))].join(' or ');
	return [property.type ?? 'any'].flat().join(' or ');
}

/** Every field with its path, deepest fields under their lists. */
function fieldsOf(
	schema: Property,
	prefix = '',
): { path: string; type: string; required: boolean; description: string }[] {
	const nested = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])];
	return nested.flatMap(({ properties = {}, required = [] }) =>
		Object.entries(properties).flatMap(([name, property]) => [
			{
				path: prefix + name,
				type: typeOf(property),
				required: required.includes(name),
				description: property.description ?? '',
			},
			...fieldsOf(property, `${prefix}${name}.`),
			...(property.items ? fieldsOf(property.items, `${prefix}${name}[].`) : []),
		]),
	);
}

function fieldTable(schema: Property): Markup {
	const seen = new Set<string>();
	const fields = fieldsOf(schema).filter(({ path }) => !seen.has(path) && seen.add(path));
	return html`<table><thead><tr><th>Field</th><th>Form</th><th></th></tr></thead><tbody>${fields.map(
		({ path, type, required, description }) =>
			html`<tr><td><code>${path}</code></td><td>${type}</td><td>${required ? 'required' : ''} ${description}</td></tr>`,
	)}</tbody></table>`;
}

export function documentationPage(document: ReturnType<typeof openApiDocument>): Markup {
	return html`<h1>${document.info.title}</h1>
<p>${document.info.description} Every request is a POST with a JSON body and the header <code>X-PP-API: &lt;key&gt;@&lt;secret&gt;</code>. Numbers may be sent as text, booleans as 1 and 0. The same as a document: <a href="/openapi.json">openapi.json</a>.</p>
${Object.entries(document.paths).map(([path, { post }]) => {
	const request = post.requestBody.content['application/json'];
	const answers = Object.entries(post.responses) as [string, { description: string }][];
	return html`<h2>${post.summary}</h2><div class="card"><p><code>POST ${path}</code></p>
${fieldTable(request.schema as Property)}
<pre>${JSON.stringify(request.example, null, 2)}</pre>
<table><tbody>${answers.map(([status, { description }]) => html`<tr><th>${status}</th><td>${description}</td></tr>`)}</tbody></table></div>`;
})}`;
}
