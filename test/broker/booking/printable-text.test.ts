import { describe, expect, it } from 'vitest';
import { printableText, withLatinDigits } from '../../../src-broker/booking/printable-text';

describe('printableText', () => {
	it('removes characters that nobody sees', () => {
		const invisible = ['\u00ad', '\u034f', '\u061c', '\u115f', '\u200b', '\u200e', '\u200f', '\u202a', '\u202e'];
		for (const character of [...invisible, '\u2060', '\u2066', '\u2069', '\u3164', '\ufe0f', '\ufeff', '\ufff9'])
			expect(printableText(`Main${character}Street`)).toBe('MainStreet');
		expect(printableText('Main\u{e0041}Street\u{e0100}')).toBe('MainStreet');
	});

	it('keeps a joiner between letters of Arabic and Devanagari only', () => {
		for (const text of ['\u0645\u06cc\u200c\u062e', '\u0930\u094d\u200d\u092f', '\u0930\u094d\u200c\u092f'])
			expect(printableText(text)).toBe(text);
		for (const text of [
			'Main\u200cStreet',
			'Main\u200dStreet',
			'\u0645\u200c',
			'\u200d\u0645',
			'\u0645\u200c\u200d\u062e',
		])
			expect(printableText(text)).toBe(text.replace(/[\u200c\u200d]/g, ''));
	});

	it('leaves every other text as it is', () => {
		for (const text of ['Café São 12/4 · ½', 'e\u0301', '\u05e9\u05c1', '\u3000'])
			expect(printableText(text)).toBe(text);
	});
});

it('withLatinDigits converts the digits of every printed script', () => {
	expect(withLatinDigits('\u0661\u0665 \u06f1\u06f9 \u0967\u096f \u0e51\u0e59 \uff11\uff19\uff21')).toBe(
		'15 19 19 19 19A',
	);
	expect(withLatinDigits('1012 LG')).toBe('1012 LG');
});
