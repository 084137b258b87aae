// Any path of scans, commands and changes at the source: no piece is lost or counted twice, an order has one session, and what is booked
// is what is packed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PACK_COMMANDS, type PackFeedback } from '../../../src-contract/model/packing';
import { openPackingDesk, type PackingDesk } from '../../fixtures/packing-desk';

const CODES = { TEE: 'CODE-TEE', MUG: 'CODE-MUG', CAM: 'CODE-CAM' };
const NUMBERS = ['P-1', 'P-2'];
const quantity = fc.integer({ min: 1, max: 2 });
const lines = fc.dictionary(fc.constantFrom('TEE', 'MUG', 'CAM'), quantity, { minKeys: 1 });
const step = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({ kind: fc.constant('scan' as const), code: fc.constantFrom(...Object.values(CODES)) }),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('scan' as const), code: fc.constantFrom('SN-1', 'SN-2', 'SN-3') }),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('scan' as const), code: fc.constantFrom(...NUMBERS) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('scan' as const),
			code: fc.constantFrom(
				...Object.values(PACK_COMMANDS).filter((code) => code !== PACK_COMMANDS.FINISH),
				...NUMBERS,
			),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('count' as const), line: fc.nat(3), by: fc.integer({ min: -2, max: 2 }) }),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('import' as const), order: fc.nat(1), lines }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: fc.nat(1) }) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('accept' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('except' as const) }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('scan' as const), code: fc.constant(PACK_COMMANDS.FINISH) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Pieces by SKU that the event log says are in the packages of an order's session that is not dropped. */
function piecesInEvents({ events }: PackingDesk, orderId: number): Record<string, number> {
	const pieces: Record<string, number> = {};
	const add = (sku: string, count: number) => {
		pieces[sku] = (pieces[sku] ?? 0) + count;
		if (pieces[sku] === 0) delete pieces[sku];
	};
	for (const { kind, data } of [...events.ofOrder(orderId, 10_000)].reverse()) {
		const { sku = '', quantity: count = 0 } = data as { sku?: string; quantity?: number };
		if (kind === 'packing.opened') for (const key of Object.keys(pieces)) delete pieces[key];
		else if (kind === 'packing.scanned' || kind === 'packing.counted') add(sku, count);
		else if (kind === 'packing.undone') add(sku, -count);
	}
	return pieces;
}

function check(desk: PackingDesk, orderIds: readonly number[]): void {
	const sessions = desk.database.all<{ order_id: number; state: string }>(
		"SELECT order_id, state FROM pack_session WHERE state IN ('open', 'later', 'closed')",
	);
	expect(new Set(sessions.map(({ order_id }) => order_id)).size).toBe(sessions.length);
	expect(sessions.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
	const references = desk.database
		.all<{ reference: string }>("SELECT reference FROM shipment WHERE state <> 'abandoned'")
		.map(({ reference }) => reference);
	expect(new Set(references).size).toBe(references.length);
	for (const orderId of orderIds) {
		const active = desk.packSessions.activeOf(orderId);
		const order = desk.orderStore.get(orderId);
		if (active?.state === 'open') expect(['packing', 'cancelled', 'held', 'exception']).toContain(order.storedState);
		if (order.storedState === 'packing') expect(['open', 'later']).toContain(active?.state);
		if (!active) continue;
		const pieces: Record<string, number> = {};
		for (const pack of active.session.packages)
			for (const { lineIndex, quantity: count } of pack.pieces) {
				const sku = active.session.lines[lineIndex]?.sku ?? '';
				pieces[sku] = (pieces[sku] ?? 0) + count;
			}
		expect(piecesInEvents(desk, orderId)).toEqual(pieces);
		if (active.state === 'closed') expect(order.shipmentId).not.toBeNull();
		// A withdrawn shipment stays with its order until the next one.
		if (order.shipmentId === null || order.shipmentState === 'abandoned') continue;
		const booked = desk.journal
			.draft(order.shipmentId)
			.contents.map(({ description, quantity: count }) => [description, count]);
		const ordered = order.lines.map(({ sku, quantity: count }) => [sku, count]);
		expect(booked).toEqual(ordered);
		expect(active.state).toBe('closed');
	}
}

it('keeps every piece on every path', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(lines, { minLength: 2, maxLength: 2 }),
			fc.array(step, { minLength: 30, maxLength: 80 }),
			fc.boolean(),
			async (wanted, steps, booksAfterLastItem) => {
				// The service never answers, so that an order stays where the desk left it.
				const desk = openPackingDesk({
					client: { rates: () => new Promise(() => {}) },
					packing: { opensNextOrder: false, booksAfterLastItem },
				});
				try {
					desk.addItem({ sku: 'TEE', codes: [{ code: CODES.TEE, quantity: 1 }] });
					desk.addItem({ sku: 'MUG', codes: [{ code: CODES.MUG, quantity: 1 }] });
					desk.addItem({ sku: 'CAM', codes: [{ code: CODES.CAM, quantity: 1 }], flags: ['needsSerial'] });
					const orderIds = NUMBERS.map((number, index) => desk.addOrder(number, wanted[index] ?? {}));
					for (const next of steps) {
						await take(desk, next, orderIds);
						check(desk, orderIds);
					}
					expect(desk.errors).toEqual([]);
				} finally {
					desk.database.close();
				}
			},
		),
		{ numRuns: 15 },
	);
});

async function take(desk: PackingDesk, next: Step, orderIds: readonly number[]): Promise<void> {
	const { packing, shown, show } = desk;
	const session = shown();
	const change = (call: (input: { sessionId: number; revision: number }) => PackFeedback) => {
		if (session) show(call(session));
	};
	switch (next.kind) {
		case 'scan':
			desk.scan(next.code);
			return;
		case 'count':
			if (next.by !== 0) change((input) => packing.count(next.line, next.by, input));
			return;
		case 'import':
			desk.addOrder(NUMBERS[next.order] ?? '', next.lines);
			packing.ordersChanged(orderIds);
			return;
		case 'cancel':
			desk.cancelAtSource(NUMBERS[next.order] ?? '');
			packing.ordersChanged(orderIds);
			return;
		case 'accept':
			change((input) => packing.acceptChange(input));
			return;
		case 'except':
			change((input) => packing.except('other', 'Torn', input));
			return;
		case 'release':
			await desk.savedOrders.release(orderIds);
			return;
		case 'restart':
			desk.refresh();
	}
}
