// Configuration of Vitest for tools/mutation.mjs: without PostgreSQL, and with the test files of the mutated module only. These are
// in an environment variable, not in the option `testFiles` of StrykerJS: with that option, StrykerJS 9.6.1 runs no test for a
// mutant of module-level code.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: process.env.WAYBILL_MUTATION_TESTS?.split(',') ?? [],
		testTimeout: 20_000,
		pool: 'threads',
	},
});
