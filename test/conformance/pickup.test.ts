// The pickup of a booking (pickupTimeFrom and pickupTimeTo of section 4.2) on the account's page and in its calendar entry.
import { expect, it } from 'vitest';
import { destinationAddress, pickupAddress, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

onEachDatabase('a pickup', (service) => {
	let cookie: string | undefined;
	/** The session's cookie. One session is used for all tests, because sign-ins are limited. */
	async function signIn(): Promise<string> {
		const response = await fetch(`${service().url}/account/sign-in`, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ ...service().credentials }),
		});
		return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	}
	const open = (path: string) => fetch(`${service().url}/account${path}`, { headers: { Cookie: cookie ?? '' } });

	it.each([
		['a window that has passed in local time', '2026-11-24T11:30:00Z', {}, '2026-11-25', '20261125T090000Z'],
		['a window that is still open in local time', '2026-11-24T10:59:00Z', {}, '2026-11-24', '20261124T090000Z'],
		['the days before clocks go back', '2026-10-23T17:00:00Z', {}, '2026-10-26', '20261026T090000Z'],
		['the days before clocks go forward', '2026-03-27T17:00:00Z', {}, '2026-03-30', '20260330T080000Z'],
		[
			'an evening in New York, the next day in UTC',
			'2026-11-24T01:00:00Z',
			{ countryCode: 'US', zipcode: '10001', city: 'New York' },
			'2026-11-24',
			'20261124T150000Z',
		],
		[
			'an afternoon in Los Angeles',
			'2026-11-23T17:30:00Z',
			{ countryCode: 'US', zipcode: '90001', city: 'Los Angeles' },
			'2026-11-23',
			'20261123T180000Z',
		],
		[
			'a morning in Auckland, the day before in UTC',
			'2026-11-23T22:00:00Z',
			{ countryCode: 'NZ', zipcode: '1010', city: 'Auckland' },
			'2026-11-24',
			'20261123T210000Z',
		],
		[
			'the Canary Islands',
			'2026-11-24T11:30:00Z',
			{ countryCode: 'ES', zipcode: '35001', city: 'Las Palmas' },
			'2026-11-24',
			'20261124T100000Z',
		],
	])('from 10:00 to 12:00 is planned in local time: %s', async (_case, bookedAt, place, date, start) => {
		const { clock, post } = service();
		clock.now = new Date(bookedAt);
		cookie ??= await signIn();
		const { status, body } = await post('shipments', {
			...shipmentRequest,
			pickupAddress: { ...pickupAddress, ...place },
			destinationAddress: { ...destinationAddress, companyName: undefined, sendNotification: false },
			reasonForExport: 'gift',
			incoterms: 'DAP',
			pickupTimeFrom: '10:00',
			pickupTimeTo: '12:00',
		});
		expect(status, body.message).toBe(200);
		const page = await (await open(`/shipments/${body.data.id}`)).text();
		expect(page).toContain(`${date}, 10:00 to 12:00 (`);
		const entry = await (await open(`/shipments/${body.data.id}/pickup.ics`)).text();
		expect(entry).toContain(`DTSTART:${start}\r\n`);
		expect(entry).toContain(`${date}\\, 10:00 to 12:00`);
	});
});
