// `npm run check`: types, lint with the import rules, unit and service tests.
import { pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { step, stop } from './say.mjs';
import { setUp } from './setup.mjs';
import { ensureTestServers } from './test-servers.mjs';

/** @type {[string, string, string[]][]} */
const STATIC = [
	['types: main, service, contract', 'tsc', ['-p', '.']],
	['types: screens', 'vue-tsc', ['-p', 'src-renderer']],
	['types: tests', 'tsc', ['-p', 'test']],
	['lint', 'biome', ['check', '--error-on-warnings', '.']],
];

/** @param {[string, string, string[]]} part */
async function pass([name, command, parameters]) {
	await step(name, async () => {
		if ((await run(command, parameters)) !== 0) stop(`${name}: failed, see above`);
	});
}

export async function check() {
	await ensureTestServers();
	await Promise.all(STATIC.map(pass));
	await pass(['unit and service tests', 'vitest', ['run']]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	await setUp();
	await check();
}
