// The service as an application without a socket: its rooms put together, and the one place where errors are shaped.
import { randomUUID } from 'node:crypto';
import { setTimeout as timeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { createAccounts } from './accounts/accounts';
import { createSessions } from './accounts/sessions';
import { loadFonts } from './booking/fonts';
import { createNotifications } from './booking/notifications';
import { optimizeFtsIndex } from './booking/search';
import { createShipments, IDEMPOTENCY_HOURS } from './booking/shipments';
import { createSimulator } from './booking/simulator';
import { type Classifier, createClassifier } from './duties/classify';
import { estimate } from './duties/estimate';
import { openNomenclature } from './duties/nomenclature';
import { loadDutyTables } from './duties/tables';
import { ACCOUNT_PATH, createAccountSection } from './pages/account/section';
import { respond } from './pages/page';
import { createTracking } from './pages/tracking';
import { createPlaces } from './places/places';
import { createCalendar } from './rating/calendar';
import { createQuote } from './rating/quote';
import { createRateSheetRepository } from './rating/rate-sheet-repository';
import { documentationPage, openApiDocument } from './routes/openapi';
import { createPartnerApi, errorFlag } from './routes/partner-api';
import { type Store, storeTrouble } from './store/store';
import { createForeignRequestCheck } from './transport/foreign-request';
import { HttpError } from './transport/http-error';
import { createRateLimit } from './transport/rate-limit';
import { isTooLongToSkip } from './transport/read-body';
import { createRefusalDelay } from './transport/refusal-delay';
import { createRequestLog } from './transport/request-log';

const SIGN_INS_PER_MINUTE = 10;
const RETRY_AFTER_SECONDS = '5';

export interface BrokerDependencies {
	store: Store;
	resourcesDir: string;
	/** Where what is derived from resources is kept; it may be lost at any time. */
	cacheDir: string;
	/** Where the service is reached from outside, without a trailing slash; tracking links start with it. */
	publicUrl: () => string;
	now: () => Date;
	/** The carriers' clock; a demonstration may let it run faster. */
	carrierNow?: () => Date;
	/** Requests of one account a minute; undefined sets no limit. */
	requestsPerMinute?: number | undefined;
	/** The service listens on the loopback interface only. */
	isLoopbackOnly?: boolean;
	smtpUrl?: string | undefined;
	/** Where mails are put when there is no mail server. */
	mailDir: string;
	mailFrom?: string | undefined;
	/** True once the service takes no new work: it is not ready. */
	draining?: () => boolean;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** @throws when a table of resources is wrong: the message names file, place and reason */
export async function createBroker(dependencies: BrokerDependencies) {
	const { store, resourcesDir, cacheDir, publicUrl, now, log } = dependencies;
	const today = () => now().toISOString().slice(0, 10);
	const places = createPlaces(resourcesDir);
	const calendar = createCalendar();
	const sheets = createRateSheetRepository(store, resourcesDir);
	const tables = loadDutyTables(resourcesDir);
	/** Made when it is first asked for: a desk that ships within its own customs territory never does. */
	let held: Classifier | undefined;
	const classifier = () => {
		held ??= createClassifier(openNomenclature(resourcesDir, cacheDir));
		return held;
	};
	const quote = createQuote({ sheetsOn: sheets.inForce, places, calendar, now });
	const shipments = createShipments({ store, quote, places, tables, fonts: loadFonts(resourcesDir), now });
	const accounts = createAccounts(store);
	const simulator = createSimulator(store, dependencies.carrierNow ?? now, now, log);
	const trackingUrl = (trackingNumber: string) => `${publicUrl()}/tracking/${trackingNumber}`;
	const notifications = createNotifications({
		store,
		smtpUrl: dependencies.smtpUrl,
		mailDir: dependencies.mailDir,
		from: dependencies.mailFrom ?? 'shipping@localhost',
		trackingUrl,
		now,
		log,
	});
	await sheets.refresh();
	if (store.kind === 'sqlite') await notifications.releaseClaims();

	const app = new Hono<{ Bindings: HttpBindings; Variables: { account?: unknown; session?: unknown } }>();
	const logRequest = createRequestLog(log);
	const takeRefusalDelayMs = createRefusalDelay();
	const foreignRequest = createForeignRequestCheck({ publicUrl, isLoopbackOnly: dependencies.isLoopbackOnly ?? false });
	app.use(async (context, next) => {
		const started = performance.now();
		const refusal = foreignRequest(context.req);
		if (refusal) context.res = await shape(context, refusal);
		else await next();
		const { status } = context.res;
		const isRefusedStranger = status >= 400 && !(context.get('account') ?? context.get('session'));
		if (isRefusedStranger) {
			const delayMs = takeRefusalDelayMs();
			if (delayMs > 0 && !dependencies.draining?.()) await timeout(delayMs);
		}
		if (dependencies.draining?.() || (status >= 400 && isTooLongToSkip(context.env.incoming)))
			context.header('Connection', 'close');
		const { method, path } = context.req;
		logRequest(
			{
				method,
				path: path.startsWith('/tracking/') ? '/tracking/…' : path,
				status,
				milliseconds: Math.round(performance.now() - started),
			},
			isRefusedStranger,
		);
	});
	app.get('/health', (context) => {
		// Whoever lost an answer may repeat the request under its key.
		context.header('Idempotency-Key', `?1; max-age=${IDEMPOTENCY_HOURS * 3600}`);
		return context.json({ status: 'ok' });
	});
	app.get('/ready', async (context) => {
		if (dependencies.draining?.()) throw new HttpError(503, 'the service is closing');
		await store.selectFrom('account').select('id').limit(1).execute();
		return context.json({ status: 'ready' });
	});
	/** Made once, when it is first asked for: by then the service's own address is known. */
	let document: ReturnType<typeof openApiDocument> | undefined;
	const openApi = () => {
		document ??= openApiDocument(publicUrl());
		return document;
	};
	app.get('/openapi.json', (context) => context.json(openApi()));
	app.get('/docs', (context) => respond(context, 'Partner shipping service', documentationPage(openApi())));
	app.get('/', (context) => context.redirect('/docs', 302));
	app.route('/tracking', createTracking(shipments, places));
	app.route(
		ACCOUNT_PATH,
		createAccountSection({
			accounts,
			sessions: createSessions(store, accounts, now),
			shipments,
			calendar,
			takeSignIn: createRateLimit(SIGN_INS_PER_MINUTE),
			secureCookie: () => publicUrl().startsWith('https:'),
		}),
	);
	app.route(
		'/partners-api/v1',
		createPartnerApi({
			accounts,
			takeFromLimit: createRateLimit(dependencies.requestsPerMinute),
			places,
			quote,
			shipments,
			estimate: (request) => estimate(tables, classifier(), places, request, today()),
			trackingUrl,
		}),
	);

	app.notFound((context) => shape(context, new HttpError(404, 'there is nothing at this address')));
	app.onError((error, context) => {
		if (error instanceof HttpError) return shape(context, error);
		const id = randomUUID();
		const trouble = storeTrouble(error);
		log('fault', { id, trouble, error: error.stack ?? String(error) });
		if (trouble === 'full') {
			return shape(
				context,
				new HttpError(503, `The service's disk is full: nothing was kept. Its keeper must make room (id ${id}).`),
			);
		}
		if (trouble === 'unreachable') {
			const message = `The service cannot reach its database. What was sent may or may not have been kept: repeat it under the same Idempotency-Key, or look in the account first (id ${id}).`;
			return shape(context, new HttpError(503, message, [], { 'Retry-After': RETRY_AFTER_SECONDS }));
		}
		const message = `The service failed. What was sent may or may not have been kept: look in the account before sending it again; report the id ${id}.`;
		if (isPage(context)) return respond(context, 'A fault', html`<h1>A fault</h1><p>${message}</p>`, { status: 500 });
		return context.json({ ...errorFlag(context.req.path), message }, 500);
	});

	/** Runs one thing at a time; who asks meanwhile waits for the run that is on. */
	function alone(work: () => Promise<void>) {
		let running: Promise<void> | undefined;
		return {
			run(): Promise<void> {
				running ??= work()
					.catch((error) => log('fault', { trouble: storeTrouble(error), error: String(error) }))
					.finally(() => {
						running = undefined;
					});
				return running;
			},
			settled: async (): Promise<void> => running,
		};
	}
	/** The day on which the index of shipments was last joined, or is being joined. */
	let joiningOn = '';
	let isMoreToJoin = false;
	async function joinIndexDaily(): Promise<void> {
		const isFirst = joiningOn !== today();
		if (!isFirst && !isMoreToJoin) return;
		joiningOn = today();
		isMoreToJoin = await optimizeFtsIndex(store, isFirst);
	}
	const moveOn = alone(async () => {
		await sheets.refresh();
		await simulator.advance();
		await joinIndexDaily();
	});
	// Apart from the parcels: a mail server that does not answer must not keep them waiting.
	const sendMails = alone(notifications.sendDue);

	return {
		app,
		accounts,

		/** What happens by itself: imported rate sheets are taken up, parcels move on, mails go out. One run at a time. */
		async tick(): Promise<void> {
			await moveOn.run();
			await sendMails.run();
		},

		/** Waits for the work that runs. */
		async close(): Promise<void> {
			notifications.close();
			held?.close();
			held = undefined;
			await Promise.all([moveOn.settled(), sendMails.settled()]);
		},
	};
}
export type Broker = Awaited<ReturnType<typeof createBroker>>;

const isPage = (context: Context) => /^\/(account|tracking|docs)\b/.test(context.req.path);

function shape(context: Context, refusal: HttpError) {
	for (const [name, value] of Object.entries(refusal.headers)) context.header(name, value);
	if (isPage(context)) {
		const status = refusal.status === 413 || refusal.status === 415 || refusal.status === 405 ? 400 : refusal.status;
		const body = html`<h1>This did not work</h1><div class="card"><p>${refusal.message}</p></div><p><a href="${ACCOUNT_PATH}/shipments">API shipments</a></p>`;
		return respond(context, 'This did not work', body, { status });
	}
	return context.json(
		{ ...errorFlag(context.req.path), message: refusal.message, fields: refusal.fields },
		refusal.status,
	);
}
