// Mutation testing of the modules that money or labels depend on. docs/mutation.md explains it.
// `npm run mutation` (tools/mutation.mjs) runs it once per module and adds what differs: the module, its tests, its reports.

/**
 * Each mutated module with the test files that must notice a change of it. They must be fast and must not need PostgreSQL.
 * @type {Record<string, string[]>}
 */
export const MODULES = {
	'src-broker/rating/price.ts': ['test/broker/price.test.ts'],
	'src-broker/rating/rate-sheet.ts': ['test/broker/rate-sheet.test.ts'],
	'src-broker/duties/assess.ts': ['test/broker/assess.test.ts'],
	'src-broker/duties/rules.ts': ['test/broker/rules.test.ts'],
	'src-contract/rules/label-placement.ts': ['test/contract/placement.test.ts'],
	'src-contract/rules/customs-territory.ts': ['test/contract/customs-territory.test.ts'],
	'src-contract/rules/landed-cost.ts': ['test/contract/landed-cost.test.ts'],
	'src-main/operations/states.ts': ['test/main/states.test.ts'],
	'src-main/operations/journal.ts': ['test/main/journal.test.ts'],
	'src-main/operations/outbox.ts': ['test/main/outbox-timing.test.ts'],
	'src-contract/rules/rate-options.ts': ['test/contract/rate-options.test.ts'],
	'src-main/connections/partner-v1/responses.ts': ['test/main/answers.test.ts'],
	'src-main/connections/partner-v1/rate-responses.ts': ['test/main/question-answers.test.ts'],
	'src-main/connections/partner-v1/refusal-reason.ts': ['test/main/refusal-reason.test.ts'],
	'src-main/connections/partner-v1/label-documents.ts': ['test/main/label-documents.test.ts'],
	'src-main/connections/partner-v1/connection-error.ts': ['test/main/connection-error.test.ts'],
	'src-main/printing/routing.ts': ['test/main/routing.test.ts'],
};

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'vitest',
	vitest: { configFile: 'vitest.mutation.config.ts' },
	plugins: ['@stryker-mutator/vitest-runner', './tools/mutation-ignore-texts.mjs'],
	ignorers: ['translated-texts'],
	coverageAnalysis: 'perTest',
	incremental: true,
	reporters: ['html', 'json', 'clear-text'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
	tempDirName: 'out/stryker',
	ignorePatterns: ['out', 'docs', 'packaging', 'deploy'],
	// Vitest does not check types, so there is no check to disable in mutated files.
	disableTypeChecks: false,
};
