// Vitest as tools/mutation.mjs uses it: without PostgreSQL, and with the test files of the mutated module only. They come in a
// variable of the environment because StrykerJS 9.6.1 runs no test at all for a mutant of module-level code when it is given
// its option `testFiles`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: process.env.WAYBILL_MUTATION_TESTS?.split(',') ?? [],
		testTimeout: 20_000,
		pool: 'threads',
	},
});
