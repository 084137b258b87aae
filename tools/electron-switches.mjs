// Command-line switches that Electron needs in development on this machine. Packages never use them.

/** Chromium's sandbox does not start as root. */
export const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0;

/** @returns {string[]} */
export function electronSwitches() {
	const switches = [];
	if (isRoot()) switches.push('--no-sandbox');
	if (process.env.WAYBILL_VIRTUAL_DISPLAY) switches.push('--disable-gpu');
	return switches;
}
