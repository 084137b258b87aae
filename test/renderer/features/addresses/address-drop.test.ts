// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { ImportFile } from '../../../../src-contract/model/address-import';
import AddressImportView from '../../../../src-renderer/features/addresses/AddressImportView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { dropFiles, freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf } from '../../../fixtures/screens';

afterEach(unmountAll);

const openedFile: ImportFile = {
	name: 'customers.csv',
	kind: 'csv',
	encoding: 'utf-8',
	separator: ';',
	headerRow: 1,
	firstRows: [],
	program: '',
	rows: 3,
	warnings: [],
	columns: [{ title: 'City', samples: ['Berlin'], target: { field: 'city', choice: 1 } }],
	isRemembered: false,
};
const file = () => new File(['City\r\nBerlin'], 'customers.csv');

async function openImport() {
	const bridge = installBridge();
	bridge.reply('addresses.importClose', () => undefined);
	const router = createRouter({
		history: createMemoryHistory(),
		routes: [{ path: '/', name: 'addresses', component: AddressImportView }],
	});
	const pinia = freshPinia();
	Object.assign(useStationStore(), { settings: settingsOf() });
	const screen = mount(pinia, AddressImportView, () => ({}), [router]);
	await flushPromises();
	return { bridge, screen };
}

it('opens an address file that is dropped on the import, without a file dialog', async () => {
	const { bridge, screen } = await openImport();
	expect(screen.root.textContent).toContain('Drop an address file here');
	await dropFiles(screen.find('main'), file());
	const { input } = bridge.pending('addresses.importOpenDropped');
	expect([input.name, new TextDecoder().decode(input.bytes)]).toEqual(['customers.csv', 'City\r\nBerlin']);
	await bridge.pending('addresses.importOpenDropped').answer(openedFile);
	expect(screen.root.textContent).toContain('customers.csv · 3 rows');
	expect(bridge.callsTo('addresses.importOpen')).toHaveLength(0);
});

it('shows why a dropped file is not read, until a file is chosen', async () => {
	const { bridge, screen } = await openImport();
	await dropFiles(screen.find('main'), file());
	await bridge.pending('addresses.importOpenDropped').fail('address.fileFailed', 'This file type is not supported.');
	expect(screen.find('[role=alert]').textContent).toBe('This file type is not supported.');

	await dropFiles(screen.find('main'), file(), file());
	expect(screen.root.textContent).toContain('Drop one file at a time.');
	screen.button('Choose a file…').click();
	await bridge.pending('addresses.importOpen').answer(openedFile);
	expect(screen.root.textContent).toContain('customers.csv · 3 rows');
	expect(screen.findAll('[role=alert]')).toHaveLength(0);
});

it('names the columns with content that are not imported', async () => {
	const { bridge, screen } = await openImport();
	await dropFiles(screen.find('main'), file());
	const fax = { title: 'Fax', samples: ['030 1'], target: null };
	const empty = { title: 'Pager', samples: [], target: null };
	await bridge
		.pending('addresses.importOpenDropped')
		.answer({ ...openedFile, columns: [...openedFile.columns, fax, empty] });
	bridge.reply('addresses.importRows', () => []);
	screen.button('Preview import').click();
	await bridge.pending('addresses.importPreview').answer({ new: 1, changed: 0, same: 0, duplicate: 0, wrong: 0 });
	expect(screen.root.textContent).toContain('Not imported: Fax');
	expect(screen.root.textContent).not.toContain('Pager');
});
