// A short campaign; `npm run faults -- printing --count N` runs a long one.
import { expect, it } from 'vitest';
import { faultsWhilePrinting } from './printing';

it('misbehaving printers, a full disk and kills at each step: no label is lost or printed twice', async () => {
	const { runs, states, ...wrong } = await faultsWhilePrinting(6);
	expect(runs).toBe(6);
	expect(states.sent).toBeGreaterThan(0);
	expect(wrong).toEqual({ printedTwice: 0, lost: 0, dishonest: 0, faults: [] });
}, 300_000);
