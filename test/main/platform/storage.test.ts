import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import Conf from 'conf';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../src-contract/model/settings';
import { unreadableDocument } from '../../../src-main/documents/new-document';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { createSettings, defaultSettings } from '../../../src-main/settings/settings';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, testRequestTarget } from '../../fixtures/shipment-draft';

/** The storage behind electron-store, without Electron. */
const fileIn = (dir: string) =>
	new Conf<Record<string, unknown>>({ cwd: dir, configName: 'file', clearInvalidConfig: true });
const folder = () => mkdtempSync(path.join(tmpdir(), 'waybill-storage-'));
const file = () => path.join(folder(), 'waybill.db');
const booking = {
	id: 7,
	status: 'created_at_carrier',
	carrier: 'C',
	product: 'P',
	price: 9.99,
	trackingNumber: 'T1',
	trackingUrl: '',
};

describe('the database', () => {
	it('refuses a newer file and leaves it unchanged', () => {
		const target = file();
		openDatabase(target, migrations).close();
		const newer = new DatabaseSync(target);
		newer.exec('PRAGMA user_version = 999');
		newer.close();
		expect(() => openDatabase(target, migrations)).toThrow(/newer version.*Nothing was changed/);
	});

	it('rolls back a transaction that throws', () => {
		const database = openDatabase(file(), migrations);
		const insert = "INSERT INTO printer (id, profile) VALUES ('one', '{}')";
		expect(() =>
			database.transaction(() => {
				// A nested transaction is part of the outer one.
				database.transaction(() => database.run(insert));
				throw new Error('stop');
			}),
		).toThrow('stop');
		expect(database.all('SELECT * FROM printer')).toEqual([]);
	});
});

describe('the journal', () => {
	it('changes a shipment being sent when the station stopped to an unknown outcome, once', () => {
		const target = file();
		const first = openDesk({ databaseFile: target });
		const { id } = first.journal.recordIntent(exampleDraft, 401, testRequestTarget);
		first.database.close();
		const { journal } = openDesk({ databaseFile: target });
		expect(journal.recoverInterrupted()).toBe(1);
		expect(journal.recoverInterrupted()).toBe(0);
		expect(journal.summary(id)).toMatchObject({
			state: 'unknown',
			message: expect.stringContaining('may or may not be booked'),
		});
		expect(journal.draft(id)).toEqual(exampleDraft);
	});

	it('lets a user resolve an unknown shipment, and no other', () => {
		const { journal } = openDesk();
		const { id } = journal.recordIntent(exampleDraft, 401, testRequestTarget);
		expect(() => journal.resolveBooked(id, 'X1')).toThrow(/no longer unconfirmed/);
		journal.recordUnknown(id, 'lost');
		journal.resolveBooked(id, 'X1');
		expect(journal.summary(id)).toMatchObject({ state: 'booked', trackingNumber: 'X1' });
		expect(() => journal.resolveNotBooked(id)).toThrow(/no longer unconfirmed/);
		expect(journal.history(id).map(({ state }) => state)).toEqual(['composed', 'sending', 'unknown', 'booked']);
	});

	it('ingests the documents of an unknown shipment only when it is resolved as booked', () => {
		const { journal, documents } = openDesk();
		const { id } = journal.recordIntent(exampleDraft, 401, testRequestTarget);
		journal.recordUnknown(id, 'lost');
		documents.receive(id, new Uint8Array([1]));
		expect([documents.pendingIngestions(), documents.hasPendingIngestion(id)]).toEqual([[], false]);
		journal.resolveBooked(id, 'X1');
		expect(documents.hasPendingIngestion(id)).toBe(true);
		expect(documents.pendingIngestions().map((pending) => pending.shipmentId)).toEqual([id]);
	});

	it('never books a shipment twice, and stores prices to the cent', () => {
		const { journal, documents } = openDesk();
		const label = { ...unreadableDocument(new Uint8Array([1]), ''), kind: 'label' as const };
		const { id } = journal.recordIntent(exampleDraft, 401, testRequestTarget);
		journal.recordBooking(id, booking, '', [new Uint8Array([1]), new Uint8Array([2])]);
		expect(() => journal.recordBooking(id, booking, '', [])).toThrow(/is now booked\. Nothing was changed/);
		expect(journal.summary(id).priceEur).toBe(9.99);
		expect(documents.documentsOfShipment(id)).toHaveLength(0);
		expect(documents.pendingIngestions().map((pending) => [pending.shipmentId, pending.readReceived()])).toEqual([
			[id, [new Uint8Array([1]), new Uint8Array([2])]],
		]);
		documents.replaceReceived(id, [label]);
		expect(documents.documentsOfShipment(id)).toHaveLength(1);
		expect(documents.pendingIngestions()).toEqual([]);
		expect(documents.replaceReceived(id, [label])).toBe(false);
		expect(documents.documentsOfShipment(id)).toHaveLength(1);
	});
});

describe('settings', () => {
	it.each([
		'https://api.example.com:80800',
		'http://[x',
		'ftp://host',
		'https://user:pw@host',
		'https://host/?key=1',
		'nonsense',
	])('refuse the service address %s', (serviceUrl) => {
		expect(settingsSchema.safeParse({ ...defaultSettings(), serviceUrl }).success).toBe(false);
	});

	it('accept a service address with a path', () => {
		expect(settingsSchema.parse({ ...defaultSettings(), serviceUrl: 'https://host.example/base/' }).serviceUrl).toBe(
			'https://host.example/base',
		);
	});

	it('keep valid values and replace invalid ones with the default', () => {
		const dir = folder();
		const settings = createSettings(fileIn(dir));
		settings.save({ ...defaultSettings(), deskName: 'Desk 4', theme: 'purple' as 'dark' });
		expect(createSettings(fileIn(dir)).read()).toMatchObject({ deskName: 'Desk 4', theme: 'system' });
	});

	it('never replace an invalid service address with the built-in service', () => {
		const dir = folder();
		for (const serviceUrl of ['htp:/site.example', 'site.example', 'https://key@site.example', 7]) {
			createSettings(fileIn(dir)).save({ ...defaultSettings(), serviceUrl: serviceUrl as string });
			expect(createSettings(fileIn(dir)).read().serviceUrl).toBe(String(serviceUrl));
		}
	});
});
