// @vitest-environment happy-dom
// Parts of the screens whose answers arrive late, or in another order than their requests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick, reactive } from 'vue';
import type { LabelPrinter as LabelPrinterStatus } from '../../src-contract/api';
import type { Address } from '../../src-contract/model/address';
import type { PastedField } from '../../src-contract/model/address-check';
import { emptyAddress } from '../../src-contract/model/empty-address';
import LabelPrinter from '../../src-renderer/app/LabelPrinter.vue';
import AddressConflictsView from '../../src-renderer/features/addresses/AddressConflictsView.vue';
import AddressDuplicatesView from '../../src-renderer/features/addresses/AddressDuplicatesView.vue';
import PrintRules from '../../src-renderer/features/printers/PrintRules.vue';
import { useGoodsStore } from '../../src-renderer/features/shared/goods-codes';
import HsCodeField from '../../src-renderer/features/shared/HsCodeField.vue';
import PasteAddress from '../../src-renderer/features/shared/PasteAddress.vue';
import { useShipFormStore } from '../../src-renderer/features/shared/ship-form/ship-form';
import QueueOffer from '../../src-renderer/features/ship/QueueOffer.vue';
import { useSubmissionStore } from '../../src-renderer/features/ship/submission';
import { newContent } from '../../src-renderer/lib/draft-fields';
import { flushPromises, installBridge, type TestBridge } from '../fixtures/bridge';
import { freshPinia, mount, pressKey, typeInto, unmountAll } from '../fixtures/mount';
import { quoteOf, rateOption, savedAddress, siteOf, suggestionOf } from '../fixtures/screens';
import { exampleDraft } from '../fixtures/shipment-draft';

const route = reactive({ fullPath: '/' });
vi.mock('vue-router', () => ({ useRoute: () => route, useRouter: () => ({ push: vi.fn() }) }));

let bridge: TestBridge;
let pinia: ReturnType<typeof freshPinia>;
beforeEach(() => {
	bridge = installBridge();
	pinia = freshPinia();
	route.fullPath = '/';
});
afterEach(() => {
	vi.useRealTimers();
	unmountAll();
});
const otherField = () => {
	const field = document.createElement('input');
	document.body.append(field);
	return field;
};

describe('the HS code of an item', () => {
	async function mountField(description: string) {
		const item = reactive({ ...newContent(), description });
		bridge.reply('goods.suggest', () =>
			suggestionOf({
				candidates: [
					{ code: '610910', description: 'T-shirts', heading: 'T-shirts, knitted', matchedWords: 'shirt' },
					{ code: '610990', description: 'Other shirts', heading: 'T-shirts, knitted', matchedWords: 'shirt' },
				],
			}),
		);
		bridge.reply('goods.describe', () => 'T-shirts');
		await useGoodsStore().loadSuggestion('Cotton shirts');
		const field = mount(pinia, HsCodeField, () => ({ modelValue: item, label: 'HS code', invalid: false }));
		return { item, field, input: field.find<HTMLInputElement>('input') };
	}

	it('is chosen by keys for the description that the user sees', async () => {
		const { item, input } = await mountField('Cotton shirts');
		await pressKey(input, 'ArrowDown');
		await pressKey(input, 'ArrowDown');
		await pressKey(input, 'Enter');
		item.description = 'Steel screws';
		expect(item).toMatchObject({ hsCode: '6109.90', hsCodeChoice: { description: 'cotton shirts' } });
		expect(bridge.pending('goods.remember').input).toEqual({ description: 'Cotton shirts', code: '610990' });
	});

	it('belongs to no goods when it is typed before the description', async () => {
		const { item, input } = await mountField('');
		await typeInto(input, '610910');
		input.dispatchEvent(new Event('change', { bubbles: true }));
		await flushPromises();
		expect(item.hsCode).toBe('6109.10');
		expect(bridge.callsTo('goods.describe')).toHaveLength(1);
		item.description = 'Cotton shirts';
		expect(useGoodsStore().isForOtherGoods(item)).toBe(false);
		expect(bridge.callsTo('goods.remember')).toHaveLength(0);
	});

	it('stays highlighted when a remembered code appears above it', async () => {
		const { item, input } = await mountField('Cotton shirts');
		await pressKey(input, 'ArrowDown');
		const elsewhere = reactive({ ...newContent(), description: 'Cotton shirts' });
		void useGoodsStore().chooseCode(elsewhere, '620520');
		await flushPromises();
		await bridge.pending('goods.remember').answer({
			code: '620520',
			description: 'Shirts',
			chosenBy: 'Desk 4',
			chosenAt: '2026-11-20T10:00:00Z',
			match: 'description',
			decidedFor: 'Cotton shirts',
		});
		await pressKey(input, 'Enter');
		expect(item.hsCode).toBe('6109.10');
	});
});

describe('a pasted address', () => {
	const parsedCity = (value: string): PastedField[] => [{ field: 'city', value, confidence: 'sure' }];
	async function mountPaste() {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const address = reactive<Address>({ ...emptyAddress });
		const part = mount(pinia, PasteAddress, () => ({ modelValue: address }));
		async function paste(text: string): Promise<void> {
			await typeInto(part.find('input[data-kit]'), text);
			await vi.advanceTimersByTimeAsync(150);
		}
		const cities = () => part.findAll('li span.wrap-anywhere').map(({ textContent }) => textContent);
		return { address, part, paste, cities };
	}

	it('shows the fields of the current text, even when an earlier answer arrives later', async () => {
		const { paste, cities } = await mountPaste();
		await paste('10115 Berlin');
		await paste('8001 Zürich');
		const [first, second] = bridge.callsTo('addresses.parsePasted');
		await second?.answer(parsedCity('Zürich'));
		await first?.answer(parsedCity('Berlin'));
		expect(cities()).toEqual(['Zürich']);
	});

	it('uses nothing from an earlier text', async () => {
		const { address, part, paste } = await mountPaste();
		await paste('10115 Berlin');
		await bridge.pending('addresses.parsePasted').answer(parsedCity('Berlin'));
		await paste('8001 Zürich');
		part.button('Use these').click();
		expect(address.city).toBe('');
		await bridge.pending('addresses.parsePasted').answer(parsedCity('Zürich'));
		part.button('Use these').click();
		expect(address.city).toBe('Zürich');
	});
});

describe('the limit of a queued shipment', () => {
	it('follows the price until the user enters a limit, and follows it again for the next shipment', async () => {
		const ship = useShipFormStore();
		const submission = useSubmissionStore();
		const offer = mount(pinia, QueueOffer);
		const field = offer.find<HTMLInputElement>('input');
		Object.assign(ship.prices, { quote: quoteOf(rateOption(1, 10), rateOption(2, 20)), chosenKey: 1 });
		await nextTick();
		expect(field.value).toBe('10');
		ship.moveChoice(1);
		await nextTick();
		expect(field.value).toBe('20');
		await typeInto(field, '50');
		ship.moveChoice(-1);
		await nextTick();
		expect([field.value, submission.limitEur]).toEqual(['50', 50]);
		ship.load(exampleDraft);
		Object.assign(ship.prices, { quote: quoteOf(rateOption(1, 10)), chosenKey: 1 });
		await nextTick();
		expect([field.value, submission.limitEur]).toEqual(['10', 10]);
	});
});

describe('the label printer', () => {
	it('is the printer that the user switched to, even when an earlier answer arrives later', async () => {
		const printer = (name: string): LabelPrinterStatus =>
			({ name, replacedPrinterName: '', otherPrinterCount: 1 }) as LabelPrinterStatus;
		const part = mount(pinia, LabelPrinter);
		await bridge.pending('printers.labelPrinter').answer(printer('Printer A'));
		expect(part.root.textContent).toContain('Printer A');
		route.fullPath = '/printers';
		await nextTick();
		part.find('button').click();
		await bridge.pending('printers.switchLabelPrinter').answer(printer('Printer B'));
		await bridge.pending('printers.labelPrinter').answer(printer('Printer A'));
		expect(part.root.textContent).toContain('Printer B');
	});
});

describe('the print rules', () => {
	const rule = (carrier: string | null) =>
		({ kind: 'label', carrier, destination: null, printerId: 'p1', automatic: true }) as const;
	const mountRules = () => mount(pinia, PrintRules, () => ({ printers: [{ id: 'p1', name: 'Printer' }] }));
	const carriers = (part: ReturnType<typeof mountRules>) =>
		part.findAll('input[aria-label$="carrier"]').map((field) => (field as HTMLInputElement).value);

	it('cannot be added to or saved before they are loaded', async () => {
		const part = mountRules();
		expect(part.button('Save rules').disabled).toBe(true);
		expect(part.button('Add rule').disabled).toBe(true);
		await bridge.pending('printRules.read').answer([rule('Carrier 1'), rule(null)]);
		expect(part.button('Save rules').disabled).toBe(false);
		expect(carriers(part)).toEqual(['Carrier 1']);
	});

	it('keep text typed while they are saved', async () => {
		const part = mountRules();
		await bridge.pending('printRules.read').answer([rule('Carrier 1'), rule(null)]);
		part.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
		await typeInto(part.find('input[aria-label$="carrier"]'), 'Carrier 2');
		await bridge.pending('printRules.save').answer([rule('Carrier 1'), rule(null)]);
		expect(bridge.callsTo('printRules.save')).toHaveLength(1);
		expect(carriers(part)).toEqual(['Carrier 2']);
	});
});

describe('duplicates in the address book', () => {
	const pairs = [1, 3, 5].map((id) => ({ one: savedAddress(id), other: savedAddress(id + 1), reason: 'same name' }));

	it('remove the answered pair, not a pair opened since', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const view = mount(pinia, AddressDuplicatesView);
		await bridge.pending('addresses.duplicates').answer(pairs);
		const names = () => view.findAll('li button span:first-child').map(({ textContent }) => textContent);
		expect(names()).toEqual(['Example 1', 'Example 3', 'Example 5']);
		await vi.advanceTimersByTimeAsync(500);
		view.button('Keep both').click();
		view.findAll('li button')[1]?.click();
		await bridge.pending('addresses.markDistinct').answer(undefined);
		expect(bridge.callsTo('addresses.markDistinct').map(({ input }) => input)).toEqual([{ oneId: 1, otherId: 2 }]);
		expect(names()).toEqual(['Example 3', 'Example 5']);
		expect(view.find('li button[aria-current=true]').textContent).toContain('Example 3');
	});
});

describe('conflicts between desks', () => {
	const conflict = (id: number) => ({
		id,
		field: 'city',
		name: `Example ${id}`,
		current: 'Berlin',
		other: 'Hamburg',
		currentDesk: 'Desk 1',
		otherDesk: 'Desk 2',
		at: '2026-11-23T08:00:00.000Z',
	});
	async function mountConflicts() {
		const view = mount(pinia, AddressConflictsView);
		await bridge.pending('site.status').answer(siteOf({ conflicts: [conflict(1), conflict(2)] as never }));
		const [first, , second] = view.findAll('button').slice(1);
		if (!first || !second) throw new Error('not all buttons are shown');
		first.focus();
		first.click();
		return { second };
	}

	it('move the focus to the next conflict when the first is resolved', async () => {
		const { second } = await mountConflicts();
		await bridge.pending('site.resolveConflict').answer(undefined);
		expect(document.activeElement).toBe(second);
	});

	it('leave the focus in the field where the user types', async () => {
		await mountConflicts();
		const other = otherField();
		other.focus();
		await bridge.pending('site.resolveConflict').answer(undefined);
		expect(bridge.callsTo('site.resolveConflict')).toHaveLength(1);
		expect(document.activeElement).toBe(other);
	});
});
