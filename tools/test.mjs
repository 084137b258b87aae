// `npm test`: sets up and builds, then runs all tests and the checks of the sources.
import { build } from './build.mjs';
import { checkSources, runTests, waitForAll } from './check.mjs';
import { withDisplay } from './display.mjs';
import { log, step } from './log.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';
import { installTestPrograms } from './test-programs.mjs';

const started = Date.now();
await setUp();
await installTestPrograms();
await build();

async function runEndToEndTests() {
	await step('end-to-end tests', () =>
		withDisplay(async () => {
			if ((await run('playwright', ['test'])) !== 0)
				throw new Error('end-to-end tests: failed, see above; screenshots are in out/test-results');
		}),
	);
}

// The sources are checked during the end-to-end tests, which leave processor time unused. Vitest leaves none, so it runs alone.
await waitForAll(runTests().then(() => waitForAll(checkSources(), runEndToEndTests())));
log(`all checks and tests passed in ${Math.round((Date.now() - started) / 1000)} s`);
