// Orders that the desks of a site share: what a desk does with the answers of the site. The site is the database of the campaign
// `two-desks`; here the answers are given by the test.
import { afterEach, describe, expect, it } from 'vitest';
import type { SiteClaim } from '../../../src-contract/model/order-claims';
import { openPackingDesk, type PackingDesk } from '../../fixtures/packing-desk';

let desk: PackingDesk;
let isOnline = true;
let version = 0;
function open(): PackingDesk {
	isOnline = true;
	version = 0;
	desk = openPackingDesk({
		packing: { verifiesLabels: false, opensNextOrder: false },
		site: { isOnline: () => isOnline, wake: () => {} },
	});
	desk.addItem({ sku: 'A', codes: [{ code: 'A', quantity: 1 }] });
	desk.addOrder('SO-1', { A: 2 });
	desk.addOrder('SO-2', { A: 1 });
	return desk;
}
afterEach(() => desk.outbox.close());

const KEY = 'shop\nSO-1';
const claim = (changes: Partial<SiteClaim>): SiteClaim => {
	version += 1;
	return { key: KEY, desk: 'Desk 1', state: 'packing', version, isMine: true, ...changes };
};
/** Answers every request: the site gives this desk what it asks for, or another desk has it. */
function answer(other?: Partial<SiteClaim>): void {
	const { localClaims } = desk.claims;
	const requests = localClaims.pending(10);
	localClaims.applyAnswer(
		requests,
		requests.map(({ key, state }) => claim({ key, state, ...other })),
	);
}
const ofOther = { desk: 'Desk 2', isMine: false } as const;
const stateOf = (id: number) => desk.orderStore.summary(id);
const booked = async () => {
	for (let turn = 0; turn < 200 && desk.sent.length === 0; turn += 1)
		await new Promise((resolve) => setTimeout(resolve, 5));
	return desk.sent;
};

describe('an order that desks share', () => {
	it('is asked for when it is opened, and booked when the site has confirmed that it is packed here', async () => {
		open();
		desk.scan('SO-1');
		expect(desk.claims.localClaims.pending(10)).toEqual([{ key: KEY, state: 'packing', takeOver: false }]);
		answer();
		desk.scan('A');
		const closed = desk.scan('A');
		expect([closed.title, closed.view?.phase]).toEqual(['Packed', 'booking']);
		expect(desk.claims.localClaims.pending(10)).toEqual([{ key: KEY, state: 'packed', takeOver: false }]);
		expect(stateOf(1).shipmentState).toBeNull();
		answer();
		expect(await booked()).toEqual(['SO-1']);
	});

	it('is given up when another desk has it, and the queue skips it', () => {
		open();
		desk.scan('SO-1');
		desk.scan('A');
		answer({ ...ofOther, state: 'packing' });
		expect(desk.pushed.at(-1)).toMatchObject({
			refusal: 'notPackable',
			message: 'Being packed at Desk 2. Nothing was booked here. Put the goods back.',
			view: null,
		});
		expect(stateOf(1)).toMatchObject({ state: 'open', reason: 'Being packed at Desk 2.' });
		expect(desk.orderStore.nextPackable()?.number).toBe('SO-2');
		desk.refresh();
		const refused = desk.scan('SO-1');
		expect(refused).toMatchObject({
			message: 'This order is being packed at Desk 2.',
			openElsewhere: { desk: 'Desk 2' },
		});
	});

	it('is not booked when another desk packed it while the site could not be reached', async () => {
		open();
		desk.scan('SO-1');
		answer();
		isOnline = false;
		desk.scan('A');
		const closed = desk.scan('A');
		expect([closed.title, closed.view?.phase]).toEqual(['Packed, not booked', 'staged']);
		isOnline = true;
		answer({ ...ofOther, state: 'packed' });
		expect(stateOf(1)).toMatchObject({
			state: 'held',
			reason: 'Packed at Desk 2. Nothing was booked here. Put the goods back.',
			shipmentId: null,
		});
		expect(desk.sent).toEqual([]);
	});

	it('is opened without a connection only if this desk had it before, or a packer takes it over', () => {
		open();
		isOnline = false;
		expect(desk.scan('SO-1')).toMatchObject({
			message: 'The site cannot be reached. Another desk may be packing this order.',
			openElsewhere: { orderId: 1, desk: '' },
		});
		expect(desk.show(desk.packing.open(1, true)).view?.orderNumber).toBe('SO-1');
		expect(desk.claims.localClaims.pending(10)).toEqual([{ key: KEY, state: 'packing', takeOver: true }]);
	});

	it('is given back when nothing of it is packed, and kept when it is put off', () => {
		open();
		desk.scan('SO-1');
		answer();
		desk.command('LATER');
		expect(desk.claims.localClaims.pending(10)).toEqual([{ key: KEY, state: 'free', takeOver: false }]);
		answer();
		desk.refresh();
		desk.scan('SO-1');
		answer();
		desk.scan('A');
		desk.command('LATER');
		expect(desk.claims.localClaims.pending(10)).toEqual([]);
	});

	it('is lost when another desk takes it over', () => {
		open();
		desk.scan('SO-1');
		answer();
		desk.scan('A');
		const taken = claim({ ...ofOther, state: 'packing' });
		desk.claims.localClaims.applyReceived([taken], taken.version);
		expect(stateOf(1).state).toBe('open');
		expect(desk.packing.current().view).toBeNull();
		expect(desk.claims.localClaims.syncState().version).toBe(taken.version);
	});

	it('is asked for again after the site database was restored', () => {
		open();
		desk.scan('SO-1');
		answer();
		desk.claims.localClaims.restartSync('another');
		expect(desk.claims.localClaims.pending(10)).toEqual([{ key: KEY, state: 'packing', takeOver: false }]);
		expect(desk.claims.localClaims.syncState()).toEqual({ origin: 'another', version: 0 });
	});
});
