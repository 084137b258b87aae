// A short campaign; `npm run faults -- addresses --count N` runs a long one.
import { expect, it } from 'vitest';
import { faultsInAddresses } from './addresses';

it('the address book survives kills, copies of its files and a full disk: each change is whole or absent', async () => {
	const { runs, deeds, copies, underWay, ...wrong } = await faultsInAddresses(3);
	expect(runs).toBe(3);
	expect(copies).toBe(3);
	expect(deeds).toBeGreaterThan(10);
	if (process.platform === 'linux' && process.getuid?.() === 0) expect(underWay['disk full']).toBe(1);
	expect(wrong).toEqual({ lost: 0, dishonest: 0, faults: [] });
}, 300_000);
