import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/global-setup.ts',
	outputDir: 'out/test-results',
	// One for each processor of the smallest machine that runs this; each has a station and a display of its own.
	workers: 2,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: [['list']],
});
