// Contents and format of the installation packages. Read by electron-builder, by tools/debian-package.mjs and by the tests. Packages
// are signed only through electron-builder's environment variables (CSC_LINK, CSC_KEY_PASSWORD, APPLE_ID …).

/**
 * npm packages that are not bundled (`unbundledPackages` in electron.vite.config.ts) and the packages that these load. Only the files that are
 * loaded are listed: not the sources of SQLite, the four other builds of PDFium, or the part of zxing that draws bar codes.
 */
export const UNBUNDLED_FILES = {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills in the platform
	'@photostructure/sqlite': ['dist/*.mjs', 'prebuilds/${platform}-${arch}/*.glibc.node'],
	'node-gyp-build': ['index.js', 'node-gyp-build.js'],
	'@hyzyla/pdfium': ['dist/index.esm.js', 'dist/pdfium.wasm'],
	'@sealsystems/ipp': ['ipp.js', 'lib/**'],
	moment: ['moment.js'],
	'zxing-wasm': ['dist/es/share.js', 'dist/es/reader/index.js', 'dist/reader/zxing_reader.wasm'],
};

/** Files of npm packages that the service sends to browsers. Each contains everything that it needs. */
export const SERVED_FILES = { '@scalar/api-reference': ['dist/browser/standalone.js'] };

/** @satisfies {import('electron-builder').Configuration} */
const config = {
	appId: 'eu.waybill.station',
	productName: 'Waybill',
	copyright: 'Copyright © 2026 The Waybill authors',
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills in the values
	artifactName: '${name}-${version}-${os}-${arch}.${ext}',
	directories: { output: 'out/package', buildResources: 'packaging' },
	// Not `docs`, because the guide is part of the screens, and not all of `out`, which also contains files of demos and tests.
	files: [
		'out/{main,preload,renderer}/**',
		'resources/**',
		'package.json',
		...Object.entries({ ...UNBUNDLED_FILES, ...SERVED_FILES }).map(([name, filter]) => ({
			from: `node_modules/${name}`,
			to: `node_modules/${name}`,
			filter: ['package.json', ...filter],
		})),
	],
	asar: true,
	asarUnpack: ['**/*.node'],
	// These files are placed beside the archive of the program: SQLite opens the index, and users read the others.
	extraResources: [
		{ from: 'out/goods-index', to: 'goods-index' },
		{ from: 'LICENSE', to: 'LICENSE.txt' },
		{ from: 'out/THIRD-PARTY-LICENSES.txt', to: 'THIRD-PARTY-LICENSES.txt' },
		{ from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
	],
	// Nothing is compiled, because SQLite's package contains its binary. `false` also tells electron-builder that `files` lists every
	// npm package.
	beforeBuild: async () => false,
	electronLanguages: ['en-US', 'en-GB', 'de', 'es', 'fr', 'nl', 'pl'],
	electronFuses: {
		runAsNode: false,
		enableNodeOptionsEnvironmentVariable: false,
		enableNodeCliInspectArguments: false,
		enableCookieEncryption: true,
		onlyLoadAppFromAsar: true,
		// Checked on Windows and macOS. Electron on Linux has no such check.
		enableEmbeddedAsarIntegrityValidation: true,
	},
	// Makes electron-builder write the files of an update feed. This address is never used: a site names its own (docs/install.md).
	publish: { provider: 'generic', url: 'https://updates.invalid/' },
	linux: {
		executableName: 'waybill',
		target: ['deb', 'rpm', 'AppImage'],
		category: 'Office',
		icon: 'resources/icons',
		maintainer: 'The Waybill authors <waybill@example.com>',
		vendor: 'The Waybill authors',
		synopsis: 'Shipping station for packing desks',
		description: 'Prices of six carriers, booking, labels, customs papers and an address book for a packing desk.',
		desktop: {
			entry: {
				GenericName: 'Shipping station',
				Keywords: 'shipping;label;parcel;carrier;waybill;customs;',
				StartupNotify: 'true',
			},
		},
	},
	deb: {
		packageCategory: 'misc',
		priority: 'optional',
		// libx11-xcb1 is loaded at run time. Without it, the station exits before it opens a window, without an error message.
		depends: [
			'libc6 (>= 2.28)',
			'libgtk-3-0 | libgtk-3-0t64',
			'libnss3',
			'libgbm1',
			'libasound2 | libasound2t64',
			'libx11-xcb1',
			'fonts-dejavu-core | fonts-liberation | fonts-noto-core',
			'xdg-utils',
		],
		recommends: ['libsecret-1-0', 'gnome-keyring | kwalletmanager', 'cups-client'],
		afterInstall: 'packaging/after-install.sh',
		afterRemove: 'packaging/after-remove.sh',
	},
	rpm: {
		depends: ['gtk3', 'nss', 'mesa-libgbm', 'alsa-lib', 'libX11-xcb', 'xdg-utils'],
		afterInstall: 'packaging/after-install.sh',
		afterRemove: 'packaging/after-remove.sh',
	},
	win: { target: 'nsis', icon: 'resources/icons/512x512.png' },
	nsis: {
		oneClick: false,
		perMachine: true,
		allowToChangeInstallationDirectory: true,
		deleteAppDataOnUninstall: false,
	},
	mac: {
		target: ['dmg', 'zip'],
		icon: 'resources/icons/512x512.png',
		category: 'public.app-category.business',
		hardenedRuntime: true,
	},
};

export default config;
