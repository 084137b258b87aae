// `npm run i18n`: counts the texts of the user interface, the errors of each translation, and texts that are not translatable.
// `npm run i18n -- missing nl` prints the untranslated texts as JSON; `-- errors nl` lists the errors of a translation; `-- tidy`
// sorts the locale files and removes unused texts; `-- untranslatable [FILE]` lists texts that do not go through `t`.
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
/** Attributes of templates that hold texts. */
const TEXT_ATTRIBUTES = ['alt', 'aria-label', 'description', 'help', 'label', 'placeholder', 'title', 'legend'];
/** Texts that are the same in every language. */
const NEUTRAL = /^(Waybill|[×€·–—%≤≥⏎\d\s.,:;/()…+▸✓&|-]|cm|mm|kg|dpi|MB|EUR|PDF|ZPL|CSV|XLSX|HS|DAP|DDP|ISO)*$/;

/**
 * A text in a source file: `key` is an argument of `t`, `dynamic` an argument that is not a literal, `literal` any other string in a
 * script, `markup` text in a template.
 * @typedef {{ kind: 'dynamic' | 'key' | 'literal' | 'markup', text: string }} FoundText
 */
/** @typedef {(text: FoundText) => void} Report */

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

/**
 * Reports the strings of a script that users may see, and the first argument of each call of `t`.
 * @param {string} source @param {Report} report
 */
function visitScript(source, report) {
	const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	/** @param {import('typescript').Node} node @param {boolean} isHidden inside an expression whose strings users never see */
	const visit = (node, isHidden) => {
		if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
		const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : undefined;
		const name = call?.expression.getText();
		if (call && name === 't') {
			const [key, ...values] = call.arguments ?? [];
			if (!key || !ts.isStringLiteralLike(key)) report({ kind: 'dynamic', text: node.getText() });
			else report({ kind: 'key', text: key.text });
			for (const value of values) visit(value, isHidden);
			return;
		}
		// Messages of plain Errors are only logged: users see `internal` with an id.
		const isNowHidden = isHidden || name === 'Error' || name === 'RegExp';
		if (ts.isStringLiteralLike(node) && !isNowHidden) report({ kind: 'literal', text: node.text });
		if (ts.isTemplateExpression(node) && !isNowHidden) {
			const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
			report({ kind: 'literal', text: parts.join('{}') });
		}
		ts.forEachChild(node, (child) => visit(child, isNowHidden));
	};
	visit(file, false);
}

/** Strings by file that look like sentences and are not shown to users. @type {Record<string, string[]>} */
const NOT_SHOWN = {
	'src-main/app/embedded-service.ts': ['Waybill service'],
	'src-main/ipc/router.ts': ['There is no such method.'],
};
/** Files with names that other programs write, such as column titles in several languages. */
const DATA_FILES = [
	'src-contract/model/service-texts.ts',
	'src-main/address-book/files/columns.ts',
	'src-main/address-book/legacy-import.ts',
];

/** Whether a string of a script looks like a text for users. @param {string} text */
const isSentence = (text) =>
	/^[A-Z][a-z]+[’']?[a-z]*,? [a-z(]/.test(text.trim()) || /^[A-Z]?[a-z]+ .*[a-z]\.( |$)/.test(text);

/** @typedef {import('vue/compiler-sfc').SFCTemplateBlock['ast']} TemplateRoot */
/** @typedef {NonNullable<TemplateRoot> | NonNullable<TemplateRoot>['children'][number]} TemplateNode */

/**
 * Reports every text of a Vue template. Node types of the template compiler: 1 is an element, 2 a text, 4 an expression, 5 an
 * interpolation. A property of type 7 is a directive, such as `v-if`; any other is an attribute.
 * @param {TemplateNode} node @param {Report} report
 */
function visitTemplate(node, report) {
	/** @param {object | undefined} part an expression node of the template compiler */
	const sourceOf = (part) => (part && 'content' in part ? String(part.content) : '');
	/** @param {object | undefined} part */
	const visitExpression = (part) => {
		const source = sourceOf(part);
		if (source) visitScript(`(${source})`, report);
	};
	switch (node.type) {
		case 2:
			if (!NEUTRAL.test(node.content.trim())) report({ kind: 'markup', text: node.content.trim() });
			return;
		case 5:
			visitExpression(node.content);
			return;
		case 1:
			for (const property of node.props) {
				if (property.type === 7) {
					// Only the source of a v-for is an expression; its variables are not.
					if (property.name === 'for') visitExpression(property.forParseResult?.source);
					else if (property.name === 'on') visitScript(sourceOf(property.exp), report);
					else if (property.name !== 'slot') visitExpression(property.exp);
				} else if (TEXT_ATTRIBUTES.includes(property.name) && !NEUTRAL.test(property.value?.content ?? ''))
					report({ kind: 'markup', text: `${property.name}="${property.value?.content}"` });
			}
	}
	if (!('children' in node)) return;
	for (const child of node.children) if (typeof child === 'object' && child.type !== 4) visitTemplate(child, report);
}

/** @returns the translatable texts with their files, and the texts that do not go through `t` */
export function readTexts() {
	/** @type {Map<string, string[]>} */
	const texts = new Map();
	/** @type {{ file: string, kind: FoundText['kind'], text: string }[]} */
	const untranslatable = [];
	for (const file of sources()) {
		/** @type {Report} */
		const report = ({ kind, text }) => {
			if (kind === 'key') texts.set(text, [...(texts.get(text) ?? []), file]);
			else if (DATA_FILES.includes(file) || NOT_SHOWN[file]?.includes(text)) return;
			else if (kind !== 'literal' || isSentence(text)) untranslatable.push({ file, kind, text });
		};
		const source = readFileSync(path.join(projectRoot, file), 'utf8');
		if (file.endsWith('.ts')) {
			visitScript(source, report);
			continue;
		}
		const { descriptor } = parse(source);
		for (const block of [descriptor.script, descriptor.scriptSetup]) if (block) visitScript(block.content, report);
		if (descriptor.template?.ast) visitTemplate(descriptor.template.ast, report);
	}
	return { texts, untranslatable };
}

/** The names of a text's placeholders, sorted. @param {string} text */
function placeholdersOf(text) {
	/** @type {Set<string>} */
	const names = new Set();
	/** @param {import('intl-messageformat').IntlMessageFormat['getAst'] extends () => infer Elements ? Elements : never} elements */
	const visit = (elements) => {
		for (const element of elements) {
			// Type 0 is literal text, type 7 the number sign within a plural.
			if (element.type !== 0 && element.type !== 7) names.add(element.value);
			if ('options' in element) for (const option of Object.values(element.options)) visit(option.value);
		}
	};
	visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
	return [...names].sort().join(', ');
}

/**
 * Errors of a translation: missing or unused texts, invalid syntax, placeholders that differ from the English text.
 * @param {string} language
 */
export function translationErrors(language, texts = readTexts().texts) {
	const translations = readLocale(language);
	const errors = [];
	for (const text of texts.keys()) if (!translations[text]) errors.push(`missing: ${text}`);
	for (const [text, translation] of Object.entries(translations)) {
		if (!texts.has(text)) errors.push(`unused: ${text}`);
		// Texts without placeholders are not parsed as ICU messages.
		if (!/\{\w+[,}]/.test(text)) continue;
		try {
			if (placeholdersOf(text.replace(/##.*$/s, '')) !== placeholdersOf(translation))
				errors.push(`placeholders differ: ${translation}`);
		} catch (error) {
			errors.push(`invalid (${error instanceof Error ? error.message : error}): ${translation}`);
		}
	}
	return errors;
}

/** @param {string[]} parameters */
function main([command = '', subject = '']) {
	const { texts, untranslatable } = readTexts();
	if (command === 'missing') {
		const translations = readLocale(subject);
		const missing = [...texts.keys()].filter((text) => !(text in translations));
		console.info(JSON.stringify(Object.fromEntries(missing.map((text) => [text, ''])), null, '\t'));
		return;
	}
	if (command === 'errors') {
		for (const error of translationErrors(subject, texts)) console.info(error);
		return;
	}
	if (command === 'untranslatable') {
		for (const { file, kind, text } of untranslatable)
			if (!subject || file.includes(subject)) console.info(`${file}: ${kind}: ${text}`);
		return;
	}
	if (command === 'tidy') {
		for (const language of LANGUAGES) {
			const translations = readLocale(language);
			const used = [...texts.keys()].filter((text) => text in translations).sort();
			writeFileSync(
				localeFile(language),
				`${JSON.stringify(Object.fromEntries(used.map((text) => [text, translations[text]])), null, '\t')}\n`,
			);
		}
	}
	console.info(`${texts.size} texts; ${untranslatable.length} untranslatable texts`);
	for (const language of LANGUAGES) console.info(`${language}: ${translationErrors(language, texts).length} errors`);
}
if (isCommand) main(process.argv.slice(2));
