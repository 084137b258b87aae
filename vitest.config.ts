import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { HANG_LIMIT_MS, WAIT_LIMIT_MS } from './test/fixtures/hang-limit';

const kit = (file: string) => path.resolve(import.meta.dirname, 'test/fixtures/kit', file);
const SCREENS = 'test/renderer/**/*.test.ts';
/** Tests of the screens that replace modules. They need a module registry of their own: another test file may have loaded the real modules. */
const MOCKING_SCREENS = readdirSync('test/renderer', { recursive: true, encoding: 'utf8' })
	.map((file) => `test/renderer/${file.replaceAll(path.sep, '/')}`)
	.filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('vi.mock('));
const CONFORMANCE = 'test/conformance/*.test.ts';

/** Conformance tests that `npm test` leaves out; on both databases, `npm run test:full` runs them. CONTRIBUTING.md gives the reasons. */
const FULL_CONFORMANCE = [
	'test/conformance/{any-script,connections,documented-requests,openapi,shipping-documents}.test.ts',
];
/** All tests that only `npm run test:full` runs. */
const FULL = [
	...FULL_CONFORMANCE,
	'test/{deploy,import-rules,package}.test.ts',
	'test/broker/booking/{label,postal-declaration}.test.ts',
	'test/broker/{command-line,duties/signed-tables,rating/rate-sheet-import,transport/attacks}.test.ts',
	'test/faults/*.test.ts',
	'test/main/address-book/{address-threads,shared-books}.test.ts',
	'test/main/connections/large-answers.test.ts',
	'test/main/documents/{awkward-documents,carrier-documents,carrier-held-labels,carrier-kinds,carrier-labels,label-area,kind-corrections,symbols,uncropped-pages}.test.ts',
	'test/main/operations/shipping-environment.test.ts',
	'test/main/platform/released-data.test.ts',
	'test/main/printing/{devices,layout}/*.test.ts',
	'test/main/site/shared-decisions.test.ts',
];

// With `isolate: false` the test files of a worker share loaded modules, which saves a third of the processor time. No module may
// keep state that a test sets; `--sequence.shuffle.files` finds violations.
const shared = { isolate: false, globalSetup: ['test/fixtures/build-station.ts'] };
const withPostgres = { ...shared, globalSetup: [...shared.globalSetup, 'test/fixtures/start-postgres.ts'] };

/** Tests of the screens. They mount components without the build plugin of Nuxt UI, whose modules are replaced by stubs. */
const screens: TestProjectInlineConfiguration = {
	extends: true,
	plugins: [vue()],
	resolve: {
		alias: [
			{ find: /^@nuxt\/ui\/composables$/, replacement: kit('composables.ts') },
			{ find: /^@nuxt\/ui\/components\/.*\.vue$/, replacement: kit('component.ts') },
			{ find: 'virtual:nuxt-ui-icons', replacement: kit('icons.ts') },
		],
	},
};

/** `npm test` runs the projects `unit`, `screens` and `mocking-screens`, `npm run test:full` the others. */
export default defineConfig({
	test: {
		testTimeout: HANG_LIMIT_MS,
		hookTimeout: HANG_LIMIT_MS,
		expect: { poll: { timeout: WAIT_LIMIT_MS } },
		pool: 'threads',
		maxWorkers: availableParallelism(),
		projects: [
			{
				extends: true,
				test: {
					...shared,
					name: 'unit',
					include: ['test/**/*.test.ts'],
					exclude: [SCREENS, ...FULL],
					provide: { databases: ['sqlite'] },
				},
			},
			{ ...screens, test: { name: 'screens', include: [SCREENS], exclude: MOCKING_SCREENS, isolate: false } },
			{ ...screens, test: { name: 'mocking-screens', include: MOCKING_SCREENS } },
			{
				extends: true,
				test: {
					...withPostgres,
					name: 'postgres',
					include: [CONFORMANCE],
					exclude: FULL_CONFORMANCE,
					provide: { databases: ['postgres'] },
				},
			},
			{
				extends: true,
				test: { ...withPostgres, name: 'full', include: FULL, provide: { databases: ['sqlite', 'postgres'] } },
			},
		],
	},
});
