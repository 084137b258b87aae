// The language of the screens: every text follows when it changes.
import { shallowRef } from 'vue';
import { wordingOf } from '../src-contract/locales';
import type { Settings } from '../src-contract/settings';
import { currentLanguage, ENGLISH, languageOf, speak } from '../src-contract/wording';

const wording = shallowRef(ENGLISH);
speak(() => wording.value);

export async function showLanguage(setting: Settings['language']): Promise<void> {
	const language = languageOf(setting, navigator.language);
	if (language !== currentLanguage()) wording.value = await wordingOf(language);
	const page = document.documentElement;
	// Even the same one anew would have everything styled again.
	if (page.lang !== language) page.lang = language;
}
