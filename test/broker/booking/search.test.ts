import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findShipments, indexShipment, optimizeFtsIndex } from '../../../src-broker/booking/search';
import { openStore } from '../../../src-broker/store/store';
import { shipmentRequestSchema } from '../../../src-contract/partner-api';
import { shipmentRequest } from '../../fixtures/requests';

it('merges the segments of the search index step by step and still finds every shipment', async () => {
	const store = await openStore({ dataDir: mkdtempSync(path.join(tmpdir(), 'waybill-search-')) });
	const request = shipmentRequestSchema.parse(shipmentRequest);
	const add = (id: number) =>
		store
			.transaction()
			.execute((transaction) =>
				indexShipment(store.kind, transaction, { id, accountId: 1, request: { ...request, reference: `PO-${id}` } }),
			);
	const parts = async () =>
		(await sql<{ parts: number }>`SELECT count(DISTINCT segid) AS parts FROM shipment_search_idx`.execute(store))
			.rows[0]?.parts;
	const find = (text: string) => findShipments(store, 1, { text, beforeId: 1e9, limit: 500 });
	const last = 301;
	for (let id = 1; id <= last; id += 1) await add(id);
	expect(await parts()).toBeGreaterThan(1);

	let more = await optimizeFtsIndex(store, true);
	for (let step = 0; more; step += 1) {
		expect(step).toBeLessThan(100);
		more = await optimizeFtsIndex(store, false);
	}
	expect(await parts()).toBe(1);
	expect(await find('PO')).toHaveLength(last);
	expect(await find('PO 217')).toEqual([217]);

	await add(last + 1);
	expect(await find(`PO-${last + 1}`)).toEqual([last + 1]);
	await store.destroy();
});
