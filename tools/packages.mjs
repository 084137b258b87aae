// Installs the npm packages if node_modules does not match package-lock.json.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { messageStream, step, stop } from './log.mjs';
import { projectRoot } from './project-root.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage */

/** @param {...string} parts @returns {Map<string, LockedPackage>} packages by folder */
function readLockFile(...parts) {
	const lock = JSON.parse(readFileSync(path.join(projectRoot, ...parts), 'utf8'));
	const packages = new Map(Object.entries(lock.packages));
	packages.delete(''); // the project itself
	return packages;
}

/**
 * Whether all locked packages are installed. npm writes node_modules/.package-lock.json last, so an interrupted installation has
 * none.
 */
function areInstalled() {
	if (!existsSync(path.join(projectRoot, 'node_modules', '.package-lock.json'))) return false;
	const wanted = readLockFile('package-lock.json');
	const installed = readLockFile('node_modules', '.package-lock.json');
	for (const [folder, { version, integrity, optional, devOptional }] of wanted) {
		const found = installed.get(folder);
		// Optional packages for other operating systems are only in the lock file.
		if (!found && (optional || devOptional)) continue;
		if (found?.version !== version || found?.integrity !== integrity) return false;
	}
	return true;
}

/** @returns {Promise<boolean>} whether packages were installed */
export async function ensurePackages() {
	if (areInstalled()) return false;
	await step('packages: npm ci', async () => {
		const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
			cwd: projectRoot,
			stdio: ['ignore', messageStream(), 'inherit'],
			shell: process.platform === 'win32',
		});
		const [status] = await once(child, 'close');
		if (status !== 0) stop('npm ci failed; see the message above. Nothing else was changed.');
	});
	return true;
}
