// The small shared modules of src-contract/lib.
import { describe, expect, it } from 'vitest';
import { backoffMs, withJitter } from '../../../src-contract/lib/backoff';
import { createBoundedMap } from '../../../src-contract/lib/bounded-map';
import { createMutex } from '../../../src-contract/lib/mutex';
import { foldText, withoutMarks } from '../../../src-contract/lib/text-folding';

describe('back-off', () => {
	it('doubles from the initial pause to the maximum', () => {
		const limits = { initialMs: 500, maxMs: 3000 };
		expect([1, 2, 3, 4, 5, 100].map((failures) => backoffMs(failures, limits))).toEqual([
			500, 1000, 2000, 3000, 3000, 3000,
		]);
		expect(backoffMs(0, limits)).toBe(500);
	});
	it('spreads a pause by up to a quarter in both directions', () => {
		const pauses = Array.from({ length: 200 }, () => withJitter(1000));
		expect(Math.min(...pauses)).toBeGreaterThanOrEqual(750);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(1250);
		expect(new Set(pauses).size).toBeGreaterThan(100);
	});
});

describe('bounded map', () => {
	it('never has more entries than its maximum, and drops the oldest', () => {
		const map = createBoundedMap<number, string>(10);
		for (let key = 0; key < 100; key += 1) {
			map.set(key, `value ${key}`);
			expect(map.size).toBeLessThanOrEqual(10);
			expect(map.get(key)).toBe(`value ${key}`);
		}
		expect(Array.from({ length: 10 }, (_, back) => map.get(90 + back))).toEqual(
			Array.from({ length: 10 }, (_, back) => `value ${90 + back}`),
		);
		expect(map.has(89)).toBe(false);
	});
	it('replaces an entry without dropping another', () => {
		const map = createBoundedMap<string, number>(2);
		map.set('a', 1);
		map.set('b', 2);
		map.set('b', 3);
		expect([map.get('a'), map.get('b')]).toEqual([1, 3]);
	});
	it('keeps the last entry even with a maximum of 1', () => {
		const map = createBoundedMap<string, number>(1);
		map.set('a', 1);
		map.set('b', 2);
		expect([map.size, map.get('b')]).toEqual([1, 2]);
	});
});

describe('mutex', () => {
	it('runs work in order, even after a failure', async () => {
		const { runExclusive } = createMutex();
		const log: string[] = [];
		const work = (name: string, isFailing = false) =>
			runExclusive(async () => {
				log.push(`${name} starts`);
				await new Promise((resolve) => setImmediate(resolve));
				log.push(`${name} ends`);
				if (isFailing) throw new Error(name);
				return name;
			});
		const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
	});
});

describe('text folding', () => {
	it('removes accents and case', () => {
		expect(foldText('Zoë MÜSTER, Łódź')).toBe('zoe muster, łodz');
		expect(withoutMarks('ÉCLAIR ﬁn')).toBe('ECLAIR ﬁn');
		expect(withoutMarks('ﬁn é', 'NFKD')).toBe('fin e');
	});
});
