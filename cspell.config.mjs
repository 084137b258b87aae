// Spelling of code, comments, documents and texts in six languages. Further accepted words, such as terms of the shipping trade and
// names in test data, are in `tools/spelling-words.txt`.
import { bannedWords } from './tools/banned-words.mjs';

const ENGLISH = 'en,en-GB';
const LANGUAGES = ['de', 'es', 'fr', 'nl', 'pl'];
/** Files with words of several languages: column titles, kinds of documents, labels, addresses, names of goods. */
const MULTILINGUAL = [
	'src-broker/booking/notification-texts.ts',
	'src-broker/{classification,duties}/**',
	'src-broker/pages/tracking/**',
	'src-contract/i18n.ts',
	'src-main/address-book/**',
	'src-main/documents/**',
	'src-main/orders/**',
	'src-contract/lib/quantities.ts',
	'src-main/platform/country-names.ts',
	'src-main/platform/tabular/title-roles.ts',
	'src-main/shipments/goods-decisions/**',
	'test/{broker/classification,broker/duties,main/address-book,main/documents,main/orders,main/shipments/goods-decisions}/**',
	'test/contract/{model/service-texts,rules/duty-reasons}.test.ts',
	'test/main/printing/printer-setup.test.ts',
	'test/renderer/lib/language-change.test.ts',
	'test/e2e/language.spec.ts',
	'test/conformance/tracking.test.ts',
	'test/e2e/service-pages.spec.ts',
	'test/fixtures/**',
	'test/conformance/notification.test.ts',
	'test/i18n.test.ts',
	'resources/customs/chapter-titles.json',
	'src-renderer/features/shared/country-search.ts',
	'test/renderer/features/shared/chapter-titles.test.ts',
	'test/renderer/ui/base-date.test.ts',
	'test/renderer/features/shared/country-*.test.ts',
	'src-contract/rules/address-regions.ts',
	'test/contract/rules/address-regions.test.ts',
	'test/e2e/screen-states.ts',
	'test/renderer/lib/match-text.test.ts',
	'test/renderer/ui/full-text.test.ts',
];

export default {
	version: '0.2',
	language: ENGLISH,
	import: ['de-de', 'es-es', 'fr-fr', 'nl-nl', 'pl_pl'].map((name) => `@cspell/dict-${name}/cspell-ext.json`),
	useGitignore: true,
	files: [
		'{src-*,test,tools,docs,deploy,packaging,.github,resources/locales}/**',
		'*.{ts,mjs,md,json,jsonc}',
		'resources/**/README.md',
	],
	ignorePaths: [
		'package-lock.json',
		// Released migrations never change.
		'src-main/**/*migrations*',
		'src-main/**/migrations/**',
		'tools/*words.txt',
		// Words of a dozen languages, and names.
		'src-main/address-book/paste-*.ts',
		'test/fixtures/pasted-addresses/*.json',
		'**/*.{csv,vcf,png,txt,zpl,pdf,svg,gz}',
		'test/fixtures/{address-book/files,hostile,program-files,released-data}',
	],
	dictionaryDefinitions: [{ name: 'project', path: './tools/spelling-words.txt' }],
	dictionaries: [
		'project',
		'bash',
		'css',
		'docker',
		'filetypes',
		'fullstack',
		'html',
		'node',
		'npm',
		'softwareTerms',
		'sql',
	],
	flagWords: bannedWords.filter((word) => /^[a-z]+$/i.test(word)),
	overrides: [
		...LANGUAGES.map((language) => ({
			filename: [`resources/locales/${language}.json`, `docs/guide/${language}/**`],
			language: `${ENGLISH},${language}`,
		})),
		{ filename: MULTILINGUAL, language: [ENGLISH, ...LANGUAGES].join() },
	],
};
