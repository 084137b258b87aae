// @vitest-environment happy-dom
// Scans with the real listener of the application: the Pack screen receives them wherever the focus is.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, ref } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { useScanner } from '../../../../src-renderer/app/scanner';
import PackView from '../../../../src-renderer/features/pack/PackView.vue';
import { currentScanHandler } from '../../../../src-renderer/lib/scans';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf, statusOf } from '../../../fixtures/screens';
import { currentSession, packAnswer, packLine, packQueue, packView } from './pack-fixtures';

let bridge: TestBridge;
const isPackShown = ref(true);
beforeEach(() => {
	bridge = installBridge();
	bridge.reply('packing.queue', () => packQueue());
	isPackShown.value = true;
});
afterEach(() => {
	vi.useRealTimers();
	unmountAll();
});

const session = packView({ lines: [packLine(0, { hasCode: false, isCountable: true }), packLine(1)] });
async function open(view: typeof session | null = session): Promise<Mounted> {
	bridge.reply('packing.current', () => currentSession(view));
	const component = { render: () => null };
	const router = createRouter({
		history: createMemoryHistory(),
		routes: ['/pack', '/items/:id', '/'].map((path, index) => ({
			path,
			name: ['pack', 'items', 'ship'][index] ?? '',
			component,
		})),
	});
	await router.push('/pack');
	const pinia = freshPinia();
	Object.assign(useStationStore(), { status: statusOf(), settings: settingsOf() });
	const Other = defineComponent(() => () => h('input', { 'data-other': true }));
	const shell = defineComponent(() => {
		useScanner();
		return () => h(KeepAlive, () => h(isPackShown.value ? PackView : Other));
	});
	const screen = mount(pinia, shell, () => ({}), [router]);
	await flushPromises();
	await flushPromises();
	return screen;
}

let at = 100_000;
/** Sends keys to the focused element, as a scanner does. @returns the keys that a field would not receive */
function keys(sent: readonly (string | KeyboardEventInit)[], betweenMs = 5): string[] {
	const intercepted: string[] = [];
	at += 2000;
	for (const pressed of sent) {
		const init = typeof pressed === 'string' ? { key: pressed } : pressed;
		at += betweenMs;
		const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
		Object.defineProperty(event, 'timeStamp', { value: at });
		const target = document.activeElement ?? document.body;
		if (!target.dispatchEvent(event)) intercepted.push(init.key ?? '');
		else if (target instanceof HTMLInputElement && init.key?.length === 1 && !init.ctrlKey && !init.altKey) {
			target.value += init.key;
			target.dispatchEvent(new Event('input', { bubbles: true }));
		}
	}
	return intercepted;
}
const scan = async (code: string, end: string[] = ['Enter']) => {
	const intercepted = keys([...code, ...end]);
	await flushPromises();
	return intercepted;
};
const scanned = () => bridge.callsTo('packing.scan').map(({ input }) => input.text);
const codeInput = (screen: Mounted) => screen.find<HTMLInputElement>('input[maxlength="500"]');

describe('a scan on Pack', () => {
	it('goes to the session, and leaves nothing in the field for codes', async () => {
		const screen = await open();
		expect(document.activeElement).toBe(codeInput(screen));
		expect(await scan('4006381333931')).toEqual(['Enter']);
		expect(bridge.callsTo('packing.scan').map(({ input }) => input)).toEqual([
			{ text: '4006381333931', session: { sessionId: 7, revision: 1 } },
		]);
		expect(codeInput(screen).value).toBe('');
		expect(bridge.callsTo('scans.lookUp')).toHaveLength(0);
	});

	it('counts while another field is focused or a dialog is open, and leaves their text', async () => {
		const screen = await open();
		screen.button('Report a problem').click();
		await flushPromises();
		const note = screen.find<HTMLInputElement>('input[aria-label=Note]');
		note.focus();
		note.value = 'Wet';
		note.dispatchEvent(new Event('input', { bubbles: true }));
		await scan('CODE-1');
		expect(scanned()).toEqual(['CODE-1']);
		expect(note.value).toBe('Wet');
		const dialogField = document.createElement('input');
		document.body.append(dialogField);
		dialogField.focus();
		await scan('CODE-2');
		await bridge.pending('packing.scan').answer(packAnswer());
		expect(scanned()).toEqual(['CODE-1', 'CODE-2']);
		expect(dialogField.value).toBe('');
	});

	it('leaves the number in the field for pieces', async () => {
		const screen = await open();
		screen.button('Count by hand').click();
		await flushPromises();
		const pieces = screen.find<HTMLInputElement>('li input');
		pieces.focus();
		await scan('4006381333931');
		expect(scanned()).toEqual(['4006381333931']);
		expect(pieces.value).toBe('2');
	});

	it('is left to a field that takes codes itself', async () => {
		await open();
		const field = document.createElement('input');
		field.dataset.takesCodes = 'true';
		document.body.append(field);
		field.focus();
		await scan('CODE-1');
		expect(scanned()).toEqual([]);
		expect(field.value).toBe('CODE-1');
	});

	it('that follows at once waits for the answer, and is sent with its revision', async () => {
		await open();
		keys([...'CODE1', 'Enter', ...'CODE2', 'Enter']);
		await flushPromises();
		expect(scanned()).toEqual(['CODE1']);
		await bridge.pending('packing.scan').answer(packAnswer({ view: { ...session, revision: 2 } }));
		expect(scanned()).toEqual(['CODE1', 'CODE2']);
		expect(bridge.pending('packing.scan').input.session).toEqual({ sessionId: 7, revision: 2 });
	});

	it('is sent after a scan that failed', async () => {
		await open();
		keys([...'CODE1', 'Enter', ...'CODE2', 'Enter']);
		await flushPromises();
		await bridge.pending('packing.scan').fail('storage.full', 'The disk is full.');
		expect(scanned()).toEqual(['CODE1', 'CODE2']);
	});

	it('without an open session has none', async () => {
		await open(null);
		await scan('SO-1');
		expect(bridge.pending('packing.scan').input).toEqual({ text: 'SO-1', session: null });
	});

	it('keeps its prefix, and the separators of a GS1 code', async () => {
		await open();
		const separator = { key: ']', ctrlKey: true };
		keys([...']C110LOT1', { key: 'Control', ctrlKey: true }, separator, ...'21SN1', 'Enter']);
		keys([
			...'10LOT2',
			{ key: 'Alt', altKey: true },
			...[...'0029'].map((key) => ({ key, altKey: true })),
			...'21SN2',
			'Enter',
		]);
		await flushPromises();
		await bridge.pending('packing.scan').answer(packAnswer());
		expect(scanned()).toEqual([']C110LOT1\u001d21SN1', '10LOT2\u001d21SN2']);
	});

	it('ends with Tab too, and the focus stays', async () => {
		const screen = await open();
		expect(await scan('CODE-1', ['Tab'])).toEqual(['Tab']);
		expect(scanned()).toEqual(['CODE-1']);
		expect(codeInput(screen).value).toBe('');
	});

	it('that ends with two Enter presses nothing', async () => {
		await open(null);
		expect(await scan('CODE-1', ['Enter', 'Enter'])).toEqual(['Enter', 'Enter']);
		expect(scanned()).toEqual(['CODE-1']);
		expect(bridge.callsTo('packing.openNext')).toHaveLength(0);
	});

	it('leaves an Enter to the user who pressed another key first', async () => {
		await open(null);
		expect(await scan('CODE-1', ['Enter', 'Escape', 'Enter'])).toEqual(['Enter']);
	});

	it('typed by hand is sent with Enter', async () => {
		const screen = await open();
		keys([...'CODE-1'], 150);
		await flushPromises();
		expect(scanned()).toEqual([]);
		expect(codeInput(screen).value).toBe('CODE-1');
		codeInput(screen).form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
		await flushPromises();
		expect(scanned()).toEqual(['CODE-1']);
		expect(codeInput(screen).value).toBe('');
	});
});

describe('a scanner that sends no Enter', () => {
	it.each([
		['is read 120 ms after the last character', 'CODE-1', 5, 120, ['CODE-1']],
		['is not read before', 'CODE-1', 5, 119, []],
		['is not taken for a scan when it has five characters', 'CODE1', 5, 500, []],
		['is not taken for a scan when it is typed', 'CODE-1', 35, 500, []],
	])('%s', async (_name, code, betweenMs, waitedMs, expected) => {
		const screen = await open();
		vi.useFakeTimers();
		keys([...code], betweenMs);
		vi.advanceTimersByTime(waitedMs);
		expect(codeInput(screen).value).toBe(expected.length > 0 ? '' : code);
		vi.useRealTimers();
		await flushPromises();
		expect(scanned()).toEqual(expected);
	});

	it('is read once when its Enter comes late, and the Enter presses nothing', async () => {
		await open(null);
		vi.useFakeTimers();
		keys([...'CODE-1']);
		vi.advanceTimersByTime(120);
		at -= 1700;
		expect(keys(['Enter'])).toEqual(['Enter']);
		vi.useRealTimers();
		await flushPromises();
		expect(scanned()).toEqual(['CODE-1']);
		expect(bridge.callsTo('packing.openNext')).toHaveLength(0);
	});
});

describe('a scan on another screen', () => {
	it('is looked up as before, also while Pack stays in memory', async () => {
		await open();
		isPackShown.value = false;
		await flushPromises();
		await scan('CODE-1');
		expect(scanned()).toEqual([]);
		expect(bridge.callsTo('scans.lookUp').map(({ input }) => input.text)).toEqual(['CODE-1']);
		isPackShown.value = true;
		await flushPromises();
		await scan('CODE-2');
		expect(scanned()).toEqual(['CODE-2']);
	});

	it('is no longer sent to a screen that was closed', async () => {
		await open();
		await scan('CODE-1');
		expect(scanned()).toEqual(['CODE-1']);
		expect(currentScanHandler()).toBeDefined();
		unmountAll();
		expect(currentScanHandler()).toBeUndefined();
	});

	it('needs Enter, and keeps the text of fields', async () => {
		const screen = await open();
		isPackShown.value = false;
		await flushPromises();
		const field = screen.find<HTMLInputElement>('[data-other]');
		field.focus();
		vi.useFakeTimers();
		keys([...'CODE-1']);
		vi.advanceTimersByTime(1000);
		vi.useRealTimers();
		await flushPromises();
		expect(field.value).toBe('CODE-1');
		expect(keys([...'CODE-1', 'Tab'])).toEqual([]);
		expect(bridge.callsTo('scans.lookUp')).toHaveLength(0);
		expect(scanned()).toEqual([]);
	});
});
