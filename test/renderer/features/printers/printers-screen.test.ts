// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { FoundPrinter } from '../../../../src-contract/model/print';
import PrintersView from '../../../../src-renderer/features/printers/PrintersView.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const found = (name: string, device: FoundPrinter['device'], description: string): FoundPrinter => ({
	name,
	description,
	device,
	isDefault: false,
});
const office = found(
	'Office',
	{ driver: 'ipp', url: 'ipp://192.0.2.7:631/ipp/print' },
	'ipp://192.0.2.7:631/ipp/print',
);
const markup = found(
	'<img src=x>',
	{ driver: 'epl', connection: 'tcp://192.0.2.9:9100', darkness: 0, speed: 0 },
	'tcp://192.0.2.9:9100',
);

it('searches the network only when the user adds a printer, and shows each printer with its address', async () => {
	const bridge = installBridge();
	for (const method of ['printers.list', 'printing.listOpen', 'printing.jobs', 'printRules.read'] as const)
		bridge.reply(method, () => []);
	bridge.reply('printers.discover', () => [found('desk-queue', { driver: 'system', queue: 'desk-queue' }, 'Desk')]);
	const screen = mount(freshPinia(), PrintersView);
	await flushPromises();
	expect(bridge.callsTo('printers.list')).toHaveLength(1);
	expect(bridge.callsTo('printers.discoverNetwork')).toEqual([]);

	screen.button('Add printer').click();
	await flushPromises();
	// System queues are shown while the network search continues.
	expect(screen.root.textContent).toContain('desk-queue');
	expect(screen.findAll('[role=status]').map(({ textContent }) => textContent)).toEqual(['Searching…']);
	await bridge.pending('printers.discoverNetwork').answer([office, markup]);
	expect(screen.root.textContent).toContain('<img src=x>tcp://192.0.2.9:9100');
	expect(screen.findAll('img')).toEqual([]);

	screen.button('Office').click();
	await flushPromises();
	expect(screen.find<HTMLInputElement>('input').value).toBe('Office');
	expect(document.activeElement).toBe(screen.find('input'));
});
