// The section "API shipments" of an account: web pages, without scripts, for its drafts and bookings.
import { Hono } from 'hono';
import { MEGABYTE } from '../../../src-contract/lib/units';
import type { ShipmentList } from '../../booking/shipment-list';
import type { Shipments } from '../../booking/shipments';
import type { Places } from '../../places/places';
import type { Calendar } from '../../rating/calendar';
import { limitFormSize } from '../../transport/read-body';
import { createListRoutes } from './list-routes';
import type { SessionEnvironment } from './paths';
import { createShipmentRoutes } from './shipment-routes';
import { createSignInRoutes, createSignOutRoutes, requireSession, type SignInDependencies } from './sign-in';
import { createTimeZones } from './time-zone';

/**
 * Fits every draft that the API accepts: in the form of a 1 MiB request, names of fields are longer, and a character that is not
 * ASCII takes up to three times as many bytes.
 */
const FORM_LIMIT_BYTES = 4 * MEGABYTE;

export interface AccountDependencies extends SignInDependencies {
	shipments: Shipments;
	shipmentList: ShipmentList;
	getCalendar: () => Promise<Calendar>;
	places: Places;
}

export function createAccountSection(dependencies: AccountDependencies) {
	const { sessions, shipments, shipmentList, getCalendar, places } = dependencies;
	const timeZones = createTimeZones(dependencies);
	const section = new Hono<SessionEnvironment>();
	section.use(limitFormSize(FORM_LIMIT_BYTES));
	section.use(async (context, next) => {
		context.header('Cache-Control', 'no-store');
		await next();
	});
	section.route('/', createSignInRoutes(dependencies));
	section.use(requireSession(sessions));
	section.route('/', createSignOutRoutes(sessions));
	section.route('/', timeZones.routes);
	section.route('/', createListRoutes(shipments, shipmentList, timeZones));
	section.route('/', createShipmentRoutes(shipments, getCalendar, places, timeZones));
	return section;
}
