// Unsaved input of the address book. The store outlives the panel and the screen.
import { defineStore } from 'pinia';
import { reactive } from 'vue';
import type { BookEntry } from '../../../src-contract/model/address';
import { plainCopy } from '../../lib/plain-copy';

/** An address-book entry that is being edited; without an id, it is a new entry. */
export type OpenedEntry = BookEntry & { id?: number | undefined };
/** Unsaved input. `openedAs`: values of the entry when the user opened it. */
export type AddressDraft = OpenedEntry & { openedAs: Record<string, unknown> };

/** Key of the draft of a new address, which has no id yet. */
const NEW_ENTRY_KEY = 0;

export const useAddressDraftsStore = defineStore('address-drafts', () => {
	const drafts = reactive(new Map<number, AddressDraft>());
	const keyOf = ({ id }: { id?: number | undefined }) => id ?? NEW_ENTRY_KEY;

	return {
		drafts,
		draftOf: (entry: { id?: number | undefined }): AddressDraft | undefined => drafts.get(keyOf(entry)),
		save: (entry: AddressDraft): void => void drafts.set(keyOf(entry), plainCopy(entry)),
		remove: (entry: { id?: number | undefined }): void => void drafts.delete(keyOf(entry)),
	};
});
