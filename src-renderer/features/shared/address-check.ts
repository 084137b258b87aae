// Checks an address while the user types it: warnings, and how carriers would split a long street line.
import { watchDebounced } from '@vueuse/core';
import { type Ref, shallowRef } from 'vue';
import type { Address, BookEntry } from '../../../src-contract/model/address';
import type { AddressCheck } from '../../../src-contract/model/address-check';
import { call } from '../../lib/bridge';

/** Idle time before the address is checked. */
const IDLE_MS = 200;

export function useAddressCheck(address: Ref<Address & Partial<BookEntry>>) {
	const check = shallowRef<AddressCheck>({ warnings: [], splits: [] });

	const checkInput = () => {
		const { addressLine1, addressLine2, zipcode, countryCode, phone, vatNumber } = address.value;
		const { eoriNumber, iossNumber, einNumber } = address.value;
		return { addressLine1, addressLine2, zipcode, countryCode, phone, vatNumber, eoriNumber, iossNumber, einNumber };
	};
	watchDebounced(
		() => JSON.stringify(checkInput()),
		async (inputJson) => {
			// The check is advice only: the form works without it.
			const answer = await call('addresses.check', checkInput()).catch(() => ({ warnings: [], splits: [] }));
			if (inputJson === JSON.stringify(checkInput())) check.value = answer;
		},
		{ debounce: IDLE_MS, immediate: true },
	);
	return check;
}
