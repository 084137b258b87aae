// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createApp, defineComponent, h, type Ref, ref } from 'vue';
import { useListbox } from '../../../src-renderer/ui/listbox';

interface Entry {
	id: number;
	name: string;
}
const entry = (id: number): Entry => ({ id, name: `Entry ${id}` });

function mountListbox(entries: Ref<readonly Entry[]>) {
	const onChoose = vi.fn();
	let listbox: ReturnType<typeof useListbox<Entry>> | undefined;
	const app = createApp(
		defineComponent(() => {
			listbox = useListbox(entries, onChoose, ({ id }) => id);
			return () => h('div');
		}),
	);
	app.mount(document.createElement('div'));
	if (!listbox) throw new Error('not mounted');
	return { ...listbox, onChoose };
}

describe('the keys of a list under a field', () => {
	it('open it at its first entry, and wrap around its ends', () => {
		const { move, isOpen, activeIndex } = mountListbox(ref([entry(1), entry(2), entry(3)]));
		expect(isOpen.value).toBe(false);
		move(1);
		expect([isOpen.value, activeIndex.value]).toEqual([true, 0]);
		move(1);
		move(1);
		expect(activeIndex.value).toBe(2);
		move(1);
		expect(activeIndex.value).toBe(0);
		move(-1);
		expect(activeIndex.value).toBe(2);
	});

	it('choose the active entry and close the list', () => {
		const { move, choose, isOpen, activeIndex, onChoose } = mountListbox(ref([entry(1), entry(2)]));
		move(1);
		move(1);
		choose(activeIndex.value);
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(entry(2));
		expect(isOpen.value).toBe(false);
		choose(activeIndex.value);
		expect(onChoose).toHaveBeenCalledTimes(1);
	});

	it('do nothing in an empty list', () => {
		const { move, choose, isOpen, isShown, activeIndex, onChoose } = mountListbox(ref([]));
		move(1);
		move(1);
		expect([isOpen.value, isShown.value, activeIndex.value]).toEqual([true, false, 0]);
		choose(0);
		expect(onChoose).not.toHaveBeenCalled();
	});
});

describe('entries that arrive late', () => {
	it('keep the highlighted entry when another one appears before it', () => {
		const entries = ref<readonly Entry[]>([entry(1), entry(2)]);
		const { move, choose, activeIndex, onChoose } = mountListbox(entries);
		move(1);
		move(1);
		entries.value = [entry(9), entry(1), entry(2)];
		expect(activeIndex.value).toBe(2);
		choose(activeIndex.value);
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(entry(2));
	});

	it('highlight the last entry when the list is shorter and the highlighted entry is gone', () => {
		const entries = ref<readonly Entry[]>([entry(1), entry(2), entry(3)]);
		const { move, activeIndex } = mountListbox(entries);
		move(1);
		move(-1);
		expect(activeIndex.value).toBe(2);
		entries.value = [entry(7), entry(8)];
		expect(activeIndex.value).toBe(1);
		entries.value = [];
		expect(activeIndex.value).toBe(0);
	});
});

describe('the attributes for screen readers', () => {
	it('are the list and the active option while the list is shown', () => {
		const { combobox, option, list, move } = mountListbox(ref([entry(1), entry(2)]));
		expect(combobox.value).toMatchObject({ role: 'combobox', 'aria-expanded': false });
		expect(combobox.value['aria-controls']).toBeUndefined();
		move(1);
		expect(combobox.value).toMatchObject({
			'aria-expanded': true,
			'aria-controls': list.id,
			'aria-activedescendant': option(0).id,
		});
		expect(option(0)['aria-selected']).toBe(true);
		expect(option(1)['aria-selected']).toBe(false);
	});

	it('follow the mouse, and a press keeps the focus in the field', () => {
		const { option, move, activeIndex, onChoose } = mountListbox(ref([entry(1), entry(2)]));
		move(1);
		option(1).onMousemove();
		expect(activeIndex.value).toBe(1);
		const press = new Event('mousedown', { cancelable: true });
		option(1).onMousedown(press);
		expect(press.defaultPrevented).toBe(true);
		option(1).onClick();
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(entry(2));
	});
});
