// Runs a command of the project and waits for it.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { projectRoot } from './project-root.mjs';

/**
 * @param {string} command a path, or a command of node_modules/.bin
 * @param {string[]} parameters
 * @param {{ isBackground?: boolean }} [options] `isBackground`: run at low priority
 * @returns {Promise<number>} the exit status
 */
export function run(command, parameters, { isBackground = false } = {}) {
	const bin = path.join(projectRoot, 'node_modules', '.bin');
	const child = spawn(command, parameters, {
		cwd: projectRoot,
		stdio: 'inherit',
		env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
		shell: process.platform === 'win32',
	});
	if (isBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
	});
}
