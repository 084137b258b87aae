// `npm run check:portable`: the part of `npm run check` that runs on every system: types, lint, and the unit tests that need no
// server or program of Linux.
import { ensurePackages } from './packages.mjs';
import { run } from './run.mjs';
import { step, stop } from './say.mjs';

/** @type {[string, string, string[]][]} */
const STEPS = [
	['types: main, service, contract', 'tsc', ['-p', '.']],
	['types: screens', 'vue-tsc', ['-p', 'src-renderer']],
	['types: tests', 'tsc', ['-p', 'test']],
	['types: tools', 'tsc', ['-p', 'tools']],
	['lint', 'biome', ['check', '--error-on-warnings', '.']],
	['portable unit tests', 'vitest', ['run', '--config', 'vitest.portable.config.ts']],
];

await ensurePackages();
for (const [name, command, parameters] of STEPS)
	await step(name, async () => {
		if ((await run(command, parameters)) !== 0) stop(`${name}: failed, see above`);
	});
