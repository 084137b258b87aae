// Keyboard and mouse handling for a list under a combobox, after the ARIA Authoring Practices Guide. The returned `combobox`,
// `list` and `option(index)` are the attributes and listeners of these elements, for `v-bind`.
import { computed, nextTick, type Ref, ref, useId, watch } from 'vue';

/** @param keyOf returns the identity of an entry, by which the active entry is found again when the entries change */
export function useListbox<Entry>(
	entries: Ref<readonly Entry[]>,
	onChoose: (entry: Entry) => void,
	keyOf: (entry: Entry) => unknown,
) {
	const isOpen = ref(false);
	/** Index of the highlighted entry; -1: none. */
	const activeIndex = ref(0);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;

	// Entries may arrive while the user moves through the list. The active entry stays active if it is still in the list, so that
	// Enter still chooses it.
	watch(
		entries,
		(newEntries, oldEntries) => {
			const activeEntry = oldEntries[activeIndex.value];
			const newIndex =
				activeEntry === undefined ? -1 : newEntries.findIndex((entry) => keyOf(entry) === keyOf(activeEntry));
			activeIndex.value = newIndex >= 0 ? newIndex : Math.max(0, Math.min(activeIndex.value, newEntries.length - 1));
		},
		{ flush: 'sync' },
	);

	function choose(index: number): void {
		const entry = entries.value[index];
		if (!isOpen.value || entry === undefined) return;
		isOpen.value = false;
		onChoose(entry);
	}

	/** Opens the list without a highlighted entry: the first step down goes to the first entry, the first step up to the last. */
	function open(): void {
		if (isOpen.value) return;
		activeIndex.value = -1;
		isOpen.value = true;
	}

	/**
	 * Opens a closed list with the first entry highlighted. In an open list, moves by `step` entries and continues at the other end
	 * of the list.
	 */
	function move(step: number): void {
		const count = entries.value.length;
		if (!isOpen.value) {
			activeIndex.value = 0;
			isOpen.value = true;
		} else if (count > 0) {
			const start = activeIndex.value < 0 && step < 0 ? 0 : activeIndex.value;
			activeIndex.value = (start + step + count) % count;
			void nextTick(() => document.getElementById(optionId(activeIndex.value))?.scrollIntoView({ block: 'nearest' }));
		}
	}

	const isShown = computed(() => isOpen.value && entries.value.length > 0);
	const combobox = computed(() => ({
		role: 'combobox',
		autocomplete: 'off',
		'aria-autocomplete': 'list' as const,
		'aria-expanded': isShown.value,
		'aria-controls': isShown.value ? listId : undefined,
		'aria-activedescendant': isShown.value && activeIndex.value >= 0 ? optionId(activeIndex.value) : undefined,
	}));
	const option = (index: number) => ({
		id: optionId(index),
		role: 'option',
		'aria-selected': index === activeIndex.value,
		onMousemove: () => {
			activeIndex.value = index;
		},
		// Prevents the mouse press from taking the focus, which would close the list.
		onMousedown: (event: Event) => event.preventDefault(),
		onClick: () => choose(index),
	});

	return { isOpen, isShown, activeIndex, list: { id: listId, role: 'listbox' }, combobox, option, choose, open, move };
}
