// @vitest-environment happy-dom
// What happens to messages and to texts of the main process when the language changes.
import { afterEach, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import { showLanguage } from '../../../src-renderer/lib/i18n';
import { messageRef, onLanguageChange } from '../../../src-renderer/lib/language-change';

afterEach(() => showLanguage('en'));

it('removes a message of the last action, and keeps one that follows the change', async () => {
	const scope = effectScope();
	const message = scope.run(messageRef);
	if (!message) throw new Error('The scope did not run');
	message.value = 'Saved.';
	await showLanguage('en');
	expect(message.value).toBe('Saved.');
	await showLanguage('de');
	expect(message.value).toBe('');
	message.value = 'Gespeichert.';
	await Promise.resolve();
	expect(message.value).toBe('Gespeichert.');
	scope.stop();
});

it('calls back once for each change, until its component is gone', async () => {
	const scope = effectScope();
	const reload = vi.fn();
	scope.run(() => onLanguageChange(reload));
	await showLanguage('de');
	await showLanguage('de');
	await showLanguage('pl');
	expect(reload).toHaveBeenCalledTimes(2);
	scope.stop();
	await showLanguage('en');
	expect(reload).toHaveBeenCalledTimes(2);
});
