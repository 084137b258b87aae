import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAddressLines } from '../../../src-contract/rules/address-lines';

describe('splitAddressLines', () => {
	it('joins both lines and breaks them between words', () => {
		expect(splitAddressLines('Invalidenstraße 10, Hinterhaus links,', 'zweiter Aufgang', 35)).toEqual([
			'Invalidenstraße 10, Hinterhaus',
			'links, zweiter Aufgang',
		]);
		expect(splitAddressLines('Damrak 1', undefined, 35)).toEqual(['Damrak 1', '']);
	});

	it('breaks inside a word when no break between words fits', () => {
		const word = 'Street'.repeat(7).slice(0, 40);
		const lines = splitAddressLines(`Av. ${word}`, undefined, 35);
		expect(lines).toEqual([`Av. ${word.slice(0, 31)}`, word.slice(31)]);
		expect(splitAddressLines('x'.repeat(70), undefined, 35)).toEqual(['x'.repeat(35), 'x'.repeat(35)]);
		expect(splitAddressLines('x'.repeat(71), undefined, 35)).toBeUndefined();
	});

	it('breaks at the space when both lines are full', () => {
		expect(splitAddressLines('x'.repeat(35), 'y'.repeat(35), 35)).toEqual(['x'.repeat(35), 'y'.repeat(35)]);
		expect(splitAddressLines('x'.repeat(35), 'y'.repeat(36), 35)).toBeUndefined();
	});

	it('keeps surrogate pairs and combining marks together', () => {
		expect(splitAddressLines(`${'x'.repeat(34)}𠮷${'x'.repeat(10)}`, undefined, 35)).toEqual([
			'x'.repeat(34),
			`𠮷${'x'.repeat(10)}`,
		]);
		expect(splitAddressLines(`${'x'.repeat(34)}e\u0301${'x'.repeat(10)}`, undefined, 35)?.[1]).toMatch(/^e\u0301/);
	});

	it('refuses only what is longer than both lines, and loses no character', () => {
		const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.'), maxLength: 80 });
		fc.assert(
			fc.property(letters, letters, fc.integer({ min: 5, max: 40 }), (line1, line2, maximum) => {
				const joined = `${line1} ${line2}`.replace(/\s+/g, ' ').trim();
				const lines = splitAddressLines(line1, line2, maximum);
				if (joined.length <= 2 * maximum) expect(lines).toBeDefined();
				if (!lines) return;
				expect(lines.every((line) => line.length <= maximum)).toBe(true);
				expect(lines.join('').replaceAll(' ', '')).toBe(joined.replaceAll(' ', ''));
			}),
		);
	});
});
