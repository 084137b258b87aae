import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { HANG_LIMIT_MS } from './test/fixtures/hang-limit';

/** A test is a journey of many waits, each of which may take long on a busy machine. */
const JOURNEY_LIMIT_MS = 5 * HANG_LIMIT_MS;

export default defineConfig({
	testDir: 'test/e2e',
	outputDir: 'out/test-results',
	// A station has four busy processes: one for each processor takes more processor time and as long.
	workers: Math.ceil(availableParallelism() / 2),
	timeout: JOURNEY_LIMIT_MS,
	expect: { timeout: HANG_LIMIT_MS },
	use: { actionTimeout: HANG_LIMIT_MS },
	reporter: [['list'], ['json', { outputFile: 'out/test-results.json' }]],
});
