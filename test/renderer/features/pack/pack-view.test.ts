// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import type { PackView as Session, StagedOrder } from '../../../../src-contract/model/packing';
import PackView from '../../../../src-renderer/features/pack/PackView.vue';
import { usePackStore } from '../../../../src-renderer/features/pack/pack';
import { showLanguage } from '../../../../src-renderer/lib/i18n';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf, statusOf } from '../../../fixtures/screens';
import { currentSession, packAnswer, packLine, packQueue, packView } from './pack-fixtures';

const playSound = vi.fn();
vi.mock('../../../../src-renderer/lib/sounds', () => ({ playSound: (sound: string) => playSound(sound) }));

let bridge: TestBridge;
let router: Router;
let queue = packQueue();
beforeEach(() => {
	playSound.mockClear();
	bridge = installBridge();
	queue = packQueue();
	bridge.reply('packing.queue', () => queue);
});
afterEach(unmountAll);

/** Opens the screen with a session, or with none. */
async function open(session: Session | null = null, path = '/pack'): Promise<Mounted> {
	bridge.reply('packing.current', () => currentSession(session));
	const component = { render: () => null };
	router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/pack', name: 'pack', component }] });
	await router.push(path);
	const pinia = freshPinia();
	Object.assign(useStationStore(), { status: statusOf(), settings: settingsOf() });
	const screen = mount(pinia, PackView, () => ({}), [router]);
	await flushPromises();
	await flushPromises();
	return screen;
}
const click = async (element: HTMLElement) => {
	element.click();
	await flushPromises();
};
const bandText = (screen: Mounted) => screen.find('[data-testid=pack-band]').textContent?.replace(/\s+/g, ' ').trim();
const verdict = (screen: Mounted) => screen.find('[data-testid=pack-band]').dataset.verdict;
const codeForm = (screen: Mounted) => screen.find('input[maxlength="500"]').closest('form') as HTMLFormElement;
async function submit(form: Element): Promise<void> {
	form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
	await flushPromises();
}
async function typeCode(screen: Mounted, code: string): Promise<void> {
	await typeInto(screen.find('input[maxlength="500"]'), code);
	await submit(codeForm(screen));
}
const staged = (changes: Partial<StagedOrder>): StagedOrder => ({
	sessionId: 20,
	orderId: 2,
	orderNumber: 'SO-2',
	recipient: 'Second BV',
	slipCode: 'SLIP2',
	kind: 'staged',
	reason: 'The service cannot be reached.',
	desk: 'Desk 4',
	at: '2026-11-24T10:00:00.000Z',
	...changes,
});

describe('without an open order', () => {
	it('shows the queue and opens the next order with Enter', async () => {
		const screen = await open();
		expect(bandText(screen)).toBe('Scan an order, an item or a tote');
		expect(screen.find('[aria-label="Open orders"]').textContent).toMatch(
			/12.*Open.*5.*Due today.*SO-3.*Example BV.*4 pieces/s,
		);
		await submit(codeForm(screen));
		await submit(codeForm(screen));
		expect(bridge.callsTo('packing.openNext')).toHaveLength(1);
		await bridge.pending('packing.openNext').answer(packAnswer({ title: 'Order SO-1' }));
		expect(screen.find('[data-testid=pack-order]').textContent).toBe('SO-1');
	});

	it('continues a staged order, and books it again', async () => {
		queue = packQueue({
			staged: [staged({}), staged({ sessionId: 21, orderId: 9, kind: 'later', reason: 'Put off' })],
		});
		const screen = await open();
		const rows = screen.findAll('[aria-labelledby=pack-staged] li');
		expect(rows.map((row) => row.querySelectorAll('button').length)).toEqual([2, 1]);
		await click(screen.button('Book again'));
		expect(bridge.pending('packing.bookStaged').input).toEqual({ sessionId: 20 });
		await bridge.pending('packing.bookStaged').answer(packAnswer({ view: null, title: 'Booked' }));
		await click(screen.findAll('[aria-labelledby=pack-staged] li')[1]?.querySelector('button') as HTMLElement);
		expect(bridge.pending('packing.open').input).toEqual({ orderId: 9, takeOver: false });
	});

	it('lists what scans would have caught, and prints the command card', async () => {
		queue = packQueue({
			shadowFindings: [{ at: '2026-11-24T10:00:00.000Z', orderNumber: 'SO-8', text: 'Short by 1' }],
		});
		const screen = await open();
		expect(screen.find('[aria-labelledby=pack-findings]').textContent).toMatch(/SO-8.*Short by 1/s);
		await click(screen.button('Print the command card'));
		await bridge.pending('packing.printCard').answer({ destination: 'ZD421' });
		expect(screen.root.textContent).toContain('The command card was sent to ZD421.');
	});

	it('opens the order of the address once', async () => {
		await open(null, '/pack?order=5');
		expect(bridge.callsTo('packing.open').map(({ input }) => input)).toEqual([{ orderId: 5, takeOver: false }]);
		expect(router.currentRoute.value.fullPath).toBe('/pack');
	});

	it('takes over an order that is open at another desk only after a question', async () => {
		const screen = await open(null, '/pack?order=5');
		await bridge.pending('packing.open').answer(
			packAnswer({
				verdict: 'wrong',
				refusal: 'notPackable',
				message: 'Order SO-5 is open at Desk 2.',
				openElsewhere: { orderId: 5, desk: 'Desk 2' },
				view: null,
			}),
		);
		expect(screen.find('[data-testid=pack-take-over]').textContent).toContain('Order SO-5 is open at Desk 2.');
		await click(screen.button('Take over'));
		expect(bridge.pending('packing.open').input).toEqual({ orderId: 5, takeOver: true });
		await bridge.pending('packing.open').answer(packAnswer({ view: packView({ takenFrom: 'Desk 2' }) }));
		expect(screen.findAll('[data-testid=pack-take-over]')).toHaveLength(0);
		expect(screen.root.textContent).toContain('Taken over from Desk 2');
	});
});

describe('the lines of an order', () => {
	const lines = [
		packLine(0, { packed: 2, name: 'Done item' }),
		packLine(1, { packed: 1, kitName: 'Tea set', packingNote: 'Wrap twice', flags: ['isFragile'], hasPicture: true }),
		packLine(2, { isGoods: false, name: 'Gift card', wanted: 1 }),
		packLine(3, { hasCode: false, isCountable: true, wanted: 5, packed: 1 }),
	];
	const noCarton = { chosenCarton: '', carton: null, weightKg: null, weightReason: '' };
	const session = packView({
		lines,
		lastLine: 1,
		packages: [
			{
				...noCarton,
				number: 1,
				isClosed: true,
				pieces: [{ lineIndex: 0, quantity: 2, serial: '', lot: '', expiresOn: '' }],
			},
			{
				...noCarton,
				number: 2,
				isClosed: false,
				pieces: [{ lineIndex: 3, quantity: 1, serial: '', lot: '', expiresOn: '' }],
			},
		],
	});

	it('come in the order in which they are packed, with their facts', async () => {
		const screen = await open(session);
		expect(screen.findAll('li[data-sku]').map(({ dataset }) => dataset.sku)).toEqual([
			'SKU-1',
			'SKU-3',
			'SKU-0',
			'SKU-2',
		]);
		const row = screen.find('li[data-sku=SKU-1]');
		expect(row.textContent).toMatch(/Item 1.*SKU-1.*Part of Tea set.*Wrap twice.*Fragile.*1 \/ 2/s);
		expect(row.ariaCurrent ?? row.getAttribute('aria-current')).toBe('true');
		expect(screen.find('li[data-sku=SKU-0]').dataset.done).toBe('true');
		expect(screen.find('li[data-sku=SKU-2]').textContent).toContain('no scan needed');
		expect(screen.find('aside').textContent).toMatch(
			/Muster GmbH.*10115 Berlin.*Wed 25 Nov|Muster GmbH.*10115 Berlin.*Package 1 \(closed\) · 2 pieces.*Package 2 \(open\) · 1 piece/s,
		);
	});

	it('are counted by hand, by default all that are missing, and taken out', async () => {
		const screen = await open(session);
		const row = screen.find('li[data-sku=SKU-3]');
		await click(screen.button('Count by hand'));
		expect(row.querySelector('input')?.value).toBe('4');
		await submit(row.querySelector('form') as Element);
		expect(bridge.pending('packing.count').input).toEqual({ sessionId: 7, revision: 1, lineIndex: 3, quantity: 4 });
		await bridge.pending('packing.count').answer(packAnswer({ view: { ...session, revision: 2 } }));
		expect(row.querySelector('form')).toBe(null);
		await click(screen.button('Take out'));
		await submit(row.querySelector('form') as Element);
		expect(bridge.pending('packing.count').input).toEqual({ sessionId: 7, revision: 2, lineIndex: 3, quantity: -1 });
	});

	it('keep the focus of an open field when the language changes', async () => {
		const screen = await open(session);
		await click(screen.button('Count by hand'));
		const field = screen.find('li[data-sku=SKU-3] input');
		expect(document.activeElement).toBe(field);
		const loads = bridge.callsTo('packing.current').length;
		await showLanguage('de');
		await flushPromises();
		await flushPromises();
		expect(bridge.callsTo('packing.current')).toHaveLength(loads + 1);
		expect(document.activeElement).toBe(field);
		await showLanguage('en');
	});

	it('are drawn in steps in a long order, and only the changed line again', async () => {
		const long = packView({ lines: Array.from({ length: 2000 }, (_, index) => packLine(index)) });
		const screen = await open(long);
		expect(screen.findAll('li[data-sku]')).toHaveLength(40);
		const before = usePackStore().view?.lines ?? [];
		await typeCode(screen, 'CODE5');
		const changed = long.lines.map((line) => (line.index === 5 ? { ...line, packed: 1 } : line));
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ message: '1 of 2', view: { ...long, revision: 2, lines: changed, lastLine: 5 } }));
		const after = usePackStore().view?.lines ?? [];
		expect(after).toHaveLength(2000);
		expect(after.filter((line, index) => line !== before[index]).map(({ index }) => index)).toEqual([5]);
		expect(screen.find('[data-testid=pack-last-count]').textContent?.trim()).toBe('1 / 2');
		await click(screen.button('Show 1,960 more lines'));
		expect(screen.findAll('li[data-sku]')).toHaveLength(80);
	});
});

describe('the notes of an order', () => {
	const notes = { customer: 'Ring twice', order: '', giftText: 'Happy birthday' };

	it('are shown until the first right scan of the open order', async () => {
		const screen = await open();
		await typeCode(screen, 'SO-1');
		await bridge.pending('packing.scan').answer(packAnswer({ title: 'Order SO-1', view: packView({ notes }) }));
		expect(screen.find('[data-testid=pack-notes]').textContent).toMatch(/Ring twice.*Happy birthday/s);
		await typeCode(screen, 'WRONG');
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ verdict: 'wrong', refusal: 'wrongItem', view: packView({ notes, revision: 1 }) }));
		expect(screen.findAll('[data-testid=pack-notes]')).toHaveLength(1);
		await typeCode(screen, 'RIGHT');
		await bridge.pending('packing.scan').answer(packAnswer({ view: packView({ notes, revision: 2 }) }));
		expect(screen.findAll('[data-testid=pack-notes]')).toHaveLength(0);
		expect(screen.find('aside details').textContent).toContain('Happy birthday');
	});

	it('are closed with Esc', async () => {
		const screen = await open(packView({ notes }));
		expect(screen.findAll('[data-testid=pack-notes]')).toHaveLength(1);
		await pressKey(document.body, 'Escape');
		expect(screen.findAll('[data-testid=pack-notes]')).toHaveLength(0);
	});
});

describe('the answer to a scan', () => {
	it('is shown with its title, message and sound when it was refused', async () => {
		const screen = await open(packView());
		await typeCode(screen, '4006381333931');
		expect(bridge.pending('packing.scan').input).toEqual({
			text: '4006381333931',
			session: { sessionId: 7, revision: 1 },
		});
		await bridge
			.pending('packing.scan')
			.answer(
				packAnswer({ verdict: 'wrong', refusal: 'surplus', title: 'Already complete:', message: 'Put it back.' }),
			);
		expect(verdict(screen)).toBe('wrong');
		expect(bandText(screen)).toBe('Already complete:Put it back.');
		expect(playSound.mock.calls).toEqual([['surplus']]);
	});

	it.each([
		['right', 'right'],
		['ask', 'ask'],
		['done', 'done'],
	] as const)('%s has its own sound', async (answered, sound) => {
		const screen = await open(packView());
		await typeCode(screen, 'CODE');
		await bridge.pending('packing.scan').answer(packAnswer({ verdict: answered }));
		expect(verdict(screen)).toBe(answered);
		expect(playSound.mock.calls).toEqual([[sound]]);
	});

	it('replaces a refusal also when the item of the next scan has no name', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'WRONG');
		await bridge.pending('packing.scan').answer(packAnswer({ verdict: 'wrong', refusal: 'wrongItem', title: 'Wrong' }));
		await typeCode(screen, 'RIGHT');
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ title: '', view: packView({ revision: 2, lastLine: 1 }) }));
		expect(verdict(screen)).toBe('right');
		expect(screen.find('[data-testid=pack-title]').textContent).toBe('SKU-1');
		expect(playSound.mock.calls).toEqual([['wrongItem'], ['right']]);
	});

	it('has the count of the scanned line once, and none for an answer that is not about an item', async () => {
		const lines = [packLine(0, { packed: 1 }), packLine(1)];
		const screen = await open(packView({ lines }));
		await typeCode(screen, 'CODE');
		const scanned = packAnswer({
			title: 'Item 0',
			message: '1 of 2',
			view: packView({ revision: 2, lines, lastLine: 0 }),
		});
		await bridge.pending('packing.scan').answer(scanned);
		expect(bandText(screen)).toBe('Item 01 / 2');
		await click(screen.button('Next package'));
		const closed = packAnswer({ title: 'Package 2', view: packView({ revision: 3, lines, lastLine: 0 }) });
		await bridge.pending('packing.command').answer(closed);
		expect(bandText(screen)).toBe('Package 2');
	});

	it('names a refusal that the next scan replaced at once', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'WRONG');
		await typeCode(screen, 'RIGHT');
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ verdict: 'wrong', refusal: 'wrongItem', title: 'Not in this order' }));
		await bridge.pending('packing.scan').answer(packAnswer({ title: 'Item 1' }));
		expect(bandText(screen)).toContain('The previous scan was refused: Not in this order');
	});

	it('names a refusal no more after the packer pressed a button', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'WRONG');
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ verdict: 'wrong', refusal: 'wrongItem', title: 'Not in this order' }));
		await click(screen.button('Undo the last scan'));
		await bridge.pending('packing.command').answer(packAnswer({ title: 'Undone' }));
		expect(bandText(screen)).toMatch(/^Undone/);
		expect(bandText(screen)).not.toContain('Not in this order');
	});

	it('asks for a serial number in the focused field', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'CODE');
		const question = { lineIndex: 1, asks: 'serial' as const };
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ verdict: 'ask', view: packView({ revision: 2, question }) }));
		expect(codeForm(screen).dataset.question).toBe('true');
		expect(codeForm(screen).textContent).toContain('Serial number of Item 1');
		expect(document.activeElement).toBe(screen.find('input[maxlength="500"]'));
		await typeCode(screen, 'SN-1');
		expect(bridge.pending('packing.scan').input).toEqual({ text: 'SN-1', session: { sessionId: 7, revision: 2 } });
	});

	it('teaches an unknown code to the chosen line', async () => {
		const screen = await open(packView({ lines: [packLine(0, { packed: 2 }), packLine(1)] }));
		await typeCode(screen, 'NEW-1');
		await bridge.pending('packing.scan').answer(
			packAnswer({
				verdict: 'wrong',
				refusal: 'unknownCode',
				unknownCode: 'NEW-1',
				view: packView({ lines: [packLine(0, { packed: 2 }), packLine(1)] }),
			}),
		);
		await click(screen.button('This is the code of…'));
		const form = screen.find('[data-testid=pack-teach]');
		await typeInto(screen.find('input[aria-label="Pieces per scan"]'), '6');
		await submit(form);
		expect(bridge.pending('packing.teach').input).toEqual({
			sessionId: 7,
			revision: 1,
			lineIndex: 1,
			text: 'NEW-1',
			quantity: 6,
		});
		await bridge.pending('packing.teach').answer(packAnswer({ view: packView({ revision: 2 }) }));
		expect(screen.findAll('[data-testid=pack-teach]')).toHaveLength(0);
	});

	it('is taught with Enter alone if only one item can have it', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'NEW-1');
		await bridge.pending('packing.scan').answer(
			packAnswer({
				verdict: 'wrong',
				refusal: 'unknownCode',
				unknownCode: 'NEW-1',
				view: packView({ lines: [packLine(0, { packed: 2 }), packLine(1)] }),
			}),
		);
		await pressKey(document.body, 'c', { altKey: true, code: 'KeyC' });
		expect(document.activeElement).toBe(screen.find('input[aria-label="Pieces per scan"]'));
	});

	it('offers to pack the changed order', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'CODE');
		await bridge
			.pending('packing.scan')
			.answer(packAnswer({ verdict: 'wrong', refusal: 'orderChanged', view: packView({ isOrderChanged: true }) }));
		await pressKey(document.body, 'a', { altKey: true, code: 'KeyA' });
		expect(bridge.pending('packing.acceptChange').input).toEqual({ sessionId: 7, revision: 1 });
	});
});

describe('the phases after the last item', () => {
	const shipment = {
		id: 3,
		state: 'booked' as const,
		carrier: 'Postalis',
		trackingNumber: 'TRACK00012345',
		message: '',
		labels: { scanned: 0, pages: 1 },
	};

	it('asks before it books', async () => {
		const screen = await open(packView({ phase: 'confirming' }));
		expect(screen.find('[data-phase=confirming]').textContent).toMatch(
			/Everything is packed.*Finish, book and print.*Enter/s,
		);
		await submit(codeForm(screen));
		await submit(codeForm(screen));
		expect(bridge.callsTo('packing.command').map(({ input }) => input)).toEqual([
			{ sessionId: 7, revision: 1, command: 'FINISH' },
		]);
	});

	it('shows the booking, then the label that is to be scanned', async () => {
		const screen = await open(
			packView({
				phase: 'booking',
				shipment: { ...shipment, state: 'sending', trackingNumber: '', message: 'One moment' },
			}),
		);
		expect(screen.find('[data-phase=booking]').textContent).toMatch(/Booking….*Sending.*Postalis.*One moment/s);
		await bridge.push(
			'packing.changed',
			packAnswer({ title: 'Booked', view: packView({ revision: 2, phase: 'label', shipment }) }),
		);
		expect(bandText(screen)).toContain('Booked');
		expect(screen.find('[data-phase=label]').textContent).toContain('Scan the label');
		expect(screen.find('[data-testid=pack-tracking-number]').textContent?.replaceAll(/\s/g, '')).toBe('TRACK00012345');
		await click(screen.button('Print the label again'));
		expect(bridge.pending('packing.command').input).toEqual({ sessionId: 7, revision: 2, command: 'REPRINT' });
	});

	it('asks for the code of each label of several packages', async () => {
		const screen = await open(
			packView({ phase: 'label', shipment: { ...shipment, labels: { scanned: 1, pages: 2 } } }),
		);
		const stage = screen.find('[data-phase=label]').textContent ?? '';
		expect(stage).toContain('Scan 2 labels');
		expect(stage).toContain('1 of 2 labels scanned');
		expect(stage).toContain('not the tracking number');
	});

	it('says why an order has no label, and books it again', async () => {
		const screen = await open(
			packView({
				phase: 'staged',
				problems: ['The weight is missing.'],
				shipment: { ...shipment, state: 'queued', trackingNumber: '', message: 'The service cannot be reached.' },
			}),
		);
		expect(screen.find('[data-phase=staged]').textContent).toMatch(/No label yet.*The service cannot be reached\./s);
		expect(screen.find('[data-testid=pack-problems]').textContent).toContain('The weight is missing.');
		await submit(codeForm(screen));
		expect(bridge.pending('packing.bookStaged').input).toEqual({ sessionId: 7 });
	});

	it('returns to the queue when the order is done', async () => {
		const screen = await open(packView({ phase: 'label', shipment }));
		await typeCode(screen, 'TRACK00012345');
		await bridge.pending('packing.scan').answer(packAnswer({ verdict: 'done', title: 'Order complete', view: null }));
		expect(bandText(screen)).toBe('Order complete');
		expect(screen.findAll('[aria-label="Open orders"]')).toHaveLength(1);
	});
});

describe('the commands', () => {
	it.each([
		['Ctrl Enter', 'Enter', { ctrlKey: true }, 'FINISH'],
		['Alt N', 'n', { altKey: true, code: 'KeyN' }, 'NEXTBOX'],
		['Ctrl Z', 'z', { ctrlKey: true }, 'UNDO'],
		['Alt L', 'l', { altKey: true, code: 'KeyL' }, 'LATER'],
	] as const)('%s', async (_keys, key, modifiers, command) => {
		await open(packView());
		await pressKey(document.body, key, modifiers);
		expect(bridge.pending('packing.command').input).toEqual({ sessionId: 7, revision: 1, command });
	});

	it('Alt R prints the label again, only while there is one', async () => {
		await open(packView());
		await pressKey(document.body, 'r', { altKey: true, code: 'KeyR' });
		expect(bridge.callsTo('packing.command')).toHaveLength(0);
		await bridge.push('packing.changed', packAnswer({ view: packView({ revision: 2, phase: 'label' }) }));
		await pressKey(document.body, 'r', { altKey: true, code: 'KeyR' });
		expect(bridge.callsTo('packing.command')).toHaveLength(1);
	});

	it('Alt H reports a problem with a note', async () => {
		const screen = await open(packView());
		await pressKey(document.body, 'h', { altKey: true, code: 'KeyH' });
		await click(screen.find('input[value=damaged]'));
		await typeInto(screen.find('input[aria-label=Note]'), 'Wet box');
		await pressKey(document.body, 'z', { ctrlKey: true });
		expect(bridge.callsTo('packing.command')).toHaveLength(0);
		await submit(screen.find('[data-testid=pack-problem]'));
		expect(bridge.pending('packing.except').input).toEqual({
			sessionId: 7,
			revision: 1,
			exception: 'damaged',
			note: 'Wet box',
		});
		await bridge.pending('packing.except').answer(packAnswer({ view: null, title: 'Reported' }));
		expect(screen.findAll('[data-testid=pack-problem]')).toHaveLength(0);
	});

	it('prints one label when the button is pressed twice, and one more after the answer', async () => {
		const screen = await open(packView({ phase: 'label' }));
		await click(screen.button('Print the label again'));
		await click(screen.button('Print the label again'));
		expect(bridge.callsTo('packing.command')).toHaveLength(1);
		await bridge.pending('packing.command').answer(packAnswer({ view: packView({ revision: 2, phase: 'label' }) }));
		await click(screen.button('Print the label again'));
		expect(bridge.callsTo('packing.command')).toHaveLength(2);
	});

	it('holds the order from the same form', async () => {
		const screen = await open(packView());
		await click(screen.button('Report a problem'));
		await click(screen.button('Hold this order'));
		expect(bridge.pending('packing.command').input).toMatchObject({ command: 'HOLD' });
	});
});

describe('a session that changed meanwhile', () => {
	it('is loaded again, with the message of the refused call', async () => {
		const screen = await open(packView());
		bridge.leaveOpen('packing.current');
		await typeCode(screen, 'CODE');
		await bridge.pending('packing.scan').fail('packing.changed', 'This order was changed at Desk 2.');
		await bridge.pending('packing.current').answer(currentSession(packView({ revision: 9, orderNumber: 'SO-1' })));
		expect(verdict(screen)).toBe('wrong');
		expect(bandText(screen)).toContain('This order was changed at Desk 2.');
		expect(playSound.mock.calls).toEqual([['stop']]);
		await typeCode(screen, 'CODE');
		expect(bridge.pending('packing.scan').input).toMatchObject({ session: { sessionId: 7, revision: 9 } });
	});

	it('ignores an event that an answer has overtaken', async () => {
		const screen = await open(packView({ revision: 5, recipient: 'Newer' }));
		await bridge.push('packing.changed', packAnswer({ view: packView({ revision: 4, recipient: 'Older' }) }));
		expect(screen.find('aside').textContent).toContain('Newer');
		expect(verdict(screen)).toBe('none');
	});

	it('keeps a newer state that came while a call ran', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'CODE');
		await bridge.push('packing.changed', packAnswer({ view: packView({ revision: 3, recipient: 'Newer' }) }));
		await bridge.pending('packing.scan').answer(packAnswer({ title: 'Item 1', view: packView({ revision: 2 }) }));
		expect(bandText(screen)).toContain('Item 1');
		expect(screen.find('aside').textContent).toContain('Newer');
	});

	it('reads the open session after an event about another order', async () => {
		const screen = await open(packView());
		const before = bridge.callsTo('packing.current').length;
		await bridge.push('packing.changed', packAnswer({ view: packView({ sessionId: 6, orderNumber: 'SO-OLD' }) }));
		expect(bridge.callsTo('packing.current')).toHaveLength(before + 1);
		expect(screen.find('[data-testid=pack-order]').textContent).toBe('SO-1');
	});

	it('never sends a command that was pressed for one order to the next', async () => {
		const screen = await open(packView());
		await typeCode(screen, 'LABEL');
		await click(screen.button('Undo the last scan'));
		await bridge.pending('packing.scan').answer(packAnswer({ view: packView({ sessionId: 8, revision: 1 }) }));
		expect(bridge.pending('packing.command').input).toEqual({ sessionId: 7, revision: 1, command: 'UNDO' });
	});
});
