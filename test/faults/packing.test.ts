import { it } from 'vitest';
import { killDuringPacking } from './packing';

it('loses no scan, and books and prints each order once, when the desk is killed while it packs', async ({
	expect,
}) => {
	const report = await killDuringPacking(12);
	expect(report.kills).toBe(12);
	expect(report.orders).toBeGreaterThanOrEqual(8);
	expect(report.scans).toBeGreaterThan(report.orders);
	expect(report).toMatchObject({
		scansLost: 0,
		scansDoubled: 0,
		bookedTwice: 0,
		printedTwice: 0,
		notResumed: 0,
		notShipped: 0,
		misreported: 0,
		failures: [],
	});
});
