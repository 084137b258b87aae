// Starts a virtual display on machines without a real one.
import { spawn } from 'node:child_process';

/** @returns {Promise<{ name: string, close: () => void }>} */
export async function openVirtualDisplay() {
	// Without `-noreset`, the server restarts when its last client leaves, and refuses a client that connects at that moment.
	const parameters = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset'];
	const server = spawn('Xvfb', parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
	const name = await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.once('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)));
		server.stdio[3]?.once('data', (/** @type {Buffer} */ data) => resolve(`:${data.toString().trim()}`));
	});
	return { name: String(name), close: () => server.kill() };
}

/**
 * Runs work with DISPLAY set to the real display or, if there is none, to a virtual display that is closed afterwards.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withDisplay(work) {
	if (process.platform !== 'linux' || process.env.DISPLAY) return work();
	const display = await openVirtualDisplay();
	process.env.DISPLAY = display.name;
	process.env.WAYBILL_VIRTUAL_DISPLAY = '1';
	try {
		return await work();
	} finally {
		delete process.env.DISPLAY;
		display.close();
	}
}
