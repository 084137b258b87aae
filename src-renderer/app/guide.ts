// The chapters of `docs/guide`, parsed and indexed for the help panel.
import { marked } from 'marked';
import MiniSearch from 'minisearch';

export interface Chapter {
	id: string;
	title: string;
	excerpt: string;
}

const guideFiles = import.meta.glob<string>('../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true });
const textsById = new Map(
	Object.entries(guideFiles).map(([file, text]) => [file.replace(/^.*\/|\.md$/g, ''), text] as const),
);

const toPlainText = (markdown: string): string =>
	markdown
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[#*`|_>-]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

function toChapter(id: string): Chapter {
	const text = textsById.get(id) ?? '';
	const title = /^# (.+)$/m.exec(text)?.[1] ?? id;
	const [excerpt = ''] = toPlainText(text.replace(/^# .+$/m, '')).match(/^.{0,140}[.!?]|^.{0,140}/) ?? [];
	return { id, title, excerpt };
}

const index = new MiniSearch<{ id: string; title: string; text: string }>({
	fields: ['title', 'text'],
	searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3 } },
});
index.addAll([...textsById].map(([id, text]) => ({ id, title: toChapter(id).title, text: toPlainText(text) })));

/** @param id name of a chapter or of a screen; a screen without a chapter of its own opens the first chapter */
export const chapterOf = (id: string): Chapter => toChapter(textsById.has(id) ? id : 'index');

export const findChapters = (text: string): Chapter[] => index.search(text).map(({ id }) => toChapter(String(id)));

/** Renders a chapter as HTML. Pictures are removed, because the screen itself is visible beside the panel. */
export const renderChapter = ({ id }: Chapter): string =>
	marked.parse((textsById.get(id) ?? '').replace(/!\[[^\]]*\]\([^)]*\)/g, ''), { async: false });
