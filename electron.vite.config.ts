import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

// The floor that the station must run on: the oldest Electron that stands in where newer ones cannot be fetched.
process.env.ELECTRON_MAJOR_VER ??= '25';

const from = (...parts: string[]) => path.resolve(import.meta.dirname, ...parts);

/** The bundler warns when plugins take a large part of a build; the styles and the kit always do. */
const checks = { bundlerTimings: false };

/** Packages with a native or WebAssembly part stay outside the bundle; everything else goes in. */
const outside = ['electron', '@photostructure/sqlite', '@hyzyla/pdfium', '@sealsystems/ipp', 'zxing-wasm'];
/** Also a part of such a package, as in zxing-wasm/reader. */
const external = outside.map((name) => new RegExp(`^${name}(/|$)`));

/** Chrome 114 rejects an empty fallback of a registered property, and with it every ring that Tailwind draws. */
function withoutRegisteredInset(): Plugin {
	return {
		name: 'without-registered-inset',
		generateBundle(_options, bundle) {
			for (const asset of Object.values(bundle)) {
				if (asset.type === 'asset' && asset.fileName.endsWith('.css')) {
					asset.source = String(asset.source).replace(/@property --tw-ring-inset\s*\{[^}]*\}/g, '');
				}
			}
		},
	};
}

/** The kit watches its configuration for changes, at every use of every part. Ours never changes. */
function withoutWatchedKitConfiguration(): Plugin {
	return {
		name: 'without-watched-kit-configuration',
		transform(code, id) {
			if (!id.includes('nuxt-ui-app-config')) return;
			return { code: code.replace(/export default (\{[\s\S]*\})/, 'export default Object.freeze($1)'), map: null };
		},
	};
}

/** One way to draw an icon: the kit's own parts take ours, which needs nothing of what the kit's can do beside drawing. */
function withOwnIcons(): Plugin {
	return {
		name: 'with-own-icons',
		enforce: 'pre',
		resolveId: (id, importer = '') =>
			id.endsWith('/Icon.vue') && importer.includes('/@nuxt/ui/') ? from('src-renderer/ui/BaseIcon.vue') : null,
	};
}

/**
 * The router keeps in the browser's storage how far each page was scrolled; ours scroll by themselves. To ask that storage is to
 * wait for the main process, which loads the services while the page begins.
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
 * Parts of libraries that the station never uses, and that each start would load. electron-store can check its file against
 * a JSON schema, and migrate it by version: ours are checked by the contract's. electron-log can send what it is told over
 * the network: the station must not.
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

/** Notes which packages went into a bundle: their licences go with it (tools/licences.mjs). */
function notesPackages(part: string): Plugin {
	return {
		name: 'notes-packages',
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
		plugins: [withoutUnusedParts(), notesPackages('main')],
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
				},
				external,
				checks,
				output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
			},
		},
	},
	preload: {
		plugins: [notesPackages('preload')],
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
			// The policy of the page takes nothing from within a style sheet, such as a small font.
			assetsInlineLimit: 0,
			rollupOptions: {
				input: from('src-renderer/index.html'),
				checks,
				// What every start needs comes in one file: asked for in twenty, it came later than it was compiled.
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
				// Only the styles of the parts in use.
				experimental: { componentDetection: true },
			}),
			withoutWatchedKitConfiguration(),
			withoutStoredScrolling(),
			withoutRegisteredInset(),
			notesPackages('screens'),
		],
	},
});
