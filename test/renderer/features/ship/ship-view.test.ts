// @vitest-environment happy-dom
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import ShipView from '../../../../src-renderer/features/ship/ShipView.vue';
import { newDraft } from '../../../../src-renderer/lib/draft-fields';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { quoteOf, rateOption, savedAddress, settingsOf, shipmentDetail, suggestionOf } from '../../../fixtures/screens';
import { exampleDraft, recipient, sender } from '../../../fixtures/shipment-draft';
import { waitFor } from '../../../fixtures/wait-for';

const push = vi.fn(async () => {});
vi.mock('vue-router', () => ({ useRouter: () => ({ push }) }));
vi.mock('../../../../src-renderer/lib/sounds', () => ({ playSound: vi.fn() }));

let bridge: TestBridge;
let pinia: Pinia;
let ship: ReturnType<typeof useShipFormStore>;
let screen: Mounted;
beforeEach(async () => {
	bridge = installBridge();
	bridge.reply('addresses.search', () => []);
	bridge.reply('addresses.save', () => savedAddress(1, recipient));
	bridge.reply('goods.suggest', () => suggestionOf({ candidates: [] }));
	bridge.reply('goods.describe', () => 'T-shirts of cotton');
	bridge.reply('rates.quote', () => quoteOf(rateOption(7, 12.34)));
	bridge.reply('shipments.list', () => []);
	await loadFormChecks();
	pinia = freshPinia();
	useStationStore().settings = settingsOf({ sender });
	ship = useShipFormStore();
	// happy-dom has no requestIdleCallback, which the scale uses.
	vi.stubGlobal('requestIdleCallback', () => 0);
});
afterEach(() => {
	unmountAll();
	vi.unstubAllGlobals();
});

async function show(changes: object = {}): Promise<void> {
	Object.assign(ship.draft, structuredClone(exampleDraft), changes);
	screen = mount(pinia, ShipView);
	await flushPromises();
}
const focused = () => document.activeElement?.getAttribute('aria-label');
const pressBook = async () => {
	screen.button('Book').click();
	await waitFor(() => expect(ship.error || ship.busy).toBeTruthy());
	await flushPromises();
};
const summary = () => screen.find('[data-testid=error-summary]');

describe('errors of the form', () => {
	it('are focused from the first one on the screen, in an address form that was closed', async () => {
		await show({
			to: { ...recipient, city: '' },
			contents: [{ ...exampleDraft.contents[0], priceEur: undefined }],
		});
		await pressBook();
		await waitFor(() => expect(focused()).toBe('To: City'));
		await waitFor(summary);
		expect([...summary().querySelectorAll('button')].map(({ textContent }) => textContent?.trim())).toEqual([
			'To: City',
			'Item 1: price each in euros',
		]);
		summary().querySelectorAll('button')[1]?.click();
		await waitFor(() => expect(focused()).toBe('Item 1: price each in euros'));
		await typeInto(screen.find('[data-field="contents.0.priceEur"]'), '12');
		await typeInto(screen.find('[data-section=to] [data-field=city] input'), 'Berlin');
		expect(screen.findAll('[data-testid=error-summary]')).toHaveLength(0);
	});

	it('that are only probable are focused by the first press, and booked by the second', async () => {
		bridge.reply('addresses.check', ({ city }) => ({
			warnings:
				city === recipient.city
					? [{ level: 'warning', field: 'phone', message: 'Not a valid phone number.', suggestion: null }]
					: [],
			splits: [],
		}));
		await show();
		await waitFor(() => expect(ship.chosenOption).toBeDefined());
		await waitFor(() =>
			expect(screen.find('[data-testid=before-you-book]').textContent).toContain('Not a valid phone number.'),
		);
		screen.button('Book').click();
		await waitFor(() => expect(focused()).toBe('To: Phone'));
		expect(screen.find('[data-testid=before-you-book] [role=alert]').textContent).toContain(
			'press again to book anyway',
		);
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
		screen.button('Book').click();
		await waitFor(() => expect(bridge.callsTo('shipments.create')).toHaveLength(1));
		vi.mocked(performance.now).mockRestore();
	});

	it('of a recipient that was not entered lead to the search', async () => {
		await show({ to: newDraft().to });
		screen.find('[data-field="contents.0.description"]').focus();
		await pressBook();
		await waitFor(() => expect(focused()).toMatch(/^To: search/));
	});

	it('are shown when an incomplete draft is saved to the account', async () => {
		await show({ to: { ...recipient, phone: '' } });
		screen.button('Save to account').click();
		await waitFor(() => expect(focused()).toBe('To: Phone'));
		await waitFor(summary);
		expect(summary().textContent).toContain('Phone is required');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});
});

describe('Enter', () => {
	it('goes from field to field that needs input, closes the address and ends at the button to book', async () => {
		await show({ to: newDraft().to, contents: [{ ...exampleDraft.contents[0], priceEur: undefined }] });
		screen.button('New').click();
		await flushPromises();
		Object.assign(ship.draft.to, { ...recipient, city: '' });
		await pressKey(screen.find('[data-section=to] [data-field=addressLine1] input'), 'Enter');
		await waitFor(() => expect(focused()).toBe('To: City'));
		await typeInto(screen.find('[data-section=to] [data-field=city] input'), 'Berlin');
		await pressKey(screen.find('[data-section=to] [data-field=city] input'), 'Enter');
		await waitFor(() => expect(focused()).toBe('Item 1: price each in euros'));
		expect(screen.findAll('[data-section=to] fieldset')).toHaveLength(0);
		await typeInto(screen.find('[data-field="contents.0.priceEur"]'), '12');
		await pressKey(screen.find('[data-field="contents.0.priceEur"]'), 'Enter');
		await waitFor(() => expect(document.activeElement?.textContent).toContain('Book'));
	});

	it('does not press the button that receives the focus', async () => {
		await show();
		const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
		screen.find('[data-field=reference]').dispatchEvent(event);
		expect(event.defaultPrevented).toBe(true);
	});

	it('that is held does nothing after the first press', async () => {
		await show();
		const book = screen.button('Book');
		const event = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
		book.dispatchEvent(event);
		expect(event.defaultPrevented).toBe(true);
	});
});

describe('a form that has a recipient when the screen is opened', () => {
	it.each([
		['goods', { to: recipient, contents: newDraft().contents }, 'Item 1: description'],
		['a detail of the recipient', { to: { ...recipient, email: '' } }, 'To: E-mail'],
		['the contact person of a company', { to: { ...recipient, contactPerson: '' } }, 'To: Contact person'],
	])('focuses the first field that is missing: %s', async (_name, changes, field) => {
		await show(changes);
		await waitFor(() => expect(focused()).toBe(field));
	});

	it('focuses the first field, although the last shipment can be copied', async () => {
		bridge.reply('shipments.list', () => [shipmentDetail({ id: 9, recipient: recipient.companyName })]);
		await show({ contents: newDraft().contents });
		await waitFor(() => expect(screen.button('Same as last time')).toBeTruthy());
		await waitFor(() => expect(focused()).toBe('Item 1: description'));
	});

	it('does not focus the button to book if nothing is missing', async () => {
		await show();
		await flushPromises();
		await flushPromises();
		expect(document.activeElement).toBe(document.body);
	});
});

describe('the last shipment to a recipient', () => {
	it('is offered when there is one, and is copied with its own key, said, and undone', async () => {
		const last = shipmentDetail({ id: 9, recipient: 'Muster GmbH' });
		bridge.reply('addresses.search', () => [savedAddress(7, recipient)]);
		bridge.reply('shipments.list', () => [last]);
		bridge.reply('shipments.get', () => last);
		await show({ ...newDraft(), from: sender });
		await typeInto(screen.find('input[role=combobox]'), 'mus');
		await flushPromises();
		await pressKey(screen.find('input[role=combobox]'), 'Enter');
		await waitFor(() => expect(focused()).toBe('Parcel 1: Length (cm)'));
		await pressKey(document.activeElement as HTMLElement, 'F4');
		await waitFor(() => expect(document.activeElement?.textContent).toContain('Book'));
		expect(ship.draft.contents).toEqual(exampleDraft.contents);
		const notice = await waitFor(() => screen.find('[data-testid=copied-shipment]'));
		expect(notice.textContent).toMatch(/Copied from .*40 × 30 × 20 cm, 5.5 kg · Cotton T-shirt\./);
		notice.querySelector('button')?.click();
		await flushPromises();
		expect(ship.draft.contents).toMatchObject([{ description: '', quantity: 1 }]);
		expect(screen.findAll('[data-testid=copied-shipment]')).toEqual([]);
	});

	it('is not offered for a new recipient', async () => {
		await show({ contents: newDraft().contents });
		await waitFor(() => expect(bridge.callsTo('shipments.list').length).toBeGreaterThan(0));
		await flushPromises();
		expect(screen.root.textContent).not.toContain('Same as last time');
	});
});

it('says that the previous input was saved as a draft, until the user closes the notice, and opens the draft', async () => {
	bridge.reply('shipments.saveDraft', () => shipmentDetail({ id: 3, state: 'composed' }));
	await show();
	expect(await ship.saveBeforeReplacing()).toBe(true);
	ship.setRecipient(recipient);
	const notice = await waitFor(() => screen.find('.form-screen-form > [role=status]'));
	expect(notice.textContent).toContain('Your input was saved as a draft at this desk.');
	screen.button('Open draft').click();
	expect(push).toHaveBeenCalledWith({ name: 'shipments', params: { id: 3 } });
	notice.querySelector<HTMLElement>('[aria-label=Close]')?.click();
	await flushPromises();
	expect(screen.findAll('.form-screen-form > [role=status]')).toEqual([]);
});

it('clears the form with a button, and brings it back with another', async () => {
	await show();
	screen.button('Clear form').click();
	await flushPromises();
	expect(ship.draft.to.city).toBe('');
	screen.button('Undo clear').click();
	await flushPromises();
	expect(ship.draft.to.city).toBe('Berlin');
});

it('continues in the search of the recipient after the form is cleared', async () => {
	await show();
	screen.find('[data-section=to] button').click();
	await flushPromises();
	expect(screen.findAll('[data-section=to] fieldset')).toHaveLength(1);
	screen.button('Clear form').click();
	await waitFor(() => expect(focused()).toMatch(/^To: search/));
	expect(screen.findAll('[data-section=to] fieldset')).toHaveLength(0);
	expect(bridge.callsTo('addresses.save')).toHaveLength(0);
});

it('books with the reason that Ctrl Enter finds for a half-typed text, and not with the one chosen before', async () => {
	await show({
		to: { ...recipient, zipcode: '8001', city: 'Zürich', countryCode: 'CH' },
		reasonForExport: 'commercial',
		incoterms: 'DAP',
	});
	await waitFor(() => expect(ship.prices.isCurrent()).toBe(true));
	const reason = await waitFor(() => screen.find<HTMLInputElement>('input[aria-label="Reason for export"]'));
	await typeInto(reason, 'xyz');
	await pressKey(reason, 'Enter', { ctrlKey: true });
	await typeInto(reason, 'gif');
	await pressKey(reason, 'Enter', { ctrlKey: true });
	await waitFor(() => expect(bridge.callsTo('shipments.create').length).toBeGreaterThan(0));
	expect(bridge.callsTo('shipments.create').map(({ input }) => input.draft.reasonForExport)).toEqual(['gift']);
	expect(reason.value).toBe('Gift');
	// The screen loads the duties a little later, with code that it imports then.
	await waitFor(() => bridge.pending('duties.estimate'));
});
