import { expect, it } from 'vitest';
import { HttpError } from '../../../src-broker/transport/http-error';
import { createRateLimit } from '../../../src-broker/transport/rate-limit';

it('gives a request back, never above a minute of requests and not to another caller', () => {
	const clock = { nowMs: 0 };
	const limit = createRateLimit(3, () => clock.nowMs);
	for (let request = 0; request < 10; request += 1) limit('a').giveBack();
	const requests = [limit('a'), limit('a'), limit('a')];
	expect(() => limit('a')).toThrow(HttpError);
	for (let request = 0; request < 3; request += 1) limit('b');
	requests[0]?.giveBack();
	requests[0]?.giveBack();
	expect(() => limit('b')).toThrow(HttpError);
	limit('a');
	expect(() => limit('a')).toThrow(HttpError);
	clock.nowMs += 60_000;
	requests[1]?.giveBack();
	for (let request = 0; request < 3; request += 1) limit('a');
	expect(() => limit('a')).toThrow(HttpError);
});
