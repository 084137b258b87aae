// One run of the printing bench, in a process of its own: labels become ZPL in this process, and beside each the same file
// goes through pdftoppm as a whole process. Then a desk prints labels in a row, and is watched for standing still.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { drawDocuments } from '../../src-broker/booking/documents';
import { loadFonts } from '../../src-broker/booking/fonts';
import { sscc } from '../../src-broker/booking/tracking-number';
import { createPlaces } from '../../src-broker/places/places';
import { printerSchema } from '../../src-contract/print';
import { decodeBase64 } from '../../src-main/printing/documents';
import { makePayload } from '../../src-main/printing/payload';
import { composition } from '../fixtures/composition';
import { openServices } from '../fixtures/desk-services';
import { booked } from '../fixtures/partner-server';
import { hostStatus, startRawPrinter } from '../fixtures/raw-printer';

const LABELS = 20;
const ROUNDS = 5;
const IN_A_ROW = 200;
/** Memory is compared with what stood after so many: the first ones load fonts and libraries. */
const WARM_AFTER = 50;
const RESOLUTION_MS = 1;
const POLL_MS = 10;

const resources = path.resolve('resources');
const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-print-'));
const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const fonts = loadFonts(resources);
const places = createPlaces(resources);

/** As the built-in service draws them. */
async function label(index: number): Promise<Uint8Array> {
	const { from, to, parcels } = composition;
	const number = `0952${String(index).padStart(10, '0')}I`;
	const party = (address: typeof from) => ({ ...address, sendNotification: false });
	return drawDocuments(fonts, places, {
		request: {
			pickupAddress: party(from),
			destinationAddress: { ...party(to), contactPerson: `Max Muster ${index}` },
			parcels: parcels.map((parcel) => ({
				type: 'NONDOC',
				weight: parcel.weightKg,
				length: parcel.lengthCm,
				width: parcel.widthCm,
				height: parcel.heightCm,
				count: 1,
			})),
			contentItems: [],
			reference: `ORDER-${index}`,
			currency: 'EUR',
		},
		offer: {
			sheet: { carrier: 'Overland Parcel', addressLineLength: 35 },
			product: { name: 'Economy', productId: 401 },
		},
		trackingNumber: number,
		ssccs: [sscc(index + 1)],
		dutiable: false,
		date: '2026-11-21',
	} as never);
}

const labels: { base64: string; file: string }[] = [];
for (let index = 0; index < LABELS; index += 1) {
	const bytes = await label(index);
	const file = path.join(folder, `${index}.pdf`);
	writeFileSync(file, bytes);
	labels.push({ base64: Buffer.from(bytes).toString('base64'), file });
}

const printer = printerSchema.parse({
	id: 'p',
	name: 'P',
	device: { driver: 'zpl', connection: 'tcp://127.0.0.1:9100' },
	stock: '4x6',
	dpi: 203,
});
const layout = { printer, isLabel: true, oversize: 'refuse' } as const;

async function ours(base64: string): Promise<number> {
	const start = performance.now();
	await makePayload({ bytes: decodeBase64(base64), format: 'pdf', language: 'zpl', layout });
	return performance.now() - start;
}
function theirs(file: string): number {
	const start = performance.now();
	execFileSync('pdftoppm', ['-mono', '-r', '203', file, path.join(folder, 'page')]);
	return performance.now() - start;
}

const pairs: { ours: number; theirs: number }[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
	for (const { base64, file } of labels) {
		const pair = { ours: await ours(base64), theirs: theirs(file) };
		// The first round loads the libraries.
		if (round > 0) pairs.push(pair);
	}
}

const partner = createServer((request, response) => {
	request.resume().on('end', () => {
		const answer = booked(labels[Math.floor(Math.random() * LABELS)]?.base64);
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
	});
});
await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
const { port } = partner.address() as { port: number };
const peer = await startRawPrinter({ answer: () => hostStatus() });
// In memory where there is such a folder: how long a disk takes to sync is the machine's affair, and varies tenfold here.
const dataDir = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'waybill-bench-desk-'));
const services = openServices(dataDir, `http://127.0.0.1:${port}`, path.resolve('out', 'main'));
services.printers.save({
	...printer,
	device: { ...printer.device, connection: peer.connection } as typeof printer.device,
});
services.routing.save([{ kind: null, carrier: null, destination: null, printerId: 'p', automatic: true }]);
services.start();

const residentMegabytes = () => {
	globalThis.gc?.();
	return process.memoryUsage().rss / 1024 / 1024;
};
/** Does nothing but look how long it stood still itself: on a machine that is shared, even that takes its time. */
const idle = new Worker(
	`const { parentPort } = require('node:worker_threads');
	const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} });
	parentPort.on('message', () => (delay.enable() ? undefined : parentPort.postMessage(delay.max)));`,
	{ eval: true },
);
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

/** How long the main thread has been on a processor, in milliseconds; what a shared machine takes from it does not count. */
const workedMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
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
for (let index = 0; index < IN_A_ROW; index += 1) {
	await services.shipments.create(composition, 1, true);
	while (services.jobs.open().length > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	if (index === WARM_AFTER) {
		warmMegabytes = residentMegabytes();
		idle.postMessage('begin');
		delay.enable();
		watchWork();
	}
}
delay.disable();
idle.postMessage('end');
const [idleMax] = await once(idle, 'message');
const endMegabytes = residentMegabytes();
const sent = services.jobs.latest(IN_A_ROW + 10).filter(({ state }) => state === 'sent').length;
process.stdout.write(
	JSON.stringify({
		oursMs: middle(pairs.map((pair) => pair.ours)),
		theirsMs: middle(pairs.map((pair) => pair.theirs)),
		ratio: middle(pairs.map((pair) => pair.ours / pair.theirs)),
		warmMegabytes,
		endMegabytes,
		longestBlockMs: delay.max / 1e6 - RESOLUTION_MS,
		longestWorkMs,
		idleBlockMs: idleMax / 1e6 - RESOLUTION_MS,
		sent,
	}),
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
