// Switches that this machine, and never a package, needs to run Electron.

/** Chromium's sandbox does not start for root. */
export const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0;

/** @returns {string[]} */
export function electronSwitches() {
	const switches = [];
	if (isRoot()) switches.push('--no-sandbox');
	if (process.env.WAYBILL_VIRTUAL_DISPLAY) switches.push('--disable-gpu');
	return switches;
}
