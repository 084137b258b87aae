// @vitest-environment happy-dom
import { createPinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp, defineComponent, h, type Ref } from 'vue';
import type { ScanResult } from '../../../src-contract/model/scan';
import { type ScanMessage, useScanner } from '../../../src-renderer/app/scanner';
import { useShipFormStore } from '../../../src-renderer/features/shared/ship-form/ship-form';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';
import { shipmentDetail } from '../../fixtures/screens';
import { exampleDraft } from '../../fixtures/shipment-draft';

const push = vi.fn(async (_to: unknown) => {});
vi.mock('vue-router', () => ({ useRouter: () => ({ push }) }));

let bridge: TestBridge;
let app: App;
let scanMessage: Ref<ScanMessage | undefined>;
let ship: ReturnType<typeof useShipFormStore>;
let at = 1000;
beforeEach(() => {
	push.mockClear();
	bridge = installBridge();
	const pinia = createPinia();
	app = createApp(
		defineComponent(() => {
			({ scanMessage } = useScanner());
			ship = useShipFormStore();
			return () => h('div');
		}),
	);
	app.use(pinia).mount(document.createElement('div'));
});
afterEach(() => {
	app.unmount();
	document.body.replaceChildren();
});

/** Sends keys to the focused element, as a keyboard or a scanner does. @returns the keys that a field would not receive */
function type(
	keys: (string | (KeyboardEventInit & { key: string }))[],
	betweenMs: number,
	changes: KeyboardEventInit = {},
): string[] {
	const intercepted: string[] = [];
	at += 1000;
	for (const pressed of keys) {
		const { key, ...modifiers } = typeof pressed === 'string' ? { key: pressed } : pressed;
		at += betweenMs;
		const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...changes, ...modifiers });
		Object.defineProperty(event, 'timeStamp', { value: at });
		const target = document.activeElement ?? document.body;
		if (!target.dispatchEvent(event)) intercepted.push(key);
		else if (target instanceof HTMLInputElement && key.length === 1) target.value += key;
	}
	return intercepted;
}
async function scan(code: string): Promise<string[]> {
	const intercepted = type([...code, 'Enter'], 5);
	await flushPromises();
	return intercepted;
}
function focusField(value: string, takesCodes = false): HTMLInputElement {
	const field = document.createElement('input');
	field.value = value;
	if (takesCodes) field.dataset.takesCodes = 'true';
	document.body.append(field);
	field.focus();
	return field;
}
const lookedUp = () => bridge.callsTo('scans.lookUp').map(({ input }) => input.text);
const parcel = (recipient: string, changes: object = {}): ScanResult => ({
	kind: 'parcel',
	shipmentId: 1,
	recipient,
	reference: '',
	verdict: { kind: 'right', isVerified: true, scanned: 1, pages: 1, ...changes },
});

describe('a scan', () => {
	it('of the shipment whose result is shown updates the result', async () => {
		ship.result = shipmentDetail({ id: 1, scanProgress: { scanned: 2, pages: 3 } });
		await scan('TRACK0001');
		await bridge.pending('scans.lookUp').answer(parcel('Muster GmbH', { scanned: 3, pages: 3 }));
		const verified = shipmentDetail({ id: 1, scanProgress: { scanned: 3, pages: 3 } });
		await bridge.pending('shipments.get').answer(verified);
		expect(ship.result).toEqual(verified);
	});

	it('is a series of keys faster than typing, ended by Enter', async () => {
		expect(await scan('TRACK0001')).toEqual(['Enter']);
		expect(lookedUp()).toEqual(['TRACK0001']);
	});

	it.each([
		['the keys come at typing speed', [...'TRACK0001', 'Enter'], 80],
		['it has three characters', [...'ABC', 'Enter'], 5],
		['an arrow key comes in between', [...'TRACK', 'ArrowLeft', ...'01', 'Enter'], 5],
		['there is no Enter', [...'TRACK0001'], 5],
	])('is ignored when %s', async (_name, keys, betweenMs) => {
		expect(type(keys, betweenMs)).toEqual([]);
		await flushPromises();
		expect(lookedUp()).toEqual([]);
		await scan('ABCD');
		expect(lookedUp()).toEqual(['ABCD']);
	});

	it.each([
		[34, ['CODE']],
		[35, []],
	])('with %i ms between two keys is read as %j', async (betweenMs, codes) => {
		type([...'CODE', 'Enter'], betweenMs);
		await flushPromises();
		expect(lookedUp()).toEqual(codes);
	});

	it('contains capitals, for which scanners hold Shift', async () => {
		type(['Shift', 'A', 'Shift', 'B', '1', '2', 'Enter'], 5);
		await flushPromises();
		expect(lookedUp()).toEqual(['AB12']);
	});

	it.each([
		['Ctrl ]', [{ key: 'Control' }, { key: ']', ctrlKey: true }]],
		['Alt and its number', [{ key: 'Alt' }, ...[...'0029'].map((key) => ({ key, altKey: true }))]],
	])('contains the GS separator that a scanner sends as %s', async (_name, control) => {
		type([...'42090210', ...control, ...'92055903', 'Enter'], 5);
		await flushPromises();
		expect(lookedUp()).toEqual(['4209021092055903']);
	});

	it.each([
		['a shortcut', { key: 'F5', ctrlKey: true }],
		['a shortcut of the window system', { key: 'd', metaKey: true }],
	])('starts again after %s', async (_name, key) => {
		type([...'CODE', key, ...'TRACK01', 'Enter'], 5);
		await flushPromises();
		expect(lookedUp()).toEqual(['TRACK01']);
	});

	it('starts after text that was typed by hand', async () => {
		type(['x', 'y'], 200);
		await flushPromises();
		await scan('CODE1');
		expect(lookedUp()).toEqual(['CODE1']);
	});

	it('is left to a field that accepts codes itself', async () => {
		const field = focusField('', true);
		expect(await scan('TRACK0001')).toEqual([]);
		expect(field.value).toBe('TRACK0001');
		expect(lookedUp()).toEqual([]);
		field.remove();
		await scan('CODE1');
		expect(lookedUp()).toEqual(['CODE1']);
	});

	it('is not ended by Ctrl Enter, and is ignored after the screen is unmounted', async () => {
		type([...'CODE', 'Enter'], 5, { ctrlKey: true });
		await flushPromises();
		app.unmount();
		await scan('CODE1');
		expect(lookedUp()).toEqual([]);
	});
});

describe('a field that receives a scanned code', () => {
	it('gets its earlier text back when the code is known', async () => {
		const field = focusField('Steel ');
		await scan('TRACK0001');
		expect(field.value).toBe('Steel TRACK0001');
		await bridge.pending('scans.lookUp').answer(parcel('Muster GmbH'));
		expect(field.value).toBe('Steel ');
	});

	it('keeps text typed since the scan', async () => {
		const field = focusField('Steel ');
		await scan('TRACK0001');
		field.value += 'screws';
		await bridge.pending('scans.lookUp').answer(parcel('Muster GmbH'));
		expect(field.value).toBe('Steel screws');
	});

	it('keeps an unknown code, which may be meant for the field', async () => {
		const field = focusField('');
		await scan('TRACK0001');
		await bridge.pending('scans.lookUp').answer({ kind: 'notFound' });
		expect(field.value).toBe('TRACK0001');
		expect(scanMessage.value).toEqual({ isError: true, text: expect.stringContaining('TRACK0001') });
	});
});

it('opens the item whose bar code is scanned, and removes the code from the field', async () => {
	const field = focusField('Mug ');
	await scan('9521234543213');
	await bridge.pending('scans.lookUp').answer({ kind: 'item', itemId: 7 });
	expect(push).toHaveBeenCalledWith({ name: 'items', params: { id: 7 } });
	expect([field.value, scanMessage.value]).toEqual(['Mug ', undefined]);
});

describe('the notice', () => {
	it.each<[string, ScanResult, boolean, string]>([
		['a closed parcel', parcel('Muster GmbH'), false, 'Muster GmbH: label OK, parcel verified.'],
		['one of two pieces', parcel('Muster GmbH', { isVerified: false, pages: 2 }), false, '1 of 2'],
		[
			'a label that was scanned before',
			{
				kind: 'parcel',
				shipmentId: 1,
				recipient: 'Muster GmbH',
				reference: 'ORDER-1',
				verdict: { kind: 'scannedBefore', scannedAt: '' },
			},
			true,
			'STOP',
		],
		[
			'the routing code of a label',
			{ kind: 'parcel', shipmentId: 1, recipient: 'Muster GmbH', reference: 'ORDER-1', verdict: { kind: 'routing' } },
			true,
			'does not identify the parcel',
		],
		[
			'a code on several pieces of a shipment',
			{ kind: 'parcel', shipmentId: 1, recipient: 'Muster GmbH', reference: 'ORDER-1', verdict: { kind: 'ambiguous' } },
			true,
			'Several labels',
		],
		['a code on several labels', { kind: 'severalShipments' }, true, 'Several labels'],
	])('describes %s', async (_name, found, isError, text) => {
		await scan('CODE1');
		await bridge.pending('scans.lookUp').answer(found);
		expect(scanMessage.value).toMatchObject({ isError, text: expect.stringContaining(text) });
		expect(scanMessage.value?.isStop ?? false).toBe(text === 'STOP');
	});

	it('is about the label scanned last, even when the earlier lookup is slow', async () => {
		await scan('CODE1');
		await scan('CODE2');
		expect(lookedUp()).toEqual(['CODE1']);
		await bridge.pending('scans.lookUp').answer(parcel('First GmbH'));
		expect(lookedUp()).toEqual(['CODE1', 'CODE2']);
		await bridge.pending('scans.lookUp').answer({ kind: 'severalShipments' });
		expect(scanMessage.value).toMatchObject({ isError: true });
	});

	it('explains why a lookup failed, and the next scan works', async () => {
		await scan('CODE1');
		await bridge.pending('scans.lookUp').fail('internal', 'The journal cannot be read.');
		expect(scanMessage.value).toEqual({ isError: true, text: 'The journal cannot be read.' });
		await scan('CODE2');
		await flushPromises();
		await bridge.pending('scans.lookUp').answer(parcel('Muster GmbH'));
		expect(scanMessage.value?.isError).toBe(false);
	});
});

describe('a scanned order', () => {
	const draft = { kind: 'draft', shipmentId: 4 } as const;

	it('is shown in Shipments when it was sent', async () => {
		await scan('ORDER-1');
		await bridge.pending('scans.lookUp').answer({ kind: 'shipment', shipmentId: 9, recipient: 'Muster GmbH' });
		expect(push).toHaveBeenCalledExactlyOnceWith({ name: 'shipments', params: { id: 9 } });
		expect(scanMessage.value?.text).toContain('Muster GmbH');
	});

	it('opens Pack, which handles the code', async () => {
		await scan('ORDER-1');
		await bridge.pending('scans.lookUp').answer({ kind: 'order' });
		expect(push).toHaveBeenCalledExactlyOnceWith({ name: 'pack', query: { code: 'ORDER-1' } });
	});

	it('is loaded into the form after the current form is saved', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		await scan('ORDER-1');
		await bridge.pending('scans.lookUp').answer(draft);
		await bridge.pending('shipments.get').answer(shipmentDetail({ id: 4, state: 'composed', draft: exampleDraft }));
		await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ state: 'composed' }));
		expect(ship.savedDraftId).toBe(4);
		expect(ship.draft.reference).toBe('ORDER-1');
		expect(push).toHaveBeenCalledExactlyOnceWith({ name: 'ship' });
	});

	it('leaves the form unchanged when the order cannot be read', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		await scan('ORDER-1');
		await bridge.pending('scans.lookUp').answer(draft);
		await bridge.pending('shipments.get').fail('internal', 'The draft is gone.');
		expect(scanMessage.value).toEqual({ isError: true, text: 'The draft is gone.' });
		expect(ship.draft.to.contactPerson).toBe('Max Muster');
		expect(bridge.callsTo('shipments.saveDraft')).toHaveLength(0);
	});

	it('keeps typed text when it is already in the form', async () => {
		ship.load(exampleDraft, { savedDraftId: 4 });
		ship.draft.reference = 'typed since';
		await scan('ORDER-1');
		await bridge.pending('scans.lookUp').answer(draft);
		expect(push).toHaveBeenCalledExactlyOnceWith({ name: 'ship' });
		expect(ship.draft.reference).toBe('typed since');
		expect(bridge.callsTo('shipments.get')).toHaveLength(0);
	});
});
