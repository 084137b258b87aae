// The time zone of the account's pages: the chosen one, else that of the newest shipment's pickup address.
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Account, Accounts } from '../../accounts/accounts';
import type { ShipmentList } from '../../booking/shipment-list';
import type { Places } from '../../places/places';
import { HttpError } from '../../transport/http-error';
import { readForm } from '../../transport/read-body';
import { respondWithPage } from '../page';
import { navigation } from './navigation';
import { type SessionEnvironment, SHIPMENTS_PATH, TIME_ZONE_PATH } from './paths';

export interface TimeZoneDependencies {
	accounts: Accounts;
	shipmentList: ShipmentList;
	places: Places;
}

/** Names of all time zones. The runtime's list lacks UTC. */
const timeZoneNames = (): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();

export function createTimeZones({ accounts, shipmentList, places }: TimeZoneDependencies) {
	async function automaticTimeZone(account: Account): Promise<string> {
		const address = await shipmentList.findNewestPickupAddress(account);
		return address ? places.timeZoneOf(address) : 'UTC';
	}

	const routes = new Hono<SessionEnvironment>();
	routes.get('/time-zone', async (context) => {
		const session = context.get('session');
		const { timeZone: chosen } = session.account;
		const automatic = `Automatic (${await automaticTimeZone(session.account)})`;
		const options = timeZoneNames().map(
			(name) => html`<option ${name === chosen ? html`selected` : ''}>${name}</option>`,
		);
		const body = html`<h1>Time zone</h1><form class="card narrow" method="post" action="${TIME_ZONE_PATH}"><input type="hidden" name="csrf" value="${session.csrf}">
<p>All times in this section, and the days of the filter, are in this time zone. “Automatic” is the time zone of the newest shipment’s pickup address.</p>
<p><label>Time zone<select name="timeZone"><option value="">${automatic}</option>${options}</select></label></p>
<p class="row"><button class="main">Save</button><a class="button" href="${SHIPMENTS_PATH}">Cancel</a></p></form>`;
		return respondWithPage(context, 'Time zone', body, { navigation: navigation(session) });
	});
	routes.post('/time-zone', async (context) => {
		const { timeZone = '' } = await readForm(context);
		if (timeZone !== '' && !timeZoneNames().includes(timeZone))
			throw new HttpError(422, 'There is no such time zone. Nothing was saved.');
		await accounts.setTimeZone(context.get('session').account, timeZone || undefined);
		return context.redirect(SHIPMENTS_PATH, 303);
	});

	return {
		routes,
		timeZoneOf: async (account: Account): Promise<string> => account.timeZone ?? automaticTimeZone(account),
	};
}
export type TimeZones = ReturnType<typeof createTimeZones>;
