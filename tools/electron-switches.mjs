// Switches that this machine, and never a package, needs to run Electron.
import { say } from './say.mjs';

/** @returns {string[]} */
export function electronSwitches() {
	const switches = [];
	if (process.platform === 'linux' && process.getuid?.() === 0) {
		say('running as root: Electron is started with --no-sandbox');
		switches.push('--no-sandbox');
	}
	if (process.env.WAYBILL_VIRTUAL_DISPLAY) switches.push('--disable-gpu');
	return switches;
}
