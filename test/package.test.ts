import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import config, { SERVED_FILES, UNBUNDLED_FILES } from '../electron-builder.config.mjs';
import { controlFile, desktopEntry } from '../tools/debian-package.mjs';
import { billOfMaterials, isAllowed, licenceTexts, lockedPackages } from '../tools/licences.mjs';

const require = createRequire(import.meta.url);
const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const made = { name: 'waybill', version: '1.0.0', architecture: 'amd64', sizeKb: 1000 };

test('the configuration is one that electron-builder takes', async () => {
	const ofBuilder = createRequire(require.resolve('electron-builder'));
	const { validateConfiguration } = ofBuilder('app-builder-lib/out/util/config/config.js');
	const debug = { isEnabled: false, add: () => {} };
	await validateConfiguration(structuredClone({ ...config, beforeBuild: undefined }), debug);
	await expect(validateConfiguration({ ...config, beforeBuild: undefined, asarr: true }, debug)).rejects.toThrow(
		/asarr/,
	);
});

test('a package contains the build, the tables and the files that unbundled packages load', () => {
	const patterns = config.files as (string | { from: string; to: string; filter: string[] })[];
	const own = patterns.filter((pattern) => typeof pattern === 'string');
	expect(own).toEqual(['out/{main,preload,renderer}/**', 'resources/**', 'package.json']);
	const modules = patterns.filter((pattern) => typeof pattern !== 'string');
	expect(modules.map(({ from }) => from)).toEqual(
		Object.keys({ ...UNBUNDLED_FILES, ...SERVED_FILES }).map((name) => `node_modules/${name}`),
	);
	for (const { from, to, filter } of modules) {
		expect(to).toBe(from);
		for (const file of filter.filter((name) => !/[*$]/.test(name)))
			expect(existsSync(path.join(import.meta.dirname, '..', from, file)), `${from}/${file}`).toBe(true);
	}
	expect(config.asar).toBe(true);
	expect(config.asarUnpack).toEqual(['**/*.node']);
});

test('the package contains each package that is not bundled, and its dependencies', () => {
	const unbundledPackages = /const unbundledPackages = \[(.*)\]/.exec(read('electron.vite.config.ts'))?.[1] ?? '';
	const lock = JSON.parse(read('package-lock.json')).packages;
	const needed = new Set<string>();
	const need = (name: string) => {
		needed.add(name);
		for (const next of Object.keys(lock[`node_modules/${name}`].dependencies ?? {})) if (!needed.has(next)) need(next);
	};
	for (const [, name] of unbundledPackages.matchAll(/'([^']+)'/g)) if (name !== 'electron') need(name as string);
	// Headers for compiling.
	needed.delete('node-addon-api');
	// Types only.
	for (const name of ['@types/emscripten', 'type-fest', 'tagged-tag']) needed.delete(name);
	expect([...needed].sort()).toEqual(Object.keys(UNBUNDLED_FILES).sort());
});

test('the executable runs our archive and nothing else', () => {
	expect(config.electronFuses).toEqual({
		runAsNode: false,
		enableNodeOptionsEnvironmentVariable: false,
		enableNodeCliInspectArguments: false,
		enableCookieEncryption: true,
		onlyLoadAppFromAsar: true,
		enableEmbeddedAsarIntegrityValidation: true,
	});
});

test('the menu entry is one that desktops take', () => {
	const entry: string = desktopEntry(config, 'waybill');
	expect(entry).toContain('Exec=/opt/Waybill/waybill %U\n');
	expect(entry).toContain('StartupWMClass=waybill\n');
	expect(entry).toContain('Categories=Office;\n');
	if (!existsSync('/usr/bin/desktop-file-validate')) return;
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-entry-')), 'waybill.desktop');
	writeFileSync(file, entry);
	expect(execFileSync('desktop-file-validate', [file], { encoding: 'utf8' })).toBe('');
});

test('the Debian package says what it is and what it needs', () => {
	const text: string = controlFile(config, made);
	expect(text).toMatch(/^Package: waybill\nVersion: 1\.0\.0\n/);
	expect(text).toContain('libx11-xcb1');
	expect(text).toMatch(/^Maintainer: .+ <.+@.+>$/m);
	for (const script of [config.deb?.afterInstall, config.deb?.afterRemove])
		execFileSync('sh', ['-n', path.join(import.meta.dirname, '..', script as string)]);
});

test('an expression of licences is read as it is meant', () => {
	for (const allowed of ['MIT', '(MIT OR GPL-3.0)', 'MIT or Apache-2.0', '(ISC AND CC-BY-3.0)']) {
		expect(isAllowed(allowed), allowed).toBe(true);
	}
	for (const refused of ['GPL-3.0', 'AGPL-3.0-only', '(MIT AND GPL-3.0)', 'SEE LICENSE IN x', 'none stated'])
		expect(isAllowed(refused), refused).toBe(false);
});

test('every package of the lock file has a licence that we take', () => {
	/** Word lists of the spelling check, which no package of the station contains. */
	const isWordList = ({ name, isDevelopmentOnly }: { name: string; isDevelopmentOnly: boolean }) =>
		isDevelopmentOnly && name.startsWith('@cspell/dict-');
	const refused = lockedPackages().filter((locked) => !isAllowed(locked.licence) && !isWordList(locked));
	expect(refused).toEqual([]);
});

test('no package brings an install script that nobody looked at', () => {
	const scripted = lockedPackages()
		.filter(({ hasInstallScript }) => hasInstallScript)
		.map(({ name }) => name);
	// docs/dependencies.md says of each why it is harmless.
	expect([...new Set(scripted)].sort()).toEqual(['@photostructure/sqlite', 'esbuild', 'vue-demi']);
});

test('the bill of materials and the texts name each package once, with its licence', () => {
	const folder = 'node_modules/@hyzyla/pdfium';
	const packages = [{ name: '@hyzyla/pdfium', version: '2.1.13', licence: 'MIT', folder }];
	const bill = billOfMaterials(packages, { name: 'waybill', version: '1.0.0', electron: '45.4.1' });
	expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
	expect(bill.components.map(({ purl }) => purl)).toEqual([
		'pkg:npm/electron@45.4.1',
		'pkg:npm/%40hyzyla/pdfium@2.1.13',
	]);
	expect(bill.components[1]).toMatchObject({
		hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
	});
	const texts: string = licenceTexts(packages);
	expect(texts).toContain('@hyzyla/pdfium 2.1.13\nLicence: MIT\n');
	expect(texts).toContain('SIL OPEN FONT LICENSE');
});
