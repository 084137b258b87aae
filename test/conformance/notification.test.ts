// Section 6 of the specification: the content of the e-mail to the recipient, received by a real mail server.
import { find as findLinks } from 'linkifyjs';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databases } from '../fixtures/databases';
import { type MailServer, startMailServer } from '../fixtures/mail-server';
import { newDatabase } from '../fixtures/postgres';
import { destinationAddress, pickupAddress, shipmentRequest } from '../fixtures/requests';
import { type Service, startService } from '../fixtures/service';

/** Addresses of recipients by country; the postcodes have the form of the country. */
const PLACES = {
	AT: { zipcode: '1010', city: 'Wien' },
	BE: { zipcode: '1000', city: 'Brussel' },
	CZ: { zipcode: '110 00', city: 'Praha' },
	DE: { zipcode: '10115', city: 'Berlin' },
	ES: { zipcode: '28013', city: 'Madrid' },
	FR: { zipcode: '75001', city: 'Paris' },
	IE: { zipcode: 'D02 AF30', city: 'Dublin' },
	IT: { zipcode: '00184', city: 'Roma' },
	NL: { zipcode: '3511 CE', city: 'Utrecht' },
	PL: { zipcode: '00-001', city: 'Warszawa' },
};

/** The web and e-mail addresses in a text of which a mail program would make links. */
const linksOf = (text: string): string[] => findLinks(text).map(({ href }) => href);
const withoutTags = (markup: string): string => markup.replace(/<[^>]*>/g, ' ');
const withoutJoiners = (text = ''): string => text.replaceAll('\u2060', '');

describe.each(databases)('the e-mail to the recipient on %s', (database) => {
	let mailServer: MailServer;
	let service: Service;
	beforeAll(async () => {
		mailServer = await startMailServer();
		const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
		service = await startService({ smtpUrl: mailServer.url, databaseUrl });
	});
	afterAll(async () => {
		await service.stop();
		await mailServer.stop();
	});

	/** Books a shipment, lets the carrier pick it up, and returns its booking and the mail. */
	async function receive(sender: Partial<typeof pickupAddress>, recipient: Partial<typeof destinationAddress>) {
		mailServer.received.length = 0;
		const { body } = await service.post('shipments', {
			...shipmentRequest,
			reasonForExport: 'commercial',
			incoterms: 'DAP',
			pickupAddress: { ...pickupAddress, ...sender },
			destinationAddress: { ...destinationAddress, ...recipient },
		});
		expect(body.message).toBe('The shipment has been booked.');
		await service.pass(7);
		expect(mailServer.received).toHaveLength(1);
		const [raw = ''] = mailServer.received;
		return { booking: body.data, raw, mail: await PostalMime.parse(raw) };
	}
	const arrivalOf = async (id: number): Promise<Date> => {
		const query = service.store.selectFrom('shipment').select('arrives_by').where('id', '=', id);
		return new Date(`${(await query.executeTakeFirstOrThrow()).arrives_by}T00:00:00Z`);
	};

	it('names recipient, sender, carrier and expected day in one text and one HTML part', async () => {
		const { booking, mail, raw } = await receive({ companyName: 'Bäckerei & Söhne' }, {});
		expect(mail.from).toEqual({ name: 'Bäckerei & Söhne', address: 'shipping@localhost' });
		expect(mail.to).toEqual([{ name: 'Max Muster', address: 'max@example.com' }]);
		expect(raw.match(/^Content-Type: \S+/gim)).toEqual([
			'Content-Type: multipart/alternative;',
			'Content-Type: text/plain;',
			'Content-Type: text/html;',
		]);
		const arrival = await arrivalOf(booking.id);
		const day = (locale: string) => arrival.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' });
		for (const part of [mail.text, mail.html?.replaceAll('&amp;', '&')]) {
			expect(part).toContain('Guten Tag Max Muster,');
			expect(part).toContain('ein Paket von Bäckerei & Söhne ist auf dem Weg zu Ihnen.');
			expect(part).toContain(booking.carrier);
			expect(part).toContain(booking.trackingNumber);
			expect(part).toContain(booking.trackingUrl);
			expect(part).toContain(day('de-DE'));
			expect(part?.indexOf('Good day Max Muster,')).toBeGreaterThan(part?.indexOf('Guten Tag Max Muster,') ?? 0);
			expect(part).toContain(day('en-GB'));
		}
		expect(mail.subject).toBe(`Ihr Paket ist unterwegs: ${booking.trackingNumber}`);
	});

	it.each([
		['NL', 'Beste'],
		['BE', 'Beste'],
		['AT', 'Guten Tag'],
		['FR', 'Bonjour'],
		['ES', 'Hola'],
		['PL', 'Dzień dobry'],
	] as const)('is in the language of %s, with English below', async (countryCode, greeting) => {
		const { mail } = await receive({}, { countryCode, ...PLACES[countryCode] });
		expect(mail.text?.startsWith(greeting)).toBe(true);
		expect(mail.text).toContain('Good day Max Muster,');
		expect(mail.html).toMatch(/<html lang="(?!en)/);
	});

	it.each(['IE', 'IT', 'CZ'] as const)('is in English alone for %s', async (countryCode) => {
		const { mail } = await receive({}, { countryCode, ...PLACES[countryCode] });
		expect(mail.text?.match(/Good day/g)).toHaveLength(1);
		expect(mail.html?.match(/<h1/g)).toHaveLength(1);
		expect(mail.html).toContain('<html lang="en">');
	});

	it.each([
		'win.example.com',
		'https://example.com/pay?x=1',
		'www.example.com',
		'refund@example.com',
		'http://192.0.2.7',
		'call +31900123456',
	])('contains no link for a sender and a recipient called %s', async (name) => {
		const { booking, mail } = await receive({ companyName: name }, { contactPerson: name });
		const { text = '', html = '' } = mail;
		expect(withoutJoiners(text)).toContain(`A parcel from ${name} is on its way`);
		expect(withoutJoiners(html)).toContain(`A parcel from ${name} is on its way`);
		expect(linksOf(text)).toEqual([booking.trackingUrl, booking.trackingUrl]);
		expect(linksOf(withoutTags(html))).toEqual([]);
		expect(html.match(/href="[^"]*"/g)).toEqual(Array(2).fill(`href="${booking.trackingUrl}"`));
		for (const part of [text, html]) expect(part).not.toMatch(/example\.com|900123|192\.0/);
		expect(mail.from?.name).toBe(name);
	});

	it('takes no markup, header or text direction from the names', async () => {
		const companyName = '<a href="https://example.com">Win</a>", \u202eright\u202c\u200b <x@example.com>';
		const { mail, raw } = await receive({ companyName }, { contactPerson: '<img src=x onerror=alert(1)>' });
		expect(mail.html).not.toMatch(/<(img|x)\b|href="https:\/\/example/);
		expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
		expect(mail.from).toEqual({
			name: '<a href="https://example.com">Win</a>", right <x@example.com>',
			address: 'shipping@localhost',
		});
		expect(mail.text).not.toMatch(/[\u200b\u202a-\u202e]/);
		expect(raw.match(/^(From|To|Subject|Bcc): /gim)).toEqual(['From: ', 'To: ', 'Subject: ']);
	});

	it('gets no header from line breaks in a saved shipment', async () => {
		mailServer.received.length = 0;
		const { body } = await service.post('shipments', shipmentRequest);
		const row = service.store.selectFrom('shipment').select('request').where('id', '=', body.data.id);
		const saved = JSON.parse((await row.executeTakeFirstOrThrow()).request);
		saved.pickupAddress.companyName = 'Example\r\nBcc: all@example.com\r\n\r\nBody';
		saved.destinationAddress.contactPerson = 'Max\nBcc: all@example.com';
		await service.store
			.updateTable('shipment')
			.set({ request: JSON.stringify(saved) })
			.where('id', '=', body.data.id)
			.execute();
		await service.pass(7);
		expect(mailServer.received).toHaveLength(1);
		const mail = await PostalMime.parse(mailServer.received[0] ?? '');
		expect(mail.bcc).toBeUndefined();
		expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
		expect(mail.from?.name).toBe('Example Bcc: all@example.com Body');
		expect(mail.to).toEqual([{ name: 'Max Bcc: all@example.com', address: 'max@example.com' }]);
	});
});
