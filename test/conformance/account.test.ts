// The account's API shipments section, requested as by a browser without scripts.
import { expect, it } from 'vitest';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

onEachDatabase('the account section', (service) => {
	const draftRequest = { ...shipmentRequest, bookShipment: false };

	async function signIn(credentials = service().credentials): Promise<string> {
		const response = await fetch(`${service().url}/account/sign-in`, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ ...credentials }),
		});
		expect(response.status).toBe(303);
		const cookie = response.headers.get('set-cookie') ?? '';
		expect(cookie).toMatch(/HttpOnly/);
		expect(cookie).toMatch(/SameSite=Strict/);
		return cookie.split(';')[0] as string;
	}
	const open = (path: string, cookie: string) =>
		fetch(`${service().url}/account${path}`, { headers: { Cookie: cookie }, redirect: 'manual' });
	const send = (path: string, cookie: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
		fetch(`${service().url}/account${path}`, {
			method: 'POST',
			redirect: 'manual',
			headers: { Cookie: cookie, ...headers },
			body: new URLSearchParams(form),
		});
	/** The fields that the page's form sends if the user changes nothing. */
	function fieldsOf(page: string): Record<string, string> {
		const text = (value: string) =>
			value
				.replace(/&#39;/g, "'")
				.replace(/&quot;/g, '"')
				.replace(/&lt;/g, '<')
				.replace(/&gt;/g, '>')
				.replace(/&amp;/g, '&');
		const form = page.slice(page.indexOf('<form class="card"'));
		const fields: Record<string, string> = {};
		for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
			const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
			const value = text(/value="([^"]*)"/.exec(tag)?.[1] ?? '');
			if (!/type="checkbox"/.test(tag) || /\bchecked\b/.test(tag)) fields[name] = value;
		}
		for (const [, name = '', options = ''] of form.matchAll(/<select name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
			fields[name] = text(/<option value="([^"]*)" selected/.exec(options)?.[1] ?? '');
		return fields;
	}

	it('rejects requests without a session, and reports a wrong secret', async () => {
		const { url, credentials } = service();
		for (const path of ['', '/shipments', '/shipments/1', '/shipments/1/labels.pdf']) {
			const response = await fetch(`${url}/account${path}`, { redirect: 'manual' });
			expect(response.status).toBe(303);
			expect(response.headers.get('location')).toBe('/account/sign-in');
		}
		const response = await send('/sign-in', '', { key: credentials.key, secret: 'wrong' });
		expect(response.status).toBe(401);
		expect(response.headers.get('set-cookie')).toBeNull();
	});

	it('lists, finds and pages the shipments of this account only', async () => {
		const { post, broker } = service();
		const other = await broker.accounts.create('other account');
		const theirs = await post('shipments', draftRequest, { 'X-PP-API': `${other.key}@${other.secret}` });
		const ids: number[] = [];
		for (let index = 0; index < 28; index += 1) {
			const { body } = await post('shipments', {
				...draftRequest,
				reference: `PO-${index}-${index === 3 ? 'needle' : 'hay'}`,
			});
			ids.push(body.data.id);
		}
		const cookie = await signIn();
		const first = await (await open('/shipments', cookie)).text();
		expect(first).toContain(`/account/shipments/${ids.at(-1)}"`);
		expect(first).not.toContain(`/account/shipments/${ids[0]}"`);
		const older = /href="\/account(\/shipments\?before=\d+)"/.exec(first)?.[1] as string;
		expect(await (await open(older, cookie)).text()).toContain(`/account/shipments/${ids[0]}"`);
		for (const typed of ['needle', 'NEED', 'po 3 needle']) {
			const found = await (await open(`/shipments?q=${encodeURIComponent(typed)}`, cookie)).text();
			expect([...found.matchAll(/href="\/account\/shipments\/(\d+)"/g)].map(([, id]) => Number(id))).toEqual([ids[3]]);
		}
		for (const typed of ['nothing-like-it', '" OR 1', "'; --", '*', 'a*b:c & !d'])
			expect((await open(`/shipments?q=${encodeURIComponent(typed)}`, cookie)).status).toBe(200);
		expect((await open(`/shipments/${theirs.body.data.id}`, cookie)).status).toBe(404);
		expect((await open(`/shipments/${theirs.body.data.id}/labels.pdf`, cookie)).status).toBe(404);
	});

	it('edits a draft by the rules of the API and books it once', async () => {
		const { body } = await service().post('shipments', draftRequest);
		const path = `/shipments/${body.data.id}`;
		const cookie = await signIn();
		const form = fieldsOf(await (await open(path, cookie)).text());
		expect(form['destinationAddress.contactPerson']).toBe('Max Muster');

		const refused = await send(path, cookie, { ...form, 'destinationAddress.email': 'nobody', action: 'save' });
		expect(refused.status).toBe(422);
		const page = await refused.text();
		expect(page).toContain('destinationAddress.email');
		expect(fieldsOf(page)['destinationAddress.email']).toBe('nobody');

		const changed = { ...form, 'destinationAddress.contactPerson': '<b>Eva & Co</b>', 'parcels.0.count': '1' };
		expect((await send(path, cookie, { ...changed, action: 'save' })).status).toBe(303);
		const saved = await (await open(path, cookie)).text();
		expect(saved).not.toContain('<b>Eva');
		expect(fieldsOf(saved)['destinationAddress.contactPerson']).toBe('<b>Eva & Co</b>');

		const booked = await Promise.all(
			Array.from({ length: 3 }, () => send(path, cookie, { ...changed, action: 'book' })),
		);
		expect(booked.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
		const shown = await (await open(path, cookie)).text();
		expect(shown).toContain('Created at carrier');
		const labels = await open(`${path}/labels.pdf`, cookie);
		expect(labels.headers.get('content-type')).toBe('application/pdf');
		expect(Buffer.from(await labels.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
		expect((await send(path, cookie, { ...changed, action: 'save' })).status).toBe(409);
	});

	it('repeats the first answer for an Idempotency-Key after the draft was booked', async () => {
		const headers = { 'Idempotency-Key': 'a draft' };
		const first = await service().post('shipments', draftRequest, headers);
		const cookie = await signIn();
		const path = `/shipments/${first.body.data.id}`;
		const form = fieldsOf(await (await open(path, cookie)).text());
		expect((await send(path, cookie, { ...form, action: 'book' })).status).toBe(303);
		expect((await service().post('shipments', draftRequest, headers)).text).toBe(first.text);
	});

	it('shows the pickup and offers it as a calendar entry', async () => {
		const { body } = await service().post('shipments', {
			...shipmentRequest,
			pickupTimeFrom: '13:00',
			pickupTimeTo: '15:30',
			pickupInstructions: 'Ring at dock 4',
			destinationAddress: { ...destinationAddress, sendNotification: false },
		});
		const cookie = await signIn();
		const page = await (await open(`/shipments/${body.data.id}`, cookie)).text();
		expect(page).toContain('2026-11-24, 13:00 to 15:30');
		expect(page).toContain('Ring at dock 4');
		const entry = await (await open(`/shipments/${body.data.id}/pickup.ics`, cookie)).text();
		expect(entry).toContain('DTSTART:20261124T120000Z\r\n');
		expect(entry).toContain('DTEND:20261124T143000Z\r\n');
		expect(entry).toContain(body.data.trackingNumber);
	});

	it('rejects forms without a token, from another site, or after signing out', async () => {
		const { body } = await service().post('shipments', draftRequest);
		const path = `/shipments/${body.data.id}`;
		const cookie = await signIn();
		const form = fieldsOf(await (await open(path, cookie)).text());
		const { csrf: _csrf, ...without } = form;
		expect((await send(path, cookie, { ...without, action: 'book' })).status).toBe(403);
		expect((await send(path, cookie, { ...form, csrf: 'guess', action: 'book' })).status).toBe(403);
		expect((await send(path, cookie, { ...form, action: 'book' }, { Origin: 'http://evil.example' })).status).toBe(403);
		expect((await send('/sign-out', cookie, { csrf: form.csrf ?? '' })).status).toBe(303);
		expect((await open(path, cookie)).status).toBe(303);
	});

	it('shows no shipments of another account, whatever the search text', async () => {
		const { post, broker } = service();
		const other = await broker.accounts.create('third');
		const otherId = (
			await service().store.selectFrom('account').select('id').where('name', '=', 'third').executeTakeFirstOrThrow()
		).id;
		await post('shipments', { ...draftRequest, reference: `account${otherId} smuggled` });
		const theirs = await signIn(other);
		expect(await (await open('/shipments?q=smuggled', theirs)).text()).toContain('No shipments match all these words');
	});

	it('ends all sessions when the secret is rotated', async () => {
		const { broker } = service();
		const credentials = await broker.accounts.create('rotated');
		const cookie = await signIn(credentials);
		expect((await open('/shipments', cookie)).status).toBe(200);
		await broker.accounts.rotate('rotated');
		expect((await open('/shipments', cookie)).status).toBe(303);
	});

	it('rejects unusual requests without a server error', async () => {
		const cookie = await signIn();
		for (const query of ['before=1.5', 'before=1e30', 'before=99999999999', 'q=%00'])
			expect((await open(`/shipments?${query}`, cookie)).status).toBe(200);
		expect((await fetch(`${service().url}/tracking/%00`)).status).toBe(404);
		expect((await send('/sign-in', '', { key: '\u0000', secret: '\u0000' })).status).toBe(401);
		const broken = await fetch(`${service().url}/account/sign-in`, {
			method: 'POST',
			headers: { 'Content-Type': 'multipart/form-data' },
			body: 'x',
		});
		expect(broken.status).toBe(400);
	});

	it('keeps the chosen option of a draft that is no longer offered', async () => {
		const { body } = await service().post('shipments', { ...draftRequest, preferredShippingOption: 401 });
		const cookie = await signIn();
		const path = `/shipments/${body.data.id}`;
		const form = fieldsOf(await (await open(path, cookie)).text());
		const far = {
			...form,
			'destinationAddress.countryCode': 'AU',
			'destinationAddress.zipcode': '2000',
			reasonForExport: 'gift',
			incoterms: 'DAP',
		};
		const refused = await send(path, cookie, { ...far, action: 'book' });
		expect(refused.status).toBe(422);
		expect(await refused.text()).toContain('preferredShippingOption: option 401 is not available');
	});

	it('limits attempts to guess a secret', async () => {
		const statuses: number[] = [];
		for (let guess = 0; guess < 12; guess += 1)
			statuses.push((await send('/sign-in', '', { key: ' guessed ', secret: 'x' })).status);
		expect(statuses.at(-1)).toBe(429);
	});
});
