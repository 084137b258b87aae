// `npm run package`: builds, and packages for the system it runs on. Where Electron's release cannot be downloaded, Linux gets
// a Debian package around the executable of development, marked as not for release.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import config from '../electron-builder.config.mjs';
import { build } from './build.mjs';
import { makeDebianPackage } from './debian-package.mjs';
import { STAND_IN_VERSION } from './electron-executable.mjs';
import { writeLicences } from './licences.mjs';
import { log, step, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';
import { setUp } from './setup.mjs';

/** @param {...string} parts */
const json = (...parts) => JSON.parse(readFileSync(path.join(projectRoot, ...parts), 'utf8'));

const WARNING = 'NOT FOR RELEASE';

/**
 * @param {{ path: string, isStandIn: boolean }} electron
 * @returns {Promise<string[]>} the files to hand out
 */
export async function makePackages(electron) {
	const { build: packageWith, Platform } = await import('electron-builder');
	const station = json('package.json');
	const electronVersion = electron.isStandIn
		? STAND_IN_VERSION
		: json('node_modules', 'electron', 'package.json').version;
	rmSync(path.join(projectRoot, 'out', 'package'), { recursive: true, force: true });
	const shipped = writeLicences({ name: station.name, version: station.version, electron: electronVersion });
	log(`licences: ${shipped.length} packages go out with the station`);
	const common = { ...config, electronVersion };
	if (!electron.isStandIn) return packageWith({ projectDir: projectRoot, config: common, publish: 'never' });
	const version = `${station.version}-not-for-release`;
	const unpacked = path.join(projectRoot, 'out', 'package', 'linux-unpacked');
	await packageWith({
		projectDir: projectRoot,
		publish: 'never',
		targets: Platform.LINUX.createTarget('dir'),
		config: { ...common, electronDist: path.dirname(electron.path), extraMetadata: { version } },
	});
	// The loader of development, which starts any folder that it is given.
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
	if (electron.isStandIn) {
		if (process.platform !== 'linux')
			stop('Electron could not be downloaded, and without it there is no package. Try again with a network.');
		log(`${WARNING}: Electron's release could not be downloaded; the package is for trying out the installation only`);
	}
	await build();
	const files = await step('package', () => makePackages(electron));
	for (const file of files) log(path.relative(projectRoot, file));
}
