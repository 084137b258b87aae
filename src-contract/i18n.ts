// Every text that people read, in their language. The English text is its own key; what follows ## tells two uses of the same
// words apart, and is not shown.
import { IntlMessageFormat } from 'intl-messageformat';
import { isKeyOf } from './lib/keys';

/** As each calls itself. */
export const LANGUAGES = {
	en: 'English',
	nl: 'Nederlands',
	de: 'Deutsch',
	fr: 'Français',
	es: 'Español',
	pl: 'Polski',
} as const;
export type Language = keyof typeof LANGUAGES;

/** How numbers, money and dates are written. */
const LOCALES: Record<Language, string> = {
	en: 'en-GB',
	nl: 'nl-NL',
	de: 'de-DE',
	fr: 'fr-FR',
	es: 'es-ES',
	pl: 'pl-PL',
};

export interface Translations {
	language: Language;
	/** From the English text to the one of the language. */
	texts: Readonly<Record<string, string>>;
}
export const ENGLISH: Translations = { language: 'en', texts: {} };

let source = (): Translations => ENGLISH;
/** From now on texts are said in the language that this names; the screens give a source that they watch. */
export function setLocale(from: () => Translations): void {
	source = from;
}

export const currentLanguage = (): Language => source().language;
export const currentLocale = (): string => LOCALES[source().language];

/** Without quotes, plurals or choices. */
const BARE = /^(?:[^'{}]|\{\w+\})*$/;
const formats = new Map<string, IntlMessageFormat>();

/**
 * @param text in English, in the ICU message syntax: `{name}`, `{count, plural, one {# parcel} other {# parcels}}`
 * @returns it in the language that is spoken, or in English where that has no text for it
 */
export function t(text: string, values?: Record<string, string | number>): string {
	const { language, texts } = source();
	const found = texts[text] ?? text.split('##')[0] ?? text;
	if (!values) return found;
	// Most texts hold bare values: making a format for them takes longer than all else that a screen does at its start.
	if (BARE.test(found)) return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
	const key = `${language} ${found}`;
	let format = formats.get(key);
	if (!format) {
		format = new IntlMessageFormat(found, LOCALES[language], undefined, { ignoreTag: true });
		formats.set(key, format);
	}
	return String(format.format(values));
}

/** The language of a setting. @param systemLocale as in de-AT */
export function languageOf(setting: Language | 'system', systemLocale: string): Language {
	if (setting !== 'system') return setting;
	const language = systemLocale.slice(0, 2).toLowerCase();
	return isKeyOf(LANGUAGES, language) ? language : 'en';
}
