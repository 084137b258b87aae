import { describe, expect, it } from 'vitest';
import { nextTrackingEvent } from '../../../src-broker/booking/tracking-events';

describe('a journey', () => {
	it('sometimes has an exception, and always ends with delivery', () => {
		let exceptions = 0;
		for (let serial = 0; serial < 400; serial += 1) {
			let status: Parameters<typeof nextTrackingEvent>[0]['status'] = 'created_at_carrier';
			let at = '2026-11-24T10:00:00.000Z';
			const seen: string[] = [status];
			for (;;) {
				const step = nextTrackingEvent(
					{ status, trackingNumber: `0952${serial}`, arrivesBy: '2026-11-26' },
					new Date(at),
				);
				if (!step) break;
				expect(step.at > at).toBe(true);
				({ status, at } = step);
				seen.push(status);
			}
			expect(seen.at(-1)).toBe('delivered');
			if (seen.includes('exception')) exceptions += 1;
		}
		expect(exceptions).toBeGreaterThan(4);
		expect(exceptions).toBeLessThan(60);
	});
});
