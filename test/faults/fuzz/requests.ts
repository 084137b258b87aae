// Sends hostile requests to the built-in service over HTTP: shipments, rates, estimates, tracking tokens and postcode forms.
import { setTimeout as timeout } from 'node:timers/promises';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import {
	bookedResponseSchema,
	draftResponseSchema,
	dutiesRequestSchema,
	dutiesResponseSchema,
	ratesRequestSchema,
	ratesResponseSchema,
	shipmentRequestSchema,
} from '../../../src-contract/partner-api';
import { HANG_LIMIT_MS } from '../../fixtures/hang-limit';
import { ratesRequest, shipmentRequest } from '../../fixtures/requests';
import { type Service, startService } from '../../fixtures/service';
import { inputFor, withReplacedParts } from './from-schema';
import { HOSTILE_NUMBERS, HOSTILE_TEXTS, SCRIPT_TEXTS } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';

const PUBLIC_URL = 'https://shipping.example.com';
/** Words of the tracking page that only callers with the token or the postcode may see. */
const JOURNEY = 'Created at carrier';

const estimateRequest = {
	contentItems: [
		{ description: 'Cotton T-shirt', numberOfItems: 2, cost: 12.5, tariff: '610910', originCountry: 'NL' },
	],
	fromCountry: 'NL',
	toCountry: 'US',
	toZipcode: '10001',
	toCity: 'New York',
};

const ABSENT = [null, '', ' ', undefined];
const COUNTRIES = [
	'NL',
	'DE',
	'GB',
	'US',
	'CH',
	'NO',
	'ES',
	'FR',
	'JP',
	'CN',
	'BR',
	'AQ',
	'KP',
	'GG',
	'XK',
	'ZZ',
	'nl',
];
const CITIES = ['Lerwick', 'LAS PALMAS', 'Palma', 'Ajaccio', 'Honolulu', 'New York, NY', 'Sydney NSW 2000', 'NY', ','];
const ZIPCODES = ['ZE1 0AA', '35001', '00000', '-', '1012LG', '96801', 'N/A', '〒100-0005', '%', '*'];
const PRICES = [
	0,
	'0',
	-0,
	0.01,
	0.005,
	'12.505',
	12.505,
	0.1 + 0.2,
	'1e3',
	9_999_999.99,
	1e7,
	'12,50',
	...HOSTILE_NUMBERS,
];
const REASONS = ['commercial', 'replacement', 'sample', 'gift', 'repair', 'return', 'personal_use', 'COMMERCIAL'];
const TIMES = ['00:00', '09:00', '10:00', '12:00', '23:59', '24:00', '9:00', '10:00:00'];
const VAT_NUMBERS = ['NL123456782B01', 'NL000000000B00', 'GB999999973', 'EU372000041', 'DE123', '١٢٣'];
const PHONES = ['+31201234567', '0031201234567', '020 1234567', '١٢٣٤٥٦٧٨', '+', '1'.repeat(40)];
const CODES = ['610910', '6109.10', '999999', '000000', '851713', '490199', 6109.1];
const LONG_LINES = [
	'Av. Republica Argentina 12345 Tower B 67',
	`Av. ${'x'.repeat(40)}`,
	'x'.repeat(70),
	'x'.repeat(200),
];

/** Values by the name of a field, whatever object contains it. */
const VALUES: Record<string, readonly unknown[]> = {
	countryCode: COUNTRIES,
	fromCountry: COUNTRIES,
	toCountry: COUNTRIES,
	originCountry: [...COUNTRIES, ...ABSENT],
	country: COUNTRIES,
	city: [...CITIES, ...SCRIPT_TEXTS],
	fromCity: [...CITIES, ...ABSENT, ...SCRIPT_TEXTS],
	toCity: [...CITIES, ...ABSENT, ...SCRIPT_TEXTS],
	zipcode: [...ZIPCODES, ...SCRIPT_TEXTS],
	fromZipcode: [...ZIPCODES, ...ABSENT],
	toZipcode: [...ZIPCODES, ...ABSENT, 10115],
	price: PRICES,
	cost: PRICES,
	quantity: [1, '2', 0.5, 0.005, 3, 999_999, ...HOSTILE_NUMBERS],
	numberOfItems: [1, '2', 0.5, 999_999, ...HOSTILE_NUMBERS],
	totalValue: [...PRICES, ...ABSENT],
	reasonForExport: [...REASONS, ...ABSENT],
	incoterms: ['DAP', 'DDP', 'dap', ...ABSENT],
	pickupTimeFrom: [...TIMES, ...ABSENT],
	pickupTimeTo: [...TIMES, ...ABSENT],
	pickupInstructions: [...ABSENT, ...SCRIPT_TEXTS],
	sendNotification: [true, false, 'true', 0, 1, 'false', ...ABSENT],
	vatNumber: [...VAT_NUMBERS, ...ABSENT],
	phone: PHONES,
	hsCode: [...CODES, ...ABSENT],
	tariff: [...CODES, ...ABSENT],
	reference: [...ABSENT, ...SCRIPT_TEXTS],
	companyName: [...ABSENT, ...SCRIPT_TEXTS, 'x'.repeat(100)],
	contactPerson: [...SCRIPT_TEXTS, 'x'.repeat(100)],
	description: [...SCRIPT_TEXTS, 'T-shirt', 'Phone', 'Book', 'x'.repeat(200)],
	addressLine1: [...LONG_LINES, ...SCRIPT_TEXTS],
	addressLine2: [...LONG_LINES, ...ABSENT, ...SCRIPT_TEXTS],
	currency: ['EUR', 'USD', 'eur', ...ABSENT],
	recipientType: ['individual', 'business', ...ABSENT],
	preferredShippingOption: [1, 2, 3, '4', 999, ...ABSENT],
	insured: [true, false, 0, '1', null],
	schedulePickup: [true, 0, 'true', null],
	bookShipment: [true, 1, false, ...ABSENT],
	inlineLabel: [true, false, ...ABSENT],
	weight: ['5.5', 0.05, 70, 2_000, ...HOSTILE_NUMBERS],
};

/** Optional fields that the fixtures leave out. */
const optionalFields = {
	pickupTimeFrom: '10:00',
	pickupTimeTo: '16:00',
	pickupInstructions: 'Ring twice',
	reasonForExport: 'commercial',
	incoterms: 'DAP',
	preferredShippingOption: null,
	inlineLabel: true,
};
const addressFields = { addressLine2: '', vatNumber: '' };
const fullShipmentRequest = {
	...shipmentRequest,
	...optionalFields,
	pickupAddress: { ...addressFields, ...shipmentRequest.pickupAddress, sendNotification: false },
	destinationAddress: { ...addressFields, ...shipmentRequest.destinationAddress },
};

type Path = readonly (string | number)[];

/** Paths of the fields for which VALUES has values. */
function fieldPaths(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, part]) => {
		const partPath = [...path, Array.isArray(value) ? Number(name) : name];
		return [...(Object.hasOwn(VALUES, name) ? [partPath] : []), ...fieldPaths(part, partPath)];
	});
}

function withValueAt(value: unknown, [name, ...rest]: Path, put: unknown): unknown {
	if (name === undefined) return put;
	if (Array.isArray(value)) return value.map((part, at) => (at === name ? withValueAt(part, rest, put) : part));
	const part = (value as Record<string, unknown>)[name];
	return { ...(value as object), [name]: withValueAt(part, rest, put) };
}

/** The request with one to three fields set to values that the field accepts, or almost accepts. */
function withFieldValues(request: object): fc.Arbitrary<unknown> {
	const change = fc
		.constantFrom(...fieldPaths(request))
		.chain((path) => fc.tuple(fc.constant(path), fc.constantFrom(...(VALUES[String(path.at(-1))] ?? []))));
	return fc
		.array(change, { minLength: 1, maxLength: 3 })
		.map((changes) => changes.reduce<unknown>((value, [path, put]) => withValueAt(value, path, put), request));
}

const bodiesOf = (request: object, schema: Parameters<typeof inputFor>[0]): fc.Arbitrary<unknown> => {
	const near = withFieldValues(request);
	return fc.oneof(
		{ weight: 8, arbitrary: near },
		{ weight: 1, arbitrary: withReplacedParts(near) },
		{ weight: 1, arbitrary: inputFor(schema) },
	);
};

interface Request {
	route: 'shipments' | 'rates' | 'duties-taxes-estimate' | 'token' | 'postcode';
	body: unknown;
	/** Decides the tracking number: that of a booked shipment or a hostile text. */
	isBooked: boolean;
	/** Address that the proxy states; requests from it have limits of their own. */
	address: string;
}
const requestOf = (route: Request['route'], body: fc.Arbitrary<unknown>): fc.Arbitrary<Request> =>
	fc.record({ route: fc.constant(route), body, isBooked: fc.boolean(), address: fc.ipV4() });
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }));
const requests = fc.oneof(
	{ weight: 8, arbitrary: requestOf('shipments', bodiesOf(fullShipmentRequest, shipmentRequestSchema)) },
	{ weight: 6, arbitrary: requestOf('rates', bodiesOf({ ...ratesRequest, totalValue: null }, ratesRequestSchema)) },
	{ weight: 6, arbitrary: requestOf('duties-taxes-estimate', bodiesOf(estimateRequest, dutiesRequestSchema)) },
	{ weight: 1, arbitrary: requestOf('token', hostileText) },
	{ weight: 1, arbitrary: requestOf('postcode', hostileText) },
);

/** JSON of any value. Numbers that JSON does not have become null. */
const json = (value: unknown): string => {
	try {
		return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? Number(part) : part)) ?? 'null';
	} catch {
		return '{';
	}
};

function fail(message: string, answer: unknown): never {
	throw new Error(`${message}: ${json(answer).slice(0, 400)}`);
}

const cents = (amount: number) => Math.round(amount * 100);
/** Each line of a sum may be rounded by half a cent. */
const differs = (sum: number, parts: number[]) =>
	Math.abs(cents(sum) - parts.map(cents).reduce((a, b) => a + b, 0)) > 1;

function checkRates(answer: unknown): string {
	const { data } = ratesResponseSchema.parse(answer);
	for (const { price, priceBreakdown = [] } of data) {
		if (!(price > 0)) fail('an option without a price', answer);
		if (
			priceBreakdown.length > 0 &&
			differs(
				price,
				priceBreakdown.map(({ amount }) => amount),
			)
		)
			fail('the price is not the sum of its breakdown', answer);
	}
	return data.length > 0 ? 'rates' : 'no rates';
}

function checkEstimate(answer: unknown): string {
	const { hasErrors, taxDetails, estimate, estimateIsMinimum = false } = dutiesResponseSchema.parse(answer);
	if (hasErrors) fail('errors with status 200', answer);
	const unknownLines = taxDetails.filter(({ known }) => known === false);
	if (unknownLines.some(({ amount }) => amount !== 0)) fail('an unknown amount is not 0', answer);
	if (unknownLines.length > 0 !== estimateIsMinimum) fail('estimateIsMinimum does not match the lines', answer);
	if (
		differs(
			estimate,
			taxDetails.map(({ amount }) => amount),
		)
	)
		fail('the estimate is not the sum of its lines', answer);
	return unknownLines.length > 0 ? 'minimum' : 'estimate';
}

async function checkShipment(answer: unknown): Promise<string> {
	if (draftResponseSchema.safeParse(answer).success) return 'draft';
	const { data } = bookedResponseSchema.parse(answer);
	if (!(data.price && data.price > 0)) fail('booked without a price', answer);
	if (!new RegExp(`^${PUBLIC_URL}/tracking/${data.trackingNumber}\\?token=[\\w-]{22}$`).test(data.trackingUrl))
		fail('the tracking address has no token', answer);
	if (data.labels) {
		const label = await PDFDocument.load(Buffer.from(data.labels, 'base64'));
		if (label.getPageCount() === 0) fail('the label has no page', answer);
	}
	return 'booked';
}

function checkRejection(status: number, answer: unknown): string {
	const { errors, hasErrors, message, fields } = answer as Record<string, unknown>;
	if ((errors ?? hasErrors) !== true || typeof message !== 'string' || message === '' || !Array.isArray(fields))
		fail('not a rejection of the specification', answer);
	if (status === 422 && fields.length === 0) fail('a rejection that names no field', answer);
	return String(status);
}

async function attempt(service: Service, request: Request, tracking: { number: string }): Promise<string> {
	const { route, body, isBooked, address } = request;
	const signal = AbortSignal.timeout(HANG_LIMIT_MS);
	if (route === 'token' || route === 'postcode') {
		// Without half surrogate pairs, which a URL cannot contain.
		const text = Buffer.from(String(body)).toString();
		const number = isBooked ? tracking.number : encodeURIComponent(text.slice(0, 4_000));
		const url = `${service.url}/tracking/${number}`;
		const response = await (route === 'token'
			? fetch(`${url}?token=${encodeURIComponent(text.slice(0, 4_000))}`, { signal })
			: fetch(url, {
					signal,
					method: 'POST',
					headers: { 'X-Forwarded-For': address },
					body: new URLSearchParams({ postcode: text }),
				}));
		const page = await response.text();
		if (![200, 302, 400, 404, 429].includes(response.status)) fail(`status ${response.status}`, page);
		if (page.includes(JOURNEY) && text.replace(/[^\p{L}\p{N}]/gu, '') !== '10115') fail('shows the journey', page);
		// The number `..` leads to another page, which has scripts of its own.
		const isTrackingPage = new URL(response.url).pathname.startsWith('/tracking/');
		if (isTrackingPage && page.includes('<script')) fail('contains markup of the caller', page);
		return `page ${response.status}`;
	}
	const { status, body: answer } = await service.post(route, json(body));
	if (status === 200)
		return route === 'rates'
			? checkRates(answer)
			: route === 'shipments'
				? checkShipment(answer)
				: checkEstimate(answer);
	if (![400, 409, 413, 422].includes(status)) fail(`status ${status}`, answer);
	return checkRejection(status, answer);
}

/** No request may cause an internal error, an answer outside the specification, a wrong sum or a journey without a token. */
export async function fuzzRequests(folder: string, count: number, seed: number): Promise<SurfaceReport> {
	const service = await startService({ dataDir: folder, publicUrl: PUBLIC_URL, isBehindProxy: true });
	try {
		const { body } = await service.post('shipments', { ...shipmentRequest, inlineLabel: false });
		const tracking = { number: String(body.data.trackingNumber) };
		const report = await attemptAll({
			inputs: requests,
			count,
			seed,
			maxMs: HANG_LIMIT_MS,
			concurrency: 4,
			attempt: (request) => attempt(service, request, tracking),
		});
		// Mails are sent in the background.
		await Promise.race([service.broker.tick(), timeout(60_000, undefined, { ref: false })]);
		const errors = service.log.filter((line) => JSON.parse(line).event === 'error');
		report.failures.push(...errors.slice(0, 10));
		return report;
	} finally {
		await service.stop();
	}
}
