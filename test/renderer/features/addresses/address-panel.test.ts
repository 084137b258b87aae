// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyEntry } from '../../../../src-contract/model/address';
import AddressPanel from '../../../../src-renderer/features/addresses/AddressPanel.vue';
import { type OpenedEntry, useAddressDraftsStore } from '../../../../src-renderer/features/addresses/address-drafts';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { savedAddress } from '../../../fixtures/screens';
import { recipient } from '../../../fixtures/shipment-draft';

const entry = savedAddress(7, recipient);
let bridge: TestBridge;
let pinia: ReturnType<typeof freshPinia>;
const onSaved = vi.fn();
beforeEach(() => {
	onSaved.mockReset();
	bridge = installBridge();
	bridge.reply('addresses.check', () => ({ warnings: [], splits: [] }));
	bridge.reply('addresses.history', () => []);
	bridge.reply('printers.list', () => []);
	pinia = freshPinia();
});
afterEach(unmountAll);
const open = (opened: OpenedEntry) => mount(pinia, AddressPanel, () => ({ opened, books: [], onSaved }));
const field = (panel: Mounted, label: string) => panel.find<HTMLInputElement>(`input[aria-label="Address: ${label}"]`);
async function submit(panel: Mounted): Promise<void> {
	panel.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
	await flushPromises();
}

describe('an address in its panel', () => {
	it('restores unsaved changes when it is opened again', async () => {
		const panel = open(entry);
		await typeInto(field(panel, 'City'), 'Potsdam');
		panel.unmount();
		const again = open(entry);
		expect(field(again, 'City').value).toBe('Potsdam');
		expect(again.root.textContent).toContain('not saved yet');
	});

	it('shows changes of another desk beside unsaved changes', async () => {
		const panel = open(entry);
		await typeInto(field(panel, 'City'), 'Potsdam');
		panel.unmount();
		const again = open({ ...entry, phone: '+49 30 1234567' });
		expect(field(again, 'City').value).toBe('Potsdam');
		expect(field(again, 'Phone').value).toBe('+49 30 1234567');
	});

	it('has no draft once its changes are undone or saved', async () => {
		const panel = open(entry);
		const { drafts } = useAddressDraftsStore();
		await typeInto(field(panel, 'City'), 'Potsdam');
		expect(drafts.size).toBe(1);
		await typeInto(field(panel, 'City'), 'Berlin');
		expect(drafts.size).toBe(0);
		await typeInto(field(panel, 'City'), 'Potsdam');
		await submit(panel);
		expect(bridge.pending('addresses.save').input).toMatchObject({
			id: 7,
			city: 'Potsdam',
			opened: { city: 'Berlin' },
		});
		await bridge.pending('addresses.save').answer({ ...entry, city: 'Potsdam' });
		expect(onSaved).toHaveBeenCalledTimes(1);
		expect(drafts.size).toBe(0);
	});

	it.each([
		['an entry', entry],
		['a new address', { ...emptyEntry, ...recipient }],
	])('keeps text typed while %s is saved as a draft of the saved entry', async (_name, opened) => {
		const panel = open(opened);
		await typeInto(field(panel, 'City'), 'Potsdam');
		await submit(panel);
		await typeInto(field(panel, 'Phone'), '+49 30 7654321');
		await bridge.pending('addresses.save').answer({ ...entry, city: 'Potsdam' });
		const { drafts } = useAddressDraftsStore();
		expect([...drafts.keys()]).toEqual([7]);
		expect(drafts.get(7)).toMatchObject({ phone: '+49 30 7654321', openedAs: { city: 'Potsdam' } });
	});

	it('is saved once when the user submits twice', async () => {
		const panel = open(entry);
		await typeInto(field(panel, 'City'), 'Potsdam');
		await submit(panel);
		await submit(panel);
		expect(bridge.callsTo('addresses.save')).toHaveLength(1);
	});

	it('is saved with the details that an import needs, and without those that only a shipment needs', async () => {
		const panel = open({ ...entry, email: '', phone: '', contactPerson: '' });
		await typeInto(field(panel, 'Street and number'), 'Example Street 5');
		await submit(panel);
		expect(bridge.pending('addresses.save').input).toMatchObject({ addressLine1: 'Example Street 5', email: '' });
	});

	it.each([
		['no name', { companyName: '', contactPerson: '' }, 'Contact person', 'Company and contact person are missing'],
		['an e-mail address that is none', { email: 'nobody' }, 'E-mail', 'Enter an e-mail address'],
	])('focuses the field with the error: %s', async (_name, changes, label, message) => {
		const panel = open({ ...entry, ...changes });
		await submit(panel);
		expect(bridge.callsTo('addresses.save')).toHaveLength(0);
		expect(document.activeElement).toBe(field(panel, label));
		expect(panel.root.textContent).toContain(message);
	});

	it('marks a name and a part of the address as required while they are missing', async () => {
		const panel = open({ ...emptyEntry });
		const marked = () =>
			panel.findAll('[data-field] input[aria-required=true]').map((input) => input.getAttribute('aria-label'));
		expect(marked()).toEqual(['Address: Contact person', 'Address: Street and number']);
		await typeInto(field(panel, 'Company'), 'Example Ltd');
		await typeInto(field(panel, 'City'), 'Leeds');
		expect(marked()).toEqual([]);
	});
});
