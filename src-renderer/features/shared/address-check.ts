// Checks an address while the user types it: warnings, and how carriers would split a long street line.
import { watchDebounced } from '@vueuse/core';
import { type Ref, shallowRef } from 'vue';
import type { Address, BookEntry } from '../../../src-contract/model/address';
import type { AddressCheck } from '../../../src-contract/model/address-check';
import { call } from '../../lib/bridge';

/** Idle time before the address is checked. */
const IDLE_MS = 200;

/** The fields of an address that a check needs. */
export function checkedFields(address: Address & Partial<BookEntry>) {
	const { addressLine1, addressLine2, zipcode, city, region, countryCode, email, phone, vatNumber } = address;
	const { eoriNumber, iossNumber, einNumber } = address;
	return {
		...{ addressLine1, addressLine2, zipcode, city, region, countryCode, email, phone, vatNumber },
		...{ eoriNumber, iossNumber, einNumber },
	};
}

export function useAddressCheck(address: Ref<Address & Partial<BookEntry>>) {
	const check = shallowRef<AddressCheck>({ warnings: [], splits: [] });

	const checkInput = () => checkedFields(address.value);
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
