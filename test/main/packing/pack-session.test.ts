import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	countByHand,
	isComplete,
	newSession,
	nextPackage,
	type PackSession,
	packedOf,
	packedQuantities,
	piecesPacked,
	type SessionLine,
	scanItem,
	takeOut,
	undoLast,
	withLines,
} from '../../../src-main/packing/pack-session';

const FACTS = { today: '2026-11-29', isSerialUsed: () => false };
const line = (itemId: number, wanted: number, more: Partial<SessionLine> = {}): SessionLine => ({
	orderLine: 0,
	perPiece: 1,
	itemId,
	sku: `SKU-${itemId}`,
	name: `Item ${itemId}`,
	kitName: '',
	wanted,
	isGoods: true,
	flags: [],
	packingNote: '',
	hasCode: true,
	hasPicture: false,
	weightKg: 0.2,
	sizeCm: null,
	...more,
});
const scanned = (itemId: number, more: object = {}) => ({
	itemId,
	quantity: 1,
	serial: '',
	lot: '',
	expiresOn: '',
	...more,
});
const scan = (session: PackSession, itemId: number, more: object = {}) =>
	scanItem(session, scanned(itemId, more), FACTS);

type Step = { kind: 'scan' | 'count' | 'takeOut'; item: number; quantity: number } | { kind: 'undo' | 'package' };
const steps = fc.array(
	fc.oneof(
		fc.record({
			kind: fc.constantFrom<'scan' | 'count' | 'takeOut'>('scan', 'count', 'takeOut'),
			item: fc.integer({ min: 0, max: 4 }),
			quantity: fc.integer({ min: 1, max: 4 }),
		}),
		fc.record({ kind: fc.constantFrom<'undo' | 'package'>('undo', 'package') }),
	),
	{ maxLength: 60 },
);
const orderLines = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 5 })), {
	minLength: 1,
	maxLength: 6,
});

function run(session: PackSession, step: Step): PackSession {
	switch (step.kind) {
		case 'undo':
			return undoLast(session)?.session ?? session;
		case 'package':
			return nextPackage(session) ?? session;
		case 'takeOut':
			return takeOut(session, step.item, step.quantity) ?? session;
		default: {
			const result =
				step.kind === 'scan'
					? scan(session, step.item, { quantity: step.quantity })
					: countByHand(session, step.item, step.quantity, FACTS);
			return result.kind === 'refused' ? session : result.session;
		}
	}
}

test('never packs more than the order wants, nor fewer than was counted', () => {
	fc.assert(
		fc.property(orderLines, steps, (wanted, done) => {
			let session = newSession(
				wanted.map(([item, quantity], index) => line(item, quantity, { orderLine: index })),
				1,
				'S1',
			);
			for (const step of done) {
				const before = piecesPacked(session);
				session = run(session, step);
				const change = piecesPacked(session) - before;
				if (step.kind === 'scan' || step.kind === 'count') expect([0, step.quantity]).toContain(change);
				else expect(change).toBeLessThanOrEqual(0);
				for (const [index, { wanted: most }] of session.lines.entries()) {
					expect(packedOf(session, index)).toBeGreaterThanOrEqual(0);
					expect(packedOf(session, index)).toBeLessThanOrEqual(most);
				}
			}
			const isAllPacked = session.lines.every(({ wanted: most }, index) => packedOf(session, index) === most);
			expect(isComplete(session)).toBe(isAllPacked);
		}),
		{ numRuns: 2_000 },
	);
});

test('undoes a scan exactly', () => {
	const session = newSession([line(1, 3), line(2, 1)], 1, 'S1');
	const once = scan(session, 1);
	if (once.kind !== 'counted') throw new Error('not counted');
	expect(piecesPacked(once.session)).toBe(1);
	expect(undoLast(once.session)?.session.packages).toEqual(session.packages);
});

test('refuses another item, a surplus, and a pack with more pieces than are wanted', () => {
	const session = newSession([line(1, 2)], 1, 'S1');
	expect(scan(session, 9)).toEqual({ kind: 'refused', refusal: 'wrongItem' });
	expect(scan(session, 1, { quantity: 6 })).toEqual({ kind: 'refused', refusal: 'surplus' });
	const full = scan(session, 1, { quantity: 2 });
	if (full.kind !== 'counted') throw new Error('not counted');
	expect(isComplete(full.session)).toBe(true);
	expect(scan(full.session, 1)).toEqual({ kind: 'refused', refusal: 'surplus' });
});

test('asks for a serial number, and takes it once', () => {
	const session = newSession([line(1, 2, { flags: ['needsSerial'] })], 1, 'S1');
	expect(scan(session, 1)).toMatchObject({ kind: 'asks', session: { question: { asks: 'serial' } } });
	const first = scan(session, 1, { serial: 'A1' });
	if (first.kind !== 'counted') throw new Error('not counted');
	expect(scan(first.session, 1, { serial: 'A1' })).toEqual({ kind: 'refused', refusal: 'serialUsed' });
	expect(scan(first.session, 1, { serial: 'A2' })).toMatchObject({ kind: 'counted' });
});

test('counts whole kits only', () => {
	const session = newSession(
		[line(1, 4, { perPiece: 2, kitName: 'Kit' }), line(2, 2, { perPiece: 1, kitName: 'Kit' })],
		1,
		'S1',
	);
	const packed = [1, 1, 2].reduce((current, item) => {
		const result = scan(current, item);
		return result.kind === 'counted' ? result.session : current;
	}, session);
	expect(packedQuantities(packed, 1)).toEqual([1]);
});

test('keeps what a changed order still wants, and names the rest', () => {
	const session = newSession([line(1, 3), line(2, 1)], 1, 'S1');
	const packed = scan(session, 1, { quantity: 3 });
	if (packed.kind !== 'counted') throw new Error('not counted');
	const { session: changed, tooMany } = withLines(packed.session, [line(2, 1), line(1, 1)], 2);
	expect(packedOf(changed, 1)).toBe(1);
	expect(tooMany).toEqual([{ sku: 'SKU-1', quantity: 2 }]);
});
