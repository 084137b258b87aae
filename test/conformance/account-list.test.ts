// The account's list of shipments: filters, prices, the account's time zone, warnings, and labels of several shipments.
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { createAccountClient, fieldsOf } from '../fixtures/account-client';
import { destinationAddress, pickupAddress, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

onEachDatabase('the list of the account section', (service) => {
	const { signIn, open, send } = createAccountClient(service);

	/** A client of an account of its own, so that each test knows every shipment in its list. */
	async function createClient(name: string) {
		const credentials = await service().broker.accounts.create(name);
		const header = { 'X-PP-API': `${credentials.key}@${credentials.secret}` };
		let cookie = await signIn(credentials);
		const read = async (path: string) => (await open(path, cookie)).text();
		return {
			read,
			openPath: (path: string) => open(path, cookie),
			sendForm: (path: string, form: Record<string, string>) => send(path, cookie, form),
			async signInAgain(): Promise<void> {
				cookie = await signIn(credentials);
			},
			async create(changes: object = {}): Promise<number> {
				const { status, body } = await service().post('shipments', { ...shipmentRequest, ...changes }, header);
				expect(status).toBe(200);
				return body.data.id;
			},
			/** Ids in the list with this query, newest first. */
			async list(query: string): Promise<number[]> {
				const ids = (await read(`/shipments?${query}`)).matchAll(/href="\/account\/shipments\/(\d+)"/g);
				return [...ids].map(([, id]) => Number(id));
			},
		};
	}
	const pallets = [{ ...shipmentRequest.parcels[0], weight: '30', count: '4' }];

	it('filters by state, carrier and day, together with a search and from page to page', async () => {
		const { create, list, read } = await createClient('filters');
		const draft = await create({ bookShipment: false, reference: 'needle' });
		const parcel = await create({ reference: 'needle' });
		const freight = await create({ parcels: pallets });
		expect(await list('')).toEqual([freight, parcel, draft]);
		expect(await list('state=draft')).toEqual([draft]);
		expect(await list('state=created_at_carrier')).toEqual([freight, parcel]);
		expect(await list('carrier=Overland+Parcel')).toEqual([parcel]);
		expect(await list('q=needle&state=created_at_carrier')).toEqual([parcel]);
		expect(await list('q=berlin&carrier=Nordhaven+Freight')).toEqual([freight]);
		expect(await list('state=delivered')).toEqual([]);
		expect(await read('/shipments?state=delivered')).toContain('No shipments match all these words and filters');
		expect(await list('day=2026-11-24')).toEqual([freight, parcel, draft]);
		expect(await list('day=2026-11-24&q=needle&state=draft')).toEqual([draft]);
		expect(await list('day=2026-11-25')).toEqual([]);
		const page = await read('/shipments');
		for (const carrier of ['Nordhaven Freight', 'Overland Parcel'])
			expect(page).toContain(`<option value="${carrier}" >${carrier}</option>`);
		// A value that is not valid filters nothing, and no state shows deleted drafts.
		const invalid = ['state=deleted', 'state=x', 'carrier=%00', "carrier='", 'day=2026-02-31', 'day=x', 'day=%00'];
		for (const query of invalid) expect(await list(query), query).toEqual([freight, parcel, draft]);

		for (let index = 0; index < 27; index += 1) await create({ bookShipment: false });
		const drafts = await read('/shipments?state=draft&q=berlin');
		const older = /rel="next" href="\/account\/shipments\?([^"]+)"/.exec(drafts)?.[1]?.replaceAll('&amp;', '&') ?? '';
		expect(await list(older)).toEqual([expect.any(Number), expect.any(Number), draft]);
	});

	it('shows states as badges, prices with their currency, and the warnings of a shipment', async () => {
		const { create, read } = await createClient('badges');
		const unlikelyAddress = { ...destinationAddress, phone: '0123', zipcode: '1' };
		const id = await create({ destinationAddress: unlikelyAddress });
		const draft = await create({ destinationAddress: unlikelyAddress, bookShipment: false });
		const page = await read('/shipments');
		expect(page).toMatch(/<span class="badge tone-neutral"><svg .*?<\/svg>Created at carrier<\/span>/);
		expect(page).toMatch(/price">\d+\.\d\d EUR<\/td>/);
		for (const shown of [id, draft]) {
			const shipment = await read(`/shipments/${shown}`);
			expect(shipment).toContain('Destination address: Phone – 0123 does not look like a phone number of DE');
			expect(shipment).toContain('Destination address: Postcode – ');
		}
		expect(await read(`/shipments/${await create()}`)).not.toContain('Please check');
		// The first release stored no expected day.
		await service().store.updateTable('shipment').set({ arrives_by: null }).where('id', '=', id).execute();
		const older = await read(`/shipments/${id}`);
		expect(older).toContain('excluding VAT');
		expect(older).not.toContain('Expected');
	});

	it('shows all times in the time zone of the account: that of its newest pickup address, or the chosen one', async () => {
		const { clock } = service();
		const startTime = clock.now;
		// The day on which summer time begins in Europe: it begins at 23:00 UTC and has 23 hours.
		clock.now = new Date('2027-03-27T23:30:00Z');
		const { create, list, read, sendForm, signInAgain } = await createClient('time zones');
		expect(await read('/shipments')).toContain('Times in UTC.');
		const shortlyAfterMidnight = await create({ bookShipment: false });
		clock.now = new Date('2027-03-28T21:45:00Z');
		const evening = await create();
		clock.now = new Date('2027-03-28T22:15:00Z');
		const nextDay = await create();
		await signInAgain();
		const page = await read('/shipments');
		const days = ['Sunday 28 March 2027', 'Monday 29 March 2027'];
		for (const text of ['Times in Europe/Amsterdam.', ...days, '>00:30</time>', '>23:45</time>', '>00:15</time>'])
			expect(page).toContain(text);
		expect(await list('day=2027-03-27')).toEqual([]);
		expect(await list('day=2027-03-28')).toEqual([evening, shortlyAfterMidnight]);
		expect(await list('day=2027-03-29')).toEqual([nextDay]);
		expect(await read(`/shipments/${evening}`)).toContain('28 Mar 2027, 23:45</time> · Amsterdam, NL');

		const form = fieldsOf(await read('/time-zone'));
		const choose = (fields: Record<string, string>) => sendForm('/time-zone', fields);
		expect((await choose({ ...form, timeZone: 'Mars/Olympus' })).status).toBe(422);
		expect((await choose({ timeZone: 'Asia/Tokyo' })).status).toBe(403);
		expect(await read('/shipments')).toContain('Times in Europe/Amsterdam.');
		expect((await choose({ ...form, timeZone: 'Asia/Tokyo' })).status).toBe(303);
		const newYork = { ...pickupAddress, countryCode: 'US', zipcode: '10001', city: 'New York', phone: '+12125550123' };
		const dutiable = { reasonForExport: 'gift', incoterms: 'DAP' };
		const latest = await create({ bookShipment: false, pickupAddress: newYork, ...dutiable });
		const inTokyo = await read('/shipments');
		expect(inTokyo).toContain('Times in Asia/Tokyo.');
		expect(inTokyo).toContain('>08:30</time>');
		expect(await list('day=2027-03-29')).toEqual([latest, nextDay, evening]);
		expect((await choose({ ...form, timeZone: '' })).status).toBe(303);
		expect(await read('/shipments')).toContain('Times in America/New_York.');
		clock.now = startTime;
	});

	it('joins the labels of several shipments in one file, before all other papers', async () => {
		const { create, openPath, read } = await createClient('labels');
		const other = await createClient('other labels');
		const swiss = { ...destinationAddress, countryCode: 'CH', zipcode: '8001', city: 'Zürich', phone: '+41441234567' };
		const draft = await create({ bookShipment: false });
		const abroad = await create({ destinationAddress: swiss, reasonForExport: 'gift', incoterms: 'DAP' });
		const domestic = await create();
		const theirs = await other.create();

		const link = /href="\/account(\/shipments\/labels\.pdf\?[^"]+)"/.exec(await read('/shipments'))?.[1] ?? '';
		const pathOfAll = link.replaceAll('&amp;', '&');
		expect(pathOfAll).toBe(`/shipments/labels.pdf?id=${domestic}&id=${abroad}`);
		const pagesOf = async (path: string) => {
			const response = await openPath(path);
			expect(response.headers.get('content-type')).toBe('application/pdf');
			const document = await PDFDocument.load(await response.arrayBuffer());
			return document.getPages().map((page) => Math.round(page.getHeight()));
		};
		const domesticPages = await pagesOf(`/shipments/${domestic}/labels.pdf`);
		const abroadPages = await pagesOf(`/shipments/${abroad}/labels.pdf`);
		const [label] = domesticPages;
		expect(domesticPages).toEqual([label, label]);
		expect(abroadPages.slice(0, 2)).toEqual([label, label]);
		expect(abroadPages.length).toBeGreaterThan(2);
		const papers = abroadPages.slice(2);
		expect(await pagesOf(pathOfAll)).toEqual([label, label, label, label, ...papers]);
		// Drafts and shipments of other accounts are left out.
		const mixed = `/shipments/labels.pdf?id=${theirs}&id=${draft}&id=${domestic}&id=x&id=999999999`;
		expect(await pagesOf(mixed)).toEqual([label, label]);
		expect((await openPath(`/shipments/labels.pdf?id=${theirs}`)).status).toBe(404);
		expect((await openPath('/shipments/labels.pdf')).status).toBe(422);
		const tooMany = Array.from({ length: 101 }, () => `id=${domestic}`).join('&');
		expect((await openPath(`/shipments/labels.pdf?${tooMany}`)).status).toBe(422);
		expect((await open(pathOfAll, '')).status).toBe(303);
	});
});
