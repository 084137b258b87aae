// @vitest-environment happy-dom
// The Addresses screen while an entry is being saved or removed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { h, KeepAlive, ref } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import AddressesView from '../../../../src-renderer/features/addresses/AddressesView.vue';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { savedAddress, siteOf } from '../../../fixtures/screens';

let bridge: TestBridge;
/** The entries that the main process lists. */
let entries = [savedAddress(1), savedAddress(2)];
/** False while another screen is shown. */
const isShown = ref(true);
const OtherScreen = { render: () => h('main') };

beforeEach(() => {
	isShown.value = true;
	entries = [savedAddress(1), savedAddress(2)];
	bridge = installBridge();
	bridge.reply('site.status', () => siteOf());
	bridge.reply('printers.list', () => []);
	bridge.reply('addresses.check', () => ({ warnings: [], splits: [] }));
	bridge.reply('addresses.history', () => []);
	bridge.reply('addresses.list', () => ({ rows: entries, total: entries.length }));
	bridge.reply('addresses.facets', () => ({
		books: [],
		countries: [],
		tags: [],
		favourites: 0,
		total: entries.length,
		notice: '',
	}));
});
afterEach(() => {
	vi.restoreAllMocks();
	unmountAll();
});

async function openScreen(): Promise<Mounted> {
	const router = createRouter({
		history: createMemoryHistory(),
		routes: [{ path: '/', name: 'addresses', component: AddressesView }],
	});
	const application = {
		render: () => h(KeepAlive, null, { default: () => h(isShown.value ? AddressesView : OtherScreen) }),
	};
	const screen = mount(freshPinia(), application, () => ({}), [router]);
	await flushPromises();
	return screen;
}
async function openEntry(screen: Mounted, name: string): Promise<void> {
	const row = screen.findAll('[role=row]').find(({ textContent }) => textContent?.includes(name));
	if (!row) throw new Error(`no row "${name}"`);
	row.click();
	await flushPromises();
}
async function removeEntry(screen: Mounted, name: string): Promise<void> {
	await openEntry(screen, name);
	screen.button('Remove').click();
	await flushPromises();
}
async function confirmRemoval(): Promise<void> {
	entries = entries.filter(({ id }) => id !== 1);
	await bridge.pending('addresses.remove').answer({ batchId: 5 });
}
const city = (screen: Mounted) => screen.find<HTMLInputElement>('input[aria-label="Address: City"]');
const company = (screen: Mounted) => screen.find<HTMLInputElement>('input[aria-label="Address: Company"]');

describe('the removal of an entry', () => {
	it('closes the panel, and can be undone', async () => {
		const screen = await openScreen();
		await removeEntry(screen, 'Example 1');
		await confirmRemoval();
		expect(screen.root.textContent).toContain('Example 1 was removed.');
		expect(screen.findAll('aside')).toHaveLength(0);
		screen.button('Undo').click();
		await flushPromises();
		expect(bridge.pending('addresses.undo').input).toEqual({ batchId: 5 });
	});

	it('is reported although the user has opened another entry meanwhile, whose panel stays open', async () => {
		const screen = await openScreen();
		await removeEntry(screen, 'Example 1');
		await openEntry(screen, 'Example 2');
		await typeInto(city(screen), 'Potsdam');
		const field = city(screen);
		await confirmRemoval();
		expect(screen.root.textContent).toContain('Example 1 was removed.');
		expect(screen.findAll('[role=row]').filter(({ textContent }) => textContent?.includes('Example'))).toHaveLength(1);
		expect(company(screen).value).toBe('Example 2');
		expect(city(screen)).toBe(field);
	});

	it('is reported although the user has closed the panel meanwhile', async () => {
		const screen = await openScreen();
		await removeEntry(screen, 'Example 1');
		screen.button('Cancel').click();
		await flushPromises();
		await confirmRemoval();
		expect(screen.root.textContent).toContain('Example 1 was removed.');
	});

	it('is reported when the user returns to the screen, if the user left it meanwhile', async () => {
		const screen = await openScreen();
		await removeEntry(screen, 'Example 1');
		isShown.value = false;
		await flushPromises();
		await confirmRemoval();
		isShown.value = true;
		await flushPromises();
		expect(screen.root.textContent).toContain('Example 1 was removed.');
	});
});

it('shows an entry that was saved while the user has opened another entry, whose panel stays open', async () => {
	const screen = await openScreen();
	await openEntry(screen, 'Example 1');
	await typeInto(city(screen), 'Potsdam');
	screen.button('Save').click();
	await flushPromises();
	await openEntry(screen, 'Example 2');
	const changedEntry = savedAddress(1, { city: 'Potsdam' });
	entries = [changedEntry, savedAddress(2)];
	await bridge.pending('addresses.save').answer(changedEntry);
	expect(screen.find('[aria-rowindex="2"]').textContent).toContain('Potsdam');
	expect(company(screen).value).toBe('Example 2');
});

it('keeps the panel that was opened before the returning screen reloads its list', async () => {
	const screen = await openScreen();
	const frames: FrameRequestCallback[] = [];
	vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
	isShown.value = false;
	await flushPromises();
	isShown.value = true;
	await flushPromises();
	await openEntry(screen, 'Example 1');
	const field = company(screen);
	const callsBefore = bridge.callsTo('addresses.list').length;
	for (const frame of frames) frame(0);
	await expect.poll(() => bridge.callsTo('addresses.list').length).toBe(callsBefore + 1);
	await flushPromises();
	expect(company(screen)).toBe(field);
});

it('opens a new entry for an address of several lines that is pasted into the search', async () => {
	bridge.reply('addresses.parsePasted', () => [
		{ field: 'companyName', value: 'Muster GmbH', confidence: 'sure' },
		{ field: 'city', value: 'Berlin', confidence: 'sure' },
	]);
	const screen = await openScreen();
	const clipboardData = new DataTransfer();
	clipboardData.setData('text', 'Muster GmbH\nBerlin');
	const search = screen.find('input[aria-label="Search addresses"]');
	search.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
	await flushPromises();
	expect(screen.find('aside h2').textContent).toBe('New address');
	await expect.poll(() => screen.find('aside').textContent).toContain('Muster GmbH');
});
