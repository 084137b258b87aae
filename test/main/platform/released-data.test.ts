// Opens and migrates the data of the previous release, and continues to work with it: fixtures/released-data/README.md says
// how the data was written.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findShipments } from '../../../src-broker/booking/search';
import { shipmentStateSchema } from '../../../src-contract/model/shipment';
import type { Services } from '../../../src-main/compose';
import type { KeyValueFile } from '../../../src-main/platform/key-value-file';
import type { Keyring } from '../../../src-main/platform/keyring';
import { createSettings } from '../../../src-main/settings/settings';
import { onlineService, openServices } from '../../fixtures/desk-services';
import { shipmentRequest } from '../../fixtures/requests';
import { type Service, startService } from '../../fixtures/service';
import { exampleDraft } from '../../fixtures/shipment-draft';

const RELEASED = path.resolve('test/fixtures/released-data');
/** Id of the desk's account in the service: the first account created. */
const DESK_ACCOUNT = 1;
const anyShipment = { text: '', state: null, carrier: null, countryCode: null, from: null, until: null };
const anyAddress = { book: null, countryCode: null, tag: null, favourites: false };

const keyring: Keyring = {
	available: () => true,
	encrypt: (text) => Buffer.from(text).reverse(),
	decrypt: (data) => Buffer.from(data).reverse().toString(),
};

function jsonFile(name: string): KeyValueFile {
	const values = new Map<string, unknown>(Object.entries(JSON.parse(readFileSync(path.join(RELEASED, name), 'utf8'))));
	return {
		get: (key) => values.get(key),
		set: (key, value) => values.set(key, value),
		delete: (key) => values.delete(key),
	};
}

function unpack(name: string, folder: string): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, name), gunzipSync(readFileSync(path.join(RELEASED, `${name}.gz`))));
}

let service: Service;
let desk: Services;
let dataDir: string;
const log: string[] = [];

beforeAll(async () => {
	dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-released-'));
	unpack('broker.db', path.join(dataDir, 'service'));
	unpack('waybill.db', dataDir);
	unpack('addresses.db', dataDir);
	cpSync(path.join(RELEASED, 'address-snapshots'), path.join(dataDir, 'address-snapshots'), { recursive: true });
	service = await startService({ dataDir: path.join(dataDir, 'service'), account: 'Second desk' });
	desk = openServices(dataDir, service.url, path.resolve('out', 'main'), {
		settings: createSettings(jsonFile('settings.json')),
		credentialsFile: jsonFile('credentials.json'),
		vaultFile: jsonFile('document-key.json'),
		keyring,
		builtInService: {
			...onlineService({ baseUrl: service.url, key: '', secret: '' }),
			whenReady: async () => ({ baseUrl: service.url, ...(desk.credentials.read() ?? { key: '', secret: '' }) }),
		},
		now: () => service.clock.now,
		log: (event, detail) => log.push(JSON.stringify({ event, ...detail })),
	});
});
afterAll(async () => {
	await desk.close();
	await service.stop();
});

describe('the data of the previous release', () => {
	it('contains the shipments of the service, which are found, shown and followed by new bookings', async () => {
		const shipments = await service.store.selectFrom('shipment').select(['id', 'status']).orderBy('id').execute();
		expect(shipments.map(({ status }) => status)).toEqual([
			'created_at_carrier',
			'created_at_carrier',
			'draft',
			'created_at_carrier',
			'created_at_carrier',
			'created_at_carrier',
		]);
		expect(await service.store.selectFrom('documents').select('shipment_id').execute()).toHaveLength(5);
		const found = await findShipments(service.store, DESK_ACCOUNT, { text: 'muster book', beforeId: 1000, limit: 10 });
		expect(found).toEqual([2, 1]);
		const { tracking_token: token } = await service.store
			.selectFrom('shipment')
			.select('tracking_token')
			.where('tracking_number', '=', '09520000000001I')
			.executeTakeFirstOrThrow();
		const tracking = await fetch(`${service.url}/tracking/09520000000001I?token=${token}`);
		expect(await tracking.text()).toContain('Registered with the carrier');

		const { body } = await service.post('shipments', shipmentRequest);
		expect(body.data).toMatchObject({ id: 7, trackingNumber: '095200000000068' });
	});

	it('contains the shipments of the desk in each state, with their labels and print jobs', () => {
		const { journal, documentStore, jobs, batchStore } = desk;
		const states = shipmentStateSchema.options.map((state) => [state, journal.count(state)]);
		expect(Object.fromEntries(states)).toEqual({
			composed: 1,
			queued: 1,
			held: 1,
			sending: 0,
			draft: 1,
			booked: 3,
			rejected: 1,
			unknown: 1,
			abandoned: 1,
			voided: 0,
		});
		const booked = journal.list({ ...anyShipment, text: 'booked' }, undefined, 10);
		expect(booked.map(({ reference, trackingNumber }) => [reference, trackingNumber])).toEqual([
			['BOOKED-2', '09520000000002G'],
			['BOOKED-1', '09520000000001I'],
		]);
		const [label] = documentStore.documentsOfShipment(1);
		expect(label).toMatchObject({ kind: 'label', format: 'pdf' });
		expect(
			Buffer.from(documentStore.get(label?.id ?? 0).bytes)
				.subarray(0, 5)
				.toString(),
		).toBe('%PDF-');
		expect(jobs.latestJobs(10).map(({ state, printerId }) => [state, printerId])).toEqual([
			['waiting', 'zebra'],
			['sent', 'folder'],
			['sent', 'folder'],
			['sent', 'folder'],
		]);
		expect(batchStore.list(10)).toMatchObject([{ name: 'orders.csv', rowCount: 3, counts: { booked: 1, rated: 2 } }]);
	});

	it('contains the reports, the settings and the printers', () => {
		expect(desk.reports.read({ from: '2026-11-01', until: '2026-11-30' })).toMatchObject({ total: { shipments: 3 } });
		expect(desk.settings.read()).toMatchObject({ deskName: 'Desk 1', isWelcomed: true, keepDocumentsDays: 3650 });
		expect(desk.printers.all().map(({ id }) => id)).toEqual(['folder', 'folder-papers', 'zebra']);
	});

	it('contains the address book with its history and its snapshot', async () => {
		const { addressBook } = desk;
		expect(await addressBook.facets()).toMatchObject({
			books: [
				['Recipients', 2],
				['Senders', 1],
			],
		});
		const [entry] = await addressBook.search('lodz', 10, anyAddress);
		expect(entry).toMatchObject({ contactPerson: 'Zoë Przykład', city: 'Łódź' });
		const batches = await addressBook.batches(10);
		expect(batches).toMatchObject([{ kind: 'remove' }]);
		expect(await addressBook.snapshots()).toHaveLength(1);
		expect(await addressBook.undo(batches[0]?.id ?? 0)).toEqual({ restored: 1, skipped: 0 });
		expect(await addressBook.search('removed', 10, anyAddress)).toHaveLength(1);
	});

	it('continues: the key is unlocked, the queued shipment is booked, and a label is printed', async () => {
		expect(desk.credentials.status().state).toBe('locked');
		expect(desk.credentials.unlock('released data').state).toBe('set');
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-released-labels-'));
		for (const printer of desk.printers.all())
			desk.printers.save({
				...printer,
				device: { driver: 'folder', folder, format: 'pdf', namePattern: '{tracking}' },
			});
		desk.start();
		const queued = desk.journal.list({ ...anyShipment, state: 'queued' }, undefined, 10);
		expect(queued).toHaveLength(1);
		await expect.poll(() => desk.journal.summary(queued[0]?.id ?? 0).state).toBe('booked');

		const created = await desk.shipments.create({ ...exampleDraft, reference: 'AFTER-1' }, undefined, true);
		expect(created).toMatchObject({ state: 'booked', carrier: 'Overland Parcel' });
		for (const { id } of desk.jobs.unfinishedJobs()) desk.queue.retry(id, false);
		await expect.poll(() => desk.jobs.unfinishedJobs().length).toBe(0);
		expect(desk.jobs.jobsOfShipment(created.id)).toMatchObject([{ state: 'sent' }]);
		expect(desk.journal.list({ ...anyShipment, text: 'after' }, undefined, 10)).toHaveLength(1);
		expect(log).toEqual([]);
	});
});
