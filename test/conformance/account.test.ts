// The account's API shipments section, requested as by a browser without scripts.
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { createAccounts } from '../../src-broker/accounts/accounts';
import { createAccountClient, fieldsOf } from '../fixtures/account-client';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

onEachDatabase(
	'the account section',
	(service) => {
		const draftRequest = { ...shipmentRequest, bookShipment: false };

		const { signIn, open, send } = createAccountClient(service);

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
				expect([...found.matchAll(/href="\/account\/shipments\/(\d+)"/g)].map(([, id]) => Number(id))).toEqual([
					ids[3],
				]);
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
			expect(page).toContain('Destination address: E-mail');
			expect(fieldsOf(page)['destinationAddress.email']).toBe('nobody');

			const changed = { ...form, 'destinationAddress.contactPerson': '<b>Eva & Co</b>', 'parcels.0.count': '1' };
			expect((await send(path, cookie, { ...changed, action: 'save' })).status).toBe(303);
			const saved = await (await open(path, cookie)).text();
			expect(saved).not.toContain('<b>Eva');
			expect(fieldsOf(saved)['destinationAddress.contactPerson']).toBe('<b>Eva & Co</b>');

			const booked = await Promise.all(
				Array.from({ length: 3 }, () => send(path, cookie, { ...fieldsOf(saved), action: 'book' })),
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
			expect((await send(path, cookie, { ...form, action: 'book' }, { Origin: 'http://evil.example' })).status).toBe(
				403,
			);
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
			expect(await (await open('/shipments?q=smuggled', theirs)).text()).toContain(
				'No shipments match all these words',
			);
		});

		it('ends all sessions when the secret is rotated', async () => {
			const { broker } = service();
			const credentials = await broker.accounts.create('rotated');
			const cookie = await signIn(credentials);
			expect((await open('/shipments', cookie)).status).toBe(200);
			await broker.accounts.rotate('rotated');
			expect((await open('/shipments', cookie)).status).toBe(303);
		});

		it('ends all sessions for good when the account is disabled', async () => {
			const { broker, store } = service();
			const credentials = await broker.accounts.create('disabled');
			const cookies = [await signIn(credentials), await signIn(credentials)];
			for (const cookie of cookies) expect((await open('/shipments', cookie)).status).toBe(200);
			const countSessions = async () => {
				const { id } = await store
					.selectFrom('account')
					.select('id')
					.where('name', '=', 'disabled')
					.executeTakeFirstOrThrow();
				return (await store.selectFrom('session').select('csrf').where('account_id', '=', id).execute()).length;
			};
			expect(await countSessions()).toBe(2);
			await broker.accounts.disable('disabled');
			expect(await countSessions()).toBe(0);
			// A session that an instance with an outdated account cache opened while the account was disabled.
			await store.updateTable('account').set({ disabled_at: null }).where('name', '=', 'disabled').execute();
			cookies.push(await signIn(credentials));
			await store.updateTable('account').set({ disabled_at: '2026-11-24' }).where('name', '=', 'disabled').execute();
			for (const cookie of cookies) expect((await open('/shipments', cookie)).status).toBe(303);
			await broker.accounts.enable('disabled');
			for (const cookie of cookies) expect((await open('/shipments', cookie)).status).toBe(303);
			expect((await open('/shipments', await signIn(credentials))).status).toBe(200);
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
			expect(await refused.text()).toContain('Shipping option – option 401 is not available');
		});

		/** Signs in from a network address of this machine, or through a proxy that states an address. */
		const signInFrom = (localAddress: string, form: Record<string, string>, forwardedFor?: string) =>
			new Promise<{ status: number; retryAfterSeconds: number }>((resolve, reject) => {
				const { hostname, port } = new URL(service().url);
				const headers = {
					'Content-Type': 'application/x-www-form-urlencoded',
					...(forwardedFor && { 'X-Forwarded-For': forwardedFor }),
				};
				const options = { hostname, port, path: '/account/sign-in', method: 'POST', localAddress, headers };
				const sent = request(options, (answer) => {
					answer.resume();
					const retryAfterSeconds = Number(answer.headers['retry-after'] ?? 0);
					answer.on('end', () => resolve({ status: answer.statusCode ?? 0, retryAfterSeconds }));
				});
				sent.on('error', reject);
				sent.end(new URLSearchParams(form).toString());
			});

		it('opens no session with a secret that another instance has just replaced', async () => {
			const old = await service().broker.accounts.create('replaced');
			expect((await signInFrom('127.0.0.1', { ...old })).status).toBe(303);
			// This instance reads the accounts at most once a second.
			const renewed = await createAccounts(service().store).rotate('replaced');
			expect((await signInFrom('127.0.0.1', { ...old })).status).toBe(401);
			const { id } = await service()
				.store.selectFrom('account')
				.select('id')
				.where('name', '=', 'replaced')
				.executeTakeFirstOrThrow();
			const sessions = await service().store.selectFrom('session').selectAll().where('account_id', '=', id).execute();
			expect(sessions).toEqual([]);
			await expect.poll(async () => (await signInFrom('127.0.0.1', { ...renewed })).status).toBe(303);
		});

		it('limits guesses of a secret by address and key together, so that a stranger cannot lock the owner out', async () => {
			const owner = await service().broker.accounts.create('guessed');
			const wrong = { key: owner.key, secret: 'x'.repeat(43) };
			const statuses: number[] = [];
			for (let guess = 0; guess < 12; guess += 1) statuses.push((await signInFrom('127.0.0.2', wrong)).status);
			expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
			expect((await signInFrom('127.0.0.2', { ...owner })).status).toBe(429);
			expect((await signInFrom('127.0.0.1', { ...owner })).status).toBe(303);

			// Behind a proxy, the address that the proxy states counts, not the one that the stranger states.
			const guesses = Array.from({ length: 12 }, (_, index) =>
				signInFrom('127.0.0.1', wrong, `192.0.2.${index}, 203.0.113.7`),
			);
			const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429);
			expect(refused).toHaveLength(7);
			expect(refused[0]?.retryAfterSeconds).toBeGreaterThan(0);
			expect((await signInFrom('127.0.0.1', { ...owner }, '203.0.113.7')).status).toBe(429);
			expect((await signInFrom('127.0.0.1', { ...owner }, '203.0.113.8')).status).toBe(303);
		});
	},
	{ isBehindProxy: true },
);
