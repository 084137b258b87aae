// Where the texts of each language come from. English stands in the code.
import { currentLanguage, ENGLISH, type Language, setLocale, type Translations } from './i18n';

/** The station's own texts, and what the schema library says of itself. */
const SOURCES = {
	en: () => Promise.all([{ default: ENGLISH.texts }, import('zod/v4/locales/en.js')]),
	nl: () => Promise.all([import('../resources/locales/nl.json'), import('zod/v4/locales/nl.js')]),
	de: () => Promise.all([import('../resources/locales/de.json'), import('zod/v4/locales/de.js')]),
	fr: () => Promise.all([import('../resources/locales/fr.json'), import('zod/v4/locales/fr.js')]),
	es: () => Promise.all([import('../resources/locales/es.json'), import('zod/v4/locales/es.js')]),
	pl: () => Promise.all([import('../resources/locales/pl.json'), import('zod/v4/locales/pl.js')]),
} satisfies Record<Language, unknown>;

export async function translationsOf(language: Language): Promise<Translations> {
	// Fetched with the texts: whoever speaks English from the start does without.
	const { config } = await import('zod');
	const [texts, checks] = await SOURCES[language]();
	config(checks.default());
	return { language, texts: texts.default };
}

/** For a process or a thread: what it says from now on is in this language. */
export async function useLanguage(language: Language): Promise<void> {
	if (language === currentLanguage()) return;
	const wording = await translationsOf(language);
	setLocale(() => wording);
}
