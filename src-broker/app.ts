// The service as an application without a socket: its parts put together, and their routes.
import { Hono } from 'hono';
import { createAccounts } from './accounts/accounts';
import { createSessions } from './accounts/sessions';
import { createBackgroundWork } from './background-work';
import { loadFonts } from './booking/fonts';
import { IDEMPOTENCY_HOURS } from './booking/idempotency';
import { createNotifications } from './booking/notifications';
import { createShipments } from './booking/shipments';
import { createSimulator } from './booking/simulator';
import { type Classifier, createClassifier } from './duties/classify';
import { estimate } from './duties/estimate';
import { openNomenclature } from './duties/nomenclature';
import { loadDutyTables } from './duties/tables';
import { createErrorHandler, toResponse } from './error-response';
import { ACCOUNT_PATH } from './pages/account/paths';
import { createAccountSection } from './pages/account/section';
import { documentationPage } from './pages/documentation';
import { respond } from './pages/page';
import { createTracking } from './pages/tracking';
import { createPlaces } from './places/places';
import { createCalendar } from './rating/calendar';
import { createQuote } from './rating/quote';
import { createRateSheetRepository } from './rating/rate-sheet-repository';
import { openApiDocument } from './routes/openapi';
import { createPartnerApi } from './routes/partner-api';
import type { Store } from './store/store';
import { HttpError } from './transport/http-error';
import { createRateLimit } from './transport/rate-limit';
import { type BrokerEnvironment, createRequestGuard } from './transport/request-guard';

const SIGN_INS_PER_MINUTE = 10;

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

	const app = new Hono<BrokerEnvironment>();
	const isDraining = dependencies.draining ?? (() => false);
	const isLoopbackOnly = dependencies.isLoopbackOnly ?? false;
	app.use(createRequestGuard({ publicUrl, isLoopbackOnly, isDraining, log, toResponse }));
	app.get('/health', (context) => {
		// Whoever lost an answer may repeat the request under its key.
		context.header('Idempotency-Key', `?1; max-age=${IDEMPOTENCY_HOURS * 3600}`);
		return context.json({ status: 'ok' });
	});
	app.get('/ready', async (context) => {
		if (isDraining()) throw new HttpError(503, 'the service is closing');
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

	app.notFound((context) => toResponse(context, new HttpError(404, 'there is nothing at this address')));
	app.onError(createErrorHandler(log));
	const background = createBackgroundWork({ store, sheets, simulator, notifications, today, log });

	return {
		app,
		accounts,

		/** Imported rate sheets are taken up, parcels move on, mails go out. One run at a time. */
		tick: background.tick,

		/** Waits for the work that runs. */
		async close(): Promise<void> {
			notifications.close();
			held?.close();
			held = undefined;
			await background.finished();
		},
	};
}
export type Broker = Awaited<ReturnType<typeof createBroker>>;
