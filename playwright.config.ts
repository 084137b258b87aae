import { defineConfig } from '@playwright/test';

export default defineConfig({
	testDir: 'test/e2e',
	outputDir: 'out/test-results',
	// One station at a time: each starts a service of its own, and the machines that run this have two cores.
	workers: 2,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: [['list']],
});
