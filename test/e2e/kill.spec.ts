// A short campaign with a real process; `npm run faults -- kill-booking --count N` kills at other moments.
import { expect, test } from '@playwright/test';
import { killDuringBooking } from '../faults/kill-booking';

test('kill -9 after the service has booked, before its answer: the outcome is unknown or found out, nothing is bought twice', async () => {
	test.setTimeout(180_000);
	const report = await killDuringBooking(2, () => 'when the service has booked');
	expect(report).toEqual({
		runs: 2,
		bought: 2,
		// The partner keeps no idempotency keys, so the user decides; the built-in service is asked again.
		states: { unknown: 1, booked: 1 },
		boughtTwice: 0,
		lost: 0,
		misreported: 0,
	});
});
