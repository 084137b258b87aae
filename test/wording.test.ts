// Every text that people read is said in every language, with the values it has in English; and none is written past the languages.
import { describe, expect, it } from 'vitest';
import { languageOf, setLocale, t } from '../src-contract/i18n';
import { faultsOf, LANGUAGES, readTexts } from '../tools/wording.mjs';

const { said, past } = readTexts();

describe('the texts', () => {
	it.each(LANGUAGES)('are all there in %s, with their values', (language) => {
		expect(faultsOf(language, said)).toEqual([]);
	});
	it('are nowhere written past the languages', () => {
		expect(said.size).toBeGreaterThan(1000);
		expect(past).toEqual([]);
	});
});

describe('t', () => {
	const texts = {
		'{count, plural, one {# parcel} other {# parcels}}':
			'{count, plural, one {# paczka} few {# paczki} many {# paczek} other {# paczki}}',
		'Open##verb': 'Otwórz',
	};
	it.each([
		[1, '1 paczka'],
		[3, '3 paczki'],
		[5, '5 paczek'],
	])('counts as the language does: %i', (count, text) => {
		setLocale(() => ({ language: 'pl', texts }));
		expect(t('{count, plural, one {# parcel} other {# parcels}}', { count })).toBe(text);
		setLocale(() => ({ language: 'en', texts: {} }));
	});
	it('keeps notes to itself, and says in English what a language lacks', () => {
		expect(t('Open##verb')).toBe('Open');
		setLocale(() => ({ language: 'pl', texts }));
		expect(t('Open##verb')).toBe('Otwórz');
		expect(t('Closed {name}##of a parcel', { name: '{count}' })).toBe('Closed {count}');
		setLocale(() => ({ language: 'en', texts: {} }));
	});
	it.each([
		['system', 'de-AT', 'de'],
		['system', 'ja-JP', 'en'],
		['fr', 'de-AT', 'fr'],
	] as const)('%s on a system in %s is %s', (setting, system, language) => {
		expect(languageOf(setting, system)).toBe(language);
	});
});
