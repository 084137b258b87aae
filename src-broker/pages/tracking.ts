// The public tracking page of a shipment, for callers who know its token or the recipient's postcode. Shows no personal data of the
// sender or recipient.
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { KILOBYTE } from '../../src-contract/lib/units';
import { isSameText } from '../accounts/sessions';
import { parseStoredRequest, type ShipmentRow } from '../booking/shipment-row';
import type { Shipments } from '../booking/shipments';
import type { Places } from '../places/places';
import type { AttemptLimit } from '../transport/attempt-limit';
import { getClientAddress } from '../transport/client-address';
import { HttpError } from '../transport/http-error';
import type { createRateLimit } from '../transport/rate-limit';
import { readForm } from '../transport/read-body';
import { respondWithPage } from './page';
import { STATUS_LABELS, trackingHistoryTable } from './tracking-history';

const FORM_LIMIT_BYTES = 16 * KILOBYTE;
const NUMBER_FORMAT = /^[A-Za-z0-9]{6,40}$/;

export interface TrackingDependencies {
	shipments: Shipments;
	places: Places;
	/** Limits wrong postcodes per address and number together. */
	postcodeLimit: AttemptLimit;
	/** Counts a postcode form of an address, whatever its number. @throws HttpError 429 after too many */
	limitPostcodeForms: ReturnType<typeof createRateLimit>;
}

/** A postcode for comparison: people write the same one with and without spaces, dashes and capitals. */
const foldPostcode = (postcode: string): string => postcode.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the postcode is that of the recipient. A postcode without letters and digits matches none. */
function isPostcodeOf(shipment: ShipmentRow, postcode: string): boolean {
	const folded = foldPostcode(postcode);
	return folded !== '' && folded === foldPostcode(parseStoredRequest(shipment).destinationAddress.zipcode);
}

export function createTrackingRoutes(dependencies: TrackingDependencies) {
	const { shipments, places, postcodeLimit, limitPostcodeForms } = dependencies;
	const tracking = new Hono<{ Bindings: HttpBindings }>();
	tracking.use(
		bodyLimit({
			maxSize: FORM_LIMIT_BYTES,
			onError: () => {
				throw new HttpError(413, 'The form is too large.');
			},
		}),
	);

	/** The number in the URL, with its shipment if there is one; undefined when it does not have the format of a number. */
	async function findRequested(context: Context) {
		const number = context.req.param('number') ?? '';
		return NUMBER_FORMAT.test(number) ? { number, shipment: await shipments.findByTrackingNumber(number) } : undefined;
	}

	function notFound(context: Context) {
		const body = html`<h1>Tracking number not found</h1><p>Compare it with the number on the label.</p>`;
		return respondWithPage(context, 'Tracking', body, { status: 404 });
	}

	/** The form is the same for numbers that exist and for others, so that it does not tell which numbers exist. */
	function showPostcodeForm(context: Context, number: string, error = '') {
		const body = html`<h1>Track a parcel</h1><form class="card" method="post" action="/tracking/${number}">
<p><code>${number}</code></p>
${error && html`<p class="error" role="alert">${error}</p>`}
<fieldset><label>Postcode of the recipient<input name="postcode" autocomplete="postal-code" maxlength="20" required autofocus></label></fieldset>
<button class="main">Show</button></form>`;
		return respondWithPage(context, `Tracking ${number}`, body, { status: error ? 404 : 200 });
	}

	async function showShipment(context: Context, shipment: ShipmentRow) {
		const { pickupAddress: from, destinationAddress: to } = parseStoredRequest(shipment);
		const number = shipment.tracking_number;
		return respondWithPage(
			context,
			`Tracking ${number}`,
			html`<h1>${shipment.carrier} · ${shipment.product}</h1>
<div class="card"><p><code>${number}</code></p><dl>
<dt>Status</dt><dd>${STATUS_LABELS[shipment.status]}</dd>
<dt>From</dt><dd>${places.countryName(from.countryCode)}</dd>
<dt>To</dt><dd>${places.countryName(to.countryCode)}</dd>
<dt>Expected by</dt><dd>${shipment.arrives_by}</dd></dl></div>
<div class="card">${trackingHistoryTable(await shipments.events(shipment.id))}</div>`,
		);
	}

	tracking.get('/:number', async (context) => {
		const requested = await findRequested(context);
		if (!requested) return notFound(context);
		const { number, shipment } = requested;
		const token = context.req.query('token');
		const isTokenRight = token !== undefined && shipment?.tracking_token && isSameText(token, shipment.tracking_token);
		return shipment && isTokenRight ? showShipment(context, shipment) : showPostcodeForm(context, number);
	});

	tracking.post('/:number', async (context) => {
		const requested = await findRequested(context);
		if (!requested) return notFound(context);
		const { number, shipment } = requested;
		const address = getClientAddress(context);
		limitPostcodeForms(address);
		const caller = `${address} ${number}`;
		postcodeLimit.begin(caller);
		const { postcode = '' } = await readForm(context);
		if (!shipment || !isPostcodeOf(shipment, postcode))
			return showPostcodeForm(context, number, 'There is no parcel with this number and postcode.');
		postcodeLimit.succeeded(caller);
		return showShipment(context, shipment);
	});
	return tracking;
}
