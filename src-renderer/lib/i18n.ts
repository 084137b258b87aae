// The language of the screens: every text follows when it changes.
import { shallowRef } from 'vue';
import { currentLanguage, ENGLISH, type Language, languageOf, setLocale } from '../../src-contract/i18n';
import { createMutex } from '../../src-contract/lib/mutex';
import { translationsOf } from '../../src-contract/locales';
import type { Settings } from '../../src-contract/model/settings';

const wording = shallowRef(ENGLISH);
setLocale(() => wording.value);

const showing = createMutex();
/** The last language asked for is shown, however long the texts of an earlier one take to load. */
export const showLanguage = (setting: Settings['language']): Promise<void> =>
	showing.runExclusive(() => show(languageOf(setting, navigator.language)));

async function show(language: Language): Promise<void> {
	if (language !== currentLanguage()) wording.value = await translationsOf(language);
	const page = document.documentElement;
	// Even the same one anew would have everything styled again.
	if (page.lang !== language) page.lang = language;
}
