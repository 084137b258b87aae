// A short campaign with real processes; `npm run faults -- kill-booking --count N` kills at other times.
import { expect, test } from '@playwright/test';
import { killDuringBooking } from '../faults/kill-booking';

test('books nothing twice when the station is killed after the booking and before its answer', async () => {
	test.setTimeout(180_000);
	const report = await killDuringBooking(2, () => 'when the service has booked');
	expect(report).toEqual({
		runs: 2,
		bought: 2,
		// The partner stores no idempotency keys, so the user decides; the built-in service is reconciled.
		states: { unknown: 1, booked: 1 },
		boughtTwice: 0,
		lost: 0,
		misreported: 0,
	});
});
