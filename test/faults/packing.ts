// Kills a desk that packs orders by scans, at random times, and starts it again. Compares what is on disk with an independent record of
// the scans that the desk answered, and in the end the event log with the orders, the bookings and the printed labels.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import { random } from '../fixtures/address-book/made-up';
import { type FailureMode, type MisbehavingPartner, startMisbehavingPartner } from '../fixtures/misbehaving-partner';
import { orderOf } from '../fixtures/packing-desk';
import { recipient } from '../fixtures/shipment-draft';
import { addPackingData, readPackingLog } from './packing-data';
import type { DeskMessage, DeskOrder, PackingDeskOptions, Pieces } from './packing-desk';
import { CATALOGUE, linesOf, piecesOf } from './packing-goods';

export interface PackingReport {
	kills: number;
	/** Kills between a scan and its answer. */
	killsDuringScans: number;
	orders: number;
	scans: number;
	scansLost: number;
	scansDoubled: number;
	bookedTwice: number;
	printedTwice: number;
	/** Orders with packed pieces that a desk neither showed nor listed after its start. */
	notResumed: number;
	/** Orders that are not shipped in the end, with one booking and a label. */
	notShipped: number;
	/** Answers that a packer would not expect. */
	misreported: number;
	failures: string[];
}

/** Orders that wait while a desk runs. It ships fewer before it is killed. */
const WAITING_ORDERS = 8;
/** Maximum life of a desk after its start. */
const MAX_LIFE_MS = 700;
const MAX_SCANS = 15;
/** Maximum time from a scan to the kill. A scan is answered within a few milliseconds. */
const MAX_SCAN_MS = 6;
const MAX_MS = 20 * 60_000;

const numberOf = (order: number): string => `SO-${order}`;
const orderAt = (order: number) =>
	orderOf(numberOf(order), linesOf(order), { to: { ...recipient, addressLine1: `Invalidenstraße ${order}` } });

/** A label in ZPL with the bar code of the shipment. */
const labelOf = (trackingNumber: string): string =>
	Buffer.from(`^XA^FO20,20^A0N,30^FDShip to^FS^FO20,80^BY3^BCN,120,Y,N,N^FD${trackingNumber}^FS^XZ`).toString('base64');
/** Most bookings succeed; after the others their outcome has to be asked for. */
const FAILURE_MODES: readonly FailureMode[] = [
	'books slowly',
	'resets before booking',
	'books and resets during the answer',
];

/** @returns undefined for a line that a kill has cut */
function parseMessage(line: string): DeskMessage | undefined {
	try {
		return JSON.parse(line) as DeskMessage;
	} catch {
		return undefined;
	}
}

interface Life {
	started: Promise<void>;
	/** True: nothing was left to do. False: it was killed. */
	ended: Promise<boolean>;
	kill(): void;
}
function startDesk(script: string, options: PackingDeskOptions, onMessage: (message: DeskMessage) => void): Life {
	const child = spawn(process.execPath, [script, JSON.stringify(options)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let isDone = false;
	let setStarted = () => {};
	const started = new Promise<void>((resolve) => {
		setStarted = resolve;
	});
	const lines = createInterface({ input: child.stdout });
	lines.on('line', (line) => {
		const message = parseMessage(line);
		if (!message) return;
		onMessage(message);
		if (message.what === 'started') setStarted();
		if (message.what === 'done') isDone = true;
	});
	const closed = new Promise<void>((resolve) => lines.once('close', resolve));
	const ended = new Promise<boolean>((resolve, reject) =>
		child.once('close', (code, signal) => {
			if (signal !== 'SIGKILL' && code !== 0) reject(new Error(`the desk ended with ${code}`));
			else void closed.then(() => resolve(isDone));
		}),
	);
	return { started: Promise.race([started, ended.then(() => {})]), ended, kill: () => child.kill('SIGKILL') };
}

const sum = (pieces: Pieces): number => Object.values(pieces).reduce((total, count) => total + count, 0);
const textOf = (pieces: Pieces): string =>
	JSON.stringify(
		Object.fromEntries(
			Object.entries(pieces)
				.filter(([, count]) => count !== 0)
				.sort(),
		),
	);
const withChange = (pieces: Pieces, change: Pieces): Pieces => {
	const changed = { ...pieces };
	for (const [sku, count] of Object.entries(change)) changed[sku] = (changed[sku] ?? 0) + count;
	return changed;
};

/** The record of the scans that the desk answered. */
function createRecord(report: PackingReport) {
	const packedByOrder = new Map<number, Pieces>();
	const shipped = new Set<number>();
	/** The scan that was not answered. */
	let pending: Extract<DeskMessage, { what: 'before' }> | undefined;
	const packedOf = (orderId: number): Pieces => packedByOrder.get(orderId) ?? {};

	function fail(kind: 'scansLost' | 'scansDoubled' | 'notResumed' | 'misreported', message: string, count = 1): void {
		report[kind] += count;
		report.failures.push(message);
	}
	/** Compares the pieces of an order with the record, and takes them over. */
	function compare(orderId: number, packed: Pieces, when: string): void {
		const recorded = packedOf(orderId);
		if (textOf(packed) === textOf(recorded)) return;
		for (const sku of new Set([...Object.keys(packed), ...Object.keys(recorded)])) {
			const difference = (packed[sku] ?? 0) - (recorded[sku] ?? 0);
			const message = `order ${orderId}, ${sku}, ${when}: ${packed[sku] ?? 0} packed, ${recorded[sku] ?? 0} scanned`;
			if (difference < 0) fail('scansLost', message, -difference);
			if (difference > 0) fail('scansDoubled', message, difference);
		}
		packedByOrder.set(orderId, packed);
	}

	function onAnswer({ orderId, verdict, refusal, title, packed }: Extract<DeskMessage, { what: 'after' }>): void {
		const scan = pending;
		pending = undefined;
		if (!scan) {
			fail('misreported', `an answer without a scan: ${title}`);
			return;
		}
		report.scans += 1;
		const isRefused = verdict === 'wrong';
		if (isRefused !== scan.isRefused)
			fail('misreported', `order ${scan.orderId}, scan ${scan.text}: ${verdict} ${refusal} (${title})`);
		const changedId = scan.orderId ?? orderId;
		if (!isRefused && changedId !== null) packedByOrder.set(changedId, withChange(packedOf(changedId), scan.change));
		if (orderId !== null) compare(orderId, packed, `after the scan ${scan.text}`);
	}

	/** A scan without an answer may have been counted: the revision tells. */
	function resolvePending(orders: readonly DeskOrder[]): void {
		const scan = pending;
		pending = undefined;
		if (!scan) return;
		report.killsDuringScans += 1;
		if (sum(scan.change) === 0) return;
		const candidates = orders.filter(({ orderId }) => scan.orderId === null || orderId === scan.orderId);
		for (const { orderId, session } of candidates) {
			const changed = withChange(packedOf(orderId), scan.change);
			if (!session || textOf(session.packed) !== textOf(changed)) continue;
			if (scan.revision !== null && session.revision <= scan.revision)
				fail('misreported', `order ${orderId} changed without a new revision`);
			packedByOrder.set(orderId, changed);
			return;
		}
	}

	function onStart({ shown, waiting, orders }: Extract<DeskMessage, { what: 'started' }>): void {
		resolvePending(orders);
		for (const { orderId, state, session } of orders) {
			if (state === 'shipped') {
				shipped.add(orderId);
				continue;
			}
			compare(orderId, session?.packed ?? {}, 'after a start');
			const isReachable = shown === orderId || waiting.includes(orderId);
			if (sum(packedOf(orderId)) > 0 && !isReachable) fail('notResumed', `order ${orderId} (${state}) is not listed`);
		}
	}

	return {
		shipped,
		packedOf,
		onMessage(message: DeskMessage): void {
			if (message.what === 'before') pending = message;
			if (message.what === 'after') onAnswer(message);
			if (message.what === 'started') onStart(message);
			if (message.what === 'shipped') shipped.add(message.orderId);
		},
	};
}

interface OrderRow {
	id: number;
	number: string;
	state: string;
	shipmentState: string | null;
	verifiedAt: string | null;
	trackingNumber: string | null;
	reprints: number;
}
/** Compares the event log with the orders, what the service booked, and the printed labels. */
function checkOutcome(report: PackingReport, dataDir: string, { booked }: MisbehavingPartner): void {
	const database = new DatabaseSync(path.join(dataDir, 'waybill.db'));
	const orders = database
		.prepare(
			`SELECT customer_order.id, number, customer_order.state, shipment.state AS shipmentState, closed_at AS verifiedAt,
				tracking_number AS trackingNumber, (SELECT count(*) FROM print_job JOIN document ON document.id = document_id
					WHERE document.shipment_id = shipment.id AND document.kind = 'label' AND reprint = 1) AS reprints
			FROM customer_order LEFT JOIN shipment ON shipment.id = shipment_id ORDER BY customer_order.id`,
		)
		.all() as unknown as OrderRow[];
	database.close();
	const logged = readPackingLog(path.join(dataDir, 'waybill.db'));
	const labelsDir = path.join(dataDir, 'labels');
	const labels = existsSync(labelsDir) ? readdirSync(labelsDir) : [];
	for (const order of orders) {
		const { id, number } = order;
		const { packed, closed, verified } = logged.get(id) ?? {
			packed: new Map<string, number>(),
			closed: 0,
			verified: 0,
		};
		const fail = (kind: 'scansLost' | 'scansDoubled' | 'bookedTwice' | 'printedTwice' | 'notShipped', text: string) => {
			report[kind] += 1;
			report.failures.push(`${number}: ${text}`);
		};
		const pieces = piecesOf(linesOf(Number(number.slice(3))));
		for (const sku of new Set([...pieces.keys(), ...packed.keys()])) {
			const [count, wanted] = [packed.get(sku) ?? 0, pieces.get(sku) ?? 0];
			if (count !== wanted) fail(count < wanted ? 'scansLost' : 'scansDoubled', `${count} events of ${wanted} ${sku}`);
		}
		const numbers = booked.filter(({ reference }) => reference === number).map(({ trackingNumber }) => trackingNumber);
		if (numbers.length > 1) fail('bookedTwice', `booked as ${numbers.join(', ')}`);
		const printed = labels.filter((name) => name.startsWith(`${order.trackingNumber}-label`)).length;
		if (printed > 1 + order.reprints) fail('printedTwice', `${printed} labels, ${order.reprints} reprints`);
		const isShipped =
			order.state === 'packed' &&
			order.shipmentState === 'booked' &&
			order.verifiedAt !== null &&
			numbers.includes(order.trackingNumber ?? '') &&
			printed > 0 &&
			closed === 1 &&
			verified === 1;
		if (!isShipped)
			fail(
				'notShipped',
				`${order.state}, shipment ${order.shipmentState} ${order.trackingNumber}, verified ${order.verifiedAt}, ${printed} labels, booked as ${numbers.join(', ')}, closed ${closed} times, verified ${verified} times`,
			);
	}
}

/** @param count number of kills */
export async function killDuringPacking(count: number, seed = 1): Promise<PackingReport> {
	const script = await buildForNode('test/faults/packing-desk.ts', 'packing-desk', [
		'src-main',
		'test/fixtures',
		'test/faults',
	]);
	const report: PackingReport = {
		kills: 0,
		killsDuringScans: 0,
		orders: 0,
		scans: 0,
		scansLost: 0,
		scansDoubled: 0,
		bookedTwice: 0,
		printedTwice: 0,
		notResumed: 0,
		notShipped: 0,
		misreported: 0,
		failures: [],
	};
	const next = random(seed);
	const partner = await startMisbehavingPartner(true, labelOf, () =>
		next() < 0.75 ? 'books' : (FAILURE_MODES[Math.floor(next() * FAILURE_MODES.length)] as FailureMode),
	);
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-packing-'));
	const record = createRecord(report);
	try {
		addPackingData(
			dataDir,
			{ count: CATALOGUE.length, of: (index) => CATALOGUE[index] as never },
			{ count: 0, of: orderAt },
		);
		let startMs = 1000;
		for (let isDone = false, life = 1; !isDone; life += 1) {
			const isLast = report.kills >= count;
			const added = isLast ? 0 : Math.max(0, record.shipped.size + WAITING_ORDERS - report.orders);
			addPackingData(
				dataDir,
				{ count: 0, of: () => CATALOGUE[0] as never },
				{ count: added, of: (index) => orderAt(report.orders + index + 1) },
			);
			report.orders += added;
			// The ids are those of the orders in their order.
			const unfinished = Array.from({ length: report.orders }, (_, index) => index + 1).filter(
				(orderId) => !record.shipped.has(orderId),
			);
			let scansUntilKill = life % 4 === 1 || life % 4 === 3 ? 1 + Math.floor(next() * MAX_SCANS) : 0;
			const killAfterMs = next();
			const startedAtMs = performance.now();
			const desk = startDesk(
				script,
				{
					dataDir,
					built: path.join(projectRoot, 'out/main'),
					partnerUrl: partner.url,
					unfinished,
					seed: seed * 100_000 + life,
				},
				(message) => {
					record.onMessage(message);
					if (isLast || message.what !== 'before' || scansUntilKill === 0) return;
					scansUntilKill -= 1;
					if (scansUntilKill === 0) setTimeout(desk.kill, killAfterMs * MAX_SCAN_MS);
				},
			);
			let timer = setTimeout(desk.kill, isLast ? MAX_MS : life % 4 === 0 ? killAfterMs * startMs : MAX_MS);
			await desk.started;
			if (life % 4 === 2 && !isLast) {
				clearTimeout(timer);
				startMs = performance.now() - startedAtMs;
				timer = setTimeout(desk.kill, killAfterMs * MAX_LIFE_MS);
			}
			isDone = await desk.ended;
			clearTimeout(timer);
			if (!isDone) report.kills += 1;
			if (isLast && !isDone) throw new Error('the desk does not finish');
			isDone &&= isLast;
			if (process.env.DEBUG) console.error(life, report.kills, record.shipped.size, report.orders, Math.round(startMs));
		}
		checkOutcome(report, dataDir, partner);
	} finally {
		await partner.close();
		if (!process.env.KEEP) rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}
