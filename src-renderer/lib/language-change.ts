// Reacts to a change of the language: clears messages about the last action, and calls functions that reload texts of the main
// process.
import { type Ref, ref, watch } from 'vue';
import { currentLanguage } from '../../src-contract/i18n';

/** Calls a function each time the language has changed. By then, the main process answers in the new language. */
export const onLanguageChange = (callback: () => unknown): void => {
	watch(currentLanguage, () => void callback(), { flush: 'sync' });
};

/**
 * A message about the last action, empty at first. The message is a translated text that cannot be translated again, so it is
 * cleared when the language changes.
 */
export function messageRef(): Ref<string> {
	const message = ref('');
	onLanguageChange(() => {
		message.value = '';
	});
	return message;
}
