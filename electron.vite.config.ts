import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

// The oldest Electron on which the station must run: the fallback executable for machines that cannot download a release.
process.env.ELECTRON_MAJOR_VER ??= '33';

const from = (...parts: string[]) => path.resolve(import.meta.dirname, ...parts);

/** Turns off the bundler's warning about slow plugins: the plugins for styles and Nuxt UI always take a large part of a build. */
const checks = { bundlerTimings: false };

/**
 * Packages that are not bundled: packages with a native or WebAssembly part, and `@sealsystems/ipp`, whose modules import each
 * other in cycles.
 */
const unbundledPackages = ['electron', '@photostructure/sqlite', '@hyzyla/pdfium', '@sealsystems/ipp', 'zxing-wasm'];
/** Matches a package of `unbundledPackages`, and a path in it such as zxing-wasm/reader. */
const external = unbundledPackages.map((name) => new RegExp(`^${name}(/|$)`));

/**
 * Removes the plugin of electron-vite that declares `require` and `__dirname` in modules that mention them. The bundler defines both
 * where it needs them. A module that declares `require` itself, such as fflate, would declare it twice.
 */
function withoutShims(): Plugin {
	return {
		name: 'without-shims',
		configResolved({ plugins }) {
			const position = plugins.findIndex(({ name }) => name === 'vite:esm-shim');
			if (position < 0) throw new Error('electron-vite has no plugin vite:esm-shim any more: remove withoutShims');
			(plugins as Plugin[]).splice(position, 1);
		},
	};
}

/** Freezes the configuration of Nuxt UI, which never changes. Each use of each component would watch an unfrozen one for changes. */
function withoutWatchedKitConfiguration(): Plugin {
	return {
		name: 'without-watched-kit-configuration',
		transform(code, id) {
			if (!id.includes('nuxt-ui-app-config')) return;
			return { code: code.replace(/export default (\{[\s\S]*\})/, 'export default Object.freeze($1)'), map: null };
		},
	};
}

/** Makes the components of Nuxt UI draw icons with our own, simpler icon component. */
function withOwnIcons(): Plugin {
	return {
		name: 'with-own-icons',
		enforce: 'pre',
		resolveId: (id, importer = '') =>
			id.endsWith('/Icon.vue') && importer.includes('/@nuxt/ui/') ? from('src-renderer/ui/BaseIcon.vue') : null,
	};
}

/**
 * Stops the router from storing the scroll positions of pages in the browser's storage. In the station only elements within a page
 * scroll. Reading that storage would wait for the main process, which loads its modules while the page starts.
 */
function withoutStoredScrolling(): Plugin {
	return {
		name: 'without-stored-scrolling',
		transform(code, id) {
			if (!id.includes('/vue-router/dist/') || !code.includes('sessionStorage')) return;
			return { code: code.replaceAll('sessionStorage', '({})'), map: null };
		},
	};
}

/**
 * Removes parts of libraries that the station never uses and that each start would load. electron-store can validate its file with
 * a JSON schema and migrate it by version; settings are validated with the schemas of src-contract instead. electron-log can send
 * messages over the network, which the station must not do.
 */
function withoutUnusedParts(): Plugin {
	const absent = {
		checker:
			"export class Ajv2020 { constructor() { throw new Error('settings are checked by the contract'); } }\nexport default {};",
		versions: 'export default {};',
		sender: 'module.exports = () => null;',
	};
	const named = (part: keyof typeof absent) => `\0absent-${part}`;
	return {
		name: 'without-unused-parts',
		enforce: 'pre',
		resolveId(id, importer = '') {
			if (/^ajv(-formats$|\/)/.test(id)) return named('checker');
			if (id === 'semver' && importer.includes('/conf/')) return named('versions');
			return id === './transports/remote' && importer.includes('/electron-log/') ? named('sender') : null;
		},
		load: (id) => Object.entries(absent).find(([part]) => id === named(part as keyof typeof absent))?.[1] ?? null,
	};
}

/** Writes a list of the packages in a bundle. The licences of these packages are distributed with the station (tools/licences.mjs). */
function listBundledPackages(part: string): Plugin {
	return {
		name: 'list-bundled-packages',
		generateBundle(_options, bundle) {
			const folders = new Set<string>();
			for (const chunk of Object.values(bundle)) {
				if (chunk.type !== 'chunk') continue;
				for (const module of chunk.moduleIds) {
					const folder = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@]+)\//.exec(module)?.[1];
					if (folder) folders.add(folder);
				}
			}
			mkdirSync(from('out', 'bundled'), { recursive: true });
			writeFileSync(from('out', 'bundled', `${part}.json`), JSON.stringify([...folders].sort(), null, '\t'));
		},
	};
}

export default defineConfig({
	main: {
		plugins: [withoutUnusedParts(), withoutShims(), listBundledPackages('main')],
		build: {
			outDir: 'out/main',
			externalizeDeps: false,
			minify: true,
			rollupOptions: {
				input: {
					main: from('src-main/main.ts'),
					'broker-process': from('src-broker/embedded.ts'),
					'goods-worker': from('src-broker/goods-worker.ts'),
					'address-worker': from('src-main/compose/address.worker.ts'),
					'document-worker': from('src-main/compose/document.worker.ts'),
					'backup-worker': from('src-main/compose/backup.worker.ts'),
					'carton-worker': from('src-main/compose/carton.worker.ts'),
				},
				external,
				checks,
				output: { chunkFileNames: '[name]-[hash].js' },
			},
		},
	},
	preload: {
		plugins: [listBundledPackages('preload')],
		build: {
			outDir: 'out/preload',
			externalizeDeps: false,
			rollupOptions: {
				input: { index: from('src-preload/index.ts') },
				checks,
				output: { format: 'cjs', entryFileNames: '[name].cjs' },
			},
		},
	},
	renderer: {
		root: from('src-renderer'),
		build: {
			outDir: from('out/renderer'),
			emptyOutDir: true,
			minify: true,
			// The content security policy forbids files that are inlined in a style sheet, such as a small font.
			assetsInlineLimit: 0,
			rollupOptions: {
				input: from('src-renderer/index.html'),
				checks,
				// One file for everything that each start needs: loading twenty files took longer than compiling them.
				output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
			},
		},
		plugins: [
			withOwnIcons(),
			vue(),
			ui({
				colorMode: false,
				autoImport: false,
				router: false,
				dts: false,
				ui: { colors: { primary: 'blue', neutral: 'slate' } },
				icon: { clientBundle: { scan: { globInclude: ['**/*.{vue,ts}'] } } },
				// Only the styles of the components in use.
				experimental: { componentDetection: true },
			}),
			withoutWatchedKitConfiguration(),
			withoutStoredScrolling(),
			listBundledPackages('screens'),
		],
	},
});
