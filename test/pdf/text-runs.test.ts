import { describe, expect, it } from 'vitest';
import { reverseRun, visualRuns } from '../../src-pdf/text-runs';

const HEBREW = '\u05d0\u05d1\u05d2';
const fontOf = (character: string) => (character >= '\u0590' ? 'other' : 'latin');
/** The texts of the runs as they are drawn, from left to right. */
const drawnRuns = (text: string) =>
	visualRuns(text, fontOf).map(({ text: run, isRightToLeft }) => (isRightToLeft ? reverseRun(run) : run));
const reversed = (text: string) => [...text].reverse().join('');

describe('visualRuns', () => {
	it('splits left-to-right text by font only', () => {
		expect(visualRuns('12 \u6771\u4eac A', fontOf).map(({ text, font }) => [text, font])).toEqual([
			['12 ', 'latin'],
			['\u6771\u4eac', 'other'],
			[' A', 'latin'],
		]);
	});

	it('draws a right-to-left text from its end, with its number from left to right', () => {
		expect(drawnRuns(`${HEBREW} 12`)).toEqual(['12', ' ', reversed(HEBREW)]);
	});

	it('keeps the order of a left-to-right line around right-to-left words', () => {
		expect(drawnRuns(`Ref. ${HEBREW} B`)).toEqual(['Ref. ', reversed(HEBREW), ' B']);
	});

	it('mirrors brackets', () => {
		expect(drawnRuns(`${HEBREW} (${HEBREW})`).join('')).toBe(`(${reversed(HEBREW)}) ${reversed(HEBREW)}`);
	});
});
