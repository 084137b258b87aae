// Keyboard and mouse handling for a list under a combobox, after the ARIA Authoring Practices Guide.
import { computed, nextTick, type Ref, ref, useId, watch } from 'vue';

/** @param keyOf identifies an entry, so that the active entry stays active when others are inserted before it */
export function useListbox<Entry>(
	entries: Ref<readonly Entry[]>,
	onChoose: (entry: Entry) => void,
	keyOf: (entry: Entry) => unknown,
) {
	const isOpen = ref(false);
	const activeIndex = ref(0);
	const listId = useId();
	const optionId = (index: number) => `${listId}-${index}`;

	// Entries may arrive while the user moves through the list. The highlighted entry stays active, so that Enter chooses it.
	watch(
		entries,
		(now, before) => {
			const highlighted = before[activeIndex.value];
			const highlightedIndex =
				highlighted === undefined ? -1 : now.findIndex((entry) => keyOf(entry) === keyOf(highlighted));
			activeIndex.value =
				highlightedIndex >= 0 ? highlightedIndex : Math.max(0, Math.min(activeIndex.value, now.length - 1));
		},
		{ flush: 'sync' },
	);

	function choose(index: number): void {
		const entry = entries.value[index];
		if (!isOpen.value || entry === undefined) return;
		isOpen.value = false;
		onChoose(entry);
	}

	/** In a closed list: opens it. In an open list: moves by `step` entries, from the last to the first and back. */
	function move(step: number): void {
		const count = entries.value.length;
		if (!isOpen.value) {
			activeIndex.value = 0;
			isOpen.value = true;
		} else if (count > 0) {
			activeIndex.value = (activeIndex.value + step + count) % count;
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
		'aria-activedescendant': isShown.value ? optionId(activeIndex.value) : undefined,
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

	return { isOpen, isShown, activeIndex, list: { id: listId, role: 'listbox' }, combobox, option, choose, move };
}
