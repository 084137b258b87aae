// Every text of the user interface goes through `t` and is translated to every language with the same placeholders.
import { describe, expect, it } from 'vitest';
import { resolveLanguage, setLocale, t } from '../src-contract/i18n';
import { LANGUAGES, readTexts, translationErrors } from '../tools/i18n.mjs';

const { texts, untranslatable } = readTexts();

describe('the texts of the user interface', () => {
	it.each(LANGUAGES)('are all translated to %s, with the same placeholders', (language) => {
		expect(translationErrors(language, texts)).toEqual([]);
	});
	it('all go through the translation function', () => {
		expect(texts.size).toBeGreaterThan(1000);
		expect(untranslatable).toEqual([]);
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
	])('uses the plural rules of the language for %i', (count, text) => {
		setLocale(() => ({ language: 'pl', texts }));
		expect(t('{count, plural, one {# parcel} other {# parcels}}', { count })).toBe(text);
		setLocale(() => ({ language: 'en', texts: {} }));
	});
	it('removes notes, and returns English for a missing translation', () => {
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
		expect(resolveLanguage(setting, system)).toBe(language);
	});
});
