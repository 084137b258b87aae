// `npm test`: set-up, then types, lint, unit and service tests, a build, and the end-to-end tests in a real Electron.
import { build } from './build.mjs';
import { check } from './check.mjs';
import { withDisplay } from './display.mjs';
import { run } from './run.mjs';
import { say, step, stop } from './say.mjs';
import { setUp } from './setup.mjs';

const started = Date.now();
await setUp();
await check();
await build();
await step('end-to-end tests', () =>
	withDisplay(async () => {
		if ((await run('playwright', ['test'])) !== 0)
			stop('end-to-end tests: failed, see above; traces are in out/test-results');
	}),
);
say(`everything passed in ${Math.round((Date.now() - started) / 1000)} s`);
