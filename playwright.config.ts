import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'test/e2e',
	outputDir: 'out/test-results',
	// One more than two processors need, because workers often wait. Each worker has its own station and display.
	workers: 3,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: [['list']],
});
