// A short campaign; `npm run faults -- move --count N` runs a long one.
import { expect, it } from 'vitest';
import { moveDesk } from './move';

it('books nothing twice and loses nothing when a desk is moved or restored', async () => {
	expect(await moveDesk(14)).toEqual({
		shipments: 28,
		restoredStates: { booked: 8, unknown: 10, held: 10 },
		finalStates: { booked: 18, held: 5, unknown: 5 },
		boughtTwice: 0,
		lost: 0,
		misreported: 0,
		failures: [],
	});
});
