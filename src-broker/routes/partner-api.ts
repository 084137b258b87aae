// Routes of the partner API: rates, shipments, and duties and taxes (specification, 4).
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { FieldError } from '../../src-contract/errors';
import {
	type DutiesRequest,
	type DutiesResponse,
	dutiesRequestSchema,
	type RatesRequest,
	ratesRequestSchema,
	shipmentRequestSchema,
} from '../../src-contract/partner-api';
import type { RouteLocation } from '../../src-contract/rules/customs-territory';
import type { Account, Accounts } from '../accounts/accounts';
import type { Shipments } from '../booking/shipments';
import type { TrackingLink } from '../booking/tracking-link';
import type { Places } from '../places/places';
import { routeWarnings } from '../places/postcode-warnings';
import type { LazyQuote } from '../rating/quote';
import { getClientAddress } from '../transport/client-address';
import { HttpError } from '../transport/http-error';
import type { createRateLimit } from '../transport/rate-limit';
import { readBody, requireJson } from '../transport/read-body';

export const API_PATH = '/partners-api/v1';
const OPERATION_PATHS = new Set(['rates', 'shipments', 'duties-taxes-estimate'].map((name) => `${API_PATH}/${name}`));
const MAX_IDEMPOTENCY_KEY_CHARS = 255;

export interface PartnerApiDependencies {
	accounts: Accounts;
	/** Counts a request of an account. @throws HttpError 429 after too many requests */
	limitRequests: ReturnType<typeof createRateLimit>;
	places: Places;
	quote: LazyQuote;
	shipments: Shipments;
	estimate: (request: DutiesRequest) => DutiesResponse;
	/** Why nothing is offered on a route today; undefined without an embargo. */
	embargoReason: (from: RouteLocation, to: RouteLocation) => string | undefined;
	trackingUrl: (link: TrackingLink) => string;
}

/** The error flag in error responses: `hasErrors` for estimates, `errors` for all other paths (specification, 4). */
export function errorFlag(path: string): { hasErrors: true } | { errors: true } {
	return path === `${API_PATH}/duties-taxes-estimate` ? { hasErrors: true } : { errors: true };
}

/** The `warnings` field of an answer, if there are any. */
const withWarnings = (warnings: FieldError[]) => (warnings.length > 0 ? { warnings } : {});

let loopEnd: Promise<void> | undefined;
/**
 * Resolves at the end of the current event loop iteration, so that all responses of the iteration are written together. If they were
 * written one by one, each would wake a sleeping client process, which under load took as long as computing rates.
 */
function endOfLoopIteration(): Promise<void> {
	loopEnd ??= new Promise((resolve) => {
		setImmediate(() => {
			loopEnd = undefined;
			resolve();
		});
	});
	return loopEnd;
}

export function createPartnerApi(dependencies: PartnerApiDependencies) {
	const { accounts, places, quote, shipments } = dependencies;
	const api = new Hono<{ Bindings: HttpBindings; Variables: { account: Account } }>();

	/** @throws HttpError 422 for codes that are not ISO 3166 countries */
	function checkCountries(request: { fromCountry: string; toCountry: string }): void {
		const fieldErrors = (['fromCountry', 'toCountry'] as const)
			.filter((path) => !places.isCountry(request[path]))
			.map((path) => ({ path, code: 'unknown_country', message: `${request[path]} is not an ISO 3166 country code` }));
		if (fieldErrors.length > 0) throw HttpError.ofFieldErrors(fieldErrors);
	}

	const embargoReasonOf = (request: RatesRequest) =>
		dependencies.embargoReason(
			{ countryCode: request.fromCountry, zipcode: request.fromZipcode, city: request.fromCity },
			{ countryCode: request.toCountry, zipcode: request.toZipcode, city: request.toCity },
		);

	/** The Idempotency-Key of the request, if it has one. @throws HttpError 400 when the key is too long */
	function readIdempotencyKey(context: Context): string | undefined {
		const key = context.req.header('Idempotency-Key');
		if (key && key.length > MAX_IDEMPOTENCY_KEY_CHARS)
			throw new HttpError(400, `Idempotency-Key may have at most ${MAX_IDEMPOTENCY_KEY_CHARS} characters.`);
		return key || undefined;
	}

	// One middleware does all checks that come before reading the body, because each additional middleware slows down every request.
	api.use(async (context, next) => {
		const { req } = context;
		if (!OPERATION_PATHS.has(req.path)) throw new HttpError(404, 'There is no resource at this address.');
		if (req.method !== 'POST') throw new HttpError(405, 'Use POST.', [], { Allow: 'POST' });
		requireJson(req.header('Content-Type'));
		// Waits only for a promise: an account in the cache is returned without one.
		const result = accounts.authenticate(req.header('X-PP-API'), getClientAddress(context));
		const account = result instanceof Promise ? await result : result;
		if (!account) {
			throw new HttpError(401, 'The X-PP-API header must be <key>@<secret> with a valid key and secret.', [], {
				'WWW-Authenticate': 'X-PP-API',
			});
		}
		dependencies.limitRequests(account.id);
		context.set('account', account);
		await next();
		await endOfLoopIteration();
	});

	api.post('/rates', async (context) => {
		const request = await readBody(context, ratesRequestSchema);
		checkCountries(request);
		const offers = await quote(request, context.get('account').marginPercent);
		const options = offers.map(({ option }) => option);
		const message =
			options.length === 0
				? (embargoReasonOf(request) ??
					'No carrier accepts these parcels on this route: they are too heavy or too large, or the route is not served.')
				: `${options.length} shipping ${options.length === 1 ? 'option' : 'options'} found.`;
		return context.json({ errors: false, message, data: options, ...withWarnings(routeWarnings(request)) });
	});

	api.post('/duties-taxes-estimate', async (context) => {
		const request = await readBody(context, dutiesRequestSchema);
		checkCountries(request);
		return context.json({ ...dependencies.estimate(request), ...withWarnings(routeWarnings(request)) });
	});

	api.post('/shipments', async (context) => {
		const key = readIdempotencyKey(context);
		const request = await readBody(context, shipmentRequestSchema);
		const shipment = await shipments.create(context.get('account'), request, key);
		const { shipmentWarnings } = await import('../booking/plausibility');
		const warnings = withWarnings(shipmentWarnings(request));
		// The response does not depend on the current status of the shipment: a repeated request gets the response of the first
		// one, even if the shipment has been booked or delivered since.
		if (!request.bookShipment) {
			return context.json({
				errors: false,
				message: 'The draft was created in the API shipments section of the account.',
				data: { id: shipment.id },
				...warnings,
			});
		}
		const { tracking_number: trackingNumber } = shipment;
		if (trackingNumber === null) throw new Error(`Booked shipment ${shipment.id} has no tracking number.`);
		const labels = request.inlineLabel ? await shipments.findDocuments(shipment.id) : undefined;
		return context.json({
			errors: [],
			message: 'The shipment has been booked.',
			data: {
				id: shipment.id,
				status: 'created_at_carrier',
				carrier: shipment.carrier,
				product: shipment.product,
				productId: shipment.product_id,
				price: (shipment.price_cents ?? 0) / 100,
				trackingNumber,
				trackingUrl: dependencies.trackingUrl({ trackingNumber, token: shipment.tracking_token }),
				...(labels && { labels: Buffer.from(labels).toString('base64') }),
			},
			...warnings,
		});
	});
	return api;
}
