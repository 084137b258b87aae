// Language of the screens. Reactive: all texts update when it changes.
import { shallowRef } from 'vue';
import { currentLanguage, ENGLISH, type Language, resolveLanguage, setLocale } from '../../src-contract/i18n';
import { createMutex } from '../../src-contract/lib/mutex';
import { loadTranslations } from '../../src-contract/locales';
import type { Settings } from '../../src-contract/model/settings';

const translation = shallowRef(ENGLISH);
setLocale(() => translation.value);

const languageMutex = createMutex();
/** Shows a language. Calls run one at a time, so that the last one wins even if an earlier one loads slowly. */
export const showLanguage = (setting: Settings['language']): Promise<void> =>
	languageMutex.runExclusive(() => show(resolveLanguage(setting, navigator.language)));

async function show(language: Language): Promise<void> {
	if (language !== currentLanguage()) translation.value = await loadTranslations(language);
	const page = document.documentElement;
	// Setting `lang` restyles the whole page, even to the same value.
	if (page.lang !== language) page.lang = language;
}
