import { it } from 'vitest';
import { packAtTwoDesks } from './two-desks';

it('books each order at one of two desks that share a queue, while their connections are cut', async ({ expect }) => {
	const report = await packAtTwoDesks(60);
	expect(report.orders).toBe(54);
	expect(report.takes).toBeGreaterThanOrEqual(report.orders);
	expect(report.refused).toBeGreaterThan(0);
	expect(report).toMatchObject({ bookedTwice: 0, lost: 0, misreported: 0, failures: [] });
});
