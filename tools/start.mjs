// `npm start`: installs what is missing, builds and opens the station. Without a display, runs the demo on a virtual display.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { electronSwitches } from './electron-switches.mjs';
import { log } from './log.mjs';
import { endWithNpm } from './npm-shell.mjs';
import { projectRoot } from './project-root.mjs';
import { setUp } from './setup.mjs';

const electron = await setUp();
await build();
if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
	log('there is no display: the demo runs on a virtual display instead');
	await import('./demo.mjs');
} else {
	log('opening the station');
	const station = spawn(electron.path, [projectRoot, ...electronSwitches()], { stdio: 'inherit' });
	station.once('exit', (code) => process.exit(code ?? 1));
	endWithNpm();
	for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => station.kill(signal));
}
