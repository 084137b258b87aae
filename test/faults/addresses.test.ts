// A short campaign; `npm run faults -- addresses --count N` runs a long one.
import { expect, it } from 'vitest';
import { injectAddressBookFaults } from './addresses';

it('keeps every acknowledged address and no partial change through kills, file copies and a full disk', async () => {
	const { runs, operations, copies, interrupted, ...wrong } = await injectAddressBookFaults(3);
	expect(runs).toBe(3);
	expect(copies).toBe(3);
	expect(operations).toBeGreaterThan(10);
	if (process.platform === 'linux' && process.getuid?.() === 0) expect(interrupted['disk full']).toBe(1);
	expect(wrong).toEqual({ lost: 0, misreported: 0, failures: [] });
});
