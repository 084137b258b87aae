// Translation of all texts that users read. The English text is the key. A note after ## tells two uses of the same words
// apart and is never shown.
import { IntlMessageFormat } from 'intl-messageformat';
import { isKeyOf } from './lib/keys';

/** Languages of the station, each by its own name. */
export const LANGUAGES = {
	en: 'English',
	nl: 'Nederlands',
	de: 'Deutsch',
	fr: 'Français',
	es: 'Español',
	pl: 'Polski',
} as const;
export type Language = keyof typeof LANGUAGES;

/** Locales that format numbers, money and dates. */
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
	/** Translations by English text. */
	texts: Readonly<Record<string, string>>;
}
export const ENGLISH: Translations = { language: 'en', texts: {} };

let source = (): Translations => ENGLISH;
/** Sets where `t` finds the current translations. The renderer passes a source that Vue observes. */
export function setLocale(from: () => Translations): void {
	source = from;
}

export const currentLanguage = (): Language => source().language;
export const currentLocale = (): string => LOCALES[source().language];

/** Matches messages that contain only plain placeholders: no quotes, plurals or choices. */
const PLAIN_MESSAGE = /^(?:[^'{}]|\{\w+\})*$/;
const formats = new Map<string, IntlMessageFormat>();

/**
 * Translates a text.
 * @param text English text in the ICU message syntax: `{name}`, `{count, plural, one {# parcel} other {# parcels}}`
 * @returns the text in the current language, or in English when it has no translation
 */
export function t(text: string, values?: Record<string, string | number>): string {
	const { language, texts } = source();
	const found = texts[text] ?? text.split('##')[0] ?? text;
	if (!values) return found;
	// Most texts have only plain placeholders. Creating IntlMessageFormat objects would dominate the start of a screen.
	if (PLAIN_MESSAGE.test(found))
		return found.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
	const key = `${language} ${found}`;
	let format = formats.get(key);
	if (!format) {
		format = new IntlMessageFormat(found, LOCALES[language], undefined, { ignoreTag: true });
		formats.set(key, format);
	}
	return String(format.format(values));
}

/** Resolves the language setting. @param systemLocale BCP 47 tag such as de-AT @returns English for unsupported languages */
export function resolveLanguage(setting: Language | 'system', systemLocale: string): Language {
	if (setting !== 'system') return setting;
	const language = systemLocale.slice(0, 2).toLowerCase();
	return isKeyOf(LANGUAGES, language) ? language : 'en';
}
