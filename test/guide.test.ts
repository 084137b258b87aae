// The user guide exists in every language and uses the words of the screens.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../src-contract/i18n';
import { keysOf } from '../src-contract/lib/keys';
import { readLocale } from '../tools/i18n.mjs';

const guide = path.join(import.meta.dirname, '..', 'docs', 'guide');
const folderOf = (language: string): string => path.join(guide, language === 'en' ? '' : language);
const chaptersOf = (language: string): string[] =>
	readdirSync(folderOf(language)).filter((name) => name.endsWith('.md'));
/** The texts of the screens in a language, with and without `…` for each value. English ones are the keys of a translation. */
function textsOf(language: string): string[] {
	const locale = readLocale(language === 'en' ? 'nl' : language);
	const texts = language === 'en' ? Object.keys(locale).map((key) => key.split('##')[0] ?? '') : Object.values(locale);
	return texts.flatMap((text) => [
		text.replace(/\{\w+\}/g, '…'),
		text
			.replace(/\{\w+\}/g, '')
			.replace(/ +/g, ' ')
			.trim(),
	]);
}

it.each(keysOf(LANGUAGES))('the guide in %s has every chapter, with the same pictures, links and keys', (language) => {
	expect(chaptersOf(language)).toEqual(chaptersOf('en'));
	for (const chapter of chaptersOf(language)) {
		const [english, translated] = ['en', language].map((name) =>
			readFileSync(path.join(folderOf(name), chapter), 'utf8'),
		) as [string, string];
		const structure = (markdown: string) => ({
			targets: [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target?.replace(/^(\.\.\/)+/, '')),
			headings: [...markdown.matchAll(/^#+ /gm)].length,
			tableRows: [...markdown.matchAll(/^\|/gm)].length,
		});
		expect(structure(translated), `${language}/${chapter}`).toEqual(structure(english));
	}
});

it.each(keysOf(LANGUAGES))('the guide in %s names controls by the texts of the screens', (language) => {
	const texts = textsOf(language);
	const named = chaptersOf(language).flatMap((chapter) =>
		[...readFileSync(path.join(folderOf(language), chapter), 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].map(
			([, name = '']) => ({ chapter, name: name.replace(/\s+/g, ' ') }),
		),
	);
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter(({ name }) => !texts.some((text) => text.startsWith(name)))).toEqual([]);
});
