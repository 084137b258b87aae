// Boxes and weights on the Pack screen: the suggestion of the real thread, a wrong and a right weight, and what is booked.
import type { ShipmentDetail, ShipmentSummary } from '../../src-contract/model/shipment';
import { cubicBox } from '../fixtures/boxes';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { importOrderFile, saveItem } from './seed';
import { invoke, openScreen, scan } from './station';

const MUG = '5901234123457';
test.use({
	settings: {
		sender,
		parcelPresets: [cubicBox('S', 14), cubicBox('M', 25), cubicBox('L', 45)],
		packing: {
			booksAfterLastItem: true,
			verifiesLabels: true,
			opensNextOrder: true,
			opensByItem: true,
			isShadow: false,
			weighs: true,
			sharesOrders: false,
			rule: { kind: 'cheapest' },
			limitEur: 50,
			box: '',
		},
	},
});

test('suggests the box of an order, stops a wrong weight, and books box and weight', async ({ station }) => {
	const { page } = station;
	await saveItem(page, {
		sku: 'MUG',
		name: 'Blue mug',
		codes: [{ code: MUG, quantity: 1 }],
		weightKg: 0.42,
		lengthCm: 12,
		widthCm: 10,
		heightCm: 10,
	});
	const titles =
		'Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in';
	const row =
		'SO-1;Max Muster;Invalidenstraße 10;10115;Berlin;Germany;+49 30 123456;max@example.com;MUG;The mug;3;12,50;NL';
	await importOrderFile(station, `${titles}\r\n${row}\r\n`);
	await openScreen(page, 'Pack');
	await scan(page, 'SO-1');
	await expect(page.getByTestId('pack-carton')).toHaveText(/Box\s+M/);
	await expect(page.getByTestId('pack-cartons')).toContainText('% empty');
	for (let piece = 0; piece < 3; piece += 1) await scan(page, MUG);
	await expect(page.getByTestId('pack-title')).toHaveText('Put the package on the scale');
	await expect(page.getByTestId('pack-weighing')).toContainText('It should weigh about 1.46 kg.');
	const weight = page.getByLabel('Weight (kg)');
	await expect(weight).toBeFocused();
	// As slow as a person: quick keys are those of the scanner.
	await page.keyboard.type('1.1', { delay: 150 });
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('pack-title')).toHaveText('Wrong weight');
	await expect(page.getByTestId('pack-band')).toContainText('Missing: 1 × Blue mug?');
	// The screen asks for the reason when it is ready for the next weight.
	await expect(page.getByLabel('Why is the weight right all the same?')).toBeFocused();
	await weight.fill('1.55');
	await weight.press('Enter');
	await expect(page.getByTestId('pack-tracking-number')).toBeVisible();
	const [shipment] = await invoke<ShipmentSummary[]>(page, 'shipments.list', { limit: 1 });
	const { draft } = await invoke<ShipmentDetail>(page, 'shipments.get', { id: shipment?.id ?? 0 });
	expect(draft.parcels).toMatchObject([{ lengthCm: 26, widthCm: 26, heightCm: 26, weightKg: 1.6 }]);
});
