import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openPdf } from '../../src-main/documents/pdfium';
import { readSymbols } from '../../src-main/documents/symbols';
import { expect, test } from './fixtures';
import { bookFilled, fillDutiableShip, fillShip } from './seed';
import {
	book,
	openScreen,
	RECIPIENT,
	type Station,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from './station';

const filesOf = ({ labelsDir }: Station): string[] => (existsSync(labelsDir) ? readdirSync(labelsDir) : []);

async function printed(station: Station, suffix: string): Promise<Uint8Array> {
	const name = () => filesOf(station).find((file) => file.endsWith(suffix));
	await expect.poll(name).toBeTruthy();
	return new Uint8Array(readFileSync(path.join(station.labelsDir, name() as string)));
}

test('rates and books a typed shipment and prints its tracking number as a bar code', { tag: '@journey' }, async ({
	station,
}) => {
	const { page } = station;
	await typeAddresses(page);
	await typeParcel(page);
	await waitForOptions(page);
	const prices = await page.getByRole('radiogroup').locator('label .option-price').allInnerTexts();
	const amounts = prices.map((text) => Number(text.replace(/[^\d.]/g, '')));
	expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
	await typeContents(page);
	const trackingNumber = await book(page);
	const label = await printed(station, '-label.pdf');
	// test/broker/booking/label.test.ts reads the codes of labels with another renderer.
	const pdf = await openPdf(label);
	const symbols = await readSymbols(pdf.drawWhole(0, 203, 'grey'), 203);
	pdf.close();
	expect(symbols.map(({ text }) => text)).toContain(trackingNumber);
	await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
	await expect(page.getByText('Saved to folder')).toBeVisible();

	// The next parcel keeps the sender; its recipient is found by typing.
	await page.keyboard.press('Enter');
	await page.keyboard.type('muster');
	await expect(page.getByRole('option', { name: /Muster GmbH/ })).toBeVisible();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await expect(
		page.getByRole('region', { name: 'To', exact: true }).getByText(RECIPIENT['Street and number']),
	).toBeVisible();
	await expect(page.getByRole('region', { name: 'From', exact: true }).getByText('Damrak 1')).toBeVisible();
});

test('asks for the papers of a dutiable shipment, shows its duties and prints an invoice', async ({ station }) => {
	const { page } = station;
	await fillDutiableShip(page, { reasonForExport: null, incoterms: null });
	await page.keyboard.press('Control+Enter');
	await expect(
		page
			.getByRole('region', { name: 'Customs details' })
			.getByText('a reason for export is required: the shipment is dutiable'),
	).toBeVisible();
	await page.getByLabel('Reason for export').click();
	await page.getByRole('option', { name: 'Commercial' }).click();
	await page.getByLabel('Incoterms').click();
	await page.getByRole('option', { name: /^DAP/ }).click();
	await expect(page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT')).toBeVisible();
	await waitForOptions(page);
	// With the button; other tests use the key.
	await page.getByRole('button', { name: /Book \+ print/ }).click();
	await page.getByTestId('tracking-number').waitFor();
	expect((await printed(station, '-invoice.pdf')).length).toBeGreaterThan(1000);
	expect((await printed(station, '-label.pdf')).length).toBeGreaterThan(1000);
});

test('lists and reprints a shipment after a restart', { tag: '@journey' }, async ({ station }) => {
	const { page } = station;
	const trackingNumber = await bookFilled(page);
	await printed(station, '-label.pdf');
	await station.reopen();
	await openScreen(page, 'Shipments');
	await page.getByRole('row', { name: /Muster GmbH/ }).click();
	const panel = page.getByRole('complementary', { name: 'Shipment' });
	await expect(panel.getByText(trackingNumber.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible();
	await panel.getByRole('button', { name: 'Reprint label' }).click();
	await expect(panel.getByText('REPRINT', { exact: true })).toBeVisible();
	await expect.poll(() => filesOf(station).filter((name) => name.endsWith('.pdf')).length).toBe(2);

	// A draft is stored at the service, and the screen confirms it.
	await openScreen(page, 'Ship');
	await page.keyboard.type('muster');
	await page.getByRole('option', { name: /Muster GmbH/ }).click();
	// The sender of this desk's first shipment is filled in.
	await expect(page.getByRole('region', { name: 'From', exact: true }).getByText('Damrak 1')).toBeVisible();
	await fillShip(page);
	await page.keyboard.press('Control+Shift+s');
	await expect(page.getByText(/draft was created/)).toBeVisible();
});

test('marks fields with errors and sends nothing', async ({ station }) => {
	const { page } = station;
	await page.keyboard.press('Control+Enter');
	await expect(page.getByText(/fields need attention\. Nothing was sent\./)).toBeVisible();
	await expect(page.getByRole('region', { name: 'To', exact: true }).getByText('Enter an address')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Parcels' }).getByText('Length is required')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Contents' }).getByText('A description is required')).toBeVisible();
});
