import { homedir } from 'node:os';

const MAX_CHARS = 4_000;

/**
 * Text for the log and for support, without e-mail addresses, telephone numbers, parts of web addresses that may be keys and the
 * name of the home folder. Names and streets cannot be told from other words: callers must not pass them.
 */
export function withoutPersons(text: string, home = homedir()): string {
	return text
		.slice(0, MAX_CHARS)
		.replaceAll(home, '~')
		.replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, '…@…')
		.replace(/(https?:\/\/[^\s"'/?#]+)[^\s"']*/gi, '$1/…')
		.replace(/(?<![\w.:-])\+?\(?\d[\d\s()/-]{6,}\d(?![\w:])/g, '…');
}
