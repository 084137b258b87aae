import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const SCREENS = 'test/renderer/**/*.test.ts';
/** Real printers, documents of other programs, kills, cut connections and hostile input: minutes of work, which `npm test` alone does. */
const SYSTEM = [
	'test/faults/*.test.ts',
	'test/main/{address-threads,awkward-documents,drivers,true-size}.test.ts',
	'test/{deploy,package}.test.ts',
];
const kit = (file: string) => path.resolve(import.meta.dirname, 'test/fixtures/kit', file);

export default defineConfig({
	test: {
		testTimeout: 20_000,
		pool: 'threads',
		// Many tests wait for a socket, a process or a database: more workers than processors keep both busy.
		maxWorkers: 3,
		globalSetup: 'test/fixtures/global-setup.ts',
		projects: [
			{ extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [SCREENS, ...SYSTEM] } },
			{
				extends: true,
				plugins: [vue()],
				// Single components are mounted without the kit's build plugin.
				resolve: {
					alias: [
						{ find: /^@nuxt\/ui\/composables$/, replacement: kit('composables.ts') },
						{ find: /^@nuxt\/ui\/components\/.*\.vue$/, replacement: kit('component.ts') },
						{ find: 'virtual:nuxt-ui-icons', replacement: kit('icons.ts') },
					],
				},
				test: { name: 'screens', include: [SCREENS] },
			},
			{ extends: true, test: { name: 'system', include: SYSTEM } },
		],
	},
});
