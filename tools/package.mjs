// `npm run package`: builds the station and packages it for this operating system. On Linux, if the Electron release cannot be
// downloaded, it builds a Debian package with the fallback executable, marked as not for release.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import config from '../electron-builder.config.mjs';
import { build } from './build.mjs';
import { makeDebianPackage } from './debian-package.mjs';
import { FALLBACK_VERSION } from './electron-executable.mjs';
import { writeLicences } from './licences.mjs';
import { log, step, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';
import { setUp } from './setup.mjs';

/** @param {...string} parts path from the project root */
const readJson = (...parts) => JSON.parse(readFileSync(path.join(projectRoot, ...parts), 'utf8'));

const WARNING = 'NOT FOR RELEASE';

/**
 * @param {{ path: string, isFallback: boolean }} electron
 * @returns {Promise<string[]>} paths of the packages
 */
export async function makePackages(electron) {
	const { build: packageWith, Platform } = await import('electron-builder');
	const station = readJson('package.json');
	const electronVersion = electron.isFallback
		? FALLBACK_VERSION
		: readJson('node_modules', 'electron', 'package.json').version;
	rmSync(path.join(projectRoot, 'out', 'package'), { recursive: true, force: true });
	const shipped = writeLicences({ name: station.name, version: station.version, electron: electronVersion });
	log(`licences: ${shipped.length} packages are distributed with the station`);
	const common = { ...config, electronVersion };
	if (!electron.isFallback) return packageWith({ projectDir: projectRoot, config: common, publish: 'never' });
	const version = `${station.version}-not-for-release`;
	const unpacked = path.join(projectRoot, 'out', 'package', 'linux-unpacked');
	await packageWith({
		projectDir: projectRoot,
		publish: 'never',
		targets: Platform.LINUX.createTarget('dir'),
		config: { ...common, electronDist: path.dirname(electron.path), extraMetadata: { version } },
	});
	// Removes the development loader, which would run the program in any folder that is named on the command line.
	rmSync(path.join(unpacked, 'resources', 'app'), { recursive: true });
	return [
		makeDebianPackage({
			name: station.name,
			version: `${station.version}~not-for-release`,
			unpacked,
			config: {
				...config,
				linux: {
					...config.linux,
					synopsis: `${config.linux.synopsis} (${WARNING})`,
					description: `${WARNING}. ${config.linux.description}`,
				},
			},
		}),
	];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const electron = await setUp();
	if (electron.isFallback) {
		if (process.platform !== 'linux')
			stop('Electron could not be downloaded, so nothing was packaged. Connect to a network and try again.');
		log(`${WARNING}: Electron's release could not be downloaded; the package is only for testing the installation`);
	}
	await build();
	const files = await step('package', () => makePackages(electron));
	for (const file of files) log(path.relative(projectRoot, file));
}
