// Installs the npm packages when the lock file changed since they were last installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';
import { say, step, stop } from './say.mjs';

const stamp = path.join(projectRoot, 'node_modules', '.installed-lock');

export async function ensurePackages() {
	const wanted = createHash('sha256')
		.update(readFileSync(path.join(projectRoot, 'package-lock.json')))
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
		say('packages: up to date');
		return;
	}
	await step('packages: npm ci', () => {
		const result = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
			cwd: projectRoot,
			stdio: 'inherit',
			shell: process.platform === 'win32',
		});
		if (result.status !== 0) stop('npm ci failed: the message above says why. Nothing else was changed.');
	});
	writeFileSync(stamp, wanted);
}
