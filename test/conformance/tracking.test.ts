// Who may open the tracking page: callers with the token in `trackingUrl`, and callers who know the recipient's postcode.
import { expect, it } from 'vitest';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import type { Service } from '../fixtures/service';
import { onEachDatabase } from './on-each-database';

/** Sends the postcode form from an address that a proxy states. */
async function enterPostcode(service: Service, number: string, postcode: string, address: string) {
	const response = await fetch(`${service.url}/tracking/${number}`, {
		method: 'POST',
		headers: { 'X-Forwarded-For': address },
		body: new URLSearchParams({ postcode }),
	});
	return { status: response.status, text: await response.text() };
}

onEachDatabase(
	'the tracking page',
	(service) => {
		const book = async (headers: Record<string, string> = {}) =>
			(await service().post('shipments', { ...shipmentRequest, inlineLabel: false }, headers)).body.data;
		const open = async (path: string) => {
			const response = await fetch(new URL(path, service().url));
			return { status: response.status, text: await response.text() };
		};
		const enter = (number: string, postcode: string, address = '203.0.113.1') =>
			enterPostcode(service(), number, postcode, address);
		const FORM = 'name="postcode"';
		const JOURNEY = 'Registered with the carrier';

		it('opens with the token of trackingUrl, which a repeated request returns again', async () => {
			const headers = { 'Idempotency-Key': 'tracked' };
			const { trackingUrl, trackingNumber } = await book(headers);
			const url = new URL(trackingUrl);
			expect(url.pathname).toBe(`/tracking/${trackingNumber}`);
			expect(url.searchParams.get('token')).toMatch(/^[\w-]{22}$/);
			expect((await open(trackingUrl)).text).toContain(JOURNEY);
			expect((await book(headers)).trackingUrl).toBe(trackingUrl);
			expect((await book()).trackingUrl.slice(-22)).not.toBe(trackingUrl.slice(-22));
		});

		it('shows a form without the token, with a wrong one and for a number that does not exist, and no part of the journey', async () => {
			const { trackingUrl, trackingNumber } = await book();
			const { trackingUrl: otherUrl } = await book();
			const token = new URL(trackingUrl).searchParams.get('token') ?? '';
			const queries = ['', '?token=', `?token=${token.slice(0, -1)}`, `?token=${token}x`, new URL(otherUrl).search];
			const [form, ...others] = await Promise.all(queries.map((query) => open(`/tracking/${trackingNumber}${query}`)));
			expect(form?.status).toBe(200);
			expect(form?.text).toContain(FORM);
			for (const word of [JOURNEY, 'Overland', 'Germany', '2026']) expect(form?.text).not.toContain(word);
			for (const other of others) expect(other).toEqual(form);
			const unknownNumber = [...trackingNumber].reverse().join('');
			const unknown = await open(`/tracking/${unknownNumber}`);
			expect(unknown).toEqual({ ...form, text: form?.text.replaceAll(trackingNumber, unknownNumber) });
		});

		it('opens with the postcode of the recipient in any spelling, not with that of the sender', async () => {
			const { trackingNumber } = await book();
			expect((await enter(trackingNumber, ' 10-115 ')).text).toContain(JOURNEY);
			const wrong = await enter(trackingNumber, '1012LG');
			expect(wrong.status).toBe(404);
			expect(wrong.text).toContain('There is no parcel with this number and postcode.');
			const unknownNumber = [...trackingNumber].reverse().join('');
			expect((await enter(unknownNumber, '10115')).text).toBe(wrong.text.replaceAll(trackingNumber, unknownNumber));
			for (const postcode of ['', ' ', '-', '%', '1011', '101155'])
				expect((await enter(trackingNumber, postcode, '203.0.113.2')).text).not.toContain(JOURNEY);
			const unnumbered = { ...destinationAddress, countryCode: 'FR', zipcode: '-', city: 'Paris' };
			const { body } = await service().post('shipments', { ...shipmentRequest, destinationAddress: unnumbered });
			expect((await enter(body.data.trackingNumber, '-')).text).not.toContain(JOURNEY);
		});

		it('opens with the postcode as it is printed, and with the city if the address has no postcode', async () => {
			const recipients = [
				{
					countryCode: 'DE',
					zipcode: 'D-10115',
					city: 'Berlin',
					right: ['10115', 'DE 10115'],
					wrong: ['F-10115', 'Berlin'],
				},
				{ countryCode: 'NL', zipcode: 'NL-1012 LG', city: 'Amsterdam', right: ['1012lg'], wrong: ['1012'] },
				{ countryCode: 'LV', zipcode: '1010', city: 'Riga', right: ['LV-1010', '1010'], wrong: ['LT-1010'] },
				{ countryCode: 'LV', zipcode: 'LV\u20101010', city: 'Riga', right: ['1010', 'LV-1010'], wrong: ['101'] },
				{ countryCode: 'AD', zipcode: '500', city: 'Andorra la Vella', right: ['AD500', 'AD-500'], wrong: ['AE500'] },
				{
					countryCode: 'JP',
					zipcode: '１００-０００１',
					city: 'Tokyo',
					right: ['〒100-0001', '１００ー０００１'],
					wrong: ['100'],
				},
				{ countryCode: 'US', zipcode: 'FL-33101', city: 'Miami', right: ['fl 33101'], wrong: ['CA-33101'] },
				{ countryCode: 'HK', zipcode: '-', city: 'Hong Kong', right: ['hongkong'], wrong: ['-', '', 'Kong'] },
				{
					countryCode: 'AE',
					zipcode: '00000',
					city: 'Dubai, Emirate of Dubai',
					right: ['Dubai', '00000'],
					wrong: ['0'],
				},
				{ countryCode: 'FR', zipcode: '-', city: '-', right: [], wrong: ['-', ' '] },
			];
			const dutiable = {
				reasonForExport: 'commercial',
				incoterms: 'DAP',
				contentItems: shipmentRequest.contentItems.map((item) => ({ ...item, price: '5' })),
			};
			for (const [index, { right, wrong, ...place }] of recipients.entries()) {
				const request = {
					...shipmentRequest,
					...dutiable,
					destinationAddress: { ...destinationAddress, companyName: undefined, ...place },
				};
				const { body } = await service().post('shipments', request);
				expect(body.data?.trackingNumber, JSON.stringify(body)).toBeDefined();
				const enterOne = async (postcode: string) =>
					(await enter(body.data.trackingNumber, postcode, `203.0.113.${100 + index}`)).text;
				for (const postcode of right)
					expect(await enterOne(postcode), `${place.zipcode}: ${postcode}`).toContain(JOURNEY);
				for (const postcode of wrong) expect(await enterOne(postcode), `${place.zipcode}: ${postcode}`).toContain(FORM);
			}
		});

		it('limits wrong postcodes by address and number together, and forms by address', async () => {
			const { trackingNumber } = await book();
			const guess = (index: number) => enter(trackingNumber, String(10_200 + index), '203.0.113.3');
			const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
			expect(statuses.filter(({ status }) => status === 404)).toHaveLength(5);
			expect(statuses.filter(({ status }) => status === 429)).toHaveLength(7);
			expect((await enter(trackingNumber, '10115', '203.0.113.4')).text).toContain(JOURNEY);
			const numbers = Array.from({ length: 40 }, (_, index) => enter(`0952000099${index}`, '10115', '203.0.113.5'));
			expect((await Promise.all(numbers)).filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9);
		});

		it('counts only wrong postcodes towards the limit of an address', async () => {
			const { trackingNumber } = await book();
			const visitor = '203.0.113.6';
			const right = () => enter(trackingNumber, '10115', visitor);
			for (let opening = 0; opening < 40; opening += 1) expect((await right()).status).toBe(200);

			const guesser = '203.0.113.7';
			const { trackingNumber: guessedNumber } = await book();
			const statuses: number[] = [];
			// Between its guesses at other numbers, the address opens a page that it knows.
			for (let guess = 0; guess < 45; guess += 1) {
				const number = guess < 8 ? guessedNumber : `09520000088${guess}`;
				statuses.push((await enter(number, '10999', guesser)).status);
				await enter(trackingNumber, '10115', guesser);
			}
			expect(statuses.slice(0, 8)).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
			// Each minute allows 30 forms, of which the address used some for its own page.
			expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(20);
			expect(statuses.slice(8).filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
		});

		it('speaks the language of the browser, or the one that the visitor chooses, without scripts', async () => {
			const { trackingUrl, trackingNumber } = await book();
			const read = async (url: string, acceptLanguage: string) => {
				const response = await fetch(url, { headers: { 'Accept-Language': acceptLanguage } });
				expect(response.headers.get('Vary')).toContain('Accept-Language');
				const text = await response.text();
				const language = /<html lang="(\w+)">/.exec(text)?.[1];
				expect(response.headers.get('Content-Language')).toBe(language);
				return { language, text };
			};
			const byHeader = {
				'de-AT,de;q=0.9,en;q=0.8': 'de',
				'ja, fr-CA;q=0.5, en;q=0.4': 'fr',
				'nl;q=0, pl': 'pl',
				'ja, zh': 'en',
				'': 'en',
			};
			for (const [header, language] of Object.entries(byHeader))
				expect((await read(trackingUrl, header)).language, header).toBe(language);
			const states = {
				en: 'Registered with the carrier',
				nl: 'Aangemeld bij de vervoerder',
				de: 'Beim Paketdienst angemeldet',
				fr: 'Enregistré auprès du transporteur',
				es: 'Registrado por el transportista',
				pl: 'Zarejestrowana u przewoźnika',
			};
			for (const [language, state] of Object.entries(states)) {
				const { text } = await read(`${trackingUrl}&lang=${language}`, 'ja');
				expect(text).toContain(state);
				expect(text).not.toContain('<script');
				// The links to the other languages keep the token.
				expect(text.match(/href="\/tracking\/\w+\?token=[\w-]{22}&amp;lang=\w\w"/g)).toHaveLength(5);
			}
			expect((await read(`${trackingUrl}&lang=xx`, 'es')).language).toBe('es');
			expect((await read(`${service().url}/tracking/x`, 'nl')).text).toContain('Trackingnummer niet gevonden');

			const byPostcode = await fetch(`${service().url}/tracking/${trackingNumber}?lang=pl`, {
				method: 'POST',
				body: new URLSearchParams({ postcode: '10115' }),
			});
			const shown = await byPostcode.text();
			expect(shown).toContain(states.pl);
			// The number alone would show the form again, so the other languages send the postcode again.
			expect(shown).toContain('name="postcode" value="10115"');
			expect(shown.match(/formaction="\/tracking\/\w+\?lang=\w\w"/g)).toHaveLength(5);
		});

		it('shows the progress, the expected day, the pieces, the carrier, and the place and local time of each event', async () => {
			const newYork = {
				...destinationAddress,
				countryCode: 'US',
				zipcode: '10001',
				city: 'New York',
				phone: '+12125550123',
			};
			const abroad = {
				reasonForExport: 'gift',
				incoterms: 'DAP',
				destinationAddress: { ...newYork, vatNumber: '12-3456789' },
			};
			const { body } = await service().post('shipments', { ...shipmentRequest, ...abroad });
			const { id, trackingUrl, carrier } = body.data;
			const current = (text: string) => /aria-current="step">.*?<\/span>([^<]+)<\/li>/.exec(text)?.[1];
			const booked = (await open(trackingUrl)).text;
			expect(current(booked)).toBe('Registered');
			expect(booked).toMatch(/Expected <strong>\w+day,? \d+ \w+<\/strong>/);
			expect(booked).toContain('<dt>Pieces</dt><dd>2</dd>');
			expect(booked).toMatch(new RegExp(`<svg [^>]*>.*?</svg><span><strong>${carrier}</strong>`));
			// Booked at 10:00 UTC.
			expect(booked).toMatch(/Tue,? 24 Nov,? 11:00<\/time> · Amsterdam, Netherlands/);
			for (const person of [
				'Max Muster',
				'Muster GmbH',
				'Invalidenstraße',
				'Jan Voorbeeld',
				'10001',
				'max@example.com',
			])
				expect(booked).not.toContain(person);

			const at = '2026-11-30T17:05:00.000Z';
			const event = {
				shipment_id: id,
				status: 'exception',
				at,
				note: 'Recipient not available; a second attempt follows',
			} as const;
			await service().store.insertInto('event').values(event).execute();
			await service().store.updateTable('shipment').set({ status: 'exception' }).where('id', '=', id).execute();
			const failed = (await open(`${trackingUrl}&lang=de`)).text;
			expect(current(failed)).toBe('Unterwegs');
			expect(failed).toContain('Empfänger nicht angetroffen; ein zweiter Versuch folgt');
			expect(failed).toMatch(/30\. Nov\.?,? 12:05<\/time> · New York, Vereinigte Staaten/);
			await service().store.updateTable('shipment').set({ arrives_by: '2026-11-20' }).where('id', '=', id).execute();
			expect((await open(trackingUrl)).text).toContain(
				'Delayed; it was expected by <strong>Friday 20 November</strong>',
			);
			await service().store.updateTable('event').set({ note: 'Held at depot' }).where('shipment_id', '=', id).execute();
			expect((await open(`${trackingUrl}&lang=fr`)).text).toContain('Held at depot');
		});

		it('asks for the postcode of a shipment that an older version booked on the same database', async () => {
			const { trackingNumber, id } = await book();
			await service().store.updateTable('shipment').set({ tracking_token: null }).where('id', '=', id).execute();
			for (const query of ['', '?token=', '?token=null', '?token=undefined'])
				expect((await open(`/tracking/${trackingNumber}${query}`)).text).toContain(FORM);
			expect((await enter(trackingNumber, '10115')).text).toContain(JOURNEY);
		});
	},
	{ isBehindProxy: true },
);

onEachDatabase('postcode forms', (service) => {
	it('are not counted by the address that a caller states when there is no proxy', async () => {
		const guesses = Array.from({ length: 9 }, (_, index) =>
			enterPostcode(service(), '09520000888888', '10115', `203.0.113.${index}`),
		);
		expect((await Promise.all(guesses)).filter(({ status }) => status === 429)).toHaveLength(4);
	});
});

onEachDatabase(
	'postcode forms over IPv6',
	(service) => {
		it('are counted by network, because a caller has all addresses of one', async () => {
			const guess = (address: string) => enterPostcode(service(), '09520000777777', '10115', address);
			const own = Array.from({ length: 9 }, (_, index) => guess(`2001:db8:0:1:${index}::${index}`));
			expect((await Promise.all(own)).filter(({ status }) => status === 429)).toHaveLength(4);
			expect((await guess('2001:DB8:0:1::')).status).toBe(429);
			for (const other of ['2001:db8:0:2::1', '2001:db8::1', '::1', '::ffff:203.0.113.9', '203.0.113.10'])
				expect((await guess(other)).status).toBe(404);
		});
	},
	{ isBehindProxy: true },
);
