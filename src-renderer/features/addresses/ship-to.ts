// Starts a shipment to an entry of the address book.
import { useRouter } from 'vue-router';
import type { SavedAddress } from '../../../src-contract/model/address';
import { useRecipientDefaultsStore } from '../shared/recipient-defaults';
import { useShipFormStore } from '../shared/ship-form/ship-form';

/**
 * Returns a function that fills the Ship form with an address and shows it. The form's previous contents are saved first, as a draft or
 * as the batch row. The function returns why they were not saved, or an empty string.
 */
export function useShipTo(): (entry: SavedAddress) => Promise<string> {
	const router = useRouter();
	const ship = useShipFormStore();
	const recipientDefaults = useRecipientDefaultsStore();
	return async (entry) => {
		if (!(await ship.saveBeforeReplacing())) return ship.error;
		ship.startNextParcel();
		ship.setRecipient(entry);
		recipientDefaults.setAddressEntry(entry);
		await router.push({ name: 'ship' });
		return '';
	};
}
