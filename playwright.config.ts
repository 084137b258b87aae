import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/global-setup.ts',
	outputDir: 'out/test-results',
	// Two for two processors, and one for the time in which they wait; each has a station and a display of its own.
	workers: 3,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: [['list']],
});
