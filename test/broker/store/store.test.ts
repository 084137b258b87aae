// A desk with the first release's data: tables as that release created them, opened by this version.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { shipmentRequestSchema } from '../../../src-contract/partner-api';
import { shipmentRequest } from '../../fixtures/requests';
import { startService } from '../../fixtures/service';

const FIRST_RELEASE = `
CREATE TABLE account (id integer PRIMARY KEY AUTOINCREMENT, name text NOT NULL UNIQUE, api_key text NOT NULL UNIQUE, secret_salt text NOT NULL, secret_hash text NOT NULL, created_at text NOT NULL);
CREATE TABLE shipment (id integer PRIMARY KEY AUTOINCREMENT, account_id integer NOT NULL REFERENCES account (id), status text NOT NULL, request text NOT NULL, carrier text, product text, product_id integer, price_cents integer, tracking_number text UNIQUE, documents blob, created_at text NOT NULL);
CREATE TABLE sequence (name text PRIMARY KEY, value integer NOT NULL);
CREATE TABLE idempotency (account_id integer NOT NULL REFERENCES account (id), key text NOT NULL, body_hash text NOT NULL, shipment_id integer NOT NULL REFERENCES shipment (id), created_at text NOT NULL, CONSTRAINT idempotency_pk PRIMARY KEY (account_id, key));
PRAGMA user_version = 1;`;

it('migrates the data of the first release: documents, numbers and the search index', async () => {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-upgrade-'));
	const old = new DatabaseSync(path.join(dataDir, 'broker.db'));
	old.exec(FIRST_RELEASE);
	old.exec("INSERT INTO account VALUES (1, 'site', 'key', 'salt', 'hash', '2026-11-20T10:00:00Z')");
	const request = JSON.stringify(shipmentRequestSchema.parse(shipmentRequest));
	const insert = old.prepare('INSERT INTO shipment VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const at = '2026-11-20T10:00:00.000Z';
	insert.run(
		1,
		'created_at_carrier',
		request,
		'Overland Parcel',
		'Economy',
		401,
		768,
		'09520000000007A',
		Buffer.from('%PDF-old'),
		at,
	);
	insert.run(2, 'draft', request, null, null, null, null, null, null, at);
	old.exec("INSERT INTO sequence VALUES ('tracking:OP', 7), ('tracking:KC', 3), ('tracking:NF', 5), ('sscc', 9)");
	old.close();

	const service = await startService({ dataDir });
	try {
		const booked = await service.store.selectFrom('shipment').select('tracking_token').orderBy('id').execute();
		expect(booked).toEqual([{ tracking_token: expect.stringMatching(/^[\da-f]{32}$/) }, { tracking_token: null }]);
		const page = await fetch(`${service.url}/tracking/09520000000007A?token=${booked[0]?.tracking_token}`);
		expect(page.status).toBe(200);
		expect(await page.text()).toContain('Registered with the carrier');
		const documents = await service.store.selectFrom('documents').selectAll().execute();
		expect(documents.map(({ shipment_id, pdf }) => [shipment_id, Buffer.from(pdf).toString()])).toEqual([
			[1, '%PDF-old'],
		]);
		const sequences = await service.store.selectFrom('sequence').selectAll().execute();
		expect(Object.fromEntries(sequences.map(({ name, value }) => [name, value]))).toMatchObject({
			'tracking:parcel-mod37': 7,
			'tracking:freight-luhn': 5,
			sscc: 9,
		});
		const { body } = await service.post('shipments', shipmentRequest);
		expect(body.data.id).toBe(3);
		await service.pass(24 * 14);
		await service.restart();
		expect((await service.post('shipments', shipmentRequest)).status).toBe(200);
	} finally {
		await service.stop();
	}
});
