import { expect, test } from '@playwright/test';
import { killDuringBooking } from '../faults/kill-booking';

test('kill -9 between "book" pressed and the answer: an honest state after the restart, and nothing bought twice', async () => {
	test.setTimeout(300_000);
	const report = await killDuringBooking(3);
	expect(report.boughtTwice).toBe(0);
	expect(report.lost).toBe(0);
	expect(report.dishonest).toBe(0);
	expect(report.runs).toBe(3);
});
