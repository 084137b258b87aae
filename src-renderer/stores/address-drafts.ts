// What was typed into the address book and not saved yet: it outlives its panel, another row and another screen.
import { defineStore } from 'pinia';
import { reactive } from 'vue';
import type { BookEntry } from '../../src-contract/address';

export type OpenedEntry = BookEntry & { id?: number | undefined };

/** A new address has no id yet. */
const NEW = 0;

export const useAddressDraftsStore = defineStore('address-drafts', () => {
	const drafts = reactive(new Map<number, OpenedEntry>());
	const idOf = ({ id }: { id?: number | undefined }) => id ?? NEW;

	return {
		drafts,
		of: (entry: { id?: number | undefined }): OpenedEntry | undefined => drafts.get(idOf(entry)),
		keep: (entry: OpenedEntry): void => void drafts.set(idOf(entry), JSON.parse(JSON.stringify(entry))),
		drop: (entry: { id?: number | undefined }): void => void drafts.delete(idOf(entry)),
	};
});
