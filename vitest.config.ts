import path from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const kit = (file: string) => path.resolve(import.meta.dirname, 'test/fixtures/kit', file);

export default defineConfig({
	// Tests of the screens mount single components, without the kit's build plugin.
	plugins: [vue()],
	resolve: {
		alias: [
			{ find: /^@nuxt\/ui\/composables$/, replacement: kit('composables.ts') },
			{ find: /^@nuxt\/ui\/components\/.*\.vue$/, replacement: kit('component.ts') },
			{ find: 'virtual:nuxt-ui-icons', replacement: kit('icons.ts') },
		],
	},
	test: {
		include: ['test/**/*.test.ts'],
		testTimeout: 20_000,
		pool: 'threads',
		globalSetup: 'test/fixtures/global-postgres.ts',
	},
});
