// Redacts personal data from texts before they are logged or given to support.
import { homedir } from 'node:os';

const MAX_CHARS = 4_000;

/**
 * Removes e-mail addresses, phone numbers, the home folder's path, and the paths and queries of URLs, which may contain keys. Names
 * and streets cannot be recognized, so callers must not log them. Truncates the text to MAX_CHARS characters.
 */
export function redactPersonalData(text: string, home = homedir()): string {
	return text
		.slice(0, MAX_CHARS)
		.replaceAll(home, '~')
		.replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, '…@…')
		.replace(/(https?:\/\/[^\s"'/?#]+)[^\s"']*/gi, '$1/…')
		.replace(/(?<![\w.:-])\+?\(?\d[\d\s()/-]{6,}\d(?![\w:])/g, '…');
}
