// Short campaigns; `npm run faults -- outbox --count N` and `-- queue --count N` run long ones. They wait for most of their time, so they run at one time.
import { it } from 'vitest';
import { cutWhileQueued, killWhileSending, sendBehindBad } from './outbox';

const NOTHING_WRONG = { boughtTwice: 0, lost: 0, dishonest: 0, outOfOrder: 0, faults: [] };
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

it.concurrent('a desk that is killed while a misbehaving service answers: nothing is lost or bought twice, every state is true', async ({
	expect,
}) => {
	const report = await killWhileSending(20);
	expect(report.shipments).toBe(20);
	expect(report.kills).toBeGreaterThan(0);
	expect(report.states.booked).toBeGreaterThan(0);
	// A kill may come before a shipment is in the journal, which takes the next number; or before its request arrives.
	expect(sum(report.states)).toBeGreaterThanOrEqual(20 - report.kills);
	expect(sum(report.deeds)).toBeGreaterThanOrEqual(report.states.booked as number);
	expect(report).toMatchObject(NOTHING_WRONG);
}, 300_000);

it.concurrent('a connection that is cut and restored while shipments are queued: each is sent once, in order', async ({
	expect,
}) => {
	const report = await cutWhileQueued(12);
	expect(report.cuts).toBeGreaterThan(0);
	expect(sum(report.states)).toBe(12);
	expect(report.states.booked).toBeGreaterThan(0);
	expect(report).toMatchObject(NOTHING_WRONG);
}, 300_000);

it.concurrent('refused and failing shipments in a queue are set aside, and the others are sent within 10 s of each other', async ({
	expect,
}) => {
	const report = await sendBehindBad(9);
	expect(report.states).toEqual({ booked: 3, rejected: 3, held: 3 });
	expect(report.sentBehindBad).toBe(3);
	expect(report.longestGapMs).toBeGreaterThan(0);
	expect(report).toMatchObject(NOTHING_WRONG);
}, 120_000);
