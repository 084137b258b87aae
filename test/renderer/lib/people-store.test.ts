// @vitest-environment happy-dom
// Who is signed in, as the screens know it: what is hidden, and when the desk locks itself.
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PeopleState, SignedInPerson } from '../../../src-contract/model/people';
import { usePeopleStore } from '../../../src-renderer/lib/people-store';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';

const FINN: SignedInPerson = { id: 2, name: 'Finn', role: 'packer', ownRole: 'packer' };
const stateOf = (changes: Partial<PeopleState> = {}): PeopleState => ({
	isOn: true,
	packersSeePrices: true,
	signOutMinutes: 30,
	signedIn: null,
	names: [],
	...changes,
});

let bridge: TestBridge;
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
	bridge = installBridge();
	setActivePinia(createPinia());
});
afterEach(() => {
	vi.useRealTimers();
});

async function open(state: PeopleState) {
	bridge.reply('people.state', () => state);
	const people = usePeopleStore();
	await people.start();
	return people;
}

test('without sign-in, everyone has every screen', async () => {
	const people = await open(stateOf({ isOn: false }));
	expect(people.isLocked).toBe(false);
	for (const screen of ['pack', 'ship', 'settings']) expect(people.canOpen(screen)).toBe(true);
});

test('the desk is locked until a person signs in, who has the screens of the role', async () => {
	const people = await open(stateOf());
	expect(people.isLocked).toBe(true);
	await bridge.push('people.changed', stateOf({ signedIn: FINN }));
	expect(people.isLocked).toBe(false);
	expect(['pack', 'ship', 'reports', 'printers', 'settings'].filter(people.canOpen)).toEqual([
		'pack',
		'ship',
		'reports',
	]);
	await bridge.push('people.changed', stateOf({ signedIn: FINN, packersSeePrices: false }));
	expect(['pack', 'orders', 'ship', 'shipments', 'quote', 'reports'].filter(people.canOpen)).toEqual([
		'pack',
		'orders',
	]);
	await bridge.push('people.changed', stateOf({ signedIn: { ...FINN, role: 'lead' }, packersSeePrices: false }));
	expect(['ship', 'printers', 'settings'].filter(people.canOpen)).toHaveLength(3);
	expect(people.has('admin')).toBe(false);
});

test('the desk locks itself after the minutes without input', async () => {
	bridge.reply('people.signOut', () => stateOf());
	const people = await open(stateOf({ signedIn: FINN, signOutMinutes: 10 }));
	vi.advanceTimersByTime(9 * 60_000);
	window.dispatchEvent(new Event('keydown'));
	vi.advanceTimersByTime(9 * 60_000);
	await flushPromises();
	expect(people.isLocked).toBe(false);
	vi.advanceTimersByTime(2 * 60_000);
	await flushPromises();
	expect(people.isLocked).toBe(true);
	expect(bridge.callsTo('people.signOut')).toHaveLength(1);
});

test('the field for the PIN closes when another person signs in', async () => {
	const people = await open(stateOf({ signedIn: FINN }));
	people.asksPin = true;
	await bridge.push('people.changed', stateOf({ signedIn: FINN }));
	expect(people.asksPin).toBe(true);
	await bridge.push('people.changed', stateOf({ signedIn: { ...FINN, id: 3, name: 'Ada' } }));
	expect(people.asksPin).toBe(false);
});
