// @vitest-environment happy-dom

import { beforeEach, describe, expect, it } from 'vitest';
import { useDutiesStore } from '../../../../src-renderer/features/duties/duties';
import { dutiesItems } from '../../../../src-renderer/features/shared/duties-items';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import { newContent } from '../../../../src-renderer/lib/draft-fields';
import { freshPinia } from '../../../fixtures/active-pinia';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { dutiesOf, quoteOf, rateOption } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const shirts = { description: 'Cotton shirts', quantity: 2, priceEur: 10, originCountry: 'NL', hsCode: '6109.10' };
let bridge: TestBridge;
let duties: ReturnType<typeof useDutiesStore>;
beforeEach(() => {
	bridge = installBridge();
	freshPinia();
	duties = useDutiesStore();
	duties.draft.from = { countryCode: 'NL', zipcode: '1012 LG', city: 'Amsterdam' };
	duties.draft.to = { countryCode: 'CH', zipcode: '8001', city: 'Zürich' };
	duties.draft.items = [{ ...shirts }];
});
async function loadEstimate(estimate: number): Promise<void> {
	const loading = duties.load();
	await bridge.pending('duties.estimate').answer(dutiesOf(estimate));
	await loading;
}

describe('an estimate of duties', () => {
	it('adds up to the landed cost', async () => {
		duties.draft.shippingEur = 8;
		await loadEstimate(4.5);
		expect(bridge.callsTo('duties.estimate')[0]?.input).toMatchObject({
			to: { countryCode: 'CH' },
			items: [{ description: 'Cotton shirts', quantity: 2, priceEur: 10, hsCode: '610910', originCountry: 'NL' }],
		});
		expect(duties.cost).toMatchObject({ goodsEur: 20, shippingEur: 8, dutyEur: 4.5, totalEur: 32.5 });
	});

	it('is current until the input changes, and again when the change is undone', async () => {
		await loadEstimate(4.5);
		expect(duties.isCurrent).toBe(true);
		for (const item of duties.draft.items) item.quantity = 3;
		expect(duties.isCurrent).toBe(false);
		expect(duties.cost?.goodsEur).toBe(20);
		for (const item of duties.draft.items) item.quantity = 2;
		expect(duties.isCurrent).toBe(true);
	});

	it('is not shown for superseded input', async () => {
		void duties.load();
		for (const item of duties.draft.items) item.quantity = 3;
		void duties.load();
		const [first, second] = bridge.callsTo('duties.estimate');
		await second?.answer(dutiesOf(9));
		await first?.answer(dutiesOf(4.5));
		expect(duties.answer?.estimate.estimate).toBe(9);
		expect(duties.isCurrent).toBe(true);
	});

	it('disappears without a request while an item is incomplete', async () => {
		await loadEstimate(4.5);
		expect(duties.answer).toBeDefined();
		for (const item of duties.draft.items) item.priceEur = undefined;
		await duties.load();
		expect(duties.answer).toBeUndefined();
		expect(bridge.callsTo('duties.estimate')).toHaveLength(1);
	});

	it('ignores an invalid shipping price', async () => {
		await loadEstimate(4.5);
		Object.assign(duties.draft, { shippingEur: '' });
		expect(duties.cost?.shippingEur).toBeUndefined();
		duties.draft.shippingEur = -1;
		expect(duties.cost?.shippingEur).toBeUndefined();
		duties.draft.shippingEur = 0;
		expect(duties.cost?.shippingEur).toBe(0);
	});
});

describe('a refused request', () => {
	it('shows its errors at their items, and not at items that moved to their position', async () => {
		duties.draft.items = [{ ...shirts }, { ...shirts, description: 'Steel screws' }];
		const loading = duties.load();
		await bridge.pending('duties.estimate').fail('partner.rejected', 'Refused.', {
			fields: [{ path: 'contents.0.hsCode', code: 'custom', message: 'unknown code' }],
		});
		await loading;
		expect(duties.error).toBe('Refused.');
		expect(duties.errorOf(0, 'hsCode')).toBe('unknown code');
		expect(duties.errorOf(1, 'hsCode')).toBeUndefined();
		duties.draft.items.splice(0, 1);
		expect(duties.errorOf(0, 'hsCode')).toBeUndefined();
	});
});

describe('copying the shipment', () => {
	it('copies its addresses, goods and price; changes to the copy do not change the shipment', async () => {
		const ship = useShipFormStore();
		ship.load(exampleDraft);
		void ship.prices.load();
		ship.prices.quote = quoteOf(rateOption(7, 12.34));
		ship.prices.updateChoice();
		duties.copyFromShip();
		expect(duties.draft).toMatchObject({
			from: { city: 'Amsterdam' },
			to: { countryCode: 'DE', zipcode: '10115', city: 'Berlin' },
			shippingEur: 12.34,
		});
		expect(duties.draft.items).toHaveLength(1);
		for (const item of duties.draft.items) item.description = 'Other goods';
		expect(ship.draft.contents[0]?.description).toBe('Cotton T-shirt');
	});
});

describe('the items of an estimate', () => {
	it('are undefined while one of them is incomplete', () => {
		expect(dutiesItems([shirts])).toHaveLength(1);
		expect(dutiesItems([shirts, newContent()])).toBeUndefined();
	});

	it('start with the origin of the previous item', () => {
		duties.addItem();
		expect(duties.draft.items).toHaveLength(2);
		expect(duties.draft.items[1]).toMatchObject({ originCountry: 'NL', description: '' });
	});
});
