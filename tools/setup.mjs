// Installs what is missing for building, starting and testing the station, on a machine with only Node and npm.
import { pathToFileURL } from 'node:url';
import { ensureElectron } from './electron-executable.mjs';
import { isRoot } from './electron-switches.mjs';
import { log, stop } from './log.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/** @returns {Promise<import('./electron-executable.mjs').Electron>} the Electron executable to use */
export async function setUp() {
	const packages = ensurePackages();
	const electron = await ensureElectron(packages);
	if (!(await packages)) log('packages: up to date');
	log(`Electron: ${electron.source}`);
	if (isRoot()) log('running as root: Electron is started with --no-sandbox');
	await ensureSystemLibraries(electron.path);
	return electron;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	setUp().catch((error) => stop(error.message));
}
