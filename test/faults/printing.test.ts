// A short campaign; `npm run faults -- printing --count N` runs a long one.
import { expect, it } from 'vitest';
import { injectPrintingFaults } from './printing';

it('loses no label and prints none twice with misbehaving printers, a full disk and kills at each step', async () => {
	const { runs, states, ...wrong } = await injectPrintingFaults(6);
	expect(runs).toBe(6);
	expect(states.sent).toBeGreaterThan(0);
	expect(wrong).toEqual({ printedTwice: 0, lost: 0, misreported: 0, failures: [] });
});
