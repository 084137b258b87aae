// The list under a combobox, after the pattern of the ARIA authoring practices: which entry is active, moved by keys.
import { nextTick, type Ref, ref, useId, watch } from 'vue';

export function useListbox<Entry>(entries: Ref<readonly Entry[]>, onChoose: (entry: Entry) => void) {
	const open = ref(false);
	const active = ref(0);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;

	// What comes late may be shorter than what was there.
	watch(entries, ({ length }) => {
		active.value = Math.max(0, Math.min(active.value, length - 1));
	});

	function choose(index: number): void {
		const entry = entries.value[index];
		if (!open.value || entry === undefined) return;
		open.value = false;
		onChoose(entry);
	}

	/** Opens a closed list, and goes on by one in an open one. */
	function move(by: number): void {
		const count = entries.value.length;
		if (!open.value) {
			active.value = 0;
			open.value = true;
		} else if (count > 0) {
			active.value = (active.value + by + count) % count;
			void nextTick(() => document.getElementById(optionId(active.value))?.scrollIntoView({ block: 'nearest' }));
		}
	}

	return { open, active, listId, optionId, choose, move };
}
