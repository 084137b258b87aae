// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp, defineComponent, h, KeepAlive, nextTick, ref, shallowRef } from 'vue';
import { allCommands, type Command, useCommands } from '../../../src-renderer/lib/commands';

let app: App | undefined;
afterEach(() => {
	app?.unmount();
	document.body.replaceChildren();
});
function mount(render: () => unknown): void {
	app = createApp(defineComponent({ render: render as () => never }));
	const root = document.createElement('div');
	document.body.append(root);
	app.mount(root);
}
const screen = (name: string, make: () => Command[], inner?: () => unknown) =>
	defineComponent({
		name,
		setup() {
			useCommands(make);
			return () => h('main', inner?.() as never);
		},
	});
/** Sends a key event as the keyboard does. */
function press(key: string, changes: KeyboardEventInit = {}): boolean {
	const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
	const target = document.activeElement ?? document.body;
	return !target.dispatchEvent(
		new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...changes }),
	);
}
const labels = () => allCommands.value.map(({ label }) => label);

describe('the keys of commands', () => {
	it.each([
		['Ctrl K', 'k', { ctrlKey: true }],
		['Alt P', 'p', { altKey: true }],
		['Alt Shift O', 'O', { altKey: true, shiftKey: true }],
		['Alt 3', '3', { altKey: true }],
		['F8', 'F8', {}],
		['Escape', 'Escape', {}],
		['Ctrl Enter', 'Enter', { ctrlKey: true }],
		['Ctrl Shift S', 'S', { ctrlKey: true, shiftKey: true }],
	])('%s runs its command, and the browser does nothing else', (keys, key, modifiers) => {
		const run = vi.fn();
		mount(() => h(screen('Ship', () => [{ label: 'It', keys, run }])));
		expect(press(key, modifiers)).toBe(true);
		expect(run).toHaveBeenCalledTimes(1);
	});

	it.each([
		['without its modifier', 's', {}],
		['with an additional modifier', 's', { ctrlKey: true, altKey: true }],
		['with Shift', 'S', { ctrlKey: true, shiftKey: true }],
		['with another letter', 'd', { ctrlKey: true }],
	])('Ctrl S does not run %s', (_name, key, modifiers) => {
		const run = vi.fn();
		mount(() => h(screen('Ship', () => [{ label: 'Save', keys: 'Ctrl S', run }])));
		press(key, modifiers);
		expect(run).not.toHaveBeenCalled();
		press('s', { ctrlKey: true });
		expect(run).toHaveBeenCalledTimes(1);
	});

	it('run while the user types in a field', () => {
		const run = vi.fn();
		mount(() =>
			h(
				screen(
					'Ship',
					() => [{ label: 'Save', keys: 'Ctrl S', run }],
					() => h('input'),
				),
			),
		);
		document.querySelector('input')?.focus();
		expect(document.activeElement?.tagName).toBe('INPUT');
		press('s', { ctrlKey: true });
		expect(run).toHaveBeenCalledTimes(1);
	});

	it('follow the commands that the screen offers', async () => {
		const isOffline = ref(false);
		const run = vi.fn();
		const queue: Command = { label: 'Queue', keys: 'Ctrl Shift Enter', run };
		mount(() => h(screen('Ship', () => (isOffline.value ? [queue] : []))));
		press('Enter', { ctrlKey: true, shiftKey: true });
		expect(run).not.toHaveBeenCalled();
		isOffline.value = true;
		await nextTick();
		press('Enter', { ctrlKey: true, shiftKey: true });
		expect(run).toHaveBeenCalledTimes(1);
	});
});

describe('the list of commands', () => {
	it('starts with the commands of the innermost part of the screen', () => {
		const inner = screen('Parcels', () => [{ label: 'Add a parcel', run: () => {} }]);
		const outer = screen(
			'Ship',
			() => [
				{ label: 'Book', run: () => {} },
				{ label: 'Save', run: () => {} },
			],
			() => h(inner),
		);
		mount(() => h(outer));
		expect(labels()).toEqual(['Add a parcel', 'Book', 'Save']);
	});

	it('loses the commands and keys of a part that is unmounted', async () => {
		const run = vi.fn();
		const isThere = ref(true);
		const part = screen('Result', () => [{ label: 'Print again', keys: 'Ctrl P', run }]);
		mount(() => (isThere.value ? h(part) : null));
		expect(labels()).toEqual(['Print again']);
		isThere.value = false;
		await nextTick();
		expect(labels()).toEqual([]);
		press('p', { ctrlKey: true });
		expect(run).not.toHaveBeenCalled();
	});

	it('excludes an inactive screen until it is shown again', async () => {
		const run = vi.fn();
		const list = screen('List', () => [{ label: 'Duplicate', keys: 'Ctrl D', run }]);
		const other = screen('Other', () => [{ label: 'Else', run: () => {} }]);
		const shown = shallowRef(list);
		mount(() => h(KeepAlive, () => h(shown.value)));
		shown.value = other;
		await nextTick();
		expect(labels()).toEqual(['Else']);
		press('d', { ctrlKey: true });
		expect(run).not.toHaveBeenCalled();
		shown.value = list;
		await nextTick();
		expect(labels()).toEqual(['Duplicate']);
		press('d', { ctrlKey: true });
		expect(run).toHaveBeenCalledTimes(1);
	});
});
