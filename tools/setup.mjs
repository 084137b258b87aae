// Brings a machine that has only Node and npm to where the station can be built, started and tested.
// A second run with nothing missing only looks.
import { pathToFileURL } from 'node:url';
import { ensureElectron } from './electron-executable.mjs';
import { isRoot } from './electron-switches.mjs';
import { ensurePackages } from './packages.mjs';
import { say, stop } from './say.mjs';
import { ensureSystemLibraries } from './system-libraries.mjs';

/** @returns {Promise<import('./electron-executable.mjs').Electron>} the Electron executable to use */
export async function setUp() {
	const packages = ensurePackages();
	const electron = await ensureElectron(packages);
	if (!(await packages)) say('packages: up to date');
	say(`Electron: ${electron.source}`);
	if (isRoot()) say('running as root: Electron is started with --no-sandbox');
	await ensureSystemLibraries(electron.path);
	return electron;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	setUp().catch((error) => stop(error.message));
}
