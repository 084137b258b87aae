// Keyboard and mouse handling for a list under a combobox, after the ARIA Authoring Practices Guide.
import { computed, nextTick, type Ref, ref, useId, watch } from 'vue';

/** @param keyOf identifies an entry, so that it stays active when other entries are inserted before it */
export function useListbox<Entry>(
	entries: Ref<readonly Entry[]>,
	onChoose: (entry: Entry) => void,
	keyOf: (entry: Entry) => unknown,
) {
	const open = ref(false);
	const active = ref(0);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;

	// Entries may arrive while the user moves through the list: Enter must choose the highlighted one.
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

	/** Opens a closed list; moves by one in an open list. */
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
	/** Prevents the mouse press from taking the focus, which would close the list. */
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
