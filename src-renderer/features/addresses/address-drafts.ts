// Unsaved input of the address book. It survives closing the panel and leaving the screen.
import { defineStore } from 'pinia';
import { reactive } from 'vue';
import type { BookEntry } from '../../../src-contract/model/address';
import { plainCopy } from '../../lib/plain-copy';

export type OpenedEntry = BookEntry & { id?: number | undefined };
/** The input, and the values of the entry when the user opened it. */
export type AddressDraft = OpenedEntry & { openedAs: Record<string, unknown> };

/** Key of the draft of a new address, which has no id yet. */
const NEW = 0;

export const useAddressDraftsStore = defineStore('address-drafts', () => {
	const drafts = reactive(new Map<number, AddressDraft>());
	const idOf = ({ id }: { id?: number | undefined }) => id ?? NEW;

	return {
		drafts,
		of: (entry: { id?: number | undefined }): AddressDraft | undefined => drafts.get(idOf(entry)),
		save: (entry: AddressDraft): void => void drafts.set(idOf(entry), plainCopy(entry)),
		remove: (entry: { id?: number | undefined }): void => void drafts.delete(idOf(entry)),
	};
});
