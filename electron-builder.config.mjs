// What a package holds and how it is made; read by electron-builder, by the Debian package of tools/debian-package.mjs and by
// the tests. Signing is by electron-builder's environment variables alone (CSC_LINK, CSC_KEY_PASSWORD, APPLE_ID …).

/**
 * Packages that stay outside the bundle, and what they need when they run; the same as `outside` in electron.vite.config.ts.
 * Of each only what is loaded: not the sources of SQLite, not the four other forms in which PDFium comes, not
 * what zxing draws bar codes with.
 */
export const OUTSIDE = {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the target in
	'@photostructure/sqlite': ['dist/index.cjs', 'prebuilds/${platform}-${arch}/*.glibc.node'],
	'node-gyp-build': ['index.js', 'node-gyp-build.js'],
	'@hyzyla/pdfium': ['dist/index.cjs', 'dist/pdfium.wasm'],
	'@sealsystems/ipp': ['ipp.js', 'lib/**'],
	moment: ['moment.js'],
	'zxing-wasm': [
		'dist/cjs/package.json',
		'dist/cjs/share.js',
		'dist/cjs/reader/index.js',
		'dist/reader/zxing_reader.wasm',
	],
};

/** @satisfies {import('electron-builder').Configuration} */
const config = {
	appId: 'eu.waybill.station',
	productName: 'Waybill',
	copyright: 'Copyright © 2026 The Waybill authors',
	// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the values in
	artifactName: '${name}-${version}-${os}-${arch}.${ext}',
	directories: { output: 'out/package', buildResources: 'packaging' },
	// The guide is in the screens already; `out` holds demonstrations and other things beside what is built.
	files: [
		'out/{main,preload,renderer}/**',
		'resources/**',
		'package.json',
		...Object.entries(OUTSIDE).map(([name, filter]) => ({
			from: `node_modules/${name}`,
			to: `node_modules/${name}`,
			filter: ['package.json', ...filter],
		})),
	],
	asar: true,
	asarUnpack: ['**/*.node'],
	// For people to read.
	extraResources: [
		{ from: 'LICENSE', to: 'LICENSE.txt' },
		{ from: 'out/THIRD-PARTY-LICENSES.txt', to: 'THIRD-PARTY-LICENSES.txt' },
		{ from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
	],
	// Nothing is compiled: the binary of SQLite comes with its package. `false` also says that `files` names every module.
	beforeBuild: async () => false,
	electronLanguages: ['en-US', 'en-GB', 'de', 'es', 'fr', 'nl', 'pl'],
	electronFuses: {
		runAsNode: false,
		enableNodeOptionsEnvironmentVariable: false,
		enableNodeCliInspectArguments: false,
		enableCookieEncryption: true,
		onlyLoadAppFromAsar: true,
		// Windows and macOS check; Linux has no such check in Electron.
		enableEmbeddedAsarIntegrityValidation: true,
	},
	// Writes the files of a feed beside the packages. The address is never asked: a site names its own (docs/install.md).
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
		// libx11-xcb1 is loaded by name: without it the station ends before its window, and says nothing.
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
