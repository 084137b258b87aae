// Checks and installs the shared libraries and the virtual display that Electron needs on Linux.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { log, step, stop } from './log.mjs';

/** Debian packages that Electron needs on a minimal system. */
const PACKAGES = ['xvfb', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'fonts-dejavu-core'];

/** @param {string} executable @returns {string[]} */
function missingLibraries(executable) {
	const result = spawnSync('ldd', [executable], { encoding: 'utf8' });
	return (result.stdout ?? '')
		.split('\n')
		.filter((line) => line.includes('not found'))
		.map((line) => line.trim().split(' ')[0] ?? line);
}

/** @param {string} command */
export function onPath(command) {
	return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));
}

/**
 * Installs Debian packages if this process is root; otherwise prints the command to run and exits with status 1.
 * @param {string[]} packages @param {string} reason sentence without a full stop
 */
export async function installWithApt(packages, reason) {
	const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
	if (process.getuid?.() !== 0 || !onPath('apt-get')) stop(`${reason}. Run:\n  sudo ${install}`);
	log(reason);
	await step(`installing ${packages.join(', ')} with apt`, () => {
		const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
		const result = spawnSync('sh', ['-c', `${install} -qq`], {
			stdio: ['ignore', 'ignore', 'inherit'],
			env: environment,
		});
		if (result.status !== 0) stop(`apt could not install the packages. Run:\n  ${install}`);
	});
}

/** @param {string} executable */
export async function ensureSystemLibraries(executable) {
	if (process.platform !== 'linux') return;
	const missing = missingLibraries(executable);
	if (!process.env.DISPLAY && !onPath('Xvfb')) missing.push('Xvfb (there is no display)');
	if (missing.length === 0) return;
	await installWithApt(PACKAGES, `libraries that Electron needs are missing: ${missing.join(', ')}`);
	const stillMissing = missingLibraries(executable);
	if (stillMissing.length > 0)
		stop(
			`after the installation, ${stillMissing.join(', ')} are still missing. Install the packages that contain them.`,
		);
}
