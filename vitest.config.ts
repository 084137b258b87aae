import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const kit = (file: string) => path.resolve(import.meta.dirname, 'test/fixtures/kit', file);
const SCREENS = 'test/renderer/**/*.test.ts';

/** Tests of the screens: single components are mounted without the kit's build plugin. */
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
 * Real printers, documents of other programs and of carriers, desks that lose their connection, kills and hostile input:
 * minutes of work, which `npm test` alone does.
 */
const SYSTEM = [
	'test/faults/*.test.ts',
	'test/main/address-book/{address-threads,shared-books}.test.ts',
	'test/main/documents/{awkward-documents,carrier-documents,carrier-kinds,carrier-labels,label-area,kind-corrections,symbols,uncropped-pages}.test.ts',
	'test/main/printing/{devices,layout}/*.test.ts',
	'test/{deploy,package}.test.ts',
];

export default defineConfig({
	test: {
		testTimeout: 20_000,
		// The second that Vitest waits by itself is too short on a machine with other work.
		expect: { poll: { timeout: 10_000 } },
		pool: 'threads',
		// Many tests wait for a socket, a process or a database: more workers than processors keep both busy.
		maxWorkers: 3,
		// Where a project says `isolate: false`, the files of a worker share loaded modules: a third of the processor time went into
		// loading them again. No module keeps state that a test sets; `--sequence.shuffle.files` shows it when one does.
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
