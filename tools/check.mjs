// `npm run check`: types, lint with the import rules, unused code, the workflows, spelling, banned words, and the unit and service
// tests.
// `npm run check:portable`: the parts that run on every operating system, without servers and Linux programs.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { step, stop } from './log.mjs';
import { ensurePackages } from './packages.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';
import { installTestPrograms } from './test-programs.mjs';

/** @typedef {[name: string, command: string, parameters: string[]]} Part */

/** TypeScript 7 uses a quarter of the processor time of version 6, which only vue-tsc needs. @param {string} project */
const typesOf = (project) => [path.join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', project];

/** @type {Part[]} */
const STATIC = [
	['types: screens', 'vue-tsc', ['-p', 'src-renderer']],
	['types: tests', process.execPath, typesOf('test')],
	['types: main, service, contract', process.execPath, typesOf('.')],
	['types: tools', process.execPath, typesOf('tools')],
	['lint', 'biome', ['check', '--error-on-warnings', '.']],
	['unused code', 'knip', []],
	['workflows', process.execPath, ['tools/check-workflows.mjs']],
	[
		'spelling',
		'cspell',
		['lint', '--no-progress', '--no-summary', '--cache', '--cache-location', 'out/spelling-cache'],
	],
	['banned words', process.execPath, ['tools/banned-words.mjs']],
];
/** Number of checks that run at the same time. Small, because the tests run meanwhile. */
const CONCURRENCY = 2;

/** @param {Part} part @param {{ isBackground?: boolean }} [options] @throws when the part fails */
async function runPart([name, command, parameters], { isBackground = false } = {}) {
	await step(name, async () => {
		if ((await run(command, parameters, { isBackground })) !== 0) throw new Error(`${name}: failed, see above`);
	});
}

/**
 * Checks the sources (types, lint and the rest of STATIC), at low priority because tests run meanwhile.
 * @returns {Promise<void>} rejects after the last part, with all parts that failed
 */
export async function checkSources() {
	const waiting = [...STATIC];
	/** @type {string[]} */
	const failed = [];
	const work = async () => {
		for (let part = waiting.shift(); part; part = waiting.shift())
			await runPart(part, { isBackground: true }).catch((error) => failed.push(error.message));
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	if (failed.length > 0) throw new Error(failed.join('\n'));
}

/** @param {string[]} projects of vitest.config.ts; default: all */
export const runTests = (...projects) =>
	runPart(['unit and service tests', 'vitest', ['run', ...projects.flatMap((name) => ['--project', name])]]);

/** Waits for all parts, and ends the process with an error if one failed. @param {Promise<void>[]} parts */
export async function waitForAll(...parts) {
	const results = await Promise.allSettled(parts);
	const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
	if (failed.length > 0) stop(failed.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	if (process.argv.includes('--portable')) {
		await ensurePackages();
		const tests = runPart(['portable unit tests', 'vitest', ['run', '--config', 'vitest.portable.config.ts']]);
		await waitForAll(checkSources(), tests);
	} else {
		await setUp();
		await installTestPrograms();
		await waitForAll(checkSources(), runTests('unit', 'screens'));
	}
}
