// Bookings and a queue against a partner service that misbehaves: the desk is killed at any moment and started again, or its line
// is cut. Afterwards its journal is compared with what the service booked.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import {
	BROKEN_CITY,
	DEEDS,
	type Deed,
	type MisbehavingPartner,
	startMisbehavingPartner,
} from '../fixtures/misbehaving-partner';
import type { OutboxLife } from './outbox-desk';

export interface OutboxReport {
	shipments: number;
	kills: number;
	cuts: number;
	/** States in which shipments stood in the end. */
	states: Record<string, number>;
	/** What the partner did to requests. */
	deeds: Record<string, number>;
	boughtTwice: number;
	lost: number;
	dishonest: number;
	outOfOrder: number;
	/** Longest time between the requests of two shipments that the service answers, with failing ones between; 0: not measured. */
	longestGapMs: number;
	/** Good shipments that were sent after failing ones. */
	sentBehindBad: number;
	faults: string[];
}

const MAX_MS = 120_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const emptyReport = (shipments: number): OutboxReport => ({
	shipments,
	kills: 0,
	cuts: 0,
	states: {},
	deeds: {},
	boughtTwice: 0,
	lost: 0,
	dishonest: 0,
	outOfOrder: 0,
	longestGapMs: 0,
	sentBehindBad: 0,
	faults: [],
});

interface Life {
	ready: Promise<void>;
	/** True: it had nothing left to do. */
	ended: Promise<boolean>;
	kill(): void;
}

function startLife(script: string, life: OutboxLife): Life {
	const child = spawn(process.execPath, [script, JSON.stringify(life)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let isDone = false;
	let isReady = () => {};
	const ready = new Promise<void>((resolve) => {
		isReady = resolve;
	});
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { what } = JSON.parse(line) as { what: string };
		if (what === 'ready') isReady();
		if (what === 'done') isDone = true;
	});
	const ended = new Promise<boolean>((resolve) => child.once('close', () => resolve(isDone)));
	return { ready: Promise.race([ready, ended.then(() => {})]), ended, kill: () => child.kill('SIGKILL') };
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
	const sound = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
	const rows = database
		.prepare(
			'SELECT id, state, reference, tracking_number AS trackingNumber, service_time AS serviceTime FROM shipment ORDER BY id',
		)
		.all() as unknown as JournalRow[];
	database.close();
	if (sound.integrity_check !== 'ok') throw new Error(`the journal is damaged: ${sound.integrity_check}`);
	return rows;
}

/** @param keepsKeys then nothing may stay in doubt */
function judge(report: OutboxReport, dataDir: string, { booked, deeds }: MisbehavingPartner, keepsKeys: boolean): void {
	const rows = journalOf(dataDir);
	const blame = (kind: 'boughtTwice' | 'lost' | 'dishonest', words: string) => {
		report[kind] += 1;
		report.faults.push(words);
	};
	const bought = new Map<string, string[]>();
	for (const { reference, trackingNumber } of booked)
		bought.set(reference, [...(bought.get(reference) ?? []), trackingNumber]);
	for (const [reference, numbers] of bought) {
		if (numbers.length > 1) blame('boughtTwice', `${reference} was bought ${numbers.length} times`);
		if (!rows.some((row) => row.reference === reference)) blame('lost', `${reference} was bought and is not known`);
	}
	for (const { reference, state, trackingNumber, serviceTime } of rows) {
		report.states[state] = (report.states[state] ?? 0) + 1;
		const numbers = bought.get(reference) ?? [];
		if (state === 'booked' && !numbers.includes(trackingNumber))
			blame(
				'dishonest',
				`${reference} is booked as ${trackingNumber}, the service knows ${numbers.join(' ') || 'none'}`,
			);
		if (['rejected', 'composed', 'queued', 'held', 'draft', 'abandoned'].includes(state) && numbers.length > 0)
			blame('dishonest', `${reference} is ${state}, and was bought`);
		if (state === 'sending') blame('dishonest', `${reference} is ${state}`);
		if (state === 'queued') blame('lost', `${reference} still waits`);
		// Sent before the service had told its clock, it is a person's to settle.
		if (state === 'unknown' && keepsKeys && serviceTime)
			blame('dishonest', `${reference} is in doubt where it could be asked about`);
	}
	for (const [deed, times] of Object.entries(deeds)) report.deeds[deed] = (report.deeds[deed] ?? 0) + times;
}

const anyDeed = (): Deed => (Math.random() < 0.4 ? 'books' : (DEEDS[Math.floor(Math.random() * DEEDS.length)] as Deed));

const buildDesk = (): Promise<string> =>
	buildForNode('test/faults/outbox-desk.ts', 'outbox-desk', ['src-main', 'test/fixtures', 'test/faults']);
/** A label that is none: it is kept as it came, which is enough here. */
const LABEL = Buffer.from('%PDF-1.4 no real label').toString('base64');

/** One half against a service that keeps Idempotency-Keys, one against a service that does not. */
export async function killWhileSending(count: number): Promise<OutboxReport> {
	const report = emptyReport(0);
	const script = await buildDesk();
	for (const keepsKeys of [false, true]) {
		const total = keepsKeys ? Math.ceil(count / 2) : Math.floor(count / 2);
		// Once all have been sent it behaves, so that what is in doubt comes to an end.
		let isCalm = false;
		const partner = await startMisbehavingPartner(
			keepsKeys,
			LABEL,
			() => (isCalm ? 'books' : anyDeed()),
			() => 9.5,
			(city) => city === BROKEN_CITY,
		);
		const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-outbox-'));
		const life: OutboxLife = {
			dataDir,
			built: path.join(projectRoot, 'out/main'),
			partnerUrl: partner.url,
			total,
			queuesAll: false,
			brokenEvery: 15,
		};
		try {
			for (let isOver = false; !isOver; ) {
				const desk = startLife(script, life);
				await desk.ready;
				const isWhole = journalOf(dataDir).some(({ reference }) => reference === `R-${total}`);
				isCalm = isWhole;
				// The last life comes to its end.
				const timer = setTimeout(desk.kill, isWhole ? MAX_MS : 10 + Math.random() * 450);
				// At times the service dies as well.
				if (!isWhole && Math.random() < 0.2) {
					report.cuts += 1;
					await partner.cut(100 + Math.random() * 400);
				}
				isOver = await desk.ended;
				clearTimeout(timer);
				if (!isOver) report.kills += 1;
				if (isWhole && !isOver) throw new Error('the desk does not come to rest');
			}
			report.shipments += total;
			judge(report, dataDir, partner, keepsKeys);
		} finally {
			await partner.close();
			rmSync(dataDir, { recursive: true, force: true });
		}
	}
	return report;
}

/** The line is cut and comes back at random while so many are queued: their order is kept, and each is sent once. */
export async function cutWhileQueued(count: number): Promise<OutboxReport> {
	const report = emptyReport(count);
	const script = await buildDesk();
	const partner = await startMisbehavingPartner(false, LABEL, () => 'books slowly');
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-queue-'));
	const desk = startLife(script, {
		dataDir,
		built: path.join(projectRoot, 'out/main'),
		partnerUrl: partner.url,
		total: count,
		queuesAll: true,
		brokenEvery: 0,
	});
	let isOver = false;
	void desk.ended.then(() => {
		isOver = true;
	});
	try {
		await desk.ready;
		while (!isOver) {
			await pause(300 + Math.random() * 1500);
			if (isOver) break;
			report.cuts += 1;
			await partner.cut(50 + Math.random() * 800);
		}
		judge(report, dataDir, partner, false);
		const numbers = partner.arrived.map((reference) => Number(reference.slice(2)));
		for (let at = 1; at < numbers.length; at += 1)
			if ((numbers[at] as number) <= (numbers[at - 1] as number)) {
				report.outOfOrder += 1;
				report.faults.push(`${partner.arrived[at]} came after ${partner.arrived[at - 1]}`);
			}
	} finally {
		desk.kill();
		await partner.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}

/** A gap longer than this between two good shipments means that a bad one held up the queue. */
const MAX_GAP_MS = 10_000;
const REFUSALS: readonly Deed[] = [
	'refuses',
	'refuses with 200 and no data',
	'refuses with 200 and data null',
	'refuses with 200 and an object of errors',
];

/** A queue of which every third shipment is refused, or goes where the service fails: the others are sent, each once. */
export async function sendBehindBad(count: number): Promise<OutboxReport> {
	const report = emptyReport(count);
	const script = await buildDesk();
	const isRefused = (reference: string) => Number(reference.slice(2)) % 3 === 1;
	const refusal = (reference: string) => REFUSALS[Number(reference.slice(2)) % REFUSALS.length] ?? 'refuses';
	const partner = await startMisbehavingPartner(
		false,
		LABEL,
		(reference) => (isRefused(reference) ? refusal(reference) : 'books'),
		() => 9.5,
		(city) => city === BROKEN_CITY,
	);
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-refusals-'));
	const desk = startLife(script, {
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
		if (!(await desk.ended)) throw new Error('the desk does not come to rest');
		let lastMs = startedAtMs;
		for (const [index, reference] of partner.arrived.entries()) {
			const atMs = partner.arrivedAtMs[index] ?? lastMs;
			if (isRefused(reference)) continue;
			report.sentBehindBad += 1;
			report.longestGapMs = Math.max(report.longestGapMs, Math.round(atMs - lastMs));
			lastMs = atMs;
		}
		judge(report, dataDir, partner, false);
		if (report.longestGapMs > MAX_GAP_MS) {
			report.lost += 1;
			report.faults.push(`a good shipment waited ${report.longestGapMs} ms behind bad ones`);
		}
	} finally {
		clearTimeout(timer);
		desk.kill();
		await partner.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}
