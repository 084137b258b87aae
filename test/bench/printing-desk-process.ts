// A desk that books and prints labels in a row, alone in its process, watched for growing and for standing still. Its partner
// and its printer are its parent's; their addresses are its arguments.
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { printerSchema } from '../../src-contract/model/print';
import { composition } from '../fixtures/composition';
import { openServices } from '../fixtures/desk-services';

/** Printed before anything is measured: fonts and libraries are loaded, and each thread's heap has found its size. */
const BEFORE = 250;
const IN_A_ROW = 200;
const RESOLUTION_MS = 1;
const POLL_MS = 10;

const [partnerUrl = '', connection = ''] = process.argv.slice(2);
// In memory where there is such a folder: how long a disk takes to sync is the machine's affair, and varies tenfold here.
const dataDir = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'waybill-bench-desk-'));
const services = openServices(dataDir, partnerUrl, path.resolve('out', 'main'));
services.printers.save(
	printerSchema.parse({ id: 'p', name: 'P', device: { driver: 'zpl', connection }, stock: '4x6', dpi: 203 }),
);
services.routing.save([{ kind: null, carrier: null, destination: null, printerId: 'p', automatic: true }]);
services.start();

const residentMegabytes = () => {
	globalThis.gc?.();
	return process.memoryUsage().rss / 1024 / 1024;
};
/**
 * Do nothing but look how long they stood still themselves, one on each processor where a thread can be held there: on a
 * machine that is shared, even that takes its time.
 */
const idle = Array.from({ length: process.platform === 'linux' ? availableParallelism() : 1 }, (_, core) => {
	return new Worker(
		`const { parentPort } = require('node:worker_threads');
		if (process.platform === 'linux') {
			const thread = require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1);
			require('node:child_process').execFileSync('taskset', ['-c', '-p', '${core}', thread]);
		}
		const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} });
		parentPort.on('message', () => (delay.enable() ? undefined : parentPort.postMessage(delay.max)));`,
		{ eval: true },
	);
});
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
/** One for all readings: a new one each millisecond would be most of what this thread leaves to be cleared away. */
const reading = Buffer.alloc(100);
/** How long the main thread has been on a processor, in milliseconds; what a shared machine takes from it does not count. */
function workedMs(): number {
	const length = readSync(schedule, reading, 0, reading.length, 0);
	return Number.parseInt(reading.toString('latin1', 0, length), 10) / 1e6;
}
let longestWorkMs = 0;
function watchWork(): void {
	let last = workedMs();
	setInterval(() => {
		const now = workedMs();
		longestWorkMs = Math.max(longestWorkMs, now - last);
		last = now;
	}, RESOLUTION_MS).unref();
}

let warmMegabytes = 0;
for (let index = 1; index <= BEFORE + IN_A_ROW; index += 1) {
	await services.shipments.create(composition, 1, true);
	while (services.jobs.open().length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	if (index === BEFORE) {
		warmMegabytes = residentMegabytes();
		for (const thread of idle) thread.postMessage('begin');
		delay.enable();
		watchWork();
	}
}
delay.disable();
const idleMax = await Promise.all(
	idle.map(async (thread): Promise<number> => {
		thread.postMessage('end');
		return (await once(thread, 'message'))[0];
	}),
);
process.stdout.write(
	JSON.stringify({
		warmMegabytes,
		endMegabytes: residentMegabytes(),
		longestBlockMs: delay.max / 1e6 - RESOLUTION_MS,
		longestWorkMs,
		idleBlockMs: Math.max(...idleMax) / 1e6 - RESOLUTION_MS,
		sent: services.jobs.latest(IN_A_ROW).filter(({ state }) => state === 'sent').length,
	}),
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
