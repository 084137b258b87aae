// Order files in the form of many programs: what is read without any choice of the user.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createOrderFileReader } from '../../../src-main/orders/order-file';
import { plainPlan } from '../../fixtures/orders';
import { sender } from '../../fixtures/shipment-draft';

/** Units per euro, so that a new table of rates changes nothing. */
const RATES = { CAD: 1.5, CHF: 1, CZK: 25, GBP: 0.8, PLN: 4, SEK: 11, USD: 1.25 };
const folder = path.resolve('test/fixtures/program-files');
const expected = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Record<string, unknown>;
const files = readdirSync(folder).filter((name) => /\.(csv|txt|xlsx)$/.test(name));

it('has an expectation for each file', () => {
	expect(Object.keys(expected).sort()).toEqual([...files].sort());
});

it.each(files)('%s', async (name) => {
	const reader = createOrderFileReader(() => () => undefined, path.resolve('resources'));
	const opened = await reader.open(path.join(folder, name));
	const plan = {
		...plainPlan,
		columns: opened.columns.map(({ target }) => target),
		priceMeaning: opened.prices,
		rates: RATES,
	};
	const { orders, leftOut } = reader.orders(plan, sender);
	expect({
		program: opened.program,
		orders: orders.map(({ draft: { to, contents, parcels, reference } }) => ({
			reference,
			to: [
				to.companyName,
				to.contactPerson,
				to.addressLine1,
				to.addressLine2,
				to.zipcode,
				to.city,
				to.region,
				to.countryCode,
				to.phone,
				to.email,
			].join(' | '),
			parcel: `${parcels[0]?.count} × ${parcels[0]?.weightKg ?? '-'} kg`,
			contents: contents.map(
				({ quantity, description, priceEur }) => `${quantity ?? '-'} × ${description} @ ${priceEur ?? '-'}`,
			),
		})),
		leftOut: leftOut.map(({ rowNumbers, reason }) => `${rowNumbers}: ${reason}`),
	}).toEqual(expected[name]);
});
