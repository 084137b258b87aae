// Sections 3 and 6 of the specification: the events after a booking, on a clock that the test sets.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databases } from '../fixtures/databases';
import { type MailServer, startMailServer } from '../fixtures/mail-server';
import { newDatabase } from '../fixtures/postgres';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import { type Service, startService } from '../fixtures/service';
import { onEachDatabase } from './on-each-database';

const quiet = { ...shipmentRequest, destinationAddress: { ...destinationAddress, sendNotification: false } };

onEachDatabase('events', (service) => {
	const book = async (request: unknown) => (await service().post('shipments', request)).body.data;
	const statusOf = async (id: number) =>
		(await service().store.selectFrom('shipment').select('status').where('id', '=', id).executeTakeFirstOrThrow())
			.status;

	it('move a booking from the carrier to delivery, and the tracking page shows the journey', async () => {
		const { id, trackingUrl } = await book(quiet);
		const seen = [await statusOf(id)];
		for (let hour = 0; hour < 24 * 12 && seen.at(-1) !== 'delivered'; hour += 1) {
			await service().pass(1);
			const status = await statusOf(id);
			if (status !== seen.at(-1)) seen.push(status);
		}
		expect(seen.filter((status) => status !== 'exception')).toEqual([
			'created_at_carrier',
			'in_transit',
			'out_for_delivery',
			'delivered',
		]);
		const page = await (await fetch(trackingUrl)).text();
		for (const word of ['Registered with the carrier', 'In transit', 'Out for delivery', 'Delivered'])
			expect(page).toContain(word);
	});

	it('catch up after the service was down', async () => {
		const { id } = await book(quiet);
		await service().pass(24 * 14);
		expect(await statusOf(id)).toBe('delivered');
	});

	it('continue for other parcels when one parcel cannot be moved', async () => {
		const broken = await book({ ...shipmentRequest });
		const { id } = await book(quiet);
		await service()
			.store.updateTable('shipment')
			.set({ request: 'not readable' })
			.where('id', '=', broken.id)
			.execute();
		await service().pass(24 * 14);
		expect(await statusOf(id)).toBe('delivered');
		await service().store.updateTable('shipment').set({ next_event_at: null }).where('id', '=', broken.id).execute();
	});

	it('carry the lightest parcel, which a scale shows as 0', async () => {
		const feather = { type: 'NONDOC', weight: 0.0004, length: 0.0004, width: 1, height: 1, count: 1 };
		const { id } = await book({ ...quiet, parcels: [feather] });
		await service().pass(24 * 14);
		expect(await statusOf(id)).toBe('delivered');
	});

	it('write the email to a file once when there is no mail server', async () => {
		const { trackingNumber, trackingUrl } = await book(shipmentRequest);
		const silent = await book(quiet);
		await service().pass(7);
		const file = path.join(service().dataDir, 'mail', `${trackingNumber}.eml`);
		const mail = readFileSync(file, 'utf8').replace(/=\r\n/g, '').replace(/=3D/g, '=');
		expect(mail).toContain('max@example.com');
		expect(mail).toContain(trackingNumber);
		expect(mail).toContain(trackingUrl);
		expect(() => readFileSync(path.join(service().dataDir, 'mail', `${silent.trackingNumber}.eml`))).toThrow();
	});
});

describe.each(databases)('mail through a real SMTP server on %s', (database) => {
	let mailServer: MailServer;
	let service: Service;
	let second: Service | undefined;

	beforeAll(async () => {
		mailServer = await startMailServer();
		const databaseUrl = database === 'postgres' ? await newDatabase(inject('postgresUrl')) : undefined;
		service = await startService({ smtpUrl: mailServer.url, databaseUrl });
	});
	afterAll(async () => {
		await second?.stop();
		await service.stop();
		await mailServer.stop();
	});

	it('sends one email when the shipment is in transit, although the server first rejected it and after a restart', async () => {
		const { received } = mailServer;
		const { body } = await service.post('shipments', shipmentRequest);
		mailServer.setAccepting(false);
		await service.pass(7);
		expect(received).toHaveLength(0);
		mailServer.setAccepting(true);
		await service.restart();
		await service.pass(1);
		await service.pass(48);
		await service.pass(24);
		expect(received).toHaveLength(1);
		expect(received[0]).toContain('To: Max Muster <max@example.com>');
		expect(received[0]).toContain(body.data.trackingNumber);
		expect(received[0]?.match(/^Message-ID: .*/gim)).toHaveLength(1);
	});

	it.runIf(database === 'postgres')('sends one email when several instances share the database', async () => {
		const { received } = mailServer;
		received.length = 0;
		const databaseUrl = service.databaseUrl as string;
		const smtpUrl = service.smtpUrl as string;
		second = await startService({ databaseUrl, smtpUrl, account: 'second' });
		const numbers = await Promise.all(
			Array.from({ length: 6 }, (_, index) =>
				(index % 2 ? service : (second as Service)).post('shipments', shipmentRequest),
			),
		);
		expect(new Set(numbers.map(({ body }) => body.data.trackingNumber)).size).toBe(6);
		const later = new Date(service.clock.now.getTime() + 90 * 3_600_000);
		service.clock.now = later;
		second.clock.now = later;
		await Promise.all([service.broker.tick(), second.broker.tick(), service.broker.tick()]);
		await Promise.all([service.pass(1), second.pass(1)]);
		const to = received.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
		expect(new Set(to).size).toBe(6);
		expect(received).toHaveLength(6);
	});
});
