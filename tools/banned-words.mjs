// Words and phrases that the project does not use, because readers would need an explanation of them. cspell finds the single
// words; `node tools/banned-words.mjs` finds the phrases and patterns.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { log, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';

const LIST = 'tools/banned-words.txt';

/** The banned words, phrases and regular expressions. A word with an optional s, such as `words?`, becomes two words. */
export const bannedWords = readFileSync(path.join(projectRoot, LIST), 'utf8')
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.flatMap((word) => (/^[a-z]+s\?$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word]));

/**
 * @param {readonly string[]} words words, phrases and regular expressions; single words are left to cspell
 * @returns {string[]} `file:line: text` of each line with a banned phrase
 */
export function findBannedWords(words = bannedWords) {
	const phrases = words.filter((word) => !/^[a-z]+$/.test(word));
	const pattern = phrases.map((word) => `\\b${word}\\b`).join('|');
	try {
		const found = execFileSync(
			'git',
			[
				'grep',
				'-nIP',
				pattern,
				'--',
				'.',
				`:!${LIST}`,
				':!*.csv',
				':!resources/fonts/OFL.txt',
				':!src-main/**/*migrations*',
				':!src-main/**/migrations/*',
			],
			{
				cwd: projectRoot,
				encoding: 'utf8',
			},
		);
		return found.trim().split('\n');
	} catch (error) {
		// git grep ends with 1 when nothing matches; any other failure, such as an invalid pattern, is an error.
		if (error instanceof Error && 'status' in error && error.status === 1) return [];
		throw error;
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const found = findBannedWords();
	if (found.length > 0)
		stop(`${found.join('\n')}\n${found.length} lines contain words of ${LIST}. Use plain, standard words instead.`);
	log('words: none of the banned phrases is used');
}
