// Desks that book and print while their printer misbehaves, their disk fills, or they are killed at a step of the work. Then
// the fault is mended, a new life takes over, and what it says is compared with what came out on paper.
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
import type { Life, Standing, Step } from './printing-desk';

export interface PrintingReport {
	runs: number;
	/** States in which the jobs stood at the end. */
	states: Record<string, number>;
	printedTwice: number;
	lost: number;
	/** A state that claims more than is known. */
	dishonest: number;
	/** What went wrong in which run. */
	faults: string[];
}

const SHIPMENTS = 3;
/** Longer than a socket holds by itself, so that half of it is on the line when the printer stops reading. */
const ZPL_FILLER_BYTES = 400_000;

interface Partner {
	url: string;
	/** Of what it booked. */
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

/** @returns how everything stands, or undefined when it was killed */
function live(script: string, life: Life, killer?: (kill: () => void) => void): Promise<Standing | undefined> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [script, JSON.stringify(life)], { stdio: ['ignore', 'pipe', 'inherit'] });
		let said = '';
		child.stdout.on('data', (chunk) => {
			said += String(chunk);
		});
		killer?.(() => child.kill('SIGKILL'));
		child.on('close', (code, signal) => {
			if (signal === 'SIGKILL') resolve(undefined);
			else if (code === 0) resolve(JSON.parse(said));
			else reject(new Error(`the desk ended with ${code}`));
		});
	});
}

type Fault =
	| { kind: 'killedAt'; step: Step }
	| { kind: 'killedAtHalf' }
	| { kind: 'refuses' | 'paperOut' | 'drops' | 'hangs' | 'fullDisk' };

const FAULTS: readonly Fault[] = [
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

/** A device to print on, misbehaving until it is mended, and how often a label came out of it whole. */
interface Peer {
	device: object;
	labelOf: (trackingNumber: string) => Promise<Uint8Array>;
	killer?: (kill: () => void) => void;
	mend(): Promise<void>;
	printed(trackingNumber: string): number;
	stop(): Promise<void>;
}

async function socketPeer(fault: Fault): Promise<Peer> {
	let isOut = fault.kind === 'paperOut';
	const half = ZPL_FILLER_BYTES * 1.5;
	const options: RawPrinterOptions = { answer: () => hostStatus({ paperOut: isOut }) };
	if (fault.kind === 'drops') Object.assign(options, { breakAfterBytes: half, breakBy: 'dropping' });
	if (fault.kind === 'hangs' || fault.kind === 'killedAtHalf')
		Object.assign(options, { breakAfterBytes: half, breakBy: 'hanging' });
	let printer = await startRawPrinter(options);
	const { port, connection } = printer;
	let before: Buffer = Buffer.alloc(0);
	if (fault.kind === 'refuses') await printer.stop();
	return {
		device: { driver: 'zpl', connection },
		labelOf: zplLabel,
		...(fault.kind === 'killedAtHalf'
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
		async mend() {
			isOut = false;
			before = printer.received();
			if (fault.kind !== 'refuses') await printer.stop();
			printer = await startRawPrinter({ answer: () => hostStatus(), port });
		},
		printed: (trackingNumber) =>
			Buffer.concat([before, printer.received()]).toString('latin1').split(endMark(trackingNumber)).length - 1,
		stop: () => printer.stop(),
	};
}

async function folderPeer(dataDir: string, fault: Fault): Promise<Peer> {
	const folder = path.join(dataDir, 'labels');
	const isSmall = fault.kind === 'fullDisk';
	mkdirSync(folder);
	if (isSmall) {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder]);
	}
	return {
		device: { driver: 'folder', folder, namePattern: '{tracking}' },
		labelOf: pdfLabel,
		async mend() {
			if (isSmall) execFileSync('mount', ['-o', 'remount,size=8m', folder]);
		},
		printed: (trackingNumber) => readdirSync(folder).filter((name) => name.startsWith(trackingNumber)).length,
		async stop() {
			if (isSmall) execFileSync('umount', ['-l', folder]);
		},
	};
}

function judge(report: PrintingReport, run: string, standing: Standing, booked: string[], peer: Peer): void {
	const blame = (kind: 'printedTwice' | 'lost' | 'dishonest', words: string) => {
		report[kind] += 1;
		report.faults.push(`${run}: ${words}`);
	};
	for (const trackingNumber of booked) {
		const shipment = standing.shipments.find((one) => one.trackingNumber === trackingNumber);
		const jobs = standing.jobs.filter((job) => job.trackingNumber === trackingNumber);
		const printed = peer.printed(trackingNumber);
		for (const { state } of jobs) report.states[state] = (report.states[state] ?? 0) + 1;
		if (printed > 1) blame('printedTwice', `${trackingNumber} came out ${printed} times`);
		// Killed before the answer was written: the journal says unknown, and nothing was printed.
		if (!shipment) {
			if (printed > 0) blame('dishonest', `${trackingNumber} came out and is not in the journal`);
			continue;
		}
		if (shipment.documents.length + shipment.pendingIngestions === 0) blame('lost', `${trackingNumber} has no label`);
		if (jobs.length === 0) blame('lost', `${trackingNumber} was never queued`);
		if (jobs.length > 1) blame('printedTwice', `${trackingNumber} was queued ${jobs.length} times`);
		const state = jobs[0]?.state;
		if (state === 'sent' && printed === 0) blame('dishonest', `${trackingNumber} is called sent and did not come out`);
		if (state !== 'sent' && state !== 'doubtful')
			blame('lost', `${trackingNumber} still stands as ${state}: ${jobs[0]?.message}`);
	}
}

async function oneRun(script: string, run: number, fault: Fault, report: PrintingReport): Promise<void> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-print-faults-'));
	const onFolder = fault.kind === 'fullDisk' || (fault.kind === 'killedAt' && run % 2 === 0);
	const peer = onFolder ? await folderPeer(dataDir, fault) : await socketPeer(fault);
	const partner = await startPartner(peer.labelOf);
	const life: Life = {
		dataDir,
		built: path.join(projectRoot, 'out', 'main'),
		partnerUrl: partner.url,
		device: peer.device,
		book: SHIPMENTS,
		dieAt: fault.kind === 'killedAt' ? fault.step : null,
		asksAgain: false,
	};
	try {
		await live(script, life, peer.killer);
		await peer.mend();
		const standing = await live(script, { ...life, book: 0, dieAt: null, asksAgain: true });
		if (!standing) throw new Error('the second life was killed');
		judge(report, `${run} ${JSON.stringify(fault)}`, standing, partner.numbers, peer);
		report.runs += 1;
		if (process.env.DEBUG) console.log(run, JSON.stringify(fault), performance.now() | 0);
	} finally {
		partner.close();
		await peer.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
}

export async function faultsWhilePrinting(count: number): Promise<PrintingReport> {
	const script = await buildForNode('test/faults/printing-desk.ts', 'faults-printing-desk', [
		'src-main',
		'test/fixtures',
	]);
	const report: PrintingReport = { runs: 0, states: {}, printedTwice: 0, lost: 0, dishonest: 0, faults: [] };
	const canMount = process.platform === 'linux' && process.getuid?.() === 0;
	const faults = FAULTS.filter(({ kind }) => canMount || kind !== 'fullDisk');
	for (let run = 0; run < count; run += 1) {
		// The second round of the kills prints on the other device.
		const round = Math.floor(run / faults.length);
		await oneRun(script, run + round, faults[run % faults.length] as Fault, report);
	}
	return report;
}
