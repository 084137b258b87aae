// What may name a person is taken out of a text before it is logged or given to support.
import { homedir } from 'node:os';

const MAX_CHARS = 4_000;

/**
 * Without addresses of mail, numbers by which one calls, parts of web addresses that may be keys, and the name in the home folder. Names
 * and streets cannot be told from other words: what is logged must not hold them.
 */
export function redactPersonalData(text: string, home = homedir()): string {
	return text
		.slice(0, MAX_CHARS)
		.replaceAll(home, '~')
		.replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, '…@…')
		.replace(/(https?:\/\/[^\s"'/?#]+)[^\s"']*/gi, '$1/…')
		.replace(/(?<![\w.:-])\+?\(?\d[\d\s()/-]{6,}\d(?![\w:])/g, '…');
}
