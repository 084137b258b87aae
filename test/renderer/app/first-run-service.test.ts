// @vitest-environment happy-dom
// The second step of the first start: the service and its key.
import { afterEach, beforeEach, expect, it } from 'vitest';
import FirstRun from '../../../src-renderer/app/first-run/FirstRun.vue';
import { useStationStore } from '../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../fixtures/mount';
import { settingsOf, statusOf } from '../../fixtures/screens';

let bridge: TestBridge;
let part: Mounted;
const field = (label: string) => {
	const found = [...part.root.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === label);
	const input = document.getElementById(found?.getAttribute('for') ?? '');
	if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label} in ${part.root.textContent}`);
	return input;
};
async function enter(label: string, text: string): Promise<void> {
	await typeInto(field(label), text);
	field(label).dispatchEvent(new Event('change', { bubbles: true }));
	await flushPromises();
}
async function open(keyringAvailable: boolean): Promise<void> {
	bridge.reply('settings.save', (input) => settingsOf(input as never));
	bridge.reply('credentials.status', () => ({ state: 'absent', protection: null, endsIn: '', keyringAvailable }));
	bridge.reply('credentials.set', () => ({ state: 'set', protection: 'memory', endsIn: '1234', keyringAvailable }));
	const pinia = freshPinia();
	Object.assign(useStationStore(), { settings: settingsOf(), status: statusOf() });
	part = mount(pinia, FirstRun);
	await flushPromises();
	part.button('Skip this step').click();
	await flushPromises();
	const account = part.find<HTMLInputElement>('input[value=partner]');
	account.checked = true;
	account.dispatchEvent(new Event('change', { bubbles: true }));
	await flushPromises();
	await enter('Service address', 'https://service.example');
}
const next = async () => {
	part.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
	await flushPromises();
};
beforeEach(() => {
	bridge = installBridge();
});
afterEach(unmountAll);

it('splits a key that was typed with its secret', async () => {
	await open(true);
	await enter('Key', 'wb_key@made-up-secret');
	expect([field('Key').value, field('Secret').value]).toEqual(['wb_key', 'made-up-secret']);
	await next();
	expect(bridge.callsTo('credentials.set').map(({ input }) => input)).toMatchObject([
		{ key: 'wb_key', secret: 'made-up-secret', protection: 'keyring' },
	]);
	expect(part.root.textContent).toContain('Step 3 of 3');
});

it('names a missing secret at its field, and saves nothing', async () => {
	await open(true);
	await enter('Key', 'wb_key');
	await next();
	expect(field('Secret').getAttribute('aria-invalid')).toBe('true');
	expect(part.root.textContent).toContain('The secret is required');
	expect(bridge.callsTo('settings.save')).toHaveLength(0);
	expect(part.root.textContent).toContain('Step 2 of 3');
});

it.each([
	['with a passphrase', 'a long passphrase', 'passphrase'],
	['until the station closes', '', 'memory'],
])('stores a key without a keyring %s', async (_, passphrase, protection) => {
	await open(false);
	expect(part.root.textContent).toContain('This computer has no keyring.');
	await enter('Key', 'wb_key@made-up-secret');
	await enter('Passphrase', passphrase);
	await next();
	expect(bridge.callsTo('credentials.set').map(({ input }) => input)).toMatchObject([
		{ protection, ...(passphrase && { passphrase }) },
	]);
});

it('moves the focus to Next after a successful test of the connection', async () => {
	await open(true);
	bridge.reply('service.test', () => ({ message: 'The service answers.' }) as never);
	await enter('Key', 'wb_key@made-up-secret');
	part.button('Test connection').focus();
	part.button('Test connection').click();
	await flushPromises();
	await flushPromises();
	expect(document.activeElement?.textContent).toContain('Next');
});
