// Backs up a desk with booked, unconfirmed and queued shipments, restores it in another folder, and compares its journal with what the
// service booked. Once the desk is moved; once it continues after the backup, and sends its queue.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Services } from '../../src-main/compose';
import { readMoved } from '../../src-main/desk-backup/moved-desk';
import { finishRestore } from '../../src-main/desk-backup/restore';
import { build } from '../../tools/build.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { openServices } from '../fixtures/desk-services';
import { WAIT_LIMIT_MS } from '../fixtures/hang-limit';
import { type MisbehavingPartner, startMisbehavingPartner } from '../fixtures/misbehaving-partner';
import { exampleDraft } from '../fixtures/shipment-draft';

export interface MoveReport {
	shipments: number;
	/** States right after the restore, over both ways. */
	restoredStates: Record<string, number>;
	/** States after the connection is back and the held shipments were approved. */
	finalStates: Record<string, number>;
	boughtTwice: number;
	lost: number;
	misreported: number;
	failures: string[];
}

/** Shipments of which the answer was lost before the backup. */
const UNKNOWN = 5;
const QUEUED = 5;
const PASSPHRASE = 'four words of a test';
/** Not a real PDF: the station stores an unreadable label as it was received. */
const LABEL = Buffer.from('%PDF-1.4 no real label').toString('base64');
const NO_FILTER = { text: '', state: null, carrier: null, countryCode: null, from: null, until: null };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(description: string, isTrue: () => boolean): Promise<void> {
	for (const deadline = Date.now() + WAIT_LIMIT_MS; !isTrue(); await pause(50))
		if (Date.now() > deadline) throw new Error(`waited too long: ${description}`);
}

function countStates({ journal }: Services, counts: Record<string, number>): void {
	for (const { state } of journal.list(NO_FILTER, undefined, 10_000)) counts[state] = (counts[state] ?? 0) + 1;
}

/** A desk whose user chooses this backup file and confirms every question. Closing it leaves it closed. */
function openDesk(dataDir: string, partnerUrl: string, backupFile: string): Services {
	const agree = async () => true;
	const chooseBackup = async () => backupFile;
	const services: Services = openServices(dataDir, partnerUrl, path.join(projectRoot, 'out', 'main'), {
		desktop: {
			chooseFile: chooseBackup,
			chooseSavePath: chooseBackup,
			confirm: agree,
			chooseFolder: async () => null,
			saveFile: async () => null,
			openInBrowser: async () => {},
			openAccount: async () => {},
			copy: () => {},
			pageAsPdf: async () => new Uint8Array(),
		},
		stationControl: {
			async whileClosed(work) {
				await services.close();
				return work();
			},
			runExclusively: (work) => work(),
			reloadPage: () => {},
		},
	});
	return services;
}

async function fill(desk: Services, count: number): Promise<void> {
	const draft = (number: number) => ({ ...exampleDraft, reference: `R-${number}` });
	for (let number = 1; number <= count - QUEUED; number += 1)
		await desk.shipments.create(draft(number), 1, true).catch(() => {});
	const [booked] = desk.journal.list(NO_FILTER, undefined, 1);
	const { connectionId } = desk.journal.readIntent(booked?.id ?? 0);
	// Queued in the journal alone, so that the outbox does not send them before the backup.
	for (let number = count - QUEUED + 1; number <= count; number += 1)
		desk.journal.queue(draft(number), { connectionId, rule: { kind: 'cheapest' }, limitEur: 12 }, undefined);
}

/** The connection is back: unknown outcomes are reconciled, and the user approves what is held. */
async function finishAll(desk: Services, approvesHeld: boolean, mayReconcile: boolean): Promise<void> {
	desk.start();
	// Unknown outcomes of a backup may be outdated: the user decides about them.
	if (mayReconcile) await until('an outcome is not reconciled', () => desk.journal.count('unknown') === 0);
	if (approvesHeld)
		for (const { id, state } of desk.journal.list(NO_FILTER, undefined, 10_000))
			if (state === 'held') desk.journal.release(id, 12);
	desk.outbox.wake();
	await until('the queue is not sent', () => desk.journal.count('queued') + desk.journal.count('sending') === 0);
}

async function check(report: MoveReport, desk: Services, { booked }: MisbehavingPartner, count: number): Promise<void> {
	const fail = (kind: 'boughtTwice' | 'lost' | 'misreported', message: string) => {
		report[kind] += 1;
		report.failures.push(message);
	};
	const rows = desk.journal.list(NO_FILTER, undefined, 10_000);
	const hasLabel = (id: number) => desk.documentStore.documentsOfShipment(id).length > 0;
	await until('a label is missing', () => rows.every(({ id, state }) => state !== 'booked' || hasLabel(id))).catch(
		() => {},
	);
	for (let number = 1; number <= count; number += 1) {
		const reference = `R-${number}`;
		const bookings = booked.filter((booking) => booking.reference === reference);
		const found = rows.filter((row) => row.reference === reference);
		if (bookings.length > 1) fail('boughtTwice', `${reference} was booked ${bookings.length} times`);
		const [row] = found;
		if (found.length !== 1 || !row) fail('lost', `${reference} is in the journal ${found.length} times`);
		else if (row.state === 'booked') {
			if (row.trackingNumber !== bookings[0]?.trackingNumber) fail('misreported', `${reference} has another number`);
			if (!hasLabel(row.id)) fail('lost', `the label of ${reference} is missing`);
		}
	}
}

/** @param isMoved whether the desk is moved; otherwise it continues after the backup, and sends its queue */
async function runOnce(report: MoveReport, count: number, isMoved: boolean): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-move-'));
	const [dataDir, otherDir] = [path.join(folder, 'first'), path.join(folder, 'second')];
	const backupFile = path.join(folder, 'desk.waybill-desk');
	let isConnected = false;
	const losesAnswer = (reference: string) => !isConnected && Number(reference.slice(2)) <= UNKNOWN;
	const partner = await startMisbehavingPartner(
		true,
		() => LABEL,
		(reference) => (losesAnswer(reference) ? 'books and does not answer' : 'books'),
	);
	try {
		const desk = openDesk(dataDir, partner.url, backupFile);
		await fill(desk, count);
		if (isMoved) await desk.deskBackup.move(PASSPHRASE);
		else await desk.deskBackup.backUp(PASSPHRASE);
		if (isMoved && !readMoved(dataDir)) {
			report.misreported += 1;
			report.failures.push('the first desk does not say that it was moved');
		}
		isConnected = true;
		if (!isMoved) {
			await finishAll(desk, false, true);
			await desk.close();
		}
		const newDesk = openDesk(otherDir, partner.url, backupFile);
		await newDesk.deskBackup.restore(PASSPHRASE);
		finishRestore(otherDir, new Date());
		const restored = openDesk(otherDir, partner.url, backupFile);
		countStates(restored, report.restoredStates);
		// After a backup, the user finds the queued shipments in the account, and approves none.
		await finishAll(restored, isMoved, isMoved);
		countStates(restored, report.finalStates);
		await check(report, restored, partner, count);
		await restored.close();
		report.shipments += count;
	} finally {
		await partner.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

export async function moveDesk(count: number): Promise<MoveReport> {
	await build();
	const report: MoveReport = {
		shipments: 0,
		restoredStates: {},
		finalStates: {},
		boughtTwice: 0,
		lost: 0,
		misreported: 0,
		failures: [],
	};
	await runOnce(report, count, true);
	await runOnce(report, count, false);
	return report;
}
