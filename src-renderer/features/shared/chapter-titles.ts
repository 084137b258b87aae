// Titles of the chapters of the Harmonised System in the language of the desk. The descriptions of codes are in English only.
import { shallowRef } from 'vue';
import { currentLanguage, type Language } from '../../../src-contract/i18n';
import { hsDigits } from '../../../src-contract/model/goods';

type Titles = Partial<Record<Language, Readonly<Record<string, string>>>>;
const titles = shallowRef<Titles>({});
let isRequested = false;
async function load(): Promise<void> {
	try {
		titles.value = (await import('../../../resources/customs/chapter-titles.json')).default.titles;
	} catch {
		// The titles are optional. The next call tries again.
		isRequested = false;
	}
}

/** Title of the chapter of a code: undefined in English, for an unknown chapter, and until the titles are loaded. */
export function chapterTitle(code: string): string | undefined {
	const language = currentLanguage();
	if (language === 'en') return undefined;
	if (!isRequested) {
		isRequested = true;
		void load();
	}
	return titles.value[language]?.[hsDigits(code).slice(0, 2)];
}
