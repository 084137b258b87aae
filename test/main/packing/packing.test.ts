// The packing of orders at a desk: what each scan does, what is refused, and what is booked.
import { afterEach, describe, expect, it } from 'vitest';
import { newBadgeCode } from '../../../src-main/people/sign-in-secrets';
import { openPackingDesk, type PackingDesk, type PackingDeskOptions } from '../../fixtures/packing-desk';
import { exampleDraft } from '../../fixtures/shipment-draft';

const TEE = '4006381333931';
const MUG = '5901234123457';
let desk: PackingDesk;
afterEach(async () => {
	await desk.outbox.close();
	expect(desk.errors).toEqual([]);
	desk.database.close();
});

function open(options: PackingDeskOptions = {}): PackingDesk {
	desk = openPackingDesk({ ...options, packing: { opensNextOrder: false, ...options.packing } });
	desk.addItem({
		sku: 'TEE',
		codes: [
			{ code: TEE, quantity: 1 },
			{ code: 'TEE-BOX', quantity: 3 },
		],
	});
	desk.addItem({ sku: 'MUG', codes: [{ code: MUG, quantity: 1 }] });
	return desk;
}
const eventKinds = (orderId: number) => desk.events.ofOrder(orderId).map(({ kind }) => kind);

describe('an order', () => {
	it('needs its code, its items and its label: the last item books it', async () => {
		const { addOrder, scan, orderStore, sent } = open();
		const id = addOrder('SO-1', { TEE: 2, MUG: 1 });
		expect(scan('so-1')).toMatchObject({ verdict: 'right', view: { orderNumber: 'SO-1', phase: 'scanning' } });
		expect(orderStore.get(id).state).toBe('packing');
		expect(scan(TEE)).toMatchObject({ verdict: 'right', message: '1 of 2' });
		scan(MUG);
		expect(scan(TEE)).toMatchObject({ verdict: 'done', view: { phase: 'booking' } });
		const label = await desk.untilLabel();
		expect(orderStore.get(id).state).toBe('packed');
		expect(scan(label)).toMatchObject({ verdict: 'done', view: null });
		expect(orderStore.get(id).state).toBe('shipped');
		expect(sent).toEqual(['SO-1']);
		expect(eventKinds(id)).toEqual([
			'packing.labelVerified',
			'packing.closed',
			...Array.from({ length: 3 }, () => 'packing.scanned'),
			'packing.opened',
			'order.imported',
		]);
		expect(desk.journal.draft(orderStore.get(id).shipmentId ?? 0)).toMatchObject({
			reference: 'SO-1',
			parcels: [{ count: 1, weightKg: 5.5 }],
			contents: [{ quantity: 2 }, { quantity: 1 }],
		});
	});

	it('is opened by its first item, the earliest first, and the next one by the label', async () => {
		const { addOrder, scan } = open({ packing: { opensNextOrder: true } });
		addOrder('SO-1', { MUG: 1 });
		addOrder('SO-2', { TEE: 1 });
		addOrder('SO-3', { TEE: 1 });
		expect(scan(TEE)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-2' } });
		// The next order of the queue is shown; its goods are not scanned, so that another order may be.
		expect(scan(await desk.untilLabel())).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-1' } });
		expect(scan(TEE)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-3' } });
		expect(desk.orderStore.findByNumber('SO-1')[0]?.state).toBe('open');
		scan(await desk.untilLabel());
		expect(scan(TEE)).toMatchObject({ verdict: 'wrong', refusal: 'notPackable' });
		expect(scan(MUG)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-1' } });
	});

	it('is opened by a tote, and by a part of its kit', () => {
		const { addItem, addOrder, scan, packing, command } = open();
		addItem({
			sku: 'SET',
			parts: [
				{ sku: 'TEE', quantity: 2 },
				{ sku: 'MUG', quantity: 1 },
			],
		});
		const kit = addOrder('SO-1', { SET: 1 });
		const inTote = addOrder('SO-2', { MUG: 2 });
		packing.assignTote(inTote, 'tote 7');
		expect(scan('TOTE 7')).toMatchObject({ view: { orderId: inTote } });
		command('LATER');
		expect(scan(TEE)).toMatchObject({
			verdict: 'right',
			view: { orderId: kit, lines: [{ packed: 1 }, { packed: 0 }] },
		});
		scan(TEE);
		expect(scan(TEE)).toMatchObject({ refusal: 'surplus' });
		expect(scan(MUG)).toMatchObject({ verdict: 'done' });
	});

	it('is not packed by the code of a kit whose parts are scanned', () => {
		const { addItem, addOrder, scan } = open();
		addItem({ sku: 'SET', codes: [{ code: 'SET-CODE', quantity: 1 }], parts: [{ sku: 'TEE', quantity: 1 }] });
		addOrder('SO-1', { SET: 1 });
		const refused = { verdict: 'wrong', title: 'Scan the parts' };
		expect(scan('SET-CODE')).toMatchObject({ ...refused, view: null });
		scan('SO-1');
		expect(scan('SET-CODE')).toMatchObject({ ...refused, view: { orderNumber: 'SO-1', lines: [{ packed: 0 }] } });
	});

	it('is offered after the others when it was put off', () => {
		const { addOrder, scan, command, packing } = open();
		addOrder('SO-1', { TEE: 1 });
		addOrder('SO-2', { MUG: 1 });
		scan('SO-1');
		command('LATER');
		expect(packing.queue().next?.number).toBe('SO-2');
		scan('SO-2');
		command('LATER');
		expect(packing.openNext()).toMatchObject({ view: { orderNumber: 'SO-1' } });
	});

	it('asks for a label of each package before the labels are stored', async () => {
		const { addOrder, scan, command } = open();
		addOrder('SO-1', { TEE: 1, MUG: 1 });
		scan('SO-1');
		scan(TEE);
		command('NEXTBOX');
		expect(scan(MUG)).toMatchObject({ verdict: 'done', view: { shipment: { labels: { pages: 2 } } } });
	});

	it('says from the start what will prevent its booking', () => {
		const { addOrder, scan } = open();
		addOrder('SO-1', { TEE: 2 });
		addOrder('SO-2', { TEE: 2 }, { parcels: [{ count: 1 }] as never });
		expect(scan('SO-1')).toMatchObject({ view: { problems: [] } });
		expect(scan(TEE)).toMatchObject({ view: { problems: [] } });
		desk.command('LATER');
		expect(scan('SO-2').view?.problems).toContain('Length is required');
	});

	it('warns when its number was shipped without packing meanwhile', () => {
		const { addOrder, scan, journal } = open();
		addOrder('SO-1', { TEE: 2 });
		expect(scan('SO-1').view?.warnings).toEqual([]);
		journal.queue(
			{ ...exampleDraft, reference: 'SO-1' },
			{ connectionId: 'built-in', rule: { kind: 'cheapest' }, limitEur: 9 },
			undefined,
		);
		expect(scan(TEE).view?.warnings).toEqual([expect.stringContaining('Order SO-1 is already queued')]);
	});

	it('is confirmed first if the desk asks first', () => {
		const { addOrder, scan, command } = open({ packing: { booksAfterLastItem: false } });
		addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		expect(scan(TEE)).toMatchObject({ verdict: 'right', view: { phase: 'confirming' } });
		expect(command('FINISH')).toMatchObject({ verdict: 'done', view: { phase: 'booking' } });
	});

	it('is shipped without a label scan if the desk does not verify', async () => {
		const { addOrder, scan, orderStore } = open({ packing: { verifiesLabels: false } });
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		await expect.poll(() => orderStore.get(id).state).toBe('shipped');
		await expect.poll(() => desk.pushed.at(-1)).toMatchObject({ verdict: 'done', view: null });
	});

	it('has several packages, which become parcels', async () => {
		const { addOrder, scan, command, orderStore } = open();
		const id = addOrder('SO-1', { TEE: 2, MUG: 1 });
		scan('SO-1');
		scan(TEE);
		expect(command('NEXTBOX')).toMatchObject({ title: 'Package 2' });
		expect(command('NEXTBOX')).toMatchObject({ refusal: 'incomplete' });
		scan(MUG);
		scan(TEE);
		await desk.untilLabel();
		const draft = desk.journal.draft(orderStore.get(id).shipmentId ?? 0);
		expect(draft.parcels).toEqual([
			{ count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 0.2 },
			{ count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 0.4 },
		]);
	});
});

describe('a scan is refused', () => {
	it('and changes nothing but the event log', () => {
		const { addItem, addOrder, scan, refresh, verdict } = open();
		addItem({ sku: 'HAT', codes: [{ code: 'HAT-1', quantity: 1 }] });
		const id = addOrder('SO-1', { TEE: 2 });
		addOrder('SO-2', { MUG: 1 });
		const held = addOrder('SO-3', { MUG: 1 });
		desk.orderStore.setState(held, 'held', { reason: 'Payment' });
		scan('SO-1');
		scan(TEE);
		const before = refresh().view;
		const answers = ['HAT-1', MUG, 'TEE-BOX', 'NO-SUCH-CODE', '\ufffd\ufffd', 'SO-2', 'SO-3', 'FINISHCODE'].map(
			(code) => verdict(scan(code)),
		);
		expect(answers).toEqual([
			'wrong wrongItem',
			'wrong wrongItem',
			'wrong surplus',
			'wrong unknownCode',
			'wrong unreadable',
			'wrong wrongOrder',
			'wrong notPackable',
			'wrong incomplete',
		]);
		expect(refresh().view).toEqual(before);
		expect(eventKinds(id).filter((kind) => kind === 'packing.refused')).toHaveLength(8);
		expect(desk.sent).toEqual([]);
	});

	it('for an order that must not be packed', async () => {
		const { addOrder, scan, savedOrders, cancelAtSource } = open();
		addOrder('SO-1', { TEE: 1 });
		const held = addOrder('SO-2', { TEE: 1 });
		addOrder('SO-3', { TEE: 1 });
		await savedOrders.hold([held], 'Payment is missing');
		cancelAtSource('SO-3');
		expect(scan('SO-2')).toMatchObject({
			refusal: 'notPackable',
			message: 'Order SO-2. It is held (Payment is missing). Do not pack it.',
		});
		expect(scan('SO-3')).toMatchObject({ refusal: 'notPackable' });
		scan('SO-1');
		scan(TEE);
		scan(await desk.untilLabel());
		expect(scan('SO-1')).toMatchObject({
			refusal: 'notPackable',
			message: 'Order SO-1. It is shipped already. Do not pack it again.',
		});
		expect(scan(TEE)).toMatchObject({ refusal: 'notPackable' });
		expect(scan('SO-9')).toMatchObject({ refusal: 'unknownCode' });
	});

	it('for a wrong label, and for a label on two boxes', async () => {
		const { addOrder, scan } = open();
		addOrder('SO-1', { TEE: 1 });
		addOrder('SO-2', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		const first = await desk.untilLabel();
		expect(scan('SO-2')).toMatchObject({ refusal: 'wrongLabel' });
		expect(scan(TEE)).toMatchObject({ refusal: 'wrongLabel' });
		scan(first);
		expect(scan(first)).toMatchObject({ refusal: 'wrongLabel' });
		scan('SO-2');
		expect(scan(first)).toMatchObject({ refusal: 'wrongLabel' });
		scan(TEE);
		const second = await desk.untilLabel();
		expect(scan(first)).toMatchObject({ refusal: 'wrongLabel', message: expect.stringContaining('Muster GmbH') });
		expect(scan(second)).toMatchObject({ verdict: 'done' });
	});

	it('for the label of a voided shipment, whose order is booked again without packing', async () => {
		const { addOrder, scan, shipments, orderStore, packing, show, refresh, sent } = open();
		const id = addOrder('SO-1', { TEE: 1 });
		addOrder('SO-2', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		const voided = await desk.untilLabel();
		const shipmentId = orderStore.get(id).shipmentId ?? 0;
		expect(shipments.markVoid(shipmentId, 'address')).toMatchObject({
			state: 'voided',
			message: 'Void: Wrong address. Cancel it in the account at the service, too.',
		});
		expect(desk.events.newest(id, 'shipment.voided')).toMatchObject({
			shipmentId,
			data: { reason: 'Wrong address', trackingNumber: voided },
		});
		expect(orderStore.get(id).state).toBe('packed');
		expect(refresh().view?.phase).toBe('staged');
		expect(scan(voided)).toMatchObject({ refusal: 'voidedLabel', title: 'STOP: void label' });
		show(packing.bookStaged(desk.shown()?.sessionId ?? 0));
		const label = await desk.untilLabel();
		expect(label).not.toBe(voided);
		// The evidence of the voided shipment finds its order here.
		expect(desk.events.ofShipment(shipmentId).map(({ orderId }) => orderId)).toContain(id);
		expect(scan(voided)).toMatchObject({ refusal: 'voidedLabel' });
		expect(scan(label)).toMatchObject({ verdict: 'done' });
		expect(orderStore.get(id).state).toBe('shipped');
		expect(sent).toEqual(['SO-1', 'SO-1']);
		expect(() => shipments.markVoid(shipmentId, 'address')).toThrow(/Nothing was changed/);
	});

	it('for a voided shipment of a cancelled order, which needs a decision', async () => {
		const { addOrder, scan, shipments, orderStore, packing, refresh } = open();
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		await desk.untilLabel();
		const sessionId = desk.shown()?.sessionId ?? 0;
		shipments.markVoid(orderStore.get(id).shipmentId ?? 0, 'cancelled');
		expect(orderStore.get(id)).toMatchObject({ state: 'exception', exception: 'cancelledAfterPacking' });
		expect(packing.bookStaged(sessionId)).toMatchObject({ refusal: 'notPackable' });
		refresh();
		expect(desk.sent).toEqual(['SO-1']);
	});

	it('for a label that was voided after it was verified', async () => {
		const { addOrder, scan, shipments, orderStore, packing, show } = open();
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		const voided = await desk.untilLabel();
		scan(voided);
		expect(orderStore.get(id).state).toBe('shipped');
		shipments.markVoid(orderStore.get(id).shipmentId ?? 0, 'service');
		expect(orderStore.get(id).state).toBe('packed');
		expect(scan(voided)).toMatchObject({ refusal: 'voidedLabel' });
		expect(scan('SO-1').view?.phase).toBe('staged');
		show(packing.bookStaged(desk.shown()?.sessionId ?? 0));
		expect(scan(await desk.untilLabel())).toMatchObject({ verdict: 'done' });
		expect(orderStore.get(id).state).toBe('shipped');
	});

	it('when the screen shows an older state', () => {
		const { addOrder, packing, scan, shown } = open();
		addOrder('SO-1', { TEE: 3 });
		scan('SO-1');
		const old = shown();
		scan(TEE);
		expect(() => packing.scan(TEE, old)).toThrow(/changed meanwhile/);
		expect(packing.scan(TEE, null)).toMatchObject({ refusal: 'wait', view: { lines: [{ packed: 1 }] } });
	});

	it('for a serial number that was packed before, in this order or another', async () => {
		const { addItem, addOrder, scan } = open();
		addItem({ sku: 'CAM', flags: ['needsSerial'], codes: [{ code: '04012345678901', quantity: 1 }] });
		addOrder('SO-1', { CAM: 2 });
		addOrder('SO-2', { CAM: 1 });
		scan('SO-1');
		expect(scan('04012345678901')).toMatchObject({ verdict: 'ask', view: { question: { asks: 'serial' } } });
		expect(scan('04012345678901')).toMatchObject({
			refusal: 'unreadable',
			message: 'This is the bar code of Name of CAM. Scan the serial number.',
		});
		scan('SN-1');
		expect(scan('SN-1')).toMatchObject({ refusal: 'serialUsed', unknownCode: '' });
		expect(scan('010401234567890121SN-1')).toMatchObject({ refusal: 'serialUsed' });
		expect(scan('010401234567890121SN-2')).toMatchObject({ verdict: 'done' });
		scan(await desk.untilLabel());
		scan('SO-2');
		expect(scan('010401234567890121SN-2')).toMatchObject({ refusal: 'serialUsed' });
		expect(scan('010401234567890121SN-3')).toMatchObject({ verdict: 'done' });
	});

	it('for a serial number in an order that was put off, until it is taken out there', () => {
		const { addItem, addOrder, scan, command, packing, shown, show } = open();
		addItem({ sku: 'CAM', flags: ['needsSerial'], codes: [{ code: '04012345678901', quantity: 1 }] });
		addOrder('SO-1', { CAM: 1, TEE: 1 });
		addOrder('SO-2', { CAM: 1, TEE: 1 });
		scan('SO-1');
		scan('010401234567890121SN-1');
		command('LATER');
		scan('SO-2');
		expect(scan('010401234567890121SN-1')).toMatchObject({ refusal: 'serialUsed' });
		command('LATER');
		scan('SO-1');
		const session = shown();
		if (!session) throw new Error('no session');
		show(packing.count(0, -1, session));
		command('LATER');
		scan('SO-2');
		expect(scan('010401234567890121SN-1')).toMatchObject({ verdict: 'right' });
	});

	it('for goods past their expiry date', () => {
		const { addItem, addOrder, scan } = open({ now: () => new Date('2026-11-29T09:00:00Z') });
		addItem({ sku: 'MILK', flags: ['needsLot'], codes: [{ code: '04012345678901', quantity: 1 }] });
		addOrder('SO-1', { MILK: 1 });
		scan('SO-1');
		expect(scan('0104012345678901172611010L1')).toMatchObject({ verdict: 'wrong' });
		expect(scan('01040123456789011726110110L1')).toMatchObject({ refusal: 'expired' });
		expect(scan('01040123456789011727110110L1')).toMatchObject({ verdict: 'done' });
	});
});

describe('an order that changes while it is open', () => {
	it('is not packed further until the change is taken over', () => {
		const { addOrder, scan, packing, shown, show } = open();
		const id = addOrder('SO-1', { TEE: 2 });
		scan('SO-1');
		scan(TEE);
		addOrder(
			'SO-1',
			{ TEE: 1, MUG: 1 },
			{ to: { ...desk.orderStore.get(id).draft.to, addressLine1: 'Neue Straße 5' } },
		);
		desk.packing.ordersChanged([id]);
		expect(desk.pushed.at(-1)).toMatchObject({ refusal: 'orderChanged', view: { isOrderChanged: true } });
		expect(scan(TEE)).toMatchObject({ refusal: 'orderChanged', view: { lines: [{ packed: 1, wanted: 2 }] } });
		const session = shown();
		if (!session) throw new Error('no session');
		expect(show(packing.acceptChange(session))).toMatchObject({
			verdict: 'right',
			view: {
				isOrderChanged: false,
				lines: [
					{ packed: 1, wanted: 1 },
					{ packed: 0, wanted: 1 },
				],
			},
		});
		scan(MUG);
		expect(desk.journal.draft(desk.orderStore.get(id).shipmentId ?? 0).to.addressLine1).toBe('Neue Straße 5');
	});

	it('is cancelled: nothing is booked, and the goods go back', () => {
		const { addOrder, scan, cancelAtSource, command } = open();
		const id = addOrder('SO-1', { TEE: 2 });
		scan('SO-1');
		scan(TEE);
		cancelAtSource('SO-1');
		expect(scan(TEE)).toMatchObject({ refusal: 'notPackable' });
		expect(command('FINISH')).toMatchObject({ refusal: 'notPackable' });
		expect(command('LATER')).toMatchObject({ verdict: 'right', view: null });
		expect(desk.packSessions.activeOf(id)).toBeUndefined();
		expect(desk.packing.queue()).toMatchObject({ open: 0, staged: [] });
	});
});

describe('an order that is cancelled at its source after packing', () => {
	it('is not booked again from the screen that still shows it', () => {
		const { addOrder, scan, cancelAtSource, packing, journal } = open({
			client: { rates: () => new Promise(() => {}) },
		});
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		const { view } = scan(TEE);
		const shipmentId = desk.orderStore.get(id).shipmentId ?? 0;
		cancelAtSource('SO-1');
		expect(journal.summary(shipmentId).state).toBe('abandoned');
		expect(packing.bookStaged(view?.sessionId ?? 0)).toMatchObject({ refusal: 'notPackable' });
		expect(desk.orderStore.get(id)).toMatchObject({ state: 'exception', shipmentId });
	});

	it('is not verified by its label', async () => {
		const { addOrder, scan, cancelAtSource, journal } = open();
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		const label = await desk.untilLabel();
		cancelAtSource('SO-1');
		expect(scan(label)).toMatchObject({
			refusal: 'notPackable',
			message: expect.stringContaining('Cancelled in the shop'),
		});
		expect(journal.summary(desk.orderStore.get(id).shipmentId ?? 0).verifiedAt).toBeNull();
	});
});

describe('a step', () => {
	it('is undone, and pieces are counted by hand and taken out', () => {
		const { addItem, addOrder, scan, command, packing, shown, show } = open();
		addItem({ sku: 'BOLT' });
		const id = addOrder('SO-1', { TEE: 3, BOLT: 100, '=Gift card': 1 });
		scan('SO-1');
		scan('TEE-BOX');
		expect(command('UNDO')).toMatchObject({ verdict: 'right', view: { lines: [{ packed: 0 }, {}, {}] } });
		expect(command('UNDO')).toMatchObject({ title: 'Nothing to undo' });
		const session = () => shown() ?? { sessionId: 0, revision: 0 };
		expect(show(packing.count(1, 100, session()))).toMatchObject({ verdict: 'right' });
		expect(show(packing.count(1, 1, session()))).toMatchObject({ refusal: 'surplus' });
		expect(show(packing.count(1, -40, session()))).toMatchObject({ view: { lines: [{}, { packed: 60 }, {}] } });
		expect(show(packing.count(1, -61, session()))).toMatchObject({ refusal: 'surplus' });
		show(packing.count(1, 40, session()));
		expect(scan('TEE-BOX')).toMatchObject({ verdict: 'done' });
		expect(eventKinds(id)).toContain('packing.counted');
	});

	it('is put off and resumed, at another desk after a take-over', () => {
		const { addOrder, scan, command, packing } = open();
		const id = addOrder('SO-1', { TEE: 3 });
		scan('SO-1');
		scan(TEE);
		expect(command('LATER')).toMatchObject({ view: null });
		expect(packing.queue()).toMatchObject({ open: 0, staged: [{ kind: 'later', orderNumber: 'SO-1' }] });
		expect(scan('SO-1')).toMatchObject({ view: { lines: [{ packed: 1 }] } });
		const other = desk.packSessions.activeOf(id);
		if (other) desk.packSessions.save({ ...other, desk: 'Desk 2' });
		desk.refresh();
		expect(scan('SO-1')).toMatchObject({ refusal: 'notPackable', openElsewhere: { orderId: id, desk: 'Desk 2' } });
		expect(desk.show(packing.open(id, true))).toMatchObject({ view: { takenFrom: 'Desk 2', lines: [{ packed: 1 }] } });
		expect(eventKinds(id)[0]).toBe('packing.takenOver');
	});

	it('reports a problem, and ships what is there after a decision', async () => {
		const { addOrder, scan, packing, shown, show, savedOrders } = open();
		const id = addOrder('SO-1', { TEE: 3, MUG: 1 });
		scan('SO-1');
		scan(TEE);
		scan(MUG);
		const session = shown();
		if (!session) throw new Error('no session');
		show(packing.except('short', 'Shelf is empty', session));
		expect(desk.orderStore.get(id)).toMatchObject({ state: 'exception', exception: 'short' });
		expect(scan('SO-1')).toMatchObject({ refusal: 'notPackable' });
		savedOrders.shipShort(id, desk.orderStore.get(id).revision);
		expect(scan('SO-1')).toMatchObject({
			view: { phase: 'confirming', lines: [{ wanted: 1, packed: 1 }, { packed: 1 }] },
		});
		expect(desk.command('FINISH')).toMatchObject({ verdict: 'done' });
		await desk.untilLabel();
		expect(desk.journal.draft(desk.orderStore.get(id).shipmentId ?? 0).contents).toMatchObject([
			{ description: 'TEE', quantity: 1 },
			{ description: 'MUG', quantity: 1 },
		]);
	});

	it('withdraws the booking of a packed order with a problem, which is not booked as it was', async () => {
		const { addOrder, scan, packing, shown, show, savedOrders, journal } = open({
			client: { rates: () => new Promise(() => {}) },
		});
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		const shipmentId = desk.orderStore.get(id).shipmentId ?? 0;
		const session = shown();
		if (!session) throw new Error('no session');
		show(packing.except('damaged', 'Torn', session));
		expect(journal.summary(shipmentId).state).toBe('abandoned');
		await savedOrders.release([id]);
		expect(scan('SO-1')).toMatchObject({ view: { phase: 'confirming', lines: [{ packed: 1 }] } });
	});

	it('holds the order, which keeps what is packed', async () => {
		const { addOrder, scan, command, savedOrders } = open();
		const id = addOrder('SO-1', { TEE: 3 });
		scan('SO-1');
		scan(TEE);
		expect(command('HOLD')).toMatchObject({ view: null });
		expect(desk.orderStore.get(id).state).toBe('held');
		await savedOrders.release([id]);
		expect(scan('SO-1')).toMatchObject({ view: { lines: [{ packed: 1 }] } });
	});

	it('teaches a code, which counts', () => {
		const { addOrder, scan, packing, shown, show } = open();
		addOrder('SO-1', { NEW: 2, TEE: 1 });
		scan('SO-1');
		expect(scan('NEW-CODE-1')).toMatchObject({ refusal: 'unknownCode', unknownCode: 'NEW-CODE-1' });
		const session = shown();
		if (!session) throw new Error('no session');
		expect(show(packing.teach(0, 'NEW-CODE-1', 1, session))).toMatchObject({
			verdict: 'right',
			view: { lines: [{ packed: 1 }, { packed: 0 }] },
		});
		scan('new-code-1');
		expect(scan(TEE)).toMatchObject({ verdict: 'done' });
	});
});

describe('without the service', () => {
	it('stages the package with a slip, and the slip finds it when it is booked', async () => {
		let isOnline = false;
		const { addOrder, scan, outbox, packing } = open({
			client: {
				rates: async () => {
					if (!isOnline) throw new Error('no connection');
					return { errors: false, message: '', data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }] };
				},
			},
		});
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		scan(TEE);
		await expect.poll(() => desk.pushed.at(-1)).toMatchObject({ view: { phase: 'staged' } });
		desk.refresh();
		expect(packing.queue().staged).toMatchObject([{ kind: 'staged', slipCode: `SLIP${id}` }]);
		expect(eventKinds(id)[0]).toBe('packing.staged');
		// The packer goes on.
		addOrder('SO-2', { MUG: 1 });
		expect(scan('SO-2')).toMatchObject({ verdict: 'right', view: { orderNumber: 'SO-2' } });
		expect(desk.command('LATER')).toMatchObject({ view: null });
		isOnline = true;
		outbox.resume();
		expect(scan(`slip${id}`)).toMatchObject({ view: { orderNumber: 'SO-1' } });
		expect(scan(await desk.untilLabel())).toMatchObject({ verdict: 'done' });
		desk.errors.length = 0;
	});

	it.each([false, true])(
		'says the price that is above the limit, unless prices are hidden: %s',
		async (hidesPrices) => {
			const { addOrder, scan, packing, settings } = open({ hidesPrices });
			settings.save({ ...settings.read(), packing: { ...settings.read().packing, limitEur: 1 } });
			addOrder('SO-1', { TEE: 1 });
			scan('SO-1');
			scan(TEE);
			await expect.poll(() => desk.pushed.at(-1)).toMatchObject({ view: { phase: 'staged' } });
			const shown = JSON.stringify([desk.pushed, packing.queue(), packing.current()]);
			expect(shown.includes('EUR')).toBe(!hidesPrices);
			expect(shown.includes('It needs a decision of a lead.')).toBe(hidesPrices);
		},
	);

	it('records no code of a badge that is taken for input', () => {
		const { addOrder, scan } = open();
		const id = addOrder('SO-1', { TEE: 1 });
		scan('SO-1');
		const code = newBadgeCode();
		expect(scan(code)).toMatchObject({ verdict: 'wrong', title: 'Scan your badge' });
		expect(JSON.stringify(desk.events.ofOrder(id))).not.toContain(code);
	});

	it('stages what cannot be booked, and books it when it is mended', async () => {
		const { addOrder, scan, packing, settings } = open();
		const id = addOrder('SO-1', { TEE: 1 }, { parcels: [{ count: 1 }] as never });
		scan('SO-1');
		expect(scan(TEE)).toMatchObject({ verdict: 'wrong', title: 'Packed, not booked', view: { phase: 'staged' } });
		expect(desk.orderStore.get(id).state).toBe('packed');
		const box = { name: 'Box', lengthCm: 30, widthCm: 20, heightCm: 10, weightKg: 1, carton: null };
		settings.save({
			...settings.read(),
			parcelPresets: [box],
			packing: { ...settings.read().packing, box: 'Box' },
		});
		// A user may also correct the order itself; it keeps what is packed.
		const { draft, revision } = desk.orderStore.get(id);
		desk.savedOrders.saveDraft(id, revision, { ...draft, to: { ...draft.to, city: 'Potsdam' } });
		const [staged] = packing.queue().staged;
		expect(desk.show(packing.bookStaged(staged?.sessionId ?? 0))).toMatchObject({ verdict: 'right' });
		await desk.untilLabel();
		expect(desk.sent).toEqual(['SO-1']);
		expect(desk.journal.draft(desk.orderStore.get(id).shipmentId ?? 0).to.city).toBe('Potsdam');
		expect(() => desk.savedOrders.saveDraft(id, desk.orderStore.get(id).revision, draft)).toThrow(/booked or shipped/);
		expect(packing.bookStaged(staged?.sessionId ?? 0)).toMatchObject({ view: { phase: 'label' } });
		expect(desk.sent).toEqual(['SO-1']);
	});
});

describe('packages whose label was not scanned', () => {
	/** SO-1 waits for the scan of its label, and SO-3 is suggested. @returns the label of SO-1 */
	async function putOffLabel(): Promise<string> {
		const { addOrder, scan, command } = open({ packing: { opensNextOrder: true } });
		for (const [number, sku] of [
			['SO-1', 'TEE'],
			['SO-2', 'MUG'],
			['SO-3', 'MUG'],
		] as const)
			addOrder(number, { [sku]: 1 });
		scan('SO-1');
		scan(TEE);
		const label = await desk.untilLabel();
		command('LATER');
		scan('SO-2');
		scan(MUG);
		expect(scan(await desk.untilLabel())).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-3' } });
		return label;
	}

	it('take the place of a suggested order, which is opened again after them', async () => {
		const label = await putOffLabel();
		expect(desk.scan('SO-1')).toMatchObject({ verdict: 'ask', view: { orderNumber: 'SO-1', phase: 'label' } });
		expect(desk.refresh().view?.orderNumber).toBe('SO-1');
		expect(desk.orderStore.findByNumber('SO-3')[0]?.state).toBe('open');
		expect(desk.scan(label)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-3' } });
	});

	it('are verified while a suggested order is on the screen, which stays', async () => {
		const label = await putOffLabel();
		desk.setPacking({ opensNextOrder: false });
		expect(desk.scan(label)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-3' } });
		expect(desk.orderStore.findByNumber('SO-1')[0]?.state).toBe('shipped');
		expect(desk.scan(MUG)).toMatchObject({ verdict: 'done', view: { orderNumber: 'SO-3', phase: 'booking' } });
	});
});

describe('the shadow mode', () => {
	it('refuses nothing, and lists what scans would have caught', async () => {
		const { addOrder, scan, command, packing } = open({ packing: { isShadow: true } });
		addOrder('SO-1', { TEE: 2 });
		scan('SO-1');
		expect(scan(MUG)).toMatchObject({ verdict: 'right' });
		expect(scan('NO-SUCH-CODE')).toMatchObject({ verdict: 'right' });
		scan(TEE);
		expect(command('FINISH')).toMatchObject({ verdict: 'done' });
		await desk.untilLabel();
		expect(packing.queue().shadowFindings.map(({ text }) => text)).toEqual([
			'A scan would have been refused: Not complete ()',
			'A scan would have been refused: Unknown code (NO-SUCH-CODE)',
			'A scan would have been refused: Not in this order (5901234123457)',
		]);
	});
});

describe('a scanner', () => {
	it('may send the symbology, another keyboard layout, or Caps Lock', () => {
		const { addOrder, scan } = open();
		addOrder('AZ-17', { TEE: 4 });
		expect(scan(']C1AZ-17')).toMatchObject({ view: { orderNumber: 'AZ-17' } });
		expect(scan(']E04006381333931')).toMatchObject({ verdict: 'right', view: { lines: [{ packed: 1 }] } });
		// The same digits, typed for an AZERTY keyboard.
		expect(scan('\'àà-"_&"""ç"&')).toMatchObject({ verdict: 'right' });
		expect(scan('tee-box')).toMatchObject({ refusal: 'surplus' });
	});
});
