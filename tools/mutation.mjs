// `npm run mutation [-- MODULE...]`: mutation testing of the modules of stryker.config.mjs. Prints the share of detected mutants
// per module, and fails if a module is below the minimum. `--concurrency N` sets the number of test runners; `--force` ignores the
// results of earlier runs.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { log, step, stop } from './log.mjs';
import { ensurePackages } from './packages.mjs';
import { projectRoot } from './project-root.mjs';

const MIN_SCORE_PERCENT = 80;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { concurrency: { type: 'string' }, force: { type: 'boolean', default: false } },
});
process.chdir(projectRoot);
await ensurePackages();
const { Stryker } = await import('@stryker-mutator/core');
const { MODULES } = await import('../stryker.config.mjs');

/** @param {string} file @returns {number} time of the last change, in milliseconds */
const modifiedAt = (file) => statSync(file).mtimeMs;

/**
 * Whether a test or fixture is newer than the results of the earlier run. StrykerJS would still reuse the results for module-level
 * code, because it does not know which tests cover that code.
 * @param {string} incrementalFile @param {string[]} testFiles
 */
function areTestsNewer(incrementalFile, testFiles) {
	if (!existsSync(incrementalFile)) return false;
	const fixtures = readdirSync('test/fixtures').map((name) => path.join('test', 'fixtures', name));
	return [...testFiles, ...fixtures].some((file) => modifiedAt(file) > modifiedAt(incrementalFile));
}

/**
 * Runs all mutants of a module.
 * @param {string} name @returns {Promise<Record<string, string | number>>} its row of the result table
 */
async function mutate(name) {
	// One folder per module, for its incremental file and reports.
	const folder = path.join('out', 'mutation', name.replace(/\.ts$/, ''));
	// vitest.mutation.config.ts reads the variable in the processes that StrykerJS starts.
	const tests = MODULES[name] ?? [];
	process.env.WAYBILL_MUTATION_TESTS = tests.join(',');
	const incrementalFile = path.join(folder, 'incremental.json');
	const results = await new Stryker({
		mutate: [name],
		force: values.force || areTestsNewer(incrementalFile, tests),
		...(values.concurrency ? { concurrency: Number(values.concurrency) } : {}),
		incrementalFile,
		htmlReporter: { fileName: path.join(folder, 'report.html') },
		jsonReporter: { fileName: path.join(folder, 'report.json') },
	}).runMutationTest();
	/** @param {string[]} statuses */
	const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length;
	const detected = count('Killed', 'Timeout');
	const survived = count('Survived');
	const uncovered = count('NoCoverage');
	const counted = detected + survived + uncovered;
	if (counted === 0) stop(`mutation testing: no result for ${name}`);
	return { 'score %': Math.floor((1000 * detected) / counted) / 10, detected, survived, uncovered };
}

const names = positionals.length > 0 ? positionals : Object.keys(MODULES);
for (const name of names)
	if (!(name in MODULES)) stop(`unknown module ${name}; stryker.config.mjs has: ${Object.keys(MODULES).join(', ')}`);
/** @type {Record<string, Record<string, string | number>>} */
const table = {};
for (const name of names) table[name] = await step(`mutants of ${name}`, () => mutate(name));
console.table(table);
const low = names.filter((name) => Number(table[name]?.['score %']) < MIN_SCORE_PERCENT);
if (low.length > 0)
	stop(`mutation testing: below ${MIN_SCORE_PERCENT} %: ${low.join(', ')}; the reports are in out/mutation`);
log(`mutation testing: each module is at ${MIN_SCORE_PERCENT} % or above`);
