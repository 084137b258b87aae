import { expect, it } from 'vitest';
import { isolateBidi, withoutBidiControls } from '../../../src-contract/rules/bidi';
import { isWebAddress } from '../../../src-contract/rules/web-address';

it('characters that change the text direction are removed', () => {
	expect(withoutBidiControls('a\u202eb\u2066c\u200fd\u061ce')).toBe('abcde');
	expect(withoutBidiControls('Ünïcode — 运 שלום')).toBe('Ünïcode — 运 שלום');
});

it('a right-to-left name is isolated within a sentence, any other name stays plain', () => {
	expect(isolateBidi('Test\u202e Carrier')).toBe('Test Carrier');
	expect(isolateBidi('שליח\u202e')).toBe('\u2068שליח\u2069');
	expect(isolateBidi('ناقل')).toBe('\u2068ناقل\u2069');
});

it.each([
	['https://carrier.example/track?id=1', true],
	['HTTP://carrier.example', true],
	['', false],
	['carrier.example/track', false],
	['javascript:alert(1)', false],
	['file:///etc/passwd', false],
	['https://', false],
	['https://%', false],
	['https://carrier.example/a b', false],
	['https://carrier.example/\u202e', false],
])('%j is a web address: %s', (url, expected) => {
	expect(isWebAddress(url)).toBe(expected);
});
