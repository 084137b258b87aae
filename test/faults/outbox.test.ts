// Short campaigns; `npm run faults -- outbox --count N` and `-- queue --count N` run long ones. They run concurrently because they
// mostly wait.
import { it } from 'vitest';
import { HANG_LIMIT_MS } from '../fixtures/hang-limit';
import { cutConnectionWhileQueued, killDuringSubmission, queueWithRejections } from './outbox';

const NOTHING_WRONG = { boughtTwice: 0, lost: 0, misreported: 0, outOfOrder: 0, failures: [] };
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

it.concurrent('loses and duplicates no shipment when the desk is killed and the service misbehaves', async ({
	expect,
}) => {
	const report = await killDuringSubmission(20);
	expect(report.shipments).toBe(20);
	expect(report.kills).toBeGreaterThan(0);
	expect(report.states.booked).toBeGreaterThan(0);
	// A kill may precede the journal record (then the next shipment takes the number) or the request.
	expect(sum(report.states)).toBeGreaterThanOrEqual(20 - report.kills);
	expect(sum(report.failureModes)).toBeGreaterThanOrEqual(report.states.booked as number);
	expect(report).toMatchObject(NOTHING_WRONG);
});

it.concurrent('sends each queued shipment once and in order while the connection is cut and restored', async ({
	expect,
}) => {
	const report = await cutConnectionWhileQueued(12);
	expect(report.cuts).toBeGreaterThan(0);
	expect(sum(report.states)).toBe(12);
	expect(report.states.booked).toBeGreaterThan(0);
	expect(report).toMatchObject(NOTHING_WRONG);
});

it.concurrent('holds rejected and failing shipments and sends the others', async ({ expect }) => {
	const report = await queueWithRejections(9, HANG_LIMIT_MS);
	expect(report.states).toEqual({ booked: 3, rejected: 3, held: 3 });
	expect(report.sentAfterFailing).toBe(3);
	expect(report.longestGapMs).toBeGreaterThan(0);
	expect(report).toMatchObject(NOTHING_WRONG);
});
