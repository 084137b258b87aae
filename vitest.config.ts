import { defineConfig } from 'vitest/config';

/** Real printers, documents of other programs, kills, cut connections and hostile input: minutes of work, which `npm test` alone does. */
const SYSTEM = [
	'test/faults/*.test.ts',
	'test/main/{address-threads,awkward-documents,drivers,true-size}.test.ts',
	'test/{deploy,package}.test.ts',
];

export default defineConfig({
	test: {
		testTimeout: 20_000,
		pool: 'threads',
		// Many tests wait for a socket, a process or a database: more workers than processors keep both busy.
		maxWorkers: 3,
		globalSetup: 'test/fixtures/global-setup.ts',
		projects: [
			{ extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: SYSTEM } },
			{ extends: true, test: { name: 'system', include: SYSTEM } },
		],
	},
});
