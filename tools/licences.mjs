// Lists the packages that are distributed with the station: their licence texts and a bill of materials (CycloneDX).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVED_FILES, UNBUNDLED_FILES } from '../electron-builder.config.mjs';
import { projectRoot } from './project-root.mjs';

const ALLOWED = new Set(
	'MIT, ISC, BSD-2-Clause, BSD-3-Clause, Apache-2.0, 0BSD, MIT-0, BlueOak-1.0.0, MPL-2.0, OFL-1.1, CC0-1.0, CC-BY-3.0, CC-BY-4.0, Unlicense, Python-2.0, PSF-2.0, Zlib, WTFPL'.split(
		', ',
	),
);

/** Licences of packages that do not state their licence; their repositories do. */
const LICENCE_OVERRIDES = new Map([['vaul-vue', 'MIT']]);

/** Distributed packages whose modules are in no bundle: style sheets, images, fonts and the packages that are not bundled. */
const UNBUNDLED_PACKAGES = [
	'tailwindcss',
	'@iconify-json/lucide',
	'@fontsource-variable/inter',
	'@fontsource-variable/jetbrains-mono',
	...Object.keys(UNBUNDLED_FILES),
	...Object.keys(SERVED_FILES),
].map((name) => `node_modules/${name}`);

/** @typedef {{ name: string, version: string, licence: string, folder: string }} ShippedPackage */

/** Whether a licence expression is allowed: "A or B" needs one allowed licence, "A and B" needs both. @param {string} expression */
export function isAllowed(expression) {
	const alternatives = expression.replace(/[()]/g, '').split(/\s+or\s+/i);
	return alternatives.some((alternative) => alternative.split(/\s+and\s+/i).every((name) => ALLOWED.has(name.trim())));
}

/** @param {string} name @param {{ license?: unknown, licenses?: { type: string }[] }} description */
export function licenceOf(name, { license, licenses }) {
	if (typeof license === 'string') return license;
	return licenses?.map(({ type }) => type).join(' OR ') || LICENCE_OVERRIDES.get(name) || 'none stated';
}

/** @param {string} folder path from the project root @returns {ShippedPackage} */
function describe(folder) {
	const description = JSON.parse(readFileSync(path.join(projectRoot, folder, 'package.json'), 'utf8'));
	return {
		name: description.name,
		version: description.version,
		licence: licenceOf(description.name, description),
		folder,
	};
}

/** Packages in the last build, sorted by name. @returns {ShippedPackage[]} */
export function shippedPackages() {
	const bundled = ['main', 'preload', 'screens'].flatMap((part) =>
		JSON.parse(readFileSync(path.join(projectRoot, 'out', 'bundled', `${part}.json`), 'utf8')),
	);
	return [...new Set([...bundled, ...UNBUNDLED_PACKAGES])]
		.map(describe)
		.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** @param {string} folder */
function licenceTextOf(folder) {
	const packageFolder = path.join(projectRoot, folder);
	const files = readdirSync(packageFolder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
	return files.map((file) => readFileSync(path.join(packageFolder, file), 'utf8').trim()).join('\n\n');
}

/** @param {ShippedPackage[]} packages */
export function licenceTexts(packages) {
	const parts = packages.map(({ name, version, licence, folder }) => {
		const text =
			licenceTextOf(folder) || 'The package contains no licence text; its package.json names the licence above.';
		return `${name} ${version}\nLicence: ${licence}\n\n${text}`;
	});
	const fonts = readFileSync(path.join(projectRoot, 'resources', 'fonts', 'OFL.txt'), 'utf8').trim();
	parts.push(
		`Noto Sans with its fonts of scripts (fonts of labels and customs documents)\nLicence: OFL-1.1\n\n${fonts}`,
	);
	const head =
		'Third-party software in this product and its licences. The licences of Electron and Chromium are in LICENSE.electron.txt and LICENSES.chromium.html; SQLite is in the public domain.';
	return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @param {string} licence */
function cycloneLicence(licence) {
	if (/^[\w.-]+$/.test(licence)) return [{ license: { id: licence } }];
	return [{ expression: licence.replace(/ or /gi, ' OR ').replace(/ and /gi, ' AND ') }];
}

/** @param {ShippedPackage[]} packages @param {{ name: string, version: string, electron: string }} station */
export function billOfMaterials(packages, { name, version, electron }) {
	const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'));
	const component = (/** @type {ShippedPackage} */ { name, version, licence, folder }) => {
		const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
		const [algorithm, digest] = String(lock.packages[folder]?.integrity ?? '').split('-');
		const hashes = algorithm &&
			digest && {
				hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
			};
		return { type: 'library', 'bom-ref': purl, name, version, licenses: cycloneLicence(licence), purl, ...hashes };
	};
	const root = `pkg:npm/${name}@${version}`;
	const components = new Map(packages.map((shipped) => [`${shipped.name}@${shipped.version}`, component(shipped)]));
	const runtime = `pkg:npm/electron@${electron}`;
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.5',
		version: 1,
		metadata: { component: { type: 'application', 'bom-ref': root, name, version, purl: root } },
		components: [
			{
				type: 'framework',
				'bom-ref': runtime,
				name: 'electron',
				version: electron,
				licenses: cycloneLicence('MIT'),
				purl: runtime,
			},
			...components.values(),
		],
	};
}

/**
 * Writes the licence texts and the bill of materials of the last build.
 * @param {{ name: string, version: string, electron: string }} station
 * @throws Error when a licence is not allowed; nothing is written
 */
export function writeLicences(station) {
	const packages = shippedPackages();
	const disallowed = packages.filter(({ licence }) => !isAllowed(licence));
	if (disallowed.length > 0) {
		const names = disallowed.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join(', ');
		throw new Error(
			`Not packaged: tools/licences.mjs does not allow the licence of ${names}. Replace the package, or have its licence reviewed and add it there.`,
		);
	}
	const out = path.join(projectRoot, 'out');
	writeFileSync(path.join(out, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(packages));
	writeFileSync(path.join(out, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(packages, station), null, 2)}\n`);
	return packages;
}

/** Every package of the lock file with its licence. A test checks these packages for new licences and install scripts. */
export function lockedPackages() {
	const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'));
	return Object.entries(lock.packages)
		.filter(([folder]) => folder !== '')
		.map(([folder, entry]) => {
			const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
			return {
				name,
				licence: licenceOf(name, entry),
				isDevelopmentOnly: entry.dev === true,
				hasInstallScript: entry.hasInstallScript === true,
			};
		});
}
