import { expect, it } from 'vitest';
import { createRejectionDelay } from '../../../src-broker/transport/request-guard';

it('delays rejections by one to three seconds above fifty per second', () => {
	let now = 0;
	const takeDelayMs = createRejectionDelay(
		() => now,
		() => 0.5,
	);
	const delays = Array.from({ length: 60 }, takeDelayMs);
	expect(delays.filter((delay) => delay === 0)).toHaveLength(50);
	expect(delays.slice(50)).toEqual(Array(10).fill(2000));
	now = 100;
	expect(Array.from({ length: 6 }, takeDelayMs)).toEqual([0, 0, 0, 0, 0, 2000]);
});
