// The list under a combobox, after the pattern of the ARIA authoring practices: which entry is active, moved by keys.
import { computed, nextTick, type Ref, ref, useId, watch } from 'vue';

/** @param keyOf tells entries apart: the active one stays active when others come before it */
export function useListbox<Entry>(
	entries: Ref<readonly Entry[]>,
	onChoose: (entry: Entry) => void,
	keyOf: (entry: Entry) => unknown,
) {
	const open = ref(false);
	const active = ref(0);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;

	// Entries may come late, while the user moves through the ones before: Enter must choose the one that was highlighted.
	watch(
		entries,
		(now, before) => {
			const highlighted = before[active.value];
			const at = highlighted === undefined ? -1 : now.findIndex((entry) => keyOf(entry) === keyOf(highlighted));
			active.value = at >= 0 ? at : Math.max(0, Math.min(active.value, now.length - 1));
		},
		{ flush: 'sync' },
	);

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

	const isShown = computed(() => open.value && entries.value.length > 0);
	const combobox = computed(() => ({
		role: 'combobox',
		autocomplete: 'off',
		'aria-autocomplete': 'list' as const,
		'aria-expanded': isShown.value,
		'aria-controls': isShown.value ? listId : undefined,
		'aria-activedescendant': isShown.value ? optionId(active.value) : undefined,
	}));
	/** The press is taken before the field loses its focus, which closes the list. */
	const option = (index: number) => ({
		id: optionId(index),
		role: 'option',
		'aria-selected': index === active.value,
		onMousemove: () => {
			active.value = index;
		},
		onMousedown: (event: Event) => event.preventDefault(),
		onClick: () => choose(index),
	});

	return { open, isShown, active, list: { id: listId, role: 'listbox' }, combobox, option, choose, move };
}
