// Desks book and print while their printer misbehaves, their disk fills, or they are killed at a named step. Then the device is
// repaired, a new process continues, and its state is compared with what was printed.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import { booked } from '../fixtures/partner-server';
import { hostStatus, type RawPrinterOptions, startRawPrinter } from '../fixtures/raw-printer';
import type { DeskState, PrintingDeskOptions, Step } from './printing-desk';

export interface PrintingReport {
	runs: number;
	/** Final states of the print jobs. */
	states: Record<string, number>;
	printedTwice: number;
	lost: number;
	/** Jobs whose state claims more than the station can know. */
	misreported: number;
	/** Failures with the number and failure mode of their run. */
	failures: string[];
}

const SHIPMENTS = 3;
/** Larger than the socket buffers: a part of the label is still in transit when the printer stops reading. */
const ZPL_FILLER_BYTES = 400_000;

interface Partner {
	url: string;
	/** Tracking numbers of the booked shipments. */
	numbers: string[];
	close(): void;
}

async function startPartner(labelOf: (trackingNumber: string) => Promise<Uint8Array>): Promise<Partner> {
	const numbers: string[] = [];
	const server = createServer((request, response) => {
		request.resume().on('end', async () => {
			const trackingNumber = `SHIP${String(numbers.length + 1).padStart(8, '0')}`;
			numbers.push(trackingNumber);
			const label = Buffer.from(await labelOf(trackingNumber)).toString('base64');
			const answer = booked(label);
			Object.assign(answer.data, { trackingNumber });
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return { url: `http://127.0.0.1:${port}`, numbers, close: () => void server.close() };
}

const endMark = (trackingNumber: string) => `^FXEND-${trackingNumber}^XZ`;
const zplLabel = async (trackingNumber: string) =>
	Buffer.from(`^XA^FO20,20^BCN,100^FD${trackingNumber}^FS^FX${'-'.repeat(ZPL_FILLER_BYTES)}${endMark(trackingNumber)}`);

async function pdfLabel(trackingNumber: string): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([288, 432]);
	page.drawText(trackingNumber, { x: 20, y: 380, size: 20, font: await document.embedFont(StandardFonts.Helvetica) });
	return document.save();
}

/** @returns the state of the desk, or undefined if it was killed */
function runDesk(
	script: string,
	options: PrintingDeskOptions,
	killer?: (kill: () => void) => void,
): Promise<DeskState | undefined> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
		let output = '';
		child.stdout.on('data', (chunk) => {
			output += String(chunk);
		});
		killer?.(() => child.kill('SIGKILL'));
		child.on('close', (code, signal) => {
			if (signal === 'SIGKILL') resolve(undefined);
			else if (code === 0) resolve(JSON.parse(output));
			else reject(new Error(`the desk ended with ${code}`));
		});
	});
}

type FailureMode =
	| { kind: 'killedAt'; step: Step }
	| { kind: 'killedAtHalf' }
	| { kind: 'refuses' | 'paperOut' | 'drops' | 'hangs' | 'fullDisk' };

const FAILURE_MODES: readonly FailureMode[] = [
	{ kind: 'killedAt', step: 'claimed' },
	{ kind: 'drops' },
	{ kind: 'killedAt', step: 'filing' },
	{ kind: 'paperOut' },
	{ kind: 'killedAtHalf' },
	{ kind: 'fullDisk' },
	{ kind: 'killedAt', step: 'sent' },
	{ kind: 'refuses' },
	{ kind: 'killedAt', step: 'prepared' },
	{ kind: 'killedAt', step: 'received' },
	{ kind: 'killedAt', step: 'filed' },
	{ kind: 'hangs' },
];

/** A device that misbehaves until it is repaired and counts the complete labels it printed. */
interface TestDevice {
	device: object;
	labelOf: (trackingNumber: string) => Promise<Uint8Array>;
	killer?: (kill: () => void) => void;
	repair(): Promise<void>;
	printed(trackingNumber: string): number;
	stop(): Promise<void>;
}

async function createSocketPrinter(failureMode: FailureMode): Promise<TestDevice> {
	let isOut = failureMode.kind === 'paperOut';
	const half = ZPL_FILLER_BYTES * 1.5;
	const options: RawPrinterOptions = { answer: () => hostStatus({ paperOut: isOut }) };
	if (failureMode.kind === 'drops') Object.assign(options, { breakAfterBytes: half, breakBy: 'dropping' });
	if (failureMode.kind === 'hangs' || failureMode.kind === 'killedAtHalf')
		Object.assign(options, { breakAfterBytes: half, breakBy: 'hanging' });
	let printer = await startRawPrinter(options);
	const { port, connection } = printer;
	let before: Buffer = Buffer.alloc(0);
	if (failureMode.kind === 'refuses') await printer.stop();
	return {
		device: { driver: 'zpl', connection },
		labelOf: zplLabel,
		...(failureMode.kind === 'killedAtHalf'
			? {
					killer: (kill) => {
						const watch = setInterval(() => {
							if (printer.received().length < half) return;
							clearInterval(watch);
							kill();
						}, 5);
					},
				}
			: {}),
		async repair() {
			isOut = false;
			before = printer.received();
			if (failureMode.kind !== 'refuses') await printer.stop();
			printer = await startRawPrinter({ answer: () => hostStatus(), port });
		},
		printed: (trackingNumber) =>
			Buffer.concat([before, printer.received()]).toString('latin1').split(endMark(trackingNumber)).length - 1,
		stop: () => printer.stop(),
	};
}

async function createFolderPrinter(dataDir: string, failureMode: FailureMode): Promise<TestDevice> {
	const folder = path.join(dataDir, 'labels');
	const isSmall = failureMode.kind === 'fullDisk';
	mkdirSync(folder);
	if (isSmall) {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder]);
	}
	return {
		device: { driver: 'folder', folder, namePattern: '{tracking}' },
		labelOf: pdfLabel,
		async repair() {
			if (isSmall) execFileSync('mount', ['-o', 'remount,size=8m', folder]);
		},
		printed: (trackingNumber) => readdirSync(folder).filter((name) => name.startsWith(trackingNumber)).length,
		async stop() {
			if (isSmall) execFileSync('umount', ['-l', folder]);
		},
	};
}

function checkOutcome(
	report: PrintingReport,
	run: string,
	deskState: DeskState,
	booked: string[],
	testDevice: TestDevice,
): void {
	const recordFailure = (kind: 'printedTwice' | 'lost' | 'misreported', message: string) => {
		report[kind] += 1;
		report.failures.push(`${run}: ${message}`);
	};
	for (const trackingNumber of booked) {
		const shipment = deskState.shipments.find((candidate) => candidate.trackingNumber === trackingNumber);
		const jobs = deskState.jobs.filter((job) => job.trackingNumber === trackingNumber);
		const printed = testDevice.printed(trackingNumber);
		for (const { state } of jobs) report.states[state] = (report.states[state] ?? 0) + 1;
		if (printed > 1) recordFailure('printedTwice', `${trackingNumber} was printed ${printed} times`);
		// Killed before the answer was stored: the outcome is unknown, and nothing may have been printed.
		if (!shipment) {
			if (printed > 0) recordFailure('misreported', `${trackingNumber} was printed and is not in the journal`);
			continue;
		}
		if (shipment.documents.length + shipment.pendingIngestions === 0)
			recordFailure('lost', `${trackingNumber} has no label`);
		if (jobs.length === 0) recordFailure('lost', `${trackingNumber} was never queued`);
		if (jobs.length > 1) recordFailure('printedTwice', `${trackingNumber} was queued ${jobs.length} times`);
		const state = jobs[0]?.state;
		if (state === 'sent' && printed === 0)
			recordFailure('misreported', `${trackingNumber} is marked as sent and was not printed`);
		if (state !== 'sent' && state !== 'doubtful')
			recordFailure('lost', `${trackingNumber} is still ${state}: ${jobs[0]?.message}`);
	}
}

async function runOnce(script: string, run: number, failureMode: FailureMode, report: PrintingReport): Promise<void> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-print-faults-'));
	const onFolder = failureMode.kind === 'fullDisk' || (failureMode.kind === 'killedAt' && run % 2 === 0);
	const testDevice = onFolder
		? await createFolderPrinter(dataDir, failureMode)
		: await createSocketPrinter(failureMode);
	const partner = await startPartner(testDevice.labelOf);
	const options: PrintingDeskOptions = {
		dataDir,
		built: path.join(projectRoot, 'out', 'main'),
		partnerUrl: partner.url,
		device: testDevice.device,
		book: SHIPMENTS,
		killAt: failureMode.kind === 'killedAt' ? failureMode.step : null,
		retries: false,
	};
	try {
		await runDesk(script, options, testDevice.killer);
		await testDevice.repair();
		const deskState = await runDesk(script, { ...options, book: 0, killAt: null, retries: true });
		if (!deskState) throw new Error('the second process was killed');
		checkOutcome(report, `${run} ${JSON.stringify(failureMode)}`, deskState, partner.numbers, testDevice);
		report.runs += 1;
		if (process.env.DEBUG) console.log(run, JSON.stringify(failureMode), performance.now() | 0);
	} finally {
		partner.close();
		await testDevice.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
}

export async function injectPrintingFaults(count: number): Promise<PrintingReport> {
	const script = await buildForNode('test/faults/printing-desk.ts', 'faults-printing-desk', [
		'src-main',
		'test/fixtures',
	]);
	const report: PrintingReport = { runs: 0, states: {}, printedTwice: 0, lost: 0, misreported: 0, failures: [] };
	const canMount = process.platform === 'linux' && process.getuid?.() === 0;
	const modes = FAILURE_MODES.filter(({ kind }) => canMount || kind !== 'fullDisk');
	for (let run = 0; run < count; run += 1) {
		// The second round of kills uses the other device.
		const round = Math.floor(run / modes.length);
		await runOnce(script, run + round, modes[run % modes.length] as FailureMode, report);
	}
	return report;
}
