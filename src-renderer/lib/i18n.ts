// Language of the screens. The language is reactive: when it changes, all texts update.
import { shallowRef } from 'vue';
import { currentLanguage, ENGLISH, type Language, resolveLanguage, setLocale } from '../../src-contract/i18n';
import { createMutex } from '../../src-contract/lib/mutex';
import { loadTranslations } from '../../src-contract/locales';
import type { Settings } from '../../src-contract/model/settings';

const translation = shallowRef(ENGLISH);
setLocale(() => translation.value);

const languageMutex = createMutex();
/**
 * Shows the screens in a language. Calls run one at a time, so that the language of the last call is shown even if the
 * translation of an earlier call loads slowly.
 */
export const showLanguage = (setting: Settings['language']): Promise<void> =>
	languageMutex.runExclusive(() => show(resolveLanguage(setting, navigator.language)));

async function show(language: Language): Promise<void> {
	if (language !== currentLanguage()) translation.value = await loadTranslations(language);
	const root = document.documentElement;
	// Setting `lang` restyles the whole page, even to the same value.
	if (root.lang !== language) root.lang = language;
}
