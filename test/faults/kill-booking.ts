// Kills the station between the click on "Book" and the answer, restarts it, and compares its journal with what was booked.
// Alternates between a slow partner service of the test and the built-in service.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { fillShip, usePartner } from '../e2e/seed';
import { newDataDir, openScreen, removeDataDir, type Station, startStation, waitForOptions } from '../e2e/station';
import { WAIT_LIMIT_MS } from '../fixtures/hang-limit';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../fixtures/partner-server';

export interface KillReport {
	runs: number;
	/** Shipments that the services booked, over all runs. */
	bought: number;
	/** States of the shipments after the restart. */
	states: Record<string, number>;
	boughtTwice: number;
	lost: number;
	/** Shipments whose state claims more than the station can know. */
	misreported: number;
}

interface JournalRow {
	state: string;
	idempotency_key: string;
	tracking_number: string;
}

function journalOf(dataDir: string): JournalRow[] {
	const database = new DatabaseSync(path.join(dataDir, 'waybill.db'), { readOnly: true });
	const rows = database.prepare('SELECT state, idempotency_key, tracking_number FROM shipment').all() as JournalRow[];
	database.close();
	return rows;
}

function bookedAtBuiltIn(dataDir: string): string[] {
	if (!existsSync(path.join(dataDir, 'service', 'broker.db'))) return [];
	const database = new DatabaseSync(path.join(dataDir, 'service', 'broker.db'), { readOnly: true });
	const rows = database.prepare("SELECT tracking_number FROM shipment WHERE status <> 'draft'").all() as {
		tracking_number: string;
	}[];
	database.close();
	return rows.map(({ tracking_number }) => tracking_number);
}

/** When the station is killed, counted from the click on "Book". */
export type Moment = { afterMs: number } | 'when the service has booked';

const POLL_MS = 10;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(description: string, isTrue: () => boolean): Promise<void> {
	for (const deadline = Date.now() + WAIT_LIMIT_MS; !isTrue(); await pause(POLL_MS))
		if (Date.now() > deadline) throw new Error(`waited too long: ${description}`);
}

async function bookAndKill({ page, kill }: Station, moment: Moment, hasBooked: () => boolean): Promise<void> {
	await fillShip(page);
	await waitForOptions(page);
	await page.keyboard.press('Control+Enter');
	if (moment === 'when the service has booked') await until(moment, hasBooked);
	else await pause(moment.afterMs);
	await kill();
}

/** @param isFinal whether a shipment has reached a state that only the user changes */
async function restartAndRead(dataDir: string, isFinal: (row: JournalRow) => boolean): Promise<JournalRow[]> {
	const station = await startStation(dataDir);
	await openScreen(station.page, 'Shipments');
	await until('the shipment has no final state', () => journalOf(dataDir).every(isFinal));
	await station.close();
	return journalOf(dataDir);
}

const emptyReport = (): KillReport => ({ runs: 0, bought: 0, states: {}, boughtTwice: 0, lost: 0, misreported: 0 });

/** This partner stores no idempotency keys: the user decides about an unknown outcome. */
export async function killAtPartner(moment: Moment, report = emptyReport()): Promise<KillReport> {
	const server: PartnerServer = await startPartnerServer((request, response, body) => {
		if (request.url?.endsWith('/rates')) return json(200, RATES)(request, response, body);
		// A station that is killed when the service has booked must not receive the answer before, however busy the machine is.
		if (moment !== 'when the service has booked')
			setTimeout(() => json(200, booked(undefined))(request, response, body), 1500);
	});
	const dataDir = newDataDir();
	try {
		const station = await startStation(dataDir);
		await usePartner(station, server.url);
		await bookAndKill(station, moment, () => server.bookings.length > 0);
		const rows = await restartAndRead(dataDir, ({ state }) => state !== 'sending');
		return checkOutcome(report, rows, server.bookings.length);
	} finally {
		await server.close();
		removeDataDir(dataDir);
	}
}

/** The built-in service stores idempotency keys: the station repeats the request and gets the first booking. */
export async function killAtBuiltIn(moment: Moment, report = emptyReport()): Promise<KillReport> {
	const dataDir = newDataDir();
	try {
		const station = await startStation(dataDir);
		await bookAndKill(station, moment, () => bookedAtBuiltIn(dataDir).length > 0);
		const rows = await restartAndRead(dataDir, ({ state }) => state !== 'sending' && state !== 'unknown');
		return checkOutcome(report, rows, bookedAtBuiltIn(dataDir).length);
	} finally {
		removeDataDir(dataDir);
	}
}

function checkOutcome(report: KillReport, rows: JournalRow[], bought: number): KillReport {
	report.runs += 1;
	report.bought += bought;
	for (const { state } of rows) report.states[state] = (report.states[state] ?? 0) + 1;
	if (bought > 1) report.boughtTwice += 1;
	if (bought > rows.length) report.lost += 1;
	const claimed = rows.filter(({ state }) => state === 'booked').length;
	if (claimed > bought || rows.some(({ state }) => state === 'sending' || state === 'rejected'))
		report.misreported += 1;
	return report;
}

const AFTER_MS = [120, 400, 30, 900, 60, 200, 1500, 300];

/** Alternates between the two services, one run at a time. The times of the kills are spread over a booking. */
export async function killDuringBooking(count: number): Promise<KillReport> {
	const report = emptyReport();
	for (let run = 0; run < count; run += 1) {
		const moment = { afterMs: AFTER_MS[run % AFTER_MS.length] as number };
		if (run % 2 === 0) await killAtPartner(moment, report);
		else await killAtBuiltIn(moment, report);
	}
	return report;
}
