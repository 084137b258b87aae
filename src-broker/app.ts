// Assembles the service: creates its modules and their routes as an application that does not listen on a socket yet (serve.ts).
import { Hono } from 'hono';
import { onFirstUse } from '../src-contract/lib/on-first-use';
import { KILOBYTE } from '../src-contract/lib/units';
import { createAccounts } from './accounts/accounts';
import { createSessions } from './accounts/sessions';
import { createBackgroundWork } from './background-work';
import { IDEMPOTENCY_HOURS } from './booking/idempotency';
import { createNotifications } from './booking/notifications';
import { createShipmentList } from './booking/shipment-list';
import { createShipments } from './booking/shipments';
import { createSimulator } from './booking/simulator';
import { type TrackingLink, trackingPath } from './booking/tracking-link';
import { type Classifier, createClassifier } from './classification/classify';
import { openNomenclature } from './classification/nomenclature';
import { readSubheadings } from './classification/nomenclature-tables';
import { estimate } from './duties/estimate';
import { createDutyTableRepository } from './duties/table-repository';
import { createErrorHandler, toResponse } from './error-response';
import { ACCOUNT_PATH, SIGN_IN_PATH } from './pages/account/paths';
import { createAccountSection } from './pages/account/section';
import { createDocumentationRoutes } from './pages/documentation';
import { createFontRoutes } from './pages/fonts';
import { FONTS_PATH } from './pages/style';
import { createTrackingRoutes } from './pages/tracking/tracking-routes';
import { createEmbargoReason } from './places/embargoes';
import { createPlaces } from './places/places';
import { createCalendar } from './rating/calendar';
import { createQuote, type LazyQuote } from './rating/quote';
import { createRateSheetRepository } from './rating/rate-sheet-repository';
import { openApiDocument } from './routes/openapi';
import { createPartnerApi } from './routes/partner-api';
import type { Store } from './store/store';
import { createAttemptLimit } from './transport/attempt-limit';
import { HttpError } from './transport/http-error';
import { createRateLimit } from './transport/rate-limit';
import { limitFormSize } from './transport/read-body';
import { type BrokerEnvironment, createRequestGuard } from './transport/request-guard';

/** Maximum wrong postcodes on the tracking page, per minute and network address. */
const POSTCODE_FORMS_PER_MINUTE = 30;
const SIGN_IN_FORM_LIMIT_BYTES = 16 * KILOBYTE;

export interface BrokerDependencies {
	store: Store;
	resourcesDir: string;
	/** Folder of the index of goods, which is built with the program. */
	goodsIndexDir: string;
	/** Public base URL without a trailing slash; tracking links start with it. */
	publicUrl: () => string;
	now: () => Date;
	/** Clock of the simulated carriers, which may run faster for demonstrations. Default: `now`. */
	carrierNow?: () => Date;
	/** Clock of the limits of requests and attempts, in milliseconds. Default: a monotonic clock. */
	limitClockMs?: () => number;
	/** Maximum requests per minute and account; undefined sets no limit. */
	requestsPerMinute?: number | undefined;
	/** True if the service listens on the loopback interface only. */
	isLoopbackOnly?: boolean;
	/** Whether a proxy forwards all requests and states the addresses of callers in X-Forwarded-For. Default: false. */
	isBehindProxy?: boolean;
	/** Mail server; without it, mails are written to files in `mailDir`. */
	smtpUrl?: string | undefined;
	/** Folder for mails when there is no mail server. */
	mailDir: string;
	/** Sender address of mails. */
	mailFrom?: string | undefined;
	/** True once the service is shutting down; `/ready` then returns 503. */
	isDraining?: () => boolean;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** @throws Error when a table in `resourcesDir` is invalid; the message names the file, the line or field, and the reason */
export async function createBroker(dependencies: BrokerDependencies) {
	const { store, resourcesDir, goodsIndexDir, publicUrl, now, limitClockMs, log } = dependencies;
	const today = () => now().toISOString().slice(0, 10);
	const places = createPlaces(resourcesDir);
	const getCalendar = onFirstUse(createCalendar);
	const rateSheets = createRateSheetRepository(store, resourcesDir);
	const dutyTables = createDutyTableRepository(store, resourcesDir, log);
	/** Created on first use, because a desk that ships only within its customs territory never needs it. */
	let createdClassifier: Classifier | undefined;
	const getClassifier = () => {
		createdClassifier ??= createClassifier(openNomenclature(goodsIndexDir));
		return createdClassifier;
	};
	/** Read on first use, because most shipments within a customs territory have no HS codes. */
	const getSubheadings = onFirstUse(() => readSubheadings(resourcesDir));
	const isHsCode = (code: string) => getSubheadings().has(code.slice(0, 6));
	const embargoReason = createEmbargoReason(resourcesDir);
	const getQuote = onFirstUse(async () =>
		createQuote({ sheetsOn: rateSheets.sheetsOn, places, embargoReason, calendar: await getCalendar(), now }),
	);
	const quote: LazyQuote = async (...request) => (await getQuote())(...request);
	const shipments = createShipments({
		store,
		quote,
		places,
		dutyTables: dutyTables.current,
		fonts: onFirstUse(async () => (await import('../src-pdf/fonts')).loadFonts(resourcesDir)),
		isHsCode,
		embargoReason,
		suggestHsCode: (description) => getClassifier().likelyCode(description) || undefined,
		now,
	});
	const accounts = createAccounts(store);
	const simulator = createSimulator(store, dependencies.carrierNow ?? now, now, log);
	const trackingUrl = (link: TrackingLink) => publicUrl() + trackingPath(link);
	const notifications = createNotifications({
		store,
		smtpUrl: dependencies.smtpUrl,
		mailDir: dependencies.mailDir,
		from: dependencies.mailFrom ?? 'shipping@localhost',
		trackingUrl,
		now,
		log,
	});
	await rateSheets.refresh();
	await dutyTables.refresh();
	// Only one instance of the service uses an SQLite database, so claims on mails are left over from a run that was killed.
	if (store.kind === 'sqlite') await notifications.releaseClaims();

	const app = new Hono<BrokerEnvironment>();
	const isDraining = dependencies.isDraining ?? (() => false);
	const isLoopbackOnly = dependencies.isLoopbackOnly ?? false;
	const isBehindProxy = dependencies.isBehindProxy ?? false;
	app.use(createRequestGuard({ publicUrl, isLoopbackOnly, isBehindProxy, isDraining, log, toResponse }));
	app.get('/health', (context) => {
		// Tells clients that they may repeat a request with its Idempotency-Key, and for how long.
		context.header('Idempotency-Key', `?1; max-age=${IDEMPOTENCY_HOURS * 3600}`);
		return context.json({ status: 'ok' });
	});
	app.get('/ready', async (context) => {
		if (isDraining()) throw new HttpError(503, 'The service is shutting down.');
		await store.selectFrom('account').select('id').limit(1).execute();
		return context.json({ status: 'ready' });
	});
	/** Created on first use, because the public URL may contain the port, which is only known once the service listens. */
	const getOpenApi = onFirstUse(() => openApiDocument(publicUrl()));
	app.get('/openapi.json', (context) => context.json(getOpenApi()));
	app.route('/docs', createDocumentationRoutes(resourcesDir));
	app.get('/', (context) => context.redirect('/docs', 302));
	app.route(FONTS_PATH, createFontRoutes(resourcesDir));
	app.route(
		'/tracking',
		createTrackingRoutes({
			shipments,
			places,
			postcodeLimit: createAttemptLimit(limitClockMs),
			limitPostcodeForms: createRateLimit(POSTCODE_FORMS_PER_MINUTE, limitClockMs),
			now,
		}),
	);
	// Anyone may send this form, so its size limit is far below that of the section's other forms.
	app.use(SIGN_IN_PATH, limitFormSize(SIGN_IN_FORM_LIMIT_BYTES));
	app.route(
		ACCOUNT_PATH,
		createAccountSection({
			accounts,
			sessions: createSessions(store, accounts, now),
			shipments,
			shipmentList: createShipmentList(store),
			getCalendar,
			signInLimit: createAttemptLimit(limitClockMs),
			places,
			requiresHttps: () => publicUrl().startsWith('https:'),
		}),
	);
	app.route(
		'/partners-api/v1',
		createPartnerApi({
			accounts,
			limitRequests: createRateLimit(dependencies.requestsPerMinute, limitClockMs),
			places,
			quote,
			shipments,
			estimate: (request) =>
				estimate(
					{ tables: dutyTables.current(), classifier: getClassifier(), places, embargoReason },
					request,
					today(),
				),
			embargoReason: (from, to) => embargoReason(places.orCapital(from), places.orCapital(to), today()),
			trackingUrl,
		}),
	);

	app.notFound((context) => toResponse(context, new HttpError(404, 'There is no resource at this address.')));
	app.onError(createErrorHandler(log));
	const backgroundWork = createBackgroundWork({ store, rateSheets, dutyTables, simulator, notifications, today, log });

	return {
		app,
		accounts,

		/** Runs the background work that is due (background-work.ts). Concurrent calls share one run. */
		tick: backgroundWork.tick,

		/** Stops sending mails and waits for running background work. Does not close the store. */
		async close(): Promise<void> {
			notifications.close();
			createdClassifier?.close();
			createdClassifier = undefined;
			await backgroundWork.whenFinished();
		},
	};
}
export type Broker = Awaited<ReturnType<typeof createBroker>>;
