// Messages about the last action, and reloads of what the main process has translated, when the language changes.
import { type Ref, ref, watch } from 'vue';
import { currentLanguage } from '../../src-contract/i18n';

/** Calls a function each time the language has changed. The main process has changed its language before. */
export const onLanguageChange = (callback: () => unknown): void => {
	watch(currentLanguage, () => void callback(), { flush: 'sync' });
};

/**
 * A message about the last action, empty at first. The message is a translated text that cannot be translated again, so it goes when
 * the language changes.
 */
export function messageRef(): Ref<string> {
	const message = ref('');
	onLanguageChange(() => {
		message.value = '';
	});
	return message;
}
