import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const kit = (file: string) => path.resolve(import.meta.dirname, 'test/fixtures/kit', file);
const SCREENS = 'test/renderer/**/*.test.ts';

/** Tests of the screens. They mount components without the build plugin of Nuxt UI, whose modules are replaced by stubs. */
export const screens: TestProjectInlineConfiguration = {
	plugins: [vue()],
	resolve: {
		alias: [
			{ find: /^@nuxt\/ui\/composables$/, replacement: kit('composables.ts') },
			{ find: /^@nuxt\/ui\/components\/.*\.vue$/, replacement: kit('component.ts') },
			{ find: 'virtual:nuxt-ui-icons', replacement: kit('icons.ts') },
		],
	},
	test: { name: 'screens', include: [SCREENS] },
};

/**
 * Tests that take minutes, which only `npm test` runs: real printers, documents of other programs and of carriers, lost
 * connections, kills and hostile input.
 */
const SYSTEM = [
	'test/faults/*.test.ts',
	'test/main/address-book/{address-threads,shared-books}.test.ts',
	'test/main/documents/{awkward-documents,carrier-documents,carrier-kinds,carrier-labels,label-area,kind-corrections,symbols,uncropped-pages}.test.ts',
	'test/main/printing/{devices,layout}/*.test.ts',
	'test/main/site/shared-decisions.test.ts',
	'test/{deploy,package}.test.ts',
];

export default defineConfig({
	test: {
		testTimeout: 20_000,
		// Vitest's default of one second is too short on a busy machine.
		expect: { poll: { timeout: 10_000 } },
		pool: 'threads',
		// Many tests wait for a socket, a process or a database: more workers than cores use the machine fully.
		maxWorkers: 3,
		// With `isolate: false` the test files of a worker share loaded modules, which saves a third of the processor time. No module may
		// keep state that a test sets; `--sequence.shuffle.files` finds violations.
		globalSetup: 'test/fixtures/global-setup.ts',
		projects: [
			{
				extends: true,
				test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [SCREENS, ...SYSTEM], isolate: false },
			},
			{ extends: true, ...screens },
			{ extends: true, test: { name: 'system', include: SYSTEM, isolate: false } },
		],
	},
});
