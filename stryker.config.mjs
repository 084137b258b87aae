// Mutation testing of the modules that money or labels depend on. docs/mutation.md explains it.
// `npm run mutation` (tools/mutation.mjs) runs StrykerJS once per module, and adds the options that differ: module, tests, reports.

/**
 * Each mutated module with the test files that must detect a change of the module. These tests must be fast and must not need
 * PostgreSQL.
 * @type {Record<string, string[]>}
 */
export const MODULES = {
	'src-broker/rating/price.ts': ['test/broker/rating/price.test.ts'],
	'src-broker/rating/rate-sheet.ts': ['test/broker/rating/rate-sheet.test.ts'],
	'src-broker/duties/assess.ts': ['test/broker/duties/assess.test.ts'],
	'src-broker/duties/duty-lines.ts': ['test/broker/duties/assess.test.ts'],
	'src-broker/duties/charge-lines.ts': ['test/broker/duties/assess.test.ts'],
	'src-broker/duties/tax-lines.ts': ['test/broker/duties/assess.test.ts'],
	'src-broker/duties/assessment-lines.ts': ['test/broker/duties/assess.test.ts'],
	'src-broker/duties/rules.ts': ['test/broker/duties/rules.test.ts'],
	'src-contract/rules/label-placement.ts': ['test/contract/rules/label-placement.test.ts'],
	'src-contract/rules/customs-territory.ts': ['test/contract/rules/customs-territory.test.ts'],
	'src-contract/rules/landed-cost.ts': ['test/contract/rules/landed-cost.test.ts'],
	'src-main/operations/states.ts': ['test/main/operations/states.test.ts'],
	'src-main/operations/shipment-records.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/transitions.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/outcomes.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/queue.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/queries.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/stored-answers.ts': ['test/main/operations/journal.test.ts'],
	'src-main/operations/outbox.ts': ['test/main/operations/outbox-timing.test.ts'],
	'src-main/operations/batch-pace.ts': ['test/main/operations/outbox-timing.test.ts'],
	'src-main/operations/kinds/queued-booking.ts': ['test/main/operations/outbox-timing.test.ts'],
	'src-contract/rules/rate-options.ts': ['test/contract/rules/rate-options.test.ts'],
	'src-main/connections/partner-v1/mapping.ts': ['test/main/connections/mapping.test.ts'],
	'src-main/connections/partner-v1/booking-response.ts': ['test/main/connections/booking-response.test.ts'],
	'src-main/connections/partner-v1/rejection.ts': ['test/main/connections/rejection.test.ts'],
	'src-main/connections/partner-v1/response-body.ts': ['test/main/connections/response-body.test.ts'],
	'src-main/connections/partner-v1/redaction.ts': ['test/main/connections/redaction.test.ts'],
	'src-main/connections/partner-v1/lenient-json.ts': ['test/main/connections/redaction.test.ts'],
	'src-main/connections/partner-v1/rate-responses.ts': ['test/main/connections/rate-responses.test.ts'],
	'src-main/connections/partner-v1/rejection-reason.ts': ['test/main/connections/rejection-reason.test.ts'],
	'src-main/connections/partner-v1/label-documents.ts': ['test/main/connections/label-documents.test.ts'],
	'src-main/connections/partner-v1/connection-error.ts': ['test/main/connections/connection-error.test.ts'],
	'src-main/printing/routing.ts': ['test/main/printing/routing.test.ts'],
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
