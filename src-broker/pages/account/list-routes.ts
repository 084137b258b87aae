// Routes of the list of shipments, and of the labels of several shipments.
import { Hono } from 'hono';
import { countPieces } from '../../booking/pieces';
import type { ShipmentList } from '../../booking/shipment-list';
import { parseStoredRequest } from '../../booking/shipment-row';
import type { Shipments } from '../../booking/shipments';
import { HttpError } from '../../transport/http-error';
import { respondWithPage } from '../page';
import { parseListQuery, toShipmentFilter } from './list-filter';
import { listPage } from './list-page';
import { navigation } from './navigation';
import { type SessionEnvironment, SHIPMENTS_PATH } from './paths';
import type { TimeZones } from './time-zone';

const ROWS_PER_PAGE = 25;
/** Maximum number of shipments whose labels one file may contain. */
const MAX_JOINED_SHIPMENTS = 100;

export function createListRoutes(shipments: Shipments, shipmentList: ShipmentList, timeZones: TimeZones) {
	const section = new Hono<SessionEnvironment>();

	section.get('/', (context) => context.redirect(SHIPMENTS_PATH, 303));

	section.get('/shipments', async (context) => {
		const session = context.get('session');
		const { account } = session;
		const [carriers, timeZone] = await Promise.all([shipmentList.listCarriers(account), timeZones.timeZoneOf(account)]);
		const query = parseListQuery((name) => context.req.query(name), carriers);
		// Reads one row more than a page, to know whether there is an older page.
		const rows = await shipmentList.findPage(
			account,
			toShipmentFilter(query, timeZone),
			query.beforeId,
			ROWS_PER_PAGE + 1,
		);
		const shownRows = rows.slice(0, ROWS_PER_PAGE);
		const lastId = rows.length > ROWS_PER_PAGE ? shownRows.at(-1)?.id : undefined;
		const deletedId = /^\d{1,9}$/.exec(context.req.query('deleted') ?? '')?.[0];
		const page = listPage({ rows: shownRows, query, carriers, timeZone, lastId, deletedId });
		return respondWithPage(context, 'API shipments', page, { navigation: navigation(session) });
	});

	section.get('/shipments/labels.pdf', async (context) => {
		const ids = (context.req.queries('id') ?? []).filter((id) => /^\d{1,9}$/.test(id)).map(Number);
		if (ids.length === 0) throw new HttpError(422, 'Select at least one booked shipment.');
		if (ids.length > MAX_JOINED_SHIPMENTS)
			throw new HttpError(422, `Select at most ${MAX_JOINED_SHIPMENTS} shipments.`);
		const rows = await shipmentList.findByIds(context.get('session').account, ids);
		const bookedIds = rows.filter((row) => row.tracking_number !== null).map(({ id }) => id);
		if (bookedIds.length === 0) throw new HttpError(404, 'None of these shipments is a booking of this account.');
		const pdfs = await shipments.findDocumentsOfShipments(bookedIds);
		const bookings = rows.flatMap((row) => {
			const pdf = pdfs.get(row.id);
			return pdf ? [{ pdf, pieceCount: countPieces(parseStoredRequest(row)) }] : [];
		});
		const { joinLabels } = await import('../../booking/joined-labels');
		context.header('Content-Disposition', 'inline; filename="labels.pdf"');
		return context.body(new Uint8Array(await joinLabels(bookings)), 200, { 'Content-Type': 'application/pdf' });
	});

	return section;
}
