// The error responses of the API, each with its cause and, if a single request can cause it, that request.
// test/conformance/openapi.test.ts sends these requests and compares the responses.
import { BOOKING_EXAMPLES, DRAFT_EXAMPLE, DUTIES_EXAMPLES, RATES_EXAMPLES } from './openapi-examples';

export type OperationName = 'rates' | 'shipments' | 'duties-taxes-estimate';

interface ErrorCase {
	title: string;
	/** What causes this response, in Markdown. */
	cause: string;
	/** Request that gets this response; undefined for errors that no single request causes. */
	request?: { headers?: Record<string, string>; body: object | string };
	/** The response without the error flag, which is `errors: true` or `hasErrors: true` by operation. */
	response: { message: string; fields?: { path: string; code: string; message: string }[] };
	/** The operations that have this case. Default: all. */
	operations?: readonly OperationName[];
}

interface ErrorResponse {
	description: string;
	cases: readonly ErrorCase[];
}

/** A response with field errors. */
const fieldErrorResponse = (...fields: { path: string; code: string; message: string }[]) => ({
	message: fields.map(({ path, message }) => `${path}: ${message}`).join('; '),
	fields,
});

const withoutFields = (body: object, ...names: string[]): object =>
	Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const ratesRequest = RATES_EXAMPLES.parcel?.request ?? {};
const dutiableShipmentRequest = BOOKING_EXAMPLES.export?.request ?? {};
const dutiesRequest = DUTIES_EXAMPLES.code?.request ?? {};

const NOT_OFFERED = 'option 1 is not available on this route now; get rates again and choose another option';
const NO_REASON = 'a reason for export is required: the shipment is dutiable';
const NO_INCOTERMS = 'incoterms (DAP or DDP) are required: the shipment is dutiable';
const NO_SUCH_CODE = '999999 is not an HS 2022 code: no subheading has its first six digits';

/** The errors by status. */
export const ERROR_RESPONSES: Readonly<Record<number, ErrorResponse>> = {
	400: {
		description: 'The body is not JSON, not an object or nested too deeply, or the Idempotency-Key is too long',
		cases: [
			{
				title: 'Unreadable JSON',
				cause: 'The body ends too early.',
				request: { body: '{"parcels": [' },
				response: { message: 'The request is not valid JSON.', fields: [] },
			},
			{
				title: 'Idempotency-Key too long',
				cause: 'The header has more than 255 characters.',
				request: { headers: { 'Idempotency-Key': 'x'.repeat(256) }, body: DRAFT_EXAMPLE.request },
				response: { message: 'Idempotency-Key may have at most 255 characters.', fields: [] },
				operations: ['shipments'],
			},
		],
	},
	401: {
		description: 'The key or secret is missing or wrong',
		cases: [
			{
				title: 'Wrong key or secret',
				cause:
					'The header `X-PP-API` is missing or has another form, its key belongs to no enabled account, or its secret is wrong.',
				request: { headers: { 'X-PP-API': 'KEY@WRONG' }, body: ratesRequest },
				response: { message: 'The X-PP-API header must be <key>@<secret> with a valid key and secret.', fields: [] },
			},
		],
	},
	403: {
		description: 'The request comes from a page of another website',
		cases: [
			{
				title: 'Page of another website',
				cause: 'A browser sends `Origin: https://shop.example.com`. Call the API from your server.',
				request: { headers: { Origin: 'https://shop.example.com' }, body: ratesRequest },
				response: { message: 'Requests from other websites are not allowed. Nothing was changed.', fields: [] },
			},
		],
	},
	409: {
		description: 'The Idempotency-Key was used with another body',
		cases: [
			{
				title: 'Key used before',
				cause: 'The same Idempotency-Key is sent with another body within 24 hours.',
				response: {
					message: 'This Idempotency-Key was used with another request. Use a new key for a new shipment.',
					fields: [],
				},
				operations: ['shipments'],
			},
		],
	},
	413: {
		description: 'The body is larger than 1 MiB',
		cases: [
			{
				title: 'Body too large',
				cause: 'The body has 1.2 MB.',
				request: { body: 'x'.repeat(1_200_000) },
				response: { message: 'The request is larger than 1 MiB.', fields: [] },
			},
		],
	},
	415: {
		description: 'The Content-Type is not application/json',
		cases: [
			{
				title: 'Not declared as JSON',
				cause: 'The header is `Content-Type: text/plain`.',
				request: { headers: { 'Content-Type': 'text/plain' }, body: ratesRequest },
				response: { message: 'Content-Type must be application/json.', fields: [] },
			},
		],
	},
	422: {
		description: 'Wrong fields; `message` and `fields` name each of them',
		cases: [
			{
				title: 'Weight of 0',
				cause: 'The first parcel has `"weight": 0`.',
				request: {
					body: {
						...ratesRequest,
						parcels: [{ type: 'NONDOC', weight: 0, length: 40, width: 30, height: 20, count: 1 }],
					},
				},
				response: fieldErrorResponse({
					path: 'parcels.0.weight',
					code: 'too_small',
					message: 'weight must be more than 0',
				}),
				operations: ['rates'],
			},
			{
				title: 'Dutiable shipment without reason and incoterms',
				cause: 'A shipment to Switzerland has neither `reasonForExport` nor `incoterms`.',
				request: { body: withoutFields(dutiableShipmentRequest, 'reasonForExport', 'incoterms') },
				response: fieldErrorResponse(
					{ path: 'reasonForExport', code: 'required', message: NO_REASON },
					{ path: 'incoterms', code: 'required', message: NO_INCOTERMS },
				),
				operations: ['shipments'],
			},
			{
				title: 'Option that is not offered',
				cause: 'The request has `"preferredShippingOption": 1`.',
				request: { body: { ...dutiableShipmentRequest, preferredShippingOption: 1 } },
				response: fieldErrorResponse({ path: 'preferredShippingOption', code: 'not_offered', message: NOT_OFFERED }),
				operations: ['shipments'],
			},
			{
				title: 'Unknown HS code',
				cause: 'The first kind of goods has `"tariff": "999999"`.',
				request: {
					body: {
						...dutiesRequest,
						contentItems: [{ description: 'Cotton T-shirt', numberOfItems: 2, cost: 60, tariff: '999999' }],
					},
				},
				response: fieldErrorResponse({ path: 'contentItems.0.tariff', code: 'unknown_hs_code', message: NO_SUCH_CODE }),
				operations: ['duties-taxes-estimate'],
			},
		],
	},
	429: {
		description: 'Too many requests; `Retry-After` gives the seconds to wait',
		cases: [
			{
				title: 'Limit of the account',
				cause: 'The account has sent more requests in a minute than the administrator allows.',
				response: { message: 'More than 60 requests per minute. Retry after 1 s.', fields: [] },
			},
		],
	},
	500: {
		description: 'Internal error; `message` gives an id to report',
		cases: [
			{
				title: 'Internal error',
				cause: 'No request should cause it.',
				response: {
					message:
						'An internal error occurred. The request may or may not have been saved. Check the account before you repeat it, and report the id 6f1c….',
				},
			},
		],
	},
	503: {
		description: "The service's disk is full, or the service cannot reach its database",
		cases: [
			{
				title: 'Disk full',
				cause: 'The disk of the service has no free space.',
				response: {
					message:
						'The disk of the service is full. Nothing was saved. The administrator must free disk space (id 6f1c…).',
					fields: [],
				},
			},
			{
				title: 'Database not reachable',
				cause: 'The service cannot reach its database. `Retry-After` gives the seconds to wait.',
				response: {
					message:
						'The service cannot reach its database. The request may or may not have been saved. Repeat it with the same Idempotency-Key, or check the account first (id 6f1c…).',
					fields: [],
				},
			},
		],
	},
};
