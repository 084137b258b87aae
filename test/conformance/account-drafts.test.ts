// Drafts in the account section: two tabs, prices, the largest drafts, deletion, and signs in the search.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createAccountClient, fieldsOf } from '../fixtures/account-client';
import { shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

onEachDatabase('drafts in the account section', (service) => {
	const draftRequest = { ...shipmentRequest, bookShipment: false };
	const { signIn, open, send } = createAccountClient(service);

	async function createDraft(changes: object = {}, headers: Record<string, string> = {}): Promise<string> {
		const { status, body } = await service().post('shipments', { ...draftRequest, ...changes }, headers);
		expect(status).toBe(200);
		return `/shipments/${body.data.id}`;
	}
	const text = async (path: string, cookie: string) => (await open(path, cookie)).text();

	it('shows both versions to a stale tab, and overwrites the newer one only on request', async () => {
		const path = await createDraft();
		const cookie = await signIn();
		const stale = fieldsOf(await text(path, cookie));
		const first = await send(path, cookie, { ...stale, reference: 'first tab', action: 'save' });
		expect(first.status).toBe(303);

		for (const action of ['save', 'book']) {
			const refused = await send(path, cookie, { ...stale, 'destinationAddress.city': 'Potsdam', action });
			expect(refused.status).toBe(409);
			const page = await refused.text();
			expect(page).toContain('<td>Reference</td><td>first tab</td><td>ORDER-1</td>');
			expect(page).toContain('<td>Destination address: City</td><td>Berlin</td><td>Potsdam</td>');
			expect(fieldsOf(await text(path, cookie)).reference).toBe('first tab');
		}
		const { version: _version, ...withoutVersion } = stale;
		const conflict = await send(path, cookie, { ...withoutVersion, reference: 'second tab', action: 'save' });
		expect(conflict.status).toBe(409);
		const merged = fieldsOf(await conflict.text());
		expect(merged.reference).toBe('second tab');
		expect((await send(path, cookie, { ...merged, action: 'save' })).status).toBe(303);
		// A form that was sent twice changes nothing.
		expect((await send(path, cookie, { ...merged, action: 'save' })).status).toBe(303);
		expect(fieldsOf(await text(path, cookie)).reference).toBe('second tab');
	});

	it('keeps one of several simultaneous changes, and shows the others that it was saved', async () => {
		const path = await createDraft();
		const cookie = await signIn();
		const form = fieldsOf(await text(path, cookie));
		const references = Array.from({ length: 5 }, (_, index) => `tab ${index}`);
		const responses = await Promise.all(
			references.map((reference) => send(path, cookie, { ...form, reference, action: 'save' })),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409]);
		const saved = references[responses.findIndex(({ status }) => status === 303)] ?? '';
		for (const response of responses.filter(({ status }) => status === 409))
			expect(await response.text()).toContain(`<td>Reference</td><td>${saved}</td>`);
	});

	it('saves a draft with a very small quantity unchanged', async () => {
		const contentItems = [{ ...shipmentRequest.contentItems[0], quantity: '0.0000001' }];
		const path = await createDraft({ contentItems });
		const cookie = await signIn();
		const form = fieldsOf(await text(path, cookie));
		expect(form['contentItems.0.quantity']).toBe('0.0000001');
		expect((await send(path, cookie, { ...form, action: 'save' })).status).toBe(303);
	});

	it('books only at a price that was shown, and asks before any other', async () => {
		const path = await createDraft();
		const cookie = await signIn();
		const page = await text(path, cookie);
		const [, shownPrice = ''] = /Cheapest: (\d+\.\d\d) EUR/.exec(page) ?? [];
		expect(Number(shownPrice)).toBeGreaterThan(0);
		const heavier = { ...fieldsOf(page), 'parcels.0.weight': '12', action: 'book' };
		const asked = await send(path, cookie, heavier);
		expect(asked.headers.get('location')).toBe(`/account${path}?newPrice`);
		const question = await text(`${path}?newPrice`, cookie);
		expect(question).toContain('Saved, but not booked');
		const [, newPrice = ''] = /<strong>(\d+\.\d\d) EUR, /.exec(question) ?? [];
		expect(Number(newPrice)).toBeGreaterThan(Number(shownPrice));
		const confirmed = fieldsOf(question);
		expect(confirmed['parcels.0.weight']).toBe('12');

		// The price rises between the question and the answer.
		await service().broker.accounts.setMargin('test', 10);
		expect((await send(path, cookie, { ...confirmed, action: 'book' })).headers.get('location')).toContain('newPrice');
		await service().broker.accounts.setMargin('test', 0);
		expect((await send(path, cookie, { ...confirmed, action: 'book' })).headers.get('location')).toBe(
			`/account${path}`,
		);
		expect(await text(path, cookie)).toContain(`<strong>${newPrice} EUR</strong>, excluding VAT`);
	});

	it('books the chosen option at its shown price, and asks when the form states no prices', async () => {
		const path = await createDraft();
		const cookie = await signIn();
		const { shownPrices, ...form } = fieldsOf(await text(path, cookie));
		const [cheapest = '', other = ''] = (shownPrices ?? '').split(' ');
		const book = async (fields: Record<string, string>) =>
			(await send(path, cookie, { ...form, ...fields, action: 'book' })).headers.get('location');
		expect(await book({})).toContain('newPrice');
		// The price of an option that is not the cheapest is not the price of the cheapest.
		expect(await book({ shownPrices: `${other} ${cheapest}` })).toContain('newPrice');
		const preferredShippingOption = other.split(':')[0] ?? '';
		const { version = '' } = fieldsOf(await text(path, cookie));
		expect(await book({ version, preferredShippingOption, shownPrices: shownPrices ?? '' })).toBe(`/account${path}`);
		const row = await service()
			.store.selectFrom('shipment')
			.select(['product_id', 'price_cents'])
			.where('id', '=', Number(path.split('/').at(-1)))
			.executeTakeFirstOrThrow();
		expect(`${row.product_id}:${row.price_cents}`).toBe(other);
	});

	it('edits the largest drafts that the API accepts', async () => {
		// 500 items of 200 characters; each of these takes nine bytes in a form, and three in the request.
		const description = 'ẞ'.repeat(200);
		const item = { description, quantity: 1, price: 0.25, country: 'NL', hsCode: '6109.10.00.10' };
		const parcel = { type: 'NONDOC', weight: 1.5, length: 20, width: 20, height: 20, count: 1 };
		const path = await createDraft({
			contentItems: Array.from({ length: 500 }, () => item),
			parcels: Array.from({ length: 200 }, () => parcel),
		});
		const cookie = await signIn();
		const form = fieldsOf(await text(path, cookie));
		expect(new URLSearchParams(form).toString().length).toBeGreaterThan(900_000);
		const changed = { ...form, 'contentItems.499.description': 'the last one', action: 'save' };
		expect((await send(path, cookie, changed)).status).toBe(303);
		const saved = fieldsOf(await text(path, cookie));
		expect(saved['contentItems.499.description']).toBe('the last one');
		expect(saved['contentItems.498.description']).toBe(description);
		expect(saved['parcels.199.weight']).toBe('1.5');
		const tooLarge = await send(path, cookie, { ...form, filler: 'x'.repeat(5 * 1024 * 1024), action: 'save' });
		expect(tooLarge.status).toBe(400);
	});

	it('deletes a draft after a question, but no booking, no draft of others and no newer version', async () => {
		const { post, broker } = service();
		const headers = { 'Idempotency-Key': 'deleted draft' };
		const path = await createDraft({ reference: 'ZAPPED' }, headers);
		const cookie = await signIn();
		const form = fieldsOf(await text(path, cookie));
		const question = await send(path, cookie, { ...form, action: 'askToDelete' });
		expect(question.status).toBe(200);
		const confirmation = fieldsOf(await question.text());
		expect((await open(path, cookie)).status).toBe(200);

		const other = await signIn(await broker.accounts.create('deletes drafts of others'));
		const { csrf = '' } = fieldsOf(await text(await createDraft(), cookie));
		expect((await send(path, other, { ...confirmation, action: 'delete' })).status).toBe(403);
		expect((await send(path, cookie, { ...confirmation, csrf: 'guess', action: 'delete' })).status).toBe(403);
		expect((await send(path, cookie, { csrf, version: 'older', action: 'delete' })).status).toBe(409);
		expect((await send(path, cookie, { csrf, action: 'delete' })).status).toBe(409);
		expect(await text('/shipments?q=zapped', cookie)).toContain(`/account${path}"`);

		const deleted = await send(path, cookie, { ...confirmation, action: 'delete' });
		expect(deleted.headers.get('location')).toBe(`/account/shipments?deleted=${path.split('/').at(-1)}`);
		expect(await text('/shipments?deleted=12', cookie)).toContain('Draft 12 was deleted.');
		expect((await open(path, cookie)).status).toBe(404);
		for (const list of ['/shipments', '/shipments?q=zapped'])
			expect(await text(list, cookie)).not.toContain(`/account${path}"`);
		for (const action of ['save', 'book', 'delete'])
			expect((await send(path, cookie, { ...form, action })).status).toBe(404);
		const rows = await service()
			.store.selectFrom('shipment')
			.select('request')
			.where('status', '=', 'deleted')
			.execute();
		expect(rows).toEqual([{ request: '{}' }]);
		// The repeated request gets the first answer and creates no second draft.
		const repeated = await post('shipments', { ...draftRequest, reference: 'ZAPPED' }, headers);
		expect(`/shipments/${repeated.body.data.id}`).toBe(path);

		const booked = await post('shipments', shipmentRequest);
		const bookedPath = `/shipments/${booked.body.data.id}`;
		expect((await send(bookedPath, cookie, { csrf, action: 'delete' })).status).toBe(409);
		expect((await open(bookedPath, cookie)).status).toBe(200);
	});

	const find = async (typed: string, cookie: string) =>
		[
			...(await text(`/shipments?q=${encodeURIComponent(typed)}`, cookie)).matchAll(
				/href="\/account(\/shipments\/\d+)"/g,
			),
		]
			.map(([, path]) => path)
			.reverse();

	it('finds the signs of shipments that an older version stored', async () => {
		const older = await createDraft({ reference: '30% *old*' });
		const rowid = -Number(older.split('/').at(-1));
		await sql`DELETE FROM shipment_search WHERE rowid = ${rowid}`.execute(service().store);
		await sql`DELETE FROM kysely_migration WHERE name >= '0005-search-signs'`.execute(service().store);
		await service().restart();
		const cookie = await signIn();
		expect(await find('%', cookie)).toEqual([older]);
		expect(await find('*old berlin', cookie)).toEqual([older]);
		await service().store.deleteFrom('shipment').where('id', '=', -rowid).execute();
		await sql`DELETE FROM shipment_search WHERE rowid = ${rowid}`.execute(service().store);
	});

	it('searches % and * as text', async () => {
		const half = await createDraft({ reference: 'sale 50% off' });
		const star = await createDraft({ reference: 'a*b sale' });
		const plain = await createDraft({ reference: 'sale 50 off ab' });
		const cookie = await signIn();
		expect(await find('sale', cookie)).toEqual([half, star, plain]);
		expect(await find('%', cookie)).toEqual([half]);
		expect(await find('50%', cookie)).toEqual([half]);
		expect(await find('*', cookie)).toEqual([star]);
		expect(await find('a*b', cookie)).toEqual([star]);
		expect(await find('sa*e', cookie)).toEqual([]);
		expect(await find('% *', cookie)).toEqual([]);
		for (const typed of ['"', "'; --", '%%%%', 'sign37', 'sign42', 'account1', '_'])
			expect(await find(typed, cookie), typed).toEqual(typed === '%%%%' ? [half] : []);
	});
});
