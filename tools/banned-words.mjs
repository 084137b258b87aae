// Words and phrases that the project does not use, because a reader needs them explained. cspell flags the single words; running this
// file finds the phrases and patterns: `node tools/banned-words.mjs`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { log, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';

const LIST = 'tools/banned-words.txt';

/** Each a word, a phrase or a regular expression. */
export const bannedWords = readFileSync(path.join(projectRoot, LIST), 'utf8')
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.flatMap((word) => (/^[a-z]+s\?$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word]));

/** @returns {string[]} `file:line: text` of each place */
export function findBannedWords() {
	const phrases = bannedWords.filter((word) => !/^[a-z]+$/.test(word));
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
	} catch {
		// git grep ends with 1 when nothing matches.
		return [];
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const found = findBannedWords();
	if (found.length > 0)
		stop(`${found.join('\n')}\n${found.length} lines use words of ${LIST}: say it in a plain, standard word`);
	log('words: none of the banned phrases is used');
}
