// `npm test`: whether the tree is sound: types, lint, unit and conformance tests, tests of the screens, and the main journeys.
// `npm run test:full`: all other tests and checks; on Debian as root, it installs the servers and programs that they need.
// Both print the processor time of each part and of the whole run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { processorSeconds } from './processor-time.mjs';
import { projectRoot } from './project-root.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';
import { installTestPrograms } from './test-programs.mjs';

/** @typedef {[name: string, command: string, parameters: string[]]} Check */
/** @typedef {{ name: string, tests: number, user: number, system: number, seconds: number }} Cost */

/** TypeScript 7 uses a quarter of the processor time of version 6, which only vue-tsc needs. @param {string} project */
const typesOf = (project) => [path.join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', project];

/** @type {Check[]} */
const QUICK_CHECKS = [
	['types: screens', 'vue-tsc', ['-p', 'src-renderer']],
	['types: tests, tools', process.execPath, typesOf('test')],
	['types: main, service, contract', process.execPath, typesOf('.')],
	['lint', 'biome', ['check', '--error-on-warnings', '.']],
];
/** @type {Check[]} */
const FULL_CHECKS = [
	['unused code', 'knip', []],
	['workflows', process.execPath, ['tools/check-workflows.mjs']],
	[
		'spelling',
		'cspell',
		['lint', '--no-progress', '--no-summary', '--cache', '--cache-location', 'out/spelling-cache'],
	],
	['banned words', process.execPath, ['tools/banned-words.mjs']],
	['commands of the README: broker', process.execPath, ['tools/readme-commands.mjs', 'broker']],
];
/** Tag of an end-to-end test that `npm test` runs. `npm run test:full` runs the others. */
const JOURNEY_TAG = '@journey';

/** @param {string} file path from the project root @param {(report: any) => number} count */
const countIn = (file, count) => count(JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')));

/** @param {string} name @param {string} command @param {string[]} parameters @throws Error when the command fails */
async function runOrThrow(name, command, parameters) {
	if ((await run(command, parameters)) !== 0) throw new Error(`${name}: failed, see above`);
}

/** @param {readonly Check[]} checks @returns {Promise<number>} 0, because checks are not tests @throws Error that names the failed checks */
async function runChecks(checks) {
	/** @type {string[]} */
	const failed = [];
	for (const check of checks) await runOrThrow(...check).catch((error) => failed.push(error.message));
	if (failed.length > 0) throw new Error(failed.join('\n'));
	return 0;
}

/** @param {string} name @param {string[]} projects of vitest.config.ts @returns {Promise<number>} number of passed tests */
async function runVitest(name, projects) {
	const report = `out/${projects.join('-')}.json`;
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	await runOrThrow(name, 'vitest', ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters]);
	return countIn(report, ({ numPassedTests }) => numPassedTests);
}

/** @param {string[]} selection parameters of Playwright @returns {Promise<number>} number of passed tests */
async function runPlaywright(selection) {
	await withDisplay(() =>
		runOrThrow('end-to-end tests (screenshots are in out/test-results)', 'playwright', ['test', ...selection]),
	);
	return countIn('out/test-results.json', ({ stats }) => stats.expected);
}

/** @type {Record<'quick' | 'full', Record<string, () => Promise<number>>>} */
const SUITES = {
	quick: {
		'types and lint': () => runChecks(QUICK_CHECKS),
		'unit, conformance, screens': () => runVitest('unit tests', ['unit', 'screens', 'mocking-screens']),
		journeys: () => runPlaywright(['--grep', JOURNEY_TAG]),
	},
	full: {
		'further checks': () => runChecks(FULL_CHECKS),
		'conformance on PostgreSQL': () => runVitest('conformance on PostgreSQL', ['postgres']),
		'servers, printers, documents, faults': () => runVitest('full tests', ['full']),
		'end-to-end': () => runPlaywright(['--grep-invert', JOURNEY_TAG]),
	},
};

/** @param {Cost} cost */
function describeCost({ name, tests, user, system, seconds }) {
	const amounts = [`${user.toFixed(0)} s user`, `${system.toFixed(0)} s system`, `${seconds.toFixed(0)} s`];
	if (tests > 0) amounts.unshift(`${tests.toLocaleString('en')} tests`);
	return `${name}: ${amounts.join(', ')}`;
}

const isFull = process.argv.includes('--full');
/** @type {Cost[]} */
const costs = [];
/** @type {string[]} */
const errors = [];

/** Runs a part and records its cost, and its error if it fails. @param {string} name @param {() => Promise<number>} work */
async function runPart(name, work) {
	const before = { ...processorSeconds(), startedMs: Date.now() };
	let tests = 0;
	try {
		tests = await work();
	} catch (error) {
		errors.push(error instanceof Error ? error.message : String(error));
	}
	const after = processorSeconds();
	const seconds = (Date.now() - before.startedMs) / 1000;
	costs.push({ name, tests, user: after.user - before.user, system: after.system - before.system, seconds });
}

await runPart('set-up and build', async () => {
	await setUp();
	if (isFull) await installTestPrograms();
	await build();
	return 0;
});
if (errors.length > 0) stop(errors.join('\n'));
for (const [name, work] of Object.entries(SUITES[isFull ? 'full' : 'quick'])) {
	log(`${name} …`);
	await runPart(name, work);
}
for (const cost of costs) log(describeCost(cost));
/** @param {'tests' | 'user' | 'system' | 'seconds'} field */
const total = (field) => costs.reduce((sum, cost) => sum + cost[field], 0);
const sum = { tests: total('tests'), user: total('user'), system: total('system'), seconds: total('seconds') };
log(describeCost({ name: errors.length > 0 ? 'failed' : 'passed', ...sum }));
if (errors.length > 0) stop(errors.join('\n'));
process.stdout.write(`${sum.tests} passed, 0 failed\n`);
