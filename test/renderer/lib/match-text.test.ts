import { expect, it } from 'vitest';
import { hasMatch, splitMatches } from '../../../src-renderer/lib/match-text';

/** The text with its matches in brackets. */
const marked = (text: string, searchText: string): string =>
	splitMatches(text, searchText)
		.map((part) => (part.isMatch ? `[${part.text}]` : part.text))
		.join('');

it.each([
	['Muster GmbH', 'muster', '[Muster] GmbH'],
	['Mustermann AG', 'muster', '[Muster]mann AG'],
	['Müller & Söhne', 'muller so', '[Müller] & [Sö]hne'],
	['Große Straße 5', 'strasse', 'Große [Straße] 5'],
	['Große Straße 5', 'stras', 'Große [Straß]e 5'],
	['Søren Æble', 'soren ae', '[Søren] [Æ]ble'],
	['Möbelhaus Haus', 'haus', 'Möbelhaus [Haus]'],
	['Möbelhaus', 'haus', 'Möbel[haus]'],
	['Möbelhaus', 'el', 'Möbelhaus'],
	['10115 Berlin', 'berl 101', '[101]15 [Berl]in'],
	['東京都千代田区', '千代田', '東京都[千代田]区'],
	['Muster', '', 'Muster'],
	['Muster', '-', 'Muster'],
	['', 'muster', ''],
])('marks in "%s" for "%s"', (text, searchText, expected) => {
	expect(marked(text, searchText)).toBe(expected);
	expect(hasMatch(text, searchText)).toBe(expected.includes('['));
});
