// @vitest-environment happy-dom
// The fields of a pickup on the Ship screen.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import PickupFields from '../../../../src-renderer/features/ship/PickupFields.vue';
import { completeTime } from '../../../../src-renderer/features/ship/pickup-texts';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const pickup = { from: '13:00', to: '17:00', instructions: 'Ring twice' };
let bridge: ReturnType<typeof installBridge>;
beforeEach(async () => {
	bridge = installBridge();
	await loadFormChecks();
});
afterEach(unmountAll);

async function show(changes: object = {}) {
	const pinia = freshPinia();
	const ship = useShipFormStore(pinia);
	Object.assign(ship.draft, structuredClone(exampleDraft), { schedulePickup: true }, changes);
	const screen = mount(pinia, PickupFields, () => ({}));
	await flushPromises();
	return { ship, screen };
}

it('are filled in from the last pickup of the sender, which is named if it was today', async () => {
	bridge.reply('shipments.findPickup', () => ({ requestedAt: new Date().toISOString(), carrier: 'Overland', pickup }));
	const { ship, screen } = await show();
	expect(ship.draft.pickup).toEqual(pickup);
	expect(screen.root.textContent).toContain('A pickup by Overland was requested today at');
});

it('keep what the user entered', async () => {
	bridge.reply('shipments.findPickup', () => ({ requestedAt: '2026-01-05T10:00:00Z', carrier: 'Overland', pickup }));
	const entered = { from: '', to: '', instructions: 'Gate 2' };
	const { ship, screen } = await show({ pickup: entered });
	expect(ship.draft.pickup).toEqual(entered);
	expect(screen.root.textContent).not.toContain('A pickup by');
});

it('say that the end must be after the start', async () => {
	const { ship, screen } = await show({ pickup: { from: '17:00', to: '13:00', instructions: '' } });
	ship.showsErrors = true;
	await flushPromises();
	await flushPromises();
	expect(screen.find('[role=alert]').textContent).toContain('The end must be after the start');
});

it.each([
	['9', '09:00'],
	['900', '09:00'],
	['13.30', '13:30'],
	['1715', '17:15'],
	[' 08:05 ', '08:05'],
	['', ''],
	['noon', 'noon'],
])('completes the time %j to %j', (text, expected) => {
	expect(completeTime(text)).toBe(expected);
});
