// A desk that books and prints labels one after the other, alone in its process. Measures memory growth and blocking. Its partner
// service and its printer run in the parent process; the arguments contain their addresses.
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { printerSchema } from '../../src-contract/model/print';
import { openServices } from '../fixtures/desk-services';
import { exampleDraft } from '../fixtures/shipment-draft';

/** Labels printed before the measurement: loads fonts and libraries and lets the heaps of all threads grow to their size. */
const WARM_UP_LABELS = 250;
const IN_A_ROW = 200;
const RESOLUTION_MS = 1;
const POLL_MS = 10;

const [partnerUrl = '', connection = ''] = process.argv.slice(2);
// In memory if possible: sync times of the disk vary tenfold on these machines.
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
 * Threads that do nothing but measure their own delays, one pinned to each core where the system allows it: on a shared machine even
 * an idle thread is delayed.
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
/** One buffer for all readings: allocating one per millisecond would dominate the garbage of this thread. */
const reading = Buffer.alloc(100);
/** CPU time of the main thread in milliseconds. Time taken by other processes does not count. */
function cpuTimeMs(): number {
	const length = readSync(schedule, reading, 0, reading.length, 0);
	return Number.parseInt(reading.toString('latin1', 0, length), 10) / 1e6;
}
let longestWorkMs = 0;
function trackWork(): void {
	let last = cpuTimeMs();
	setInterval(() => {
		const now = cpuTimeMs();
		longestWorkMs = Math.max(longestWorkMs, now - last);
		last = now;
	}, RESOLUTION_MS).unref();
}

let warmMegabytes = 0;
for (let index = 1; index <= WARM_UP_LABELS + IN_A_ROW; index += 1) {
	await services.shipments.create(exampleDraft, 1, true);
	while (services.jobs.unfinishedJobs().length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	if (index === WARM_UP_LABELS) {
		warmMegabytes = residentMegabytes();
		for (const thread of idle) thread.postMessage('begin');
		delay.enable();
		trackWork();
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
		sent: services.jobs.latestJobs(IN_A_ROW).filter(({ state }) => state === 'sent').length,
	}),
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
