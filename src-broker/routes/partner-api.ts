// The three operations of the specification.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import {
	type DutiesRequest,
	type DutiesResponse,
	dutiesRequestSchema,
	ratesRequestSchema,
	shipmentRequestSchema,
} from '../../src-contract/partner-api';
import type { Account, Accounts } from '../accounts/accounts';
import type { Shipments } from '../booking/shipments';
import type { Places } from '../places/places';
import type { Quote } from '../rating/quote';
import { addressOf } from '../transport/foreign-request';
import { HttpError } from '../transport/http-error';
import type { createRateLimit } from '../transport/rate-limit';
import { readBody, requireJson } from '../transport/read-body';

export const API_PATH = '/partners-api/v1';
const ADDRESSES = new Set(['rates', 'shipments', 'duties-taxes-estimate'].map((name) => `${API_PATH}/${name}`));
const MAX_IDEMPOTENCY_KEY_CHARS = 255;

export interface PartnerApiDependencies {
	accounts: Accounts;
	takeFromLimit: ReturnType<typeof createRateLimit>;
	places: Places;
	quote: Quote;
	shipments: Shipments;
	estimate: (request: DutiesRequest) => DutiesResponse;
	trackingUrl: (trackingNumber: string) => string;
}

/** Whether errors of this address are told as `hasErrors` (estimates) or as `errors`. */
export function errorFlag(path: string): { hasErrors: true } | { errors: true } {
	return path === `${API_PATH}/duties-taxes-estimate` ? { hasErrors: true } : { errors: true };
}

let turn: Promise<void> | undefined;
/**
 * Answers of one turn of the event loop go out together: written one by one, each would wake a caller that has gone to
 * sleep meanwhile, which under load took as long as a rate.
 */
function endOfTurn(): Promise<void> {
	turn ??= new Promise((resolve) => {
		setImmediate(() => {
			turn = undefined;
			resolve();
		});
	});
	return turn;
}

export function createPartnerApi(dependencies: PartnerApiDependencies) {
	const { accounts, places, quote, shipments } = dependencies;
	const api = new Hono<{ Bindings: HttpBindings; Variables: { account: Account } }>();

	/** @throws a refusal of countries that ISO 3166 does not name */
	function checkCountries(request: { fromCountry: string; toCountry: string }): void {
		const fieldErrors = (['fromCountry', 'toCountry'] as const)
			.filter((path) => !places.isCountry(request[path]))
			.map((path) => ({ path, code: 'unknown_country', message: `${request[path]} is not a country of ISO 3166` }));
		if (fieldErrors.length > 0) throw HttpError.ofFieldErrors(fieldErrors);
	}

	function idempotencyKey(context: Context): string | undefined {
		const key = context.req.header('Idempotency-Key');
		if (key && key.length > MAX_IDEMPOTENCY_KEY_CHARS)
			throw new HttpError(400, `Idempotency-Key must be at most ${MAX_IDEMPOTENCY_KEY_CHARS} letters`);
		return key || undefined;
	}

	/** One step for all that comes before the body: every further one costs each request. */
	api.use(async (context, next) => {
		const { req } = context;
		if (!ADDRESSES.has(req.path)) throw new HttpError(404, 'there is nothing at this address');
		if (req.method !== 'POST') throw new HttpError(405, 'use POST', [], { Allow: 'POST' });
		requireJson(req.header('Content-Type'));
		const known = accounts.authenticate(req.header('X-PP-API'), addressOf(context));
		const account = known instanceof Promise ? await known : known;
		if (!account) {
			throw new HttpError(401, 'X-PP-API must hold a valid key and secret as <key>@<secret>', [], {
				'WWW-Authenticate': 'X-PP-API',
			});
		}
		dependencies.takeFromLimit(account.id);
		context.set('account', account);
		await next();
		await endOfTurn();
	});

	api.post('/rates', async (context) => {
		const request = await readBody(context, ratesRequestSchema);
		checkCountries(request);
		const data = quote(request, context.get('account').marginPercent).map(({ option }) => option);
		const message =
			data.length === 0
				? 'No carrier takes these parcels on this route: they are too heavy or too large, or the route is not served.'
				: `${data.length} shipping options found.`;
		return context.json({ errors: false, message, data });
	});

	api.post('/duties-taxes-estimate', async (context) => {
		const request = await readBody(context, dutiesRequestSchema);
		checkCountries(request);
		return context.json(dependencies.estimate(request));
	});

	api.post('/shipments', async (context) => {
		const key = idempotencyKey(context);
		const request = await readBody(context, shipmentRequestSchema);
		const shipment = await shipments.create(context.get('account'), request, key);
		// The answer follows the request, not the row: repeated under its key it is the first answer, whatever became since.
		if (!request.bookShipment) {
			return context.json({
				errors: false,
				message: 'The draft was created in the API shipments section of the account.',
				data: { id: shipment.id },
			});
		}
		const { tracking_number: trackingNumber } = shipment;
		if (trackingNumber === null) throw new Error(`the booked shipment ${shipment.id} has no tracking number`);
		const labels = request.inlineLabel ? await shipments.documents(shipment.id) : undefined;
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
				trackingUrl: dependencies.trackingUrl(trackingNumber),
				...(labels && { labels: Buffer.from(labels).toString('base64') }),
			},
		});
	});
	return api;
}
