// Routes of the account section for one shipment: edit, book and delete a draft, show a booking, download its documents.
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type FieldError, fieldErrorsFromIssues } from '../../../src-contract/errors';
import { type RateOption, type ShipmentRequest, shipmentRequestSchema } from '../../../src-contract/partner-api';
import type { Account } from '../../accounts/accounts';
import { draftVersion } from '../../booking/draft-version';
import { pickupCalendar, pickupOf } from '../../booking/pickup';
import { OfferNotAcceptedError, preferredOffer } from '../../booking/prepare-booking';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { Shipments } from '../../booking/shipments';
import type { Places } from '../../places/places';
import type { Calendar } from '../../rating/calendar';
import { HttpError } from '../../transport/http-error';
import { readForm } from '../../transport/read-body';
import { type Markup, respondWithPage } from '../page';
import { draftFields } from './draft-fields';
import { type FormValues, formDifferences, renumberRows, toFormValues, toRequestBody } from './draft-form';
import { optionText, toShownPrices, wasPriceShown } from './draft-prices';
import { navigation } from './navigation';
import { type SessionEnvironment, SHIPMENTS_PATH } from './paths';
import { bookedPage, conflictNotice, deletionPage, draftPage, newPriceNotice, savedNotice } from './shipment-pages';
import type { TimeZones } from './time-zone';

/** Query of the page that follows a submitted form, by outcome. */
const QUERY_AFTER = { saved: '?saved', booked: '', priceNotShown: '?newPrice' } as const;

/** What the page of a draft shows. */
interface DraftView {
	/** Values of the form fields. Default: those of the saved draft. */
	form?: FormValues;
	fieldErrors?: readonly FieldError[];
	notice?: Markup;
	status?: 200 | 409 | 422;
}

/** Loads the function that returns warnings. Its rules of telephone numbers take long to load, so they are loaded when first needed. */
const loadShipmentWarnings = async () => (await import('../../booking/plausibility')).shipmentWarnings;

export function createShipmentRoutes(
	shipments: Shipments,
	getCalendar: () => Promise<Calendar>,
	places: Places,
	timeZones: TimeZones,
) {
	const section = new Hono<SessionEnvironment>();

	/** The shipment in the URL. @throws HttpError 404 when it is not a shipment of the account */
	async function requestedShipment(context: Context<SessionEnvironment>): Promise<ShipmentRow> {
		const id = context.req.param('id') ?? '';
		const row = /^\d{1,9}$/.test(id) ? await shipments.find(context.get('session').account, Number(id)) : undefined;
		if (!row) throw new HttpError(404, 'This account has no such shipment.');
		return row;
	}

	/** The draft in the URL. @throws HttpError 404 when it is not a shipment of the account, 409 when it is already booked */
	async function requestedDraft(context: Context<SessionEnvironment>): Promise<ShipmentRow> {
		const row = await requestedShipment(context);
		if (row.status !== 'draft') throw new HttpError(409, 'This shipment is already booked and cannot be changed.');
		return row;
	}

	/**
	 * Saves a draft, and books it if its price was shown.
	 * @param shownPrices prices that the form showed; undefined only saves the draft
	 * @returns 'priceNotShown' when the draft was saved but not booked; 'conflict' when the draft has been changed since it was read, and
	 * nothing was saved
	 * @throws HttpError 422 for an invalid request; nothing is saved
	 */
	async function saveOrBook(
		account: Account,
		row: ShipmentRow,
		request: ShipmentRequest,
		shownPrices: string | undefined,
	): Promise<keyof typeof QUERY_AFTER | 'conflict'> {
		const save = async () => ((await shipments.changeDraft(account, row, request)) ? 'saved' : 'conflict');
		if (shownPrices === undefined) return save();
		const wasShown = (option: RateOption) => wasPriceShown(option, request.preferredShippingOption, shownPrices);
		try {
			return (await shipments.changeDraft(account, row, request, wasShown)) ? 'booked' : 'conflict';
		} catch (error) {
			if (!(error instanceof OfferNotAcceptedError)) throw error;
			const outcome = await save();
			return outcome === 'saved' ? 'priceNotShown' : outcome;
		}
	}

	async function showDraft(
		context: Context<SessionEnvironment>,
		row: ShipmentRow,
		{ form = toFormValues(parseStoredRequest(row)), fieldErrors = [], notice = html``, status = 200 }: DraftView,
	) {
		const session = context.get('session');
		const request = parseStoredRequest(row);
		const offers = await shipments.offersFor(session.account, request);
		const options = offers.map(({ option }) => option);
		const shipmentWarnings = await loadShipmentWarnings();
		const page = draftPage({
			id: row.id,
			fields: draftFields(form, fieldErrors, options),
			fieldErrors,
			csrf: session.csrf,
			version: draftVersion(row),
			shownPrices: toShownPrices(options),
			notice,
			warnings: shipmentWarnings(request),
		});
		return respondWithPage(context, `Draft ${row.id}`, page, { navigation: navigation(session), status });
	}

	/** The message above the form of a draft, if the previous request saved it; else empty. */
	async function noticeAfterSave(context: Context<SessionEnvironment>, row: ShipmentRow): Promise<Markup> {
		if (context.req.query('saved') !== undefined) return savedNotice();
		if (context.req.query('newPrice') === undefined) return html``;
		const request = parseStoredRequest(row);
		const offers = await shipments.offersFor(context.get('session').account, request);
		const offer = preferredOffer(offers, request);
		return offer ? newPriceNotice(optionText(offer.option)) : savedNotice();
	}

	/** Shows the saved draft beside the submitted form, which is based on an older version. */
	function showConflict(context: Context<SessionEnvironment>, row: ShipmentRow, form: FormValues) {
		const savedForm = toFormValues(parseStoredRequest(row));
		const notice = conflictNotice(row.id, formDifferences(savedForm, form));
		return showDraft(context, row, { form, notice, status: 409 });
	}

	async function deleteDraft(context: Context<SessionEnvironment>, row: ShipmentRow, version: string | undefined) {
		const isDeleted =
			version === draftVersion(row) && (await shipments.deleteDraft(context.get('session').account, row));
		if (!isDeleted) throw new HttpError(409, 'The draft has been changed since you opened it. It was not deleted.');
		return context.redirect(`${SHIPMENTS_PATH}?deleted=${row.id}`, 303);
	}

	const pickupFor = async (row: ShipmentRow, request: ShipmentRequest) =>
		row.booked_at ? pickupOf(request, row.booked_at, await getCalendar(), places) : undefined;

	section.get('/shipments/:id', async (context) => {
		const row = await requestedShipment(context);
		const request = parseStoredRequest(row);
		if (row.status === 'draft') return showDraft(context, row, { notice: await noticeAfterSave(context, row) });
		const session = context.get('session');
		const shipmentWarnings = await loadShipmentWarnings();
		const page = bookedPage({
			row,
			request,
			pickup: await pickupFor(row, request),
			events: await shipments.listEvents(row.id),
			warnings: shipmentWarnings(request),
			timeZone: await timeZones.timeZoneOf(session.account),
		});
		return respondWithPage(context, `Shipment ${row.id}`, page, { navigation: navigation(session) });
	});

	section.post('/shipments/:id', async (context) => {
		const row = await requestedDraft(context);
		const { csrf: _csrf, action, version, shownPrices, ...values } = await readForm(context);
		const session = context.get('session');
		if (action === 'askToDelete') {
			const page = deletionPage(row, session.csrf, draftVersion(row));
			return respondWithPage(context, `Delete draft ${row.id}`, page, { navigation: navigation(session) });
		}
		if (action === 'delete') return deleteDraft(context, row, version);
		const form = renumberRows(values);
		// A form that was sent twice is based on an older version too, but would change nothing.
		const isOutdated =
			version !== draftVersion(row) && formDifferences(toFormValues(parseStoredRequest(row)), form).length > 0;
		if (isOutdated) return showConflict(context, row, form);
		const result = shipmentRequestSchema.safeParse(toRequestBody(form));
		if (!result.success)
			return showDraft(context, row, { form, fieldErrors: fieldErrorsFromIssues(result.error.issues), status: 422 });
		// The form does not contain these fields: they stay as in the stored request.
		const { bookShipment, inlineLabel } = parseStoredRequest(row);
		const request = { ...result.data, bookShipment, inlineLabel };
		try {
			const outcome = await saveOrBook(
				session.account,
				row,
				request,
				action === 'book' ? (shownPrices ?? '') : undefined,
			);
			if (outcome === 'conflict') return showConflict(context, await requestedDraft(context), form);
			return context.redirect(`${SHIPMENTS_PATH}/${row.id}${QUERY_AFTER[outcome]}`, 303);
		} catch (error) {
			if (error instanceof HttpError && error.status === 422)
				return showDraft(context, row, { form, fieldErrors: error.fields, status: 422 });
			throw error;
		}
	});

	section.get('/shipments/:id/labels.pdf', async (context) => {
		const row = await requestedShipment(context);
		const pdf = await shipments.findDocuments(row.id);
		if (!pdf) throw new HttpError(404, 'A draft has no labels. Book it first.');
		context.header('Content-Disposition', `inline; filename="${row.tracking_number}.pdf"`);
		return context.body(new Uint8Array(pdf), 200, { 'Content-Type': 'application/pdf' });
	});

	section.get('/shipments/:id/pickup.ics', async (context) => {
		const row = await requestedShipment(context);
		const request = parseStoredRequest(row);
		const pickup = await pickupFor(row, request);
		if (!pickup) throw new HttpError(404, 'No pickup is scheduled for this shipment.');
		const entry = await pickupCalendar(pickup, {
			carrier: row.carrier ?? '',
			trackingNumber: row.tracking_number ?? '',
			request,
		});
		context.header('Content-Disposition', `attachment; filename="pickup-${row.tracking_number}.ics"`);
		return context.body(entry, 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
	});

	return section;
}
