// Translation of all texts that users read. The English text is the key. Where the same English words need different
// translations, a note after ## distinguishes the keys; the note is never shown.
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
export const LOCALES: Record<Language, string> = {
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

let currentTranslations = (): Translations => ENGLISH;
/** Sets the function that returns the current translations. The renderer reads a Vue ref in it, so that screens update. */
export function setLocale(translations: () => Translations): void {
	currentTranslations = translations;
}

export const currentLanguage = (): Language => currentTranslations().language;
export const currentLocale = (): string => LOCALES[currentTranslations().language];

/** Matches messages whose only ICU syntax is plain placeholders: no quotes, plurals or choices. */
const PLAIN_MESSAGE = /^(?:[^'{}]|\{\w+\})*$/;
const formats = new Map<string, IntlMessageFormat>();

/**
 * Translates a text.
 * @param text English text in the ICU message syntax: `{name}`, `{count, plural, one {# parcel} other {# parcels}}`
 * @returns the text in the current language, or in English when it has no translation
 */
export function t(text: string, values?: Record<string, string | number>): string {
	const { language, texts } = currentTranslations();
	const message = texts[text] ?? text.split('##')[0] ?? text;
	if (!values) return message;
	// Most messages have only plain placeholders. Creating an IntlMessageFormat for each would take most of a screen's start.
	if (PLAIN_MESSAGE.test(message))
		return message.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
	const key = `${language} ${message}`;
	let format = formats.get(key);
	if (!format) {
		format = new IntlMessageFormat(message, LOCALES[language], undefined, { ignoreTag: true });
		formats.set(key, format);
	}
	return String(format.format(values));
}

/**
 * The language to use for the language setting.
 * @param systemLocale BCP 47 tag such as de-AT, used for the setting `system`. If the station does not support the language of
 * the tag, English is used.
 */
export function resolveLanguage(setting: Language | 'system', systemLocale: string): Language {
	if (setting !== 'system') return setting;
	const language = systemLocale.slice(0, 2).toLowerCase();
	return isKeyOf(LANGUAGES, language) ? language : 'en';
}
