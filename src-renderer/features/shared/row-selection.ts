// The rows of a list that the user selected for one action, up to a maximum.
import { type Ref, shallowRef } from 'vue';

export interface RowSelectionOptions {
	maximum: number;
	/** Says that no more can be selected. */
	fullText: () => string;
	/** Ids of the first rows of the list, at most `maximum`. */
	firstIds: () => Promise<readonly number[]>;
	/** Shows why a row was not selected; empty if it was. */
	error: Ref<string>;
	/** Runs an action, and shows its error. */
	run: (action: () => Promise<unknown>) => Promise<void>;
}

export function useRowSelection({ maximum, fullText, firstIds, error, run }: RowSelectionOptions) {
	const selectedIds = shallowRef<ReadonlySet<number>>(new Set());
	const clearSelection = (): void => {
		selectedIds.value = new Set();
	};
	return {
		selectedIds,
		clearSelection,
		toggleSelected(id: number): void {
			const ids = new Set(selectedIds.value);
			const isAdded = !ids.delete(id);
			error.value = isAdded && ids.size >= maximum ? fullText() : '';
			if (error.value) return;
			if (isAdded) ids.add(id);
			selectedIds.value = ids;
		},
		/** Selects all rows of the list, or its first ones if they are too many; or none if some are selected. */
		toggleAll: () =>
			run(async () => {
				if (selectedIds.value.size > 0) clearSelection();
				else selectedIds.value = new Set(await firstIds());
			}),
	};
}
