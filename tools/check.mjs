// `npm run check`: types, lint with the import rules, unit and service tests.
import { pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { step, stop } from './say.mjs';
import { setUp } from './setup.mjs';

/** @type {[string, string, string[]][]} */
const STEPS = [
	['types: main, service, contract', 'tsc', ['-p', '.']],
	['types: screens', 'vue-tsc', ['-p', 'src-renderer']],
	['types: tests', 'tsc', ['-p', 'test']],
	['lint', 'biome', ['check', '--error-on-warnings', '.']],
	['unit and service tests', 'vitest', ['run']],
];

export async function check() {
	for (const [name, command, parameters] of STEPS) {
		await step(name, async () => {
			if ((await run(command, parameters)) !== 0) stop(`${name}: failed, see above`);
		});
	}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	await setUp();
	await check();
}
