// Bookings and queued shipments with a misbehaving partner service. The desk is killed at random times and restarted, or its
// connection is cut. Afterwards its journal is compared with what the service booked.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import {
	BROKEN_CITY,
	FAILURE_MODES,
	type FailureMode,
	type MisbehavingPartner,
	startMisbehavingPartner,
} from '../fixtures/misbehaving-partner';
import type { OutboxDeskOptions } from './outbox-desk';

export interface OutboxReport {
	shipments: number;
	kills: number;
	cuts: number;
	/** Final states of the shipments. */
	states: Record<string, number>;
	/** Number of times that the disk of the desk was full for a while. */
	fullDisks: number;
	/** Labels of other shipments that were held. */
	heldLabels: number;
	/** Parcels that a scan verified at the end. */
	verified: number;
	/** Maximum time of a booking, from the press to its result. */
	longestBookingMs: number;
	/** Number of requests by failure mode of the partner service. */
	failureModes: Record<string, number>;
	boughtTwice: number;
	lost: number;
	misreported: number;
	outOfOrder: number;
	/** Maximum time between two shipments that the service accepts, with failing ones between them; 0: not measured. */
	longestGapMs: number;
	/** Accepted shipments that were sent after failing ones. */
	sentAfterFailing: number;
	failures: string[];
}

const MAX_MS = 120_000;
/** A shorter campaign does not wait for the time limit of an answer. */
const MIN_SHIPMENTS_TO_WAIT = 100;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const emptyReport = (shipments: number): OutboxReport => ({
	shipments,
	kills: 0,
	cuts: 0,
	fullDisks: 0,
	heldLabels: 0,
	verified: 0,
	longestBookingMs: 0,
	states: {},
	failureModes: {},
	boughtTwice: 0,
	lost: 0,
	misreported: 0,
	outOfOrder: 0,
	longestGapMs: 0,
	sentAfterFailing: 0,
	failures: [],
});

interface DeskProcess {
	ready: Promise<void>;
	/** True: the process finished. False: it was killed. */
	ended: Promise<boolean>;
	longestBookingMs(): number;
	kill(): void;
}

function startDesk(script: string, options: OutboxDeskOptions): DeskProcess {
	const child = spawn(process.execPath, [script, JSON.stringify(options)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let isDone = false;
	let longestBookingMs = 0;
	let isReady = () => {};
	const ready = new Promise<void>((resolve) => {
		isReady = resolve;
	});
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { what, milliseconds = 0 } = JSON.parse(line) as { what: string; milliseconds?: number };
		if (what === 'booking') longestBookingMs = Math.max(longestBookingMs, milliseconds);
		if (what === 'ready') isReady();
		if (what === 'done') isDone = true;
	});
	const ended = new Promise<boolean>((resolve) => child.once('close', () => resolve(isDone)));
	return {
		ready: Promise.race([ready, ended.then(() => {})]),
		ended,
		longestBookingMs: () => longestBookingMs,
		kill: () => child.kill('SIGKILL'),
	};
}

interface JournalRow {
	id: number;
	state: string;
	reference: string;
	trackingNumber: string;
	serviceTime: string | null;
}

function journalOf(dataDir: string): JournalRow[] {
	const database = new DatabaseSync(path.join(dataDir, 'waybill.db'));
	const integrity = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
	const rows = database
		.prepare(
			'SELECT id, state, reference, tracking_number AS trackingNumber, service_time AS serviceTime FROM shipment ORDER BY id',
		)
		.all() as unknown as JournalRow[];
	database.close();
	if (integrity.integrity_check !== 'ok') throw new Error(`the journal is damaged: ${integrity.integrity_check}`);
	return rows;
}

interface LabelRow {
	reference: string;
	isHeld: number;
	isVerified: number;
	/** Jobs that print it, unless they were cancelled. */
	jobs: number;
}

/** A label of another shipment is held: it is neither printed nor verified by any scan. */
function checkLabels(report: OutboxReport, dataDir: string, foreignLabels: ReadonlySet<string>): void {
	const database = new DatabaseSync(path.join(dataDir, 'waybill.db'));
	const rows = database
		.prepare(
			`SELECT reference, is_held AS isHeld, closed_at IS NOT NULL AS isVerified,
				(SELECT count(*) FROM print_job WHERE document_id = document.id AND print_job.state <> 'cancelled') AS jobs
			FROM document JOIN shipment ON shipment.id = shipment_id WHERE document.kind = 'label'`,
		)
		.all() as unknown as LabelRow[];
	database.close();
	for (const { reference, isHeld, isVerified, jobs } of rows) {
		report.heldLabels += isHeld;
		report.verified += isVerified;
		if (foreignLabels.has(reference) && (!isHeld || isVerified || jobs > 0)) {
			report.misreported += 1;
			report.failures.push(`${reference} has another label: held ${isHeld}, verified ${isVerified}, printed ${jobs}`);
		}
		if (!foreignLabels.has(reference) && isHeld) {
			report.misreported += 1;
			report.failures.push(`the label of ${reference} is held`);
		}
	}
}

/** @param keepsIdempotencyKeys whether every unknown outcome must have been reconciled */
function checkOutcome(
	report: OutboxReport,
	dataDir: string,
	{ booked, foreignLabels, failureModes }: MisbehavingPartner,
	keepsIdempotencyKeys: boolean,
): void {
	checkLabels(report, dataDir, foreignLabels);
	const rows = journalOf(dataDir);
	const recordFailure = (kind: 'boughtTwice' | 'lost' | 'misreported', message: string) => {
		report[kind] += 1;
		report.failures.push(message);
	};
	const bookedNumbers = new Map<string, string[]>();
	for (const { reference, trackingNumber } of booked)
		bookedNumbers.set(reference, [...(bookedNumbers.get(reference) ?? []), trackingNumber]);
	for (const [reference, numbers] of bookedNumbers) {
		if (numbers.length > 1) recordFailure('boughtTwice', `${reference} was booked ${numbers.length} times`);
		if (!rows.some((row) => row.reference === reference))
			recordFailure('lost', `${reference} was booked and is not in the journal`);
	}
	for (const { reference, state, trackingNumber, serviceTime } of rows) {
		report.states[state] = (report.states[state] ?? 0) + 1;
		const numbers = bookedNumbers.get(reference) ?? [];
		if (state === 'booked' && !numbers.includes(trackingNumber))
			recordFailure(
				'misreported',
				`${reference} is booked as ${trackingNumber}, the service knows ${numbers.join(' ') || 'none'}`,
			);
		if (['rejected', 'composed', 'queued', 'held', 'draft', 'abandoned'].includes(state) && numbers.length > 0)
			recordFailure('misreported', `${reference} is ${state}, but was booked`);
		if (state === 'sending') recordFailure('misreported', `${reference} is ${state}`);
		if (state === 'queued') recordFailure('lost', `${reference} is still queued`);
		// Without the service's clock the station does not know whether the key is still valid: the user decides.
		if (state === 'unknown' && keepsIdempotencyKeys && serviceTime)
			recordFailure('misreported', `${reference} has an unknown outcome that could be reconciled`);
	}
	for (const [mode, times] of Object.entries(failureModes))
		report.failureModes[mode] = (report.failureModes[mode] ?? 0) + times;
}

const randomFailureMode = (): FailureMode =>
	Math.random() < 0.4 ? 'books' : (FAILURE_MODES[Math.floor(Math.random() * FAILURE_MODES.length)] as FailureMode);

const buildDesk = (): Promise<string> =>
	buildForNode('test/faults/outbox-desk.ts', 'outbox-desk', ['src-main', 'test/fixtures', 'test/faults']);
/** A label in ZPL with the bar code of the shipment. */
const labelOf = (trackingNumber: string): string =>
	Buffer.from(`^XA^FO20,20^A0N,30^FDShip to^FS^FO20,80^BY3^BCN,120,Y,N,N^FD${trackingNumber}^FS^XZ`).toString('base64');

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const DISK_SIZE = '96m';

/** The data folder of a desk: a small disk of its own that can be full for a while, if the process may mount one. */
function makeDisk(): { dataDir: string; fill(): boolean; free(): void; remove(): void } {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-outbox-'));
	if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]);
	const dataDir = path.join(folder, 'desk');
	mkdirSync(dataDir);
	const filler = path.join(folder, 'filler');
	return {
		dataDir,
		fill() {
			if (!canMount) return false;
			const descriptor = openSync(filler, 'w');
			try {
				for (const bytes of [Buffer.alloc(1_000_000), Buffer.alloc(4096)])
					try {
						while (writeSync(descriptor, bytes) === bytes.length);
					} catch {
						// It is full.
					}
			} finally {
				closeSync(descriptor);
			}
			return true;
		},
		free: () => rmSync(filler, { force: true }),
		remove() {
			if (canMount) execFileSync('umount', ['-l', folder]);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Time limit of a booking, and the time of a slow machine for the rest. */
const MAX_BOOKING_MS = 90_000;

/** Runs half of the shipments against a service without idempotency keys, half against one with them. */
export async function killDuringSubmission(count: number): Promise<OutboxReport> {
	const report = emptyReport(0);
	const script = await buildDesk();
	for (const keepsIdempotencyKeys of [false, true]) {
		const total = keepsIdempotencyKeys ? Math.ceil(count / 2) : Math.floor(count / 2);
		// Once all shipments were sent the service behaves, so that unknown outcomes can be reconciled.
		let isHealthy = false;
		const partner = await startMisbehavingPartner(
			keepsIdempotencyKeys,
			labelOf,
			() => (isHealthy ? 'books' : randomFailureMode()),
			() => 9.5,
			(city) => city === BROKEN_CITY,
		);
		const disk = makeDisk();
		const { dataDir } = disk;
		const options: OutboxDeskOptions = {
			dataDir,
			built: path.join(projectRoot, 'out/main'),
			partnerUrl: partner.url,
			total,
			queuesAll: false,
			brokenEvery: 15,
		};
		try {
			// A slow machine records no shipment within a short life.
			let maxLifeMs = 450;
			let lastCount = 0;
			for (let hasFinished = false; !hasFinished; ) {
				const desk = startDesk(script, options);
				await desk.ready;
				const rows = journalOf(dataDir);
				const isComplete = rows.some(({ reference }) => reference === `R-${total}`);
				if (rows.length === lastCount) maxLifeMs *= 1.5;
				lastCount = rows.length;
				isHealthy = isComplete;
				// The last process runs until it finishes.
				const killLater = async () => {
					// Half of the answers without an end are waited for until the desk gives up.
					const waits = count >= MIN_SHIPMENTS_TO_WAIT && Math.random() < 0.5;
					for (let waitedMs = 0; waits && partner.endlessAnswers() > 0 && waitedMs < MAX_MS; waitedMs += 100)
						await pause(100);
					// Its result is stored.
					if (waits) await pause(500);
					desk.kill();
				};
				const timer = setTimeout(killLater, isComplete ? MAX_MS : 10 + Math.random() * maxLifeMs);
				// Sometimes the disk is full for a part of its life.
				const fillTimer = setTimeout(
					() => {
						if (disk.fill()) report.fullDisks += 1;
					},
					isComplete || Math.random() > 0.4 ? MAX_MS : Math.random() * maxLifeMs,
				);
				// Sometimes the service stops too.
				if (!isComplete && Math.random() < 0.2) {
					report.cuts += 1;
					await partner.cut(100 + Math.random() * 400);
				}
				hasFinished = await desk.ended;
				clearTimeout(timer);
				clearTimeout(fillTimer);
				disk.free();
				report.longestBookingMs = Math.max(report.longestBookingMs, desk.longestBookingMs());
				if (desk.longestBookingMs() > MAX_BOOKING_MS) {
					report.misreported += 1;
					report.failures.push(`a booking took ${desk.longestBookingMs()} ms`);
				}
				if (!hasFinished) report.kills += 1;
				if (isComplete && !hasFinished) throw new Error('the desk does not finish');
			}
			report.shipments += total;
			checkOutcome(report, dataDir, partner, keepsIdempotencyKeys);
		} finally {
			await partner.close();
			disk.remove();
		}
	}
	return report;
}

/** Cuts the connection at random while `count` shipments are queued: each must be sent once, in order. */
export async function cutConnectionWhileQueued(count: number): Promise<OutboxReport> {
	const report = emptyReport(count);
	const script = await buildDesk();
	const partner = await startMisbehavingPartner(false, labelOf, () => 'books slowly');
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-queue-'));
	const desk = startDesk(script, {
		dataDir,
		built: path.join(projectRoot, 'out/main'),
		partnerUrl: partner.url,
		total: count,
		queuesAll: true,
		brokenEvery: 0,
	});
	let hasFinished = false;
	void desk.ended.then(() => {
		hasFinished = true;
	});
	try {
		await desk.ready;
		while (!hasFinished) {
			await pause(300 + Math.random() * 1500);
			if (hasFinished) break;
			report.cuts += 1;
			await partner.cut(50 + Math.random() * 800);
		}
		checkOutcome(report, dataDir, partner, false);
		const numbers = partner.arrived.map((reference) => Number(reference.slice(2)));
		for (let at = 1; at < numbers.length; at += 1)
			if ((numbers[at] as number) <= (numbers[at - 1] as number)) {
				report.outOfOrder += 1;
				report.failures.push(`${partner.arrived[at]} arrived after ${partner.arrived[at - 1]}`);
			}
	} finally {
		desk.kill();
		await partner.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}

/** A longer gap between two accepted shipments means that a failing one blocked the queue. */
const MAX_GAP_MS = 10_000;
const REJECTIONS: readonly FailureMode[] = [
	'rejects',
	'rejects with 200 and no data',
	'rejects with 200 and data null',
	'rejects with 200 and an object of errors',
];

/** Of a queue, one third is rejected and one third goes to a city for which the service fails; the rest must be sent once each. */
export async function queueWithRejections(count: number, maxGapMs = MAX_GAP_MS): Promise<OutboxReport> {
	const report = emptyReport(count);
	const script = await buildDesk();
	const isRefused = (reference: string) => Number(reference.slice(2)) % 3 === 1;
	const refusal = (reference: string) => REJECTIONS[Number(reference.slice(2)) % REJECTIONS.length] ?? 'rejects';
	const partner = await startMisbehavingPartner(
		false,
		labelOf,
		(reference) => (isRefused(reference) ? refusal(reference) : 'books'),
		() => 9.5,
		(city) => city === BROKEN_CITY,
	);
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-refusals-'));
	const desk = startDesk(script, {
		dataDir,
		built: path.join(projectRoot, 'out/main'),
		partnerUrl: partner.url,
		total: count,
		queuesAll: true,
		brokenEvery: 3,
	});
	const timer = setTimeout(desk.kill, MAX_MS + count * 2000);
	try {
		await desk.ready;
		const startedAtMs = performance.now();
		if (!(await desk.ended)) throw new Error('the desk does not finish');
		let lastMs = startedAtMs;
		for (const [index, reference] of partner.arrived.entries()) {
			const atMs = partner.arrivedAtMs[index] ?? lastMs;
			if (isRefused(reference)) continue;
			report.sentAfterFailing += 1;
			report.longestGapMs = Math.max(report.longestGapMs, Math.round(atMs - lastMs));
			lastMs = atMs;
		}
		checkOutcome(report, dataDir, partner, false);
		if (report.longestGapMs > maxGapMs) {
			report.lost += 1;
			report.failures.push(`an accepted shipment waited ${report.longestGapMs} ms behind failing ones`);
		}
	} finally {
		clearTimeout(timer);
		desk.kill();
		await partner.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}
