// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick, reactive } from 'vue';
import { emptyAddress } from '../../../../src-contract/model/empty-address';
import AddressPicker from '../../../../src-renderer/features/ship/AddressPicker.vue';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { savedAddress } from '../../../fixtures/screens';
import { recipient } from '../../../fixtures/shipment-draft';

const entry = savedAddress(7, recipient);
const form = reactive({ to: { ...emptyAddress } });
const onEntryChange = vi.fn();
let bridge: TestBridge;
let picker: Mounted;
beforeEach(async () => {
	await loadFormChecks();
	onEntryChange.mockReset();
	form.to = { ...emptyAddress };
	bridge = installBridge();
	bridge.reply('addresses.check', () => ({ warnings: [], splits: [] }));
	picker = mount(freshPinia(), AddressPicker, () => ({
		modelValue: form.to,
		'onUpdate:modelValue': (address: typeof form.to) => {
			form.to = address;
		},
		title: 'To',
		shortcut: 'F2',
		errorOf: () => undefined,
		onEntryChange,
	}));
});
afterEach(unmountAll);

async function press(words: string): Promise<void> {
	picker.button(words).click();
	await flushPromises();
}
async function chooseEntry(): Promise<void> {
	const field = picker.find('input');
	await typeInto(field, 'muster');
	await bridge.pending('addresses.search').answer([entry]);
	await pressKey(field, 'Enter');
}
const field = (label: string) => picker.find<HTMLInputElement>(`input[aria-label="To: ${label}"]`);
const isOpen = () => picker.findAll('fieldset').length === 1;

describe('the recipient', () => {
	it('is chosen from the address book by search', async () => {
		await chooseEntry();
		expect(form.to).toEqual(recipient);
		expect(onEntryChange).toHaveBeenCalledExactlyOnceWith(entry);
		expect(picker.root.textContent).toContain('Muster GmbH');
	});

	it('leaves the focus to the next empty field when it is chosen, and when its form is done', async () => {
		document.body.insertAdjacentHTML('beforeend', '<input value="1"><input id="length">');
		await chooseEntry();
		expect(document.activeElement?.id).toBe('length');
		await press('Edit');
		field('City').focus();
		await press('Done');
		expect(isOpen()).toBe(false);
		expect(document.activeElement?.id).toBe('length');
	});

	it('is saved as the same entry when the user corrects it', async () => {
		await chooseEntry();
		await press('Edit');
		await typeInto(field('Street and number'), 'Invalidenstraße 12');
		await press('Done');
		expect(isOpen()).toBe(false);
		expect(bridge.pending('addresses.save').input).toMatchObject({
			id: 7,
			addressLine1: 'Invalidenstraße 12',
			opened: { addressLine1: recipient.addressLine1 },
		});
	});

	it('is saved when the user changes the screen instead of pressing Done', async () => {
		await press('New');
		Object.assign(form.to, recipient);
		unmountAll();
		await flushPromises();
		await bridge.pending('addresses.search').answer([]);
		expect(bridge.pending('addresses.save').input).toMatchObject({ addressLine1: recipient.addressLine1 });
	});

	it('of the next parcel is a new address, even with the name of the previous one', async () => {
		await chooseEntry();
		form.to = { ...emptyAddress };
		await nextTick();
		await press('New');
		Object.assign(form.to, recipient, { addressLine1: 'Another street 3', zipcode: '20095', city: 'Hamburg' });
		await press('Done');
		expect(bridge.pending('addresses.search').input.text).toBe(`${recipient.contactPerson} 20095`);
		await bridge.pending('addresses.search').answer([entry]);
		expect(bridge.pending('addresses.save').input).toMatchObject({ city: 'Hamburg' });
		expect(bridge.pending('addresses.save').input.id).toBeUndefined();
	});

	it('of another shipment is shown closed, although the form was open for the previous one', async () => {
		await press('New');
		expect(isOpen()).toBe(true);
		form.to = { ...recipient };
		await nextTick();
		expect(isOpen()).toBe(false);
		expect(picker.root.textContent).toContain('Muster GmbH');
	});

	it('stays in its form while a field needs attention', async () => {
		await press('New');
		await typeInto(field('City'), 'Berlin');
		await press('Done');
		expect(isOpen()).toBe(true);
		expect(picker.root.textContent).toContain('Contact person is required');
		expect(bridge.callsTo('addresses.save')).toHaveLength(0);
	});

	it('shows the error and stays in the form when it cannot be saved', async () => {
		await chooseEntry();
		await press('Edit');
		await press('Done');
		await bridge.pending('addresses.save').fail('internal', 'The disk is full.');
		expect(picker.find('[role=alert]').textContent).toContain('The disk is full.');
		expect(form.to.companyName).toBe('Muster GmbH');
	});
});
