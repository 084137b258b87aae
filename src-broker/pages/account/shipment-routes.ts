// Routes of the account section for shipments: search, edit and book drafts, download documents.
import { type Context, Hono } from 'hono';
import { type FieldError, fieldErrorsFromIssues } from '../../../src-contract/errors';
import { type ShipmentRequest, shipmentRequestSchema } from '../../../src-contract/partner-api';
import { pickupCalendar, pickupOf } from '../../booking/pickup';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { Shipments } from '../../booking/shipments';
import type { Places } from '../../places/places';
import type { Calendar } from '../../rating/calendar';
import { HttpError } from '../../transport/http-error';
import { readForm } from '../../transport/read-body';
import { respondWithPage } from '../page';
import { draftFields } from './draft-fields';
import { type FormValues, renumberRows, toFormValues, toRequestBody } from './draft-form';
import { type SessionEnvironment, SHIPMENTS_PATH } from './paths';
import { bookedPage, draftPage, listPage, navigation } from './shipment-pages';

const ROWS_PER_PAGE = 25;

export function createShipmentRoutes(shipments: Shipments, calendar: Calendar, places: Places) {
	const section = new Hono<SessionEnvironment>();

	section.get('/', (context) => context.redirect(SHIPMENTS_PATH, 303));
	section.get('/shipments', async (context) => {
		const session = context.get('session');
		const text = context.req.query('q') ?? '';
		const beforeText = context.req.query('before') ?? '';
		const beforeId = /^\d{1,9}$/.test(beforeText) ? Number(beforeText) : undefined;
		// Reads one row more than a page, to know whether there is an older page.
		const rows = await shipments.list(session.account, text, beforeId, ROWS_PER_PAGE + 1);
		const shownRows = rows.slice(0, ROWS_PER_PAGE);
		const lastId = rows.length > ROWS_PER_PAGE ? shownRows.at(-1)?.id : undefined;
		const pageQuery = (before?: number) =>
			`?${new URLSearchParams({ ...(text && { q: text }), ...(before && { before: String(before) }) })}`;
		const pages = { newest: beforeId ? pageQuery() : undefined, older: lastId ? pageQuery(lastId) : undefined };
		return respondWithPage(context, 'API shipments', listPage(shownRows, text, pages), {
			navigation: navigation(session),
		});
	});

	/** The shipment in the URL. @throws HttpError 404 when it is not a shipment of the account */
	async function requestedShipment(context: Context<SessionEnvironment>): Promise<ShipmentRow> {
		const id = context.req.param('id') ?? '';
		const row = /^\d{1,9}$/.test(id)
			? await shipments.ofAccount(context.get('session').account, Number(id))
			: undefined;
		if (!row) throw new HttpError(404, 'This account has no such shipment.');
		return row;
	}

	function showDraft(
		context: Context<SessionEnvironment>,
		row: ShipmentRow,
		form: FormValues,
		fieldErrors: readonly FieldError[],
		isSaved = false,
	) {
		const session = context.get('session');
		const options = shipments.offersFor(session.account, parseStoredRequest(row)).map(({ option }) => ({
			productId: option.productId,
			label: `${option.carrier} ${option.product}, ${option.price.toFixed(2)} EUR`,
		}));
		const fields = draftFields(form, fieldErrors, options);
		const page = draftPage({ id: row.id, fields, fieldErrors, csrf: session.csrf, isSaved });
		const status = fieldErrors.length > 0 ? 422 : 200;
		return respondWithPage(context, `Draft ${row.id}`, page, { navigation: navigation(session), status });
	}

	const pickupFor = (row: ShipmentRow, request: ShipmentRequest) =>
		row.booked_at ? pickupOf(request, row.booked_at, calendar, places) : undefined;

	section.get('/shipments/:id', async (context) => {
		const row = await requestedShipment(context);
		const request = parseStoredRequest(row);
		if (row.status === 'draft')
			return showDraft(context, row, toFormValues(request), [], context.req.query('saved') !== undefined);
		const page = bookedPage(row, request, pickupFor(row, request), await shipments.events(row.id));
		return respondWithPage(context, `Shipment ${row.id}`, page, { navigation: navigation(context.get('session')) });
	});

	section.post('/shipments/:id', async (context) => {
		const row = await requestedShipment(context);
		if (row.status !== 'draft') throw new HttpError(409, 'This shipment is already booked and cannot be changed.');
		const { csrf: _csrf, action, ...values } = await readForm(context);
		const form = renumberRows(values);
		const result = shipmentRequestSchema.safeParse(toRequestBody(form));
		if (!result.success) return showDraft(context, row, form, fieldErrorsFromIssues(result.error.issues));
		// The form does not contain these fields: they stay as in the stored request.
		const { bookShipment, inlineLabel } = parseStoredRequest(row);
		const request = { ...result.data, bookShipment, inlineLabel };
		try {
			await shipments.changeDraft(context.get('session').account, row.id, request, action === 'book');
		} catch (error) {
			if (error instanceof HttpError && error.status === 422) return showDraft(context, row, form, error.fields);
			throw error;
		}
		return context.redirect(`${SHIPMENTS_PATH}/${row.id}${action === 'book' ? '' : '?saved'}`, 303);
	});

	section.get('/shipments/:id/labels.pdf', async (context) => {
		const row = await requestedShipment(context);
		const pdf = await shipments.documents(row.id);
		if (!pdf) throw new HttpError(404, 'A draft has no labels. Book it first.');
		context.header('Content-Disposition', `inline; filename="${row.tracking_number}.pdf"`);
		return context.body(new Uint8Array(pdf), 200, { 'Content-Type': 'application/pdf' });
	});

	section.get('/shipments/:id/pickup.ics', async (context) => {
		const row = await requestedShipment(context);
		const request = parseStoredRequest(row);
		const pickup = pickupFor(row, request);
		if (!pickup) throw new HttpError(404, 'No pickup is scheduled for this shipment.');
		const entry = pickupCalendar(pickup, {
			carrier: row.carrier ?? '',
			trackingNumber: row.tracking_number ?? '',
			request,
		});
		context.header('Content-Disposition', `attachment; filename="pickup-${row.tracking_number}.ics"`);
		return context.body(entry, 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
	});

	return section;
}
