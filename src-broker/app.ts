// The service as an application without a socket: middleware, routes, and the one place where errors are shaped.
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod';
import { faultsFromIssues } from '../src-contract/errors';
import { dutiesRequestSchema, ratesRequestSchema, shipmentRequestSchema } from '../src-contract/partner-api';
import { type Account, createAccounts } from './auth';
import { loadFonts } from './booking/fonts';
import { createShipments } from './booking/shipments';
import { createClassifier } from './duties/classify';
import { estimate } from './duties/estimate';
import { loadDutyTables } from './duties/tables';
import { createPlaces } from './places/places';
import { loadRateSheets } from './rating/rate-sheet';
import { Refusal } from './refusal';
import { answerRates, countryFaults } from './routes/rates';
import { trackingPage, unknownTrackingPage } from './routes/tracking';
import type { Store } from './store/store';

const BODY_LIMIT_BYTES = 1024 * 1024;
const API = '/partners-api/v1';
const ESTIMATE_PATH = `${API}/duties-taxes-estimate`;

export interface BrokerDependencies {
	store: Store;
	resourcesDir: string;
	/** Where the service is reached from outside, without a trailing slash; tracking links start with it. */
	publicUrl: () => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

type Environment = { Variables: { account: Account } };

export function createBroker({ store, resourcesDir, publicUrl, now, log }: BrokerDependencies) {
	const places = createPlaces(resourcesDir);
	const sheets = loadRateSheets(resourcesDir);
	const tables = loadDutyTables(resourcesDir);
	const classify = createClassifier(tables.nomenclature);
	const shipments = createShipments({ store, sheets, places, tables, fonts: loadFonts(resourcesDir), now });
	const accounts = createAccounts(store);
	const today = () => now().toISOString().slice(0, 10);
	const app = new Hono<Environment>();

	app.use(async (context, next) => {
		const started = performance.now();
		await next();
		log('request', {
			method: context.req.method,
			path: context.req.path.startsWith('/tracking/') ? '/tracking/…' : context.req.path,
			status: context.res.status,
			milliseconds: Math.round(performance.now() - started),
		});
	});
	app.get('/health', (context) => context.json({ status: 'ok' }));
	app.get('/tracking/:number', async (context) => {
		const shipment = await shipments.byTrackingNumber(context.req.param('number'));
		if (!shipment?.tracking_number) return context.html(unknownTrackingPage(), 404);
		const { pickupAddress, destinationAddress } = JSON.parse(shipment.request);
		return context.html(
			trackingPage({
				trackingNumber: shipment.tracking_number,
				carrier: shipment.carrier ?? '',
				product: shipment.product ?? '',
				bookedAt: shipment.created_at,
				from: places.countryName(pickupAddress.countryCode),
				to: places.countryName(destinationAddress.countryCode),
			}),
		);
	});

	const api = new Hono<Environment>();
	api.use(async (context, next) => {
		const account = await accounts.authenticate(context.req.header('X-PP-API'));
		if (!account) throw new Refusal(401, 'X-PP-API must hold a valid key and secret as <key>@<secret>');
		context.set('account', account);
		await next();
	});
	api.use(
		bodyLimit({
			maxSize: BODY_LIMIT_BYTES,
			onError: () => {
				throw new Refusal(413, 'the request is larger than 1 MiB');
			},
		}),
	);
	api.post('/rates', async (context) =>
		context.json(answerRates(sheets, places, await read(context, ratesRequestSchema), today())),
	);
	api.post('/duties-taxes-estimate', async (context) => {
		const request = await read(context, dutiesRequestSchema);
		const faults = countryFaults(places, request);
		if (faults.length > 0) throw Refusal.ofFaults(faults);
		return context.json(estimate(tables, classify, request, today()));
	});
	api.post('/shipments', async (context) => {
		const request = await read(context, shipmentRequestSchema);
		const shipment = await shipments.create(
			context.get('account'),
			request,
			context.req.header('Idempotency-Key') || undefined,
		);
		if (shipment.status === 'draft') {
			return context.json({
				errors: false,
				message: 'The draft was created in the API shipments section of the account.',
				data: { id: shipment.id },
			});
		}
		return context.json({
			errors: [],
			message: 'The shipment has been booked.',
			data: {
				id: shipment.id,
				status: shipment.status,
				carrier: shipment.carrier,
				product: shipment.product,
				productId: shipment.product_id,
				price: (shipment.price_cents ?? 0) / 100,
				trackingNumber: shipment.tracking_number,
				trackingUrl: `${publicUrl()}/tracking/${shipment.tracking_number}`,
				...(request.inlineLabel && { labels: Buffer.from(shipment.documents ?? []).toString('base64') }),
			},
		});
	});
	for (const path of ['/rates', '/shipments', '/duties-taxes-estimate']) {
		api.all(path, () => {
			throw new Refusal(405, 'use POST');
		});
	}
	app.route(API, api);

	app.notFound((context) => shape(context, new Refusal(404, 'there is nothing at this address')));
	app.onError((error, context) => {
		if (error instanceof Refusal) return shape(context, error);
		const id = randomUUID();
		log('fault', { id, error: error.stack ?? String(error) });
		return context.json(
			{ ...errorFlag(context), message: `The service failed. Nothing was booked by this answer; report the id ${id}.` },
			500,
		);
	});

	return { app, accounts };
}

function errorFlag(context: Context) {
	return context.req.path === ESTIMATE_PATH ? { hasErrors: true } : { errors: true };
}

function shape(context: Context, refusal: Refusal) {
	if (refusal.status === 405) context.header('Allow', 'POST');
	return context.json({ ...errorFlag(context), message: refusal.message, fields: refusal.fields }, refusal.status);
}

async function read<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
	if (!/^application\/json\b/i.test(context.req.header('Content-Type') ?? '')) {
		throw new Refusal(415, 'Content-Type must be application/json');
	}
	let body: unknown;
	try {
		body = await context.req.json();
	} catch (error) {
		if (error instanceof Refusal) throw error;
		throw new Refusal(400, 'the request is not readable as JSON');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw new Refusal(400, 'the request must be a JSON object');
	const result = schema.safeParse(body);
	if (!result.success) throw Refusal.ofFaults(faultsFromIssues(result.error.issues));
	return result.data;
}
