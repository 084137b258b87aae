import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EffectScope, effectScope, nextTick, type Ref, ref } from 'vue';
import type { Address } from '../../../../src-contract/model/address';
import type { AddressCheck } from '../../../../src-contract/model/address-check';
import { useAddressCheck } from '../../../../src-renderer/features/shared/address-check';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { recipient } from '../../../fixtures/shipment-draft';

const warning = (message: string): AddressCheck => ({
	warnings: [{ field: 'zipcode', level: 'warning', message, suggestion: '' }] as unknown as AddressCheck['warnings'],
	splits: [],
});
let bridge: TestBridge;
let scope: EffectScope;
let address: Ref<Address>;
let check: Ref<AddressCheck> | undefined;
beforeEach(async () => {
	vi.useFakeTimers();
	bridge = installBridge();
	bridge.leaveOpen('addresses.check');
	address = ref({ ...recipient });
	scope = effectScope();
	check = scope.run(() => useAddressCheck(address));
	await vi.advanceTimersByTimeAsync(200);
});
afterEach(() => {
	scope.stop();
	vi.useRealTimers();
});
const messages = () => check?.value.warnings.map(({ message }) => message);
async function typeZipcode(zipcode: string): Promise<void> {
	address.value.zipcode = zipcode;
	await nextTick();
	await vi.advanceTimersByTimeAsync(200);
}

describe('the check of an address', () => {
	it('is requested when typing pauses, and is shown', async () => {
		await bridge.pending('addresses.check').answer(warning('first'));
		expect(messages()).toEqual(['first']);
		for (const zipcode of ['1', '10', '101']) {
			address.value.zipcode = zipcode;
			await nextTick();
			await vi.advanceTimersByTimeAsync(50);
		}
		expect(bridge.callsTo('addresses.check')).toHaveLength(1);
		await vi.advanceTimersByTimeAsync(200);
		expect(bridge.pending('addresses.check').input).toMatchObject({ zipcode: '101' });
		await bridge.pending('addresses.check').answer(warning('second'));
		expect(messages()).toEqual(['second']);
	});

	it('is not shown for superseded text', async () => {
		await typeZipcode('10117');
		const [first, second] = bridge.callsTo('addresses.check');
		await second?.answer(warning('second'));
		await first?.answer(warning('first'));
		expect(messages()).toEqual(['second']);
	});

	it('is not repeated for a changed name, which it does not use', async () => {
		await bridge.pending('addresses.check').answer(warning('first'));
		address.value.contactPerson = 'Erika Muster';
		await vi.advanceTimersByTimeAsync(500);
		expect(bridge.callsTo('addresses.check')).toHaveLength(1);
		await typeZipcode('10117');
		expect(bridge.callsTo('addresses.check')).toHaveLength(2);
	});

	it('shows no warnings when it fails', async () => {
		await bridge.pending('addresses.check').answer(warning('first'));
		await typeZipcode('10117');
		await bridge.pending('addresses.check').fail('internal', 'no');
		expect(bridge.callsTo('addresses.check')).toHaveLength(2);
		expect(messages()).toEqual([]);
	});
});
