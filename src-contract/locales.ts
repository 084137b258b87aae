// Loads the translations of a language. English needs none: its texts are the keys.
import { currentLanguage, ENGLISH, type Language, setLocale, type Translations } from './i18n';

/** For each language: loads the texts of the station and the messages of the schema library. */
const SOURCES = {
	en: () => Promise.all([{ default: ENGLISH.texts }, import('zod/v4/locales/en.js')]),
	nl: () => Promise.all([import('../resources/locales/nl.json'), import('zod/v4/locales/nl.js')]),
	de: () => Promise.all([import('../resources/locales/de.json'), import('zod/v4/locales/de.js')]),
	fr: () => Promise.all([import('../resources/locales/fr.json'), import('zod/v4/locales/fr.js')]),
	es: () => Promise.all([import('../resources/locales/es.json'), import('zod/v4/locales/es.js')]),
	pl: () => Promise.all([import('../resources/locales/pl.json'), import('zod/v4/locales/pl.js')]),
} satisfies Record<Language, unknown>;

/** Loads the texts of a language, and switches the messages of the schema library to this language. */
export async function loadTranslations(language: Language): Promise<Translations> {
	// Imported here, not above, so that a station in English does not load the schema library at start.
	const { config } = await import('zod');
	const [texts, schemaMessages] = await SOURCES[language]();
	config(schemaMessages.default());
	return { language, texts: texts.default };
}

/** Sets the language of the texts of this process or thread. */
export async function setProcessLanguage(language: Language): Promise<void> {
	if (language === currentLanguage()) return;
	const translations = await loadTranslations(language);
	setLocale(() => translations);
}
