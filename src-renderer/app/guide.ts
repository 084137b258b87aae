// The user guide of `docs/guide` in the language of the screens, parsed and indexed for the help panel.
import { marked } from 'marked';
import MiniSearch from 'minisearch';
import type { Language } from '../../src-contract/i18n';
import { foldText } from '../../src-contract/lib/text-folding';

export interface Chapter {
	id: string;
	title: string;
	/** Start of the chapter: whole sentences if the first one is short enough, at most about 140 characters. */
	excerpt: string;
	markdown: string;
}

/** Markdown by path: `guide/ship.md` is English, `guide/de/ship.md` German. */
const markdownByPath = import.meta.glob<string>('../../docs/guide/**/*.md', {
	query: '?raw',
	import: 'default',
	eager: true,
});

const withoutPictures = (markdown: string): string => markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, '');

const plainText = (markdown: string): string =>
	withoutPictures(markdown)
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[#*`|_>-]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

function toChapter(id: string, markdown: string): Chapter {
	const title = /^# (.+)$/m.exec(markdown)?.[1] ?? id;
	const [excerpt = ''] = plainText(markdown.replace(/^# .+$/m, '')).match(/^.{0,140}[.!?]|^.{0,140}/) ?? [];
	return { id, title, excerpt, markdown };
}

export function loadGuide(language: Language) {
	const folder = `guide/${language === 'en' ? '' : `${language}/`}`;
	const chapters = new Map(
		Object.entries(markdownByPath).flatMap(([path, markdown]) => {
			const id = path.split(folder)[1]?.replace(/\.md$/, '');
			return id === undefined || id.includes('/') ? [] : [[id, toChapter(id, markdown)] as const];
		}),
	);
	const searchIndex = new MiniSearch<{ id: string; title: string; text: string }>({
		fields: ['title', 'text'],
		processTerm: foldText,
		searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3 } },
	});
	searchIndex.addAll(
		[...chapters.values()].map(({ id, title, markdown }) => ({ id, title, text: plainText(markdown) })),
	);

	/** @param id id of a chapter or a screen; a screen without a chapter of its own gets the chapter `index` */
	const chapterOf = (id: string): Chapter => chapters.get(id) ?? chapters.get('index') ?? toChapter('index', '');

	return {
		chapterOf,
		search: (text: string): Chapter[] => searchIndex.search(text).map(({ id }) => chapterOf(String(id))),
	};
}

/** Renders a chapter as HTML, without its pictures: the screen itself is visible beside the panel. */
export const renderChapter = ({ markdown }: Chapter): string =>
	marked.parse(withoutPictures(markdown), { async: false });
