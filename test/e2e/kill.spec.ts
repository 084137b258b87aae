// Kills of real processes; `npm run faults -- kill-booking --count N` kills at other times.
import { expect, test } from '@playwright/test';
import { killAtBuiltIn, killAtPartner } from '../faults/kill-booking';

const BOUGHT_ONCE = { runs: 1, bought: 1, boughtTwice: 0, lost: 0, misreported: 0 };

test('books nothing twice when the station is killed after the built-in service has booked', {
	tag: '@journey',
}, async () => {
	const report = await killAtBuiltIn('when the service has booked');
	// The built-in service stores idempotency keys, so the outcome is reconciled.
	expect(report).toEqual({ ...BOUGHT_ONCE, states: { booked: 1 } });
});

test('books nothing twice when the station is killed before the answer of a partner service', async () => {
	const report = await killAtPartner('when the service has booked');
	// The partner stores no idempotency keys, so the user decides.
	expect(report).toEqual({ ...BOUGHT_ONCE, states: { unknown: 1 } });
});
