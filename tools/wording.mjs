// `npm run wording`: which texts people read, which of them a language lacks, and what is written past the languages.
// `npm run wording -- lacking nl` prints what is to be translated, as JSON; `-- faults nl` what is wrong with what there is;
// `-- tidy` puts each file in the order of the texts; `-- past` lists what is written past the languages.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sendMessagesToStderr } from './log.mjs';
import { ensurePackages } from './packages.mjs';
import { projectRoot } from './project-root.mjs';

const isCommand = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isCommand) {
	sendMessagesToStderr();
	await ensurePackages();
}
const { IntlMessageFormat } = await import('intl-messageformat');
const { default: ts } = await import('typescript');
const { parse } = await import('vue/compiler-sfc');

export const LANGUAGES = ['nl', 'de', 'fr', 'es', 'pl'];
const FOLDERS = ['src-contract', 'src-main', 'src-renderer'];
const SPOKEN_ATTRIBUTES = ['alt', 'aria-label', 'description', 'help', 'label', 'placeholder', 'title', 'legend'];
/** What is the same in every language. */
const SAME = /^(Waybill|[×€·–—%≤≥⏎\d\s.,:;/()…+▸✓&|-]|cm|mm|kg|dpi|MB|EUR|PDF|ZPL|CSV|XLSX|HS|DAP|DDP|ISO)*$/;

/** @typedef {{ kind: 'unreadable' | 'said' | 'written' | 'raw', text: string }} Found a text in a source file */
/** @typedef {(text: Found) => void} Report */

/** @param {string} language */
const localeFile = (language) => path.join(projectRoot, 'resources', 'locales', `${language}.json`);
/** @param {string} language @returns {Record<string, string>} translations by their English text */
export const readLocale = (language) => JSON.parse(readFileSync(localeFile(language), 'utf8'));

function sources() {
	return FOLDERS.flatMap((folder) =>
		readdirSync(path.join(projectRoot, folder), { recursive: true })
			.map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
			.filter((name) => /\.(ts|vue)$/.test(name) && !name.includes('node_modules')),
	);
}

/** Calls `found` for every string in a script, with whether it is an argument of `t`. @param {string} text @param {Report} found */
function strings(text, found) {
	const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	/** @param {import('typescript').Node} node @param {boolean} silent */
	const visit = (node, silent) => {
		if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
		const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : undefined;
		const name = call?.expression.getText();
		if (call && name === 't') {
			const [said, ...values] = call.arguments ?? [];
			if (!said || !ts.isStringLiteralLike(said)) found({ kind: 'unreadable', text: node.getText() });
			else found({ kind: 'said', text: said.text });
			for (const value of values) visit(value, silent);
			return;
		}
		// Errors that no person meets: they become `internal`, with a number that is in the log.
		const isSilent = silent || name === 'Error' || name === 'RegExp';
		if (ts.isStringLiteralLike(node) && !isSilent) found({ kind: 'written', text: node.text });
		if (ts.isTemplateExpression(node) && !isSilent) {
			const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
			found({ kind: 'written', text: words.join('{}') });
		}
		ts.forEachChild(node, (child) => visit(child, isSilent));
	};
	visit(file, false);
}

/** Data and words for programs, that look like sentences. @type {Record<string, string[]>} */
const NOT_FOR_PEOPLE = {
	'src-main/app/embedded-service.ts': ['Waybill service'],
	'src-main/ipc/router.ts': ['There is no such method.'],
};
/** Titles of columns that are recognised in files, in several languages. */
const FILES_OF_DATA = ['src-main/address-book/files/columns.ts', 'src-main/address-book/legacy-import.ts'];

/** Letters beside what is the same in every language: only a sentence, in a script; anything, on a screen. @param {string} text */
const isSentence = (text) =>
	/^[A-Z][a-z]+[’']?[a-z]*,? [a-z(]/.test(text.trim()) || /^[A-Z]?[a-z]+ .*[a-z]\.( |$)/.test(text);

/** @typedef {import('vue/compiler-sfc').SFCTemplateBlock['ast']} TemplateRoot */
/** @typedef {NonNullable<TemplateRoot> | NonNullable<TemplateRoot>['children'][number]} TemplateNode */

/** @param {TemplateNode} node @param {Report} found */
function inTemplate(node, found) {
	/** @param {object | undefined} part an expression of the template's compiler */
	const sourceOf = (part) => (part && 'content' in part ? String(part.content) : '');
	/** @param {object | undefined} part */
	const expression = (part) => {
		const source = sourceOf(part);
		if (source) strings(`(${source})`, found);
	};
	switch (node.type) {
		case 2:
			if (!SAME.test(node.content.trim())) found({ kind: 'raw', text: node.content.trim() });
			return;
		case 5:
			expression(node.content);
			return;
		case 1:
			for (const property of node.props) {
				if (property.type === 7) {
					// What a loop names holds no text, and is no expression.
					if (property.name === 'for') expression(property.forParseResult?.source);
					else if (property.name === 'on') strings(sourceOf(property.exp), found);
					else if (property.name !== 'slot') expression(property.exp);
				} else if (SPOKEN_ATTRIBUTES.includes(property.name) && !SAME.test(property.value?.content ?? ''))
					found({ kind: 'raw', text: `${property.name}="${property.value?.content}"` });
			}
	}
	if (!('children' in node)) return;
	for (const child of node.children) if (typeof child === 'object' && child.type !== 4) inTemplate(child, found);
}

/** @returns the texts that are said, in order, and what is written past the languages, with its file */
export function readTexts() {
	/** @type {Map<string, string[]>} */
	const said = new Map();
	/** @type {{ file: string, kind: Found['kind'], text: string }[]} */
	const past = [];
	for (const file of sources()) {
		/** @type {Report} */
		const found = ({ kind, text }) => {
			if (kind === 'said') said.set(text, [...(said.get(text) ?? []), file]);
			else if (FILES_OF_DATA.includes(file) || NOT_FOR_PEOPLE[file]?.includes(text)) return;
			else if (kind !== 'written' || isSentence(text)) past.push({ file, kind, text });
		};
		const source = readFileSync(path.join(projectRoot, file), 'utf8');
		if (file.endsWith('.ts')) {
			strings(source, found);
			continue;
		}
		const { descriptor } = parse(source);
		for (const block of [descriptor.script, descriptor.scriptSetup]) if (block) strings(block.content, found);
		if (descriptor.template?.ast) inTemplate(descriptor.template.ast, found);
	}
	return { said, past };
}

/** The names of the values that a text takes, and its markers of time and number. @param {string} text */
function valuesOf(text) {
	/** @type {Set<string>} */
	const names = new Set();
	/** @param {import('intl-messageformat').IntlMessageFormat['getAst'] extends () => infer Elements ? Elements : never} elements */
	const visit = (elements) => {
		for (const element of elements) {
			// 0 is literal text, 7 the number sign within a plural.
			if (element.type !== 0 && element.type !== 7) names.add(element.value);
			if ('options' in element) for (const option of Object.values(element.options)) visit(option.value);
		}
	};
	visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
	return [...names].sort().join(', ');
}

/** What is wrong with the texts of a language: lacking, not used any more, unreadable, or with other values than in English. @param {string} language */
export function faultsOf(language, said = readTexts().said) {
	const texts = readLocale(language);
	const faults = [];
	for (const text of said.keys()) if (!texts[text]) faults.push(`lacking: ${text}`);
	for (const [text, translated] of Object.entries(texts)) {
		if (!said.has(text)) faults.push(`not used any more: ${text}`);
		// A text that takes no values is shown as it stands.
		if (!/\{\w+[,}]/.test(text)) continue;
		try {
			if (valuesOf(text.replace(/##.*$/s, '')) !== valuesOf(translated)) faults.push(`other values: ${translated}`);
		} catch (error) {
			faults.push(`unreadable (${error instanceof Error ? error.message : error}): ${translated}`);
		}
	}
	return faults;
}

/** @param {string[]} parameters */
function main([command = '', subject = '']) {
	const { said, past } = readTexts();
	if (command === 'lacking') {
		const texts = readLocale(subject);
		const lacking = [...said.keys()].filter((text) => !(text in texts));
		console.info(JSON.stringify(Object.fromEntries(lacking.map((text) => [text, ''])), null, '\t'));
		return;
	}
	if (command === 'faults') {
		for (const fault of faultsOf(subject, said)) console.info(fault);
		return;
	}
	if (command === 'past') {
		for (const { file, kind, text } of past)
			if (!subject || file.includes(subject)) console.info(`${file}: ${kind}: ${text}`);
		return;
	}
	if (command === 'tidy') {
		for (const language of LANGUAGES) {
			const texts = readLocale(language);
			const kept = [...said.keys()].filter((text) => text in texts).sort();
			writeFileSync(
				localeFile(language),
				`${JSON.stringify(Object.fromEntries(kept.map((text) => [text, texts[text]])), null, '\t')}\n`,
			);
		}
	}
	console.info(`${said.size} texts; ${past.length} places are written past the languages`);
	for (const language of LANGUAGES) console.info(`${language}: ${faultsOf(language, said).length} faults`);
}
if (isCommand) main(process.argv.slice(2));
