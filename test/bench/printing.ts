// Printing: the time to convert a base64 label to ZPL in this process compared with pdftoppm on the same file, and the memory growth
// and blocking of a desk that prints 200 labels in a row.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildForNode } from '../../tools/service-build.mjs';
import { booked, json, startPartnerServer } from '../fixtures/partner-server';
import { hostStatus, startRawPrinter } from '../fixtures/raw-printer';
import type { BenchRow } from './benches';

const execute = promisify(execFile);

const MAX_RATIO = 0.5;
const MAX_RATIO_WITH_CODES = 0.6;
const MAX_GROWTH = 1.1;
const MAX_BLOCK_MS = 20;
const IN_A_ROW = 200;

interface Conversion {
	oursMs: number;
	theirsMs: number;
	ratio: number;
}
interface Conversions {
	conversion: Conversion;
	withCodes: Conversion;
	/** In base64, as a service sends them. */
	labels: string[];
}
interface DeskRun {
	warmMegabytes: number;
	endMegabytes: number;
	longestBlockMs: number;
	/** Maximum CPU time between two turns of the event loop. */
	longestWorkMs: number;
	/** Maximum delay of the idle threads, one per core. */
	idleBlockMs: number;
	sent: number;
}

async function built(name: string): Promise<string> {
	return buildForNode(`test/bench/${name}.ts`, `bench-${name}`, ['src-main', 'test/fixtures']);
}

async function run<Result>(...parameters: string[]): Promise<Result> {
	const { stdout } = await execute(process.execPath, parameters, { cwd: path.resolve('.'), maxBuffer: 2 ** 26 });
	return JSON.parse(stdout) as Result;
}

/** Runs a desk in its own process, with a partner service that answers with these labels and a printer that accepts them. */
async function runDesk(labels: readonly string[]): Promise<DeskRun> {
	let next = 0;
	const partner = await startPartnerServer((request, response, body) => {
		next += 1;
		json(200, booked(labels[next % labels.length], next))(request, response, body);
	});
	const printer = await startRawPrinter({ answer: () => hostStatus() });
	try {
		return await run<DeskRun>('--expose-gc', await built('printing-desk-process'), partner.url, printer.connection);
	} finally {
		await partner.close();
		await printer.stop();
	}
}

const conversionRow = (what: string, { oursMs, theirsMs, ratio }: Conversion, limit: number): BenchRow => ({
	measure: `printing: ${what}`,
	ours: `${oursMs.toFixed(1)} ms`,
	peer: `${theirsMs.toFixed(1)} ms`,
	ratio: ratio.toFixed(2),
	limit: `≤ ${limit}`,
	verdict: ratio <= limit ? 'met' : 'missed',
});

export async function printing(): Promise<BenchRow[]> {
	const { conversion, withCodes, labels } = await run<Conversions>(await built('printing-process'));
	const desk = await runDesk(labels);
	if (desk.sent !== IN_A_ROW) throw new Error(`${desk.sent} of ${IN_A_ROW} labels were printed`);
	const growth = desk.endMegabytes / desk.warmMegabytes;
	return [
		conversionRow('base64 label to ZPL at 203 dpi (peer: pdftoppm -mono, a process)', conversion, MAX_RATIO),
		conversionRow(
			'the same with its codes read, as at a booking (peer: pdftoppm and zbarimg)',
			withCodes,
			MAX_RATIO_WITH_CODES,
		),
		{
			measure: 'printing: memory after 200 labels in a row (peer: before them)',
			ours: `${desk.endMegabytes.toFixed(0)} MB`,
			peer: `${desk.warmMegabytes.toFixed(0)} MB`,
			ratio: growth.toFixed(2),
			limit: `≤ ${MAX_GROWTH}`,
			verdict: growth <= MAX_GROWTH ? 'met' : 'missed',
		},
		{
			measure: 'printing: longest work of the main thread without a pause',
			ours: `${desk.longestWorkMs.toFixed(1)} ms`,
			peer: '–',
			ratio: (desk.longestWorkMs / MAX_BLOCK_MS).toFixed(2),
			limit: `≤ ${MAX_BLOCK_MS} ms`,
			verdict: desk.longestWorkMs <= MAX_BLOCK_MS ? 'met' : 'missed',
		},
		{
			measure: 'printing: longest delay of the main thread (peer: idle threads)',
			ours: `${desk.longestBlockMs.toFixed(1)} ms`,
			peer: `${desk.idleBlockMs.toFixed(1)} ms`,
			ratio: (desk.longestBlockMs / MAX_BLOCK_MS).toFixed(2),
			limit: `≤ ${MAX_BLOCK_MS} ms`,
			verdict: desk.longestBlockMs <= MAX_BLOCK_MS ? 'met' : 'missed',
		},
	];
}
