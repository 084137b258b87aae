import { expect, it } from 'vitest';
import { createRequestLog } from '../../../src-broker/transport/request-log';

const request = { method: 'POST', path: '/partners-api/v1/rates', status: 401, milliseconds: 1 };

it('logs at most ten rejected requests without an account per second, counts the rest, and logs every other request', () => {
	let now = 0;
	const lines: Record<string, unknown>[] = [];
	const log = createRequestLog(
		(_event, detail) => lines.push(detail),
		() => now,
	);
	for (let index = 0; index < 500; index += 1) log(request, true);
	expect(lines).toHaveLength(10);
	log({ ...request, status: 200 }, false);
	expect(lines[10]).toMatchObject({ status: 200, omittedBefore: 490 });
	now = 1000;
	log(request, true);
	expect(lines[11]).toEqual(request);
});
