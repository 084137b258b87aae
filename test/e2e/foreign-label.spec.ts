// A partner that answers a booking with the label of the shipment before.
import { existsSync, readdirSync } from 'node:fs';
import { labelWith } from '../fixtures/coded-labels';
import { booked, json, RATES, startPartnerServer } from '../fixtures/partner-server';
import { expect, test } from './fixtures';
import { fillShip, usePartner } from './seed';
import { waitForOptions } from './station';

const FIRST = 'TEST0001';
const SECOND = 'TEST0002';

test('holds a label of another shipment, which verifies nothing, until the user prints it', async ({ station }) => {
	const { page, labelsDir } = station;
	const label = Buffer.from(await labelWith([FIRST])).toString('base64');
	const labels = () =>
		existsSync(labelsDir) ? readdirSync(labelsDir).filter((name) => name.endsWith('-label.pdf')).length : 0;
	let bookingCount = 0;
	const server = await startPartnerServer((request, response, body) => {
		if (request.url?.endsWith('/rates')) return json(200, RATES)(request, response, body);
		bookingCount += 1;
		return json(200, booked(label, bookingCount))(request, response, body);
	});
	try {
		await usePartner(station, server.url);
		const ship = async (reference: string) => {
			await fillShip(page, { reference });
			await waitForOptions(page);
			await page.keyboard.press('Control+Enter');
			await expect(page.getByTestId('tracking-number')).toBeVisible();
		};
		await ship('FIRST');
		await expect.poll(labels).toBe(1);
		await page.getByRole('button', { name: /Next parcel/ }).click();
		await ship('SECOND');
		const held = page.getByTestId('held-label');
		await expect(held).toContainText('Its bar code is that of another shipment, to Muster GmbH.');
		await expect(page.getByTestId('result-state')).toHaveText('STOP');
		expect(labels()).toBe(1);
		const scan = async (code: string) => {
			await page.getByLabel('Scan the label').fill(code);
			await page.keyboard.press('Enter');
		};
		await scan(FIRST);
		await expect(page.getByText('STOP: this label belongs to another parcel, Muster GmbH.')).toBeVisible();
		await page.getByRole('button', { name: 'Checked – continue' }).click();
		await held.getByRole('button', { name: 'It is the right label: print' }).click();
		await expect.poll(labels).toBe(2);
		await expect(held).toHaveCount(0);
		await scan(SECOND);
		await expect(page.getByTestId('result-state')).toHaveText('Verified');
	} finally {
		await server.close();
	}
});
