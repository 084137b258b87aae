// The public tracking page of a shipment, for callers who know its token or the recipient's postcode.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type LanguageVariables, languageDetector } from 'hono/language';
import { LANGUAGES, type Language } from '../../../src-contract/i18n';
import { isKeyOf, keysOf } from '../../../src-contract/lib/keys';
import { KILOBYTE } from '../../../src-contract/lib/units';
import { normalizeForMatching } from '../../../src-contract/rules/place-matching';
import { isSameText } from '../../accounts/sessions';
import { withLatinDigits } from '../../booking/printable-text';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { Shipments } from '../../booking/shipments';
import type { Places } from '../../places/places';
import type { AttemptLimit } from '../../transport/attempt-limit';
import { getClientAddress } from '../../transport/client-address';
import { HttpError } from '../../transport/http-error';
import type { createRateLimit } from '../../transport/rate-limit';
import { limitFormSize, readForm } from '../../transport/read-body';
import { type Markup, respondWithPage } from '../page';
import { languageChoice, type PageAccess, postcodePage, trackingPage, unknownNumberPage } from './tracking-page';
import { trackingTexts } from './tracking-texts';

const FORM_LIMIT_BYTES = 16 * KILOBYTE;
const NUMBER_FORMAT = /^[A-Za-z0-9]{6,40}$/;

export interface TrackingDependencies {
	shipments: Shipments;
	places: Places;
	/** Limits wrong postcodes per pair of network address and tracking number. */
	postcodeLimit: AttemptLimit;
	/** Counts the wrong postcodes from a network address, for all tracking numbers. @throws HttpError 429 after too many */
	limitPostcodeForms: ReturnType<typeof createRateLimit>;
	now: () => Date;
}

type TrackingEnvironment = { Bindings: HttpBindings; Variables: LanguageVariables };
type TrackingContext = Context<TrackingEnvironment>;

interface ResponseOptions extends PageAccess {
	status?: 200 | 404 | 429;
}

/** The language that the visitor chose, else the browser's. */
function languageOf(context: TrackingContext): Language {
	const language = context.get('language');
	return isKeyOf(LANGUAGES, language) ? language : 'en';
}

/** Only letters and digits, in capitals. Japanese keyboards type the long vowel mark \u30fc in place of a hyphen. */
const foldPostcode = (postcode: string): string =>
	withLatinDigits(postcode)
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]|\u30fc/gu, '');

/**
 * Whether the visitor entered the postcode of the recipient, as stored or as printed. If the address has none, or only zeros to fill the
 * field, the city is accepted. Text without letters and digits matches nothing.
 */
function isPostcodeOf(places: Places, shipment: ShipmentRow, entered: string): boolean {
	const { countryCode, zipcode, city } = parseStoredRequest(shipment).destinationAddress;
	const fold = (postcode: string) => foldPostcode(places.formatPostcode(foldPostcode(postcode), countryCode));
	const postcode = fold(zipcode);
	if (postcode !== '' && fold(entered) === postcode) return true;
	if (/[^0]/.test(postcode)) return false;
	const enteredCity = normalizeForMatching(entered);
	const cityWithoutRegion = city.split(',', 1)[0];
	return enteredCity !== '' && [city, cityWithoutRegion].some((name) => normalizeForMatching(name) === enteredCity);
}

export function createTrackingRoutes(dependencies: TrackingDependencies) {
	const { shipments, places, postcodeLimit, limitPostcodeForms, now } = dependencies;
	const tracking = new Hono<TrackingEnvironment>();
	tracking.use(limitFormSize(FORM_LIMIT_BYTES));
	tracking.use(
		languageDetector({
			order: ['querystring', 'header'],
			supportedLanguages: keysOf(LANGUAGES),
			fallbackLanguage: 'en',
			caches: false,
		}),
	);
	tracking.onError((error, context) => {
		if (!(error instanceof HttpError) || error.status !== 429) throw error;
		for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
		const { text } = trackingTexts(languageOf(context));
		const body = html`<h1>${text('title')}</h1><p role="alert">${text('tooManyAttempts')}</p>`;
		return respond(context, text('title'), body, { status: 429 });
	});

	/** The number in the URL, with its shipment if there is one; undefined when it does not have the format of a number. */
	async function findRequested(context: TrackingContext) {
		const number = context.req.param('number') ?? '';
		return NUMBER_FORMAT.test(number) ? { number, shipment: await shipments.findByTrackingNumber(number) } : undefined;
	}

	/** Responds in the visitor's language, with the choice of another one. */
	function respond(
		context: TrackingContext,
		title: string,
		body: Markup,
		{ status = 200, ...access }: ResponseOptions = {},
	) {
		const language = languageOf(context);
		context.header('Content-Language', language);
		context.header('Vary', 'Accept-Language');
		const footer = languageChoice(language, context.req.path, access);
		return respondWithPage(context, title, body, { status, language, footer, layout: 'tracking' });
	}

	function notFound(context: TrackingContext) {
		const language = languageOf(context);
		return respond(context, trackingTexts(language).text('notFound'), unknownNumberPage(language), { status: 404 });
	}

	function showPostcodeForm(context: TrackingContext, number: string, hasFailed = false) {
		const body = postcodePage(number, languageOf(context), hasFailed);
		return respond(context, number, body, { status: hasFailed ? 404 : 200 });
	}

	async function showShipment(context: TrackingContext, shipment: ShipmentRow, access: PageAccess) {
		const events = await shipments.listEvents(shipment.id);
		const language = languageOf(context);
		const body = trackingPage({ shipment, events, language, places, now: now() });
		const title = `${trackingTexts(language).state(shipment.status)} · ${shipment.tracking_number}`;
		return respond(context, title, body, access);
	}

	tracking.get('/:number', async (context) => {
		const requested = await findRequested(context);
		if (!requested) return notFound(context);
		const { number, shipment } = requested;
		const token = context.req.query('token');
		const isTokenRight = token !== undefined && shipment?.tracking_token && isSameText(token, shipment.tracking_token);
		return shipment && isTokenRight ? showShipment(context, shipment, { token }) : showPostcodeForm(context, number);
	});

	tracking.post('/:number', async (context) => {
		const requested = await findRequested(context);
		if (!requested) return notFound(context);
		const { number, shipment } = requested;
		const address = getClientAddress(context);
		// Counted before the comparison, so that simultaneous guesses count too.
		const { giveBack } = limitPostcodeForms(address);
		const caller = `${address} ${number}`;
		postcodeLimit.begin(caller);
		const { postcode = '' } = await readForm(context);
		if (!shipment || !isPostcodeOf(places, shipment, postcode)) return showPostcodeForm(context, number, true);
		postcodeLimit.succeeded(caller);
		giveBack();
		return showShipment(context, shipment, { postcode });
	});
	return tracking;
}
