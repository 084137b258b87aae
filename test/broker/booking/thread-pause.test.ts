import { setImmediate } from 'node:timers';
import { expect, it } from 'vitest';
import { createThreadPause } from '../../../src-broker/booking/thread-pause';

it('lets others run after 50 ms of work', async () => {
	let nowMs = 0;
	const pause = createThreadPause(() => nowMs);
	let hasOtherRun = false;
	setImmediate(() => {
		hasOtherRun = true;
	});
	nowMs = 49;
	await pause();
	expect(hasOtherRun).toBe(false);
	nowMs = 50;
	await pause();
	expect(hasOtherRun).toBe(true);
});
