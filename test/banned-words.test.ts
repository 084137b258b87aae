// The check for banned words reports what it finds, and fails when it cannot search.
import { expect, it } from 'vitest';
import { findBannedWords } from '../tools/banned-words.mjs';

it('names the lines with a phrase, and nothing else', () => {
	expect(findBannedWords(['purple elephants in the warehouse'])).toEqual([
		expect.stringContaining('test/banned-words.test.ts:'),
	]);
	expect(findBannedWords(['purple (green|blue) elephants'])).toEqual([]);
});

it('fails when git cannot search, instead of finding nothing', () => {
	expect(() => findBannedWords(['not a valid (expression'])).toThrow();
});
