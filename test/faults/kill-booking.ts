// Kills the station between "book" pressed and the answer, restarts it, and compares its journal with what was bought.
// One round against a partner of the test's own that answers slowly, one against the built-in service, in turn.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import {
	book,
	newDataDir,
	type Station,
	startStation,
	typeAddresses,
	typeContents,
	typeParcel,
	waitForOptions,
} from '../e2e/station';
import { booked, json, RATES, startPartnerServer } from '../fixtures/partner-server';

export interface KillReport {
	runs: number;
	/** States in which the shipments stood after the restart. */
	states: Record<string, number>;
	boughtTwice: number;
	lost: number;
	/** A state that claims more than is known. */
	dishonest: number;
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

function boughtAtBuiltIn(dataDir: string): string[] {
	const database = new DatabaseSync(path.join(dataDir, 'service', 'broker.db'), { readOnly: true });
	const rows = database.prepare("SELECT tracking_number FROM shipment WHERE status <> 'draft'").all() as {
		tracking_number: string;
	}[];
	database.close();
	return rows.map(({ tracking_number }) => tracking_number);
}

async function compose(station: Station): Promise<void> {
	await typeAddresses(station.page);
	await typeParcel(station.page);
	await typeContents(station.page);
	await waitForOptions(station.page);
}

async function pressAndKill(station: Station, afterMs: number): Promise<void> {
	void book(station.page).catch(() => undefined);
	await new Promise((resolve) => setTimeout(resolve, afterMs));
	await station.kill();
}

async function restartAndRead(dataDir: string): Promise<JournalRow[]> {
	const station = await startStation(dataDir);
	await station.page.keyboard.press('Control+5');
	await station.page.getByRole('heading', { name: 'Shipments', level: 1 }).waitFor();
	// Long enough for a second request, if the station were to send one by itself.
	await station.page.waitForTimeout(1000);
	await station.close();
	return journalOf(dataDir);
}

/** @param afterMs how long after the key the station is killed */
async function againstSlowPartner(afterMs: number, report: KillReport): Promise<void> {
	const server = await startPartnerServer((request, response, body) => {
		if (request.url?.endsWith('/rates')) return json(200, RATES)(request, response, body);
		setTimeout(() => json(200, booked(undefined))(request, response, body), 1500);
	});
	const dataDir = newDataDir();
	try {
		const station = await startStation(dataDir);
		await station.page.evaluate(
			async ([url]) => {
				const { value } = (await window.waybill.invoke('settings.read', undefined)) as { value: object };
				await window.waybill.invoke('settings.save', { ...value, serviceUrl: url });
				await window.waybill.invoke('credentials.set', { key: 'k', secret: 'secret', protection: 'memory' });
			},
			[server.url],
		);
		await compose(station);
		await pressAndKill(station, afterMs);
		const rows = await restartAndRead(dataDir);
		judge(report, rows, server.bookings.length);
	} finally {
		await server.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
}

async function againstBuiltIn(afterMs: number, report: KillReport): Promise<void> {
	const dataDir = newDataDir();
	try {
		const station = await startStation(dataDir);
		await compose(station);
		await pressAndKill(station, afterMs);
		const rows = await restartAndRead(dataDir);
		judge(report, rows, boughtAtBuiltIn(dataDir).length);
	} finally {
		rmSync(dataDir, { recursive: true, force: true });
	}
}

function judge(report: KillReport, rows: JournalRow[], bought: number): void {
	report.runs += 1;
	for (const { state } of rows) report.states[state] = (report.states[state] ?? 0) + 1;
	if (bought > 1) report.boughtTwice += 1;
	if (bought > rows.length) report.lost += 1;
	const claimed = rows.filter(({ state }) => state === 'booked').length;
	if (claimed > bought || rows.some(({ state }) => state === 'sending' || state === 'rejected')) report.dishonest += 1;
}

export async function killDuringBooking(count: number): Promise<KillReport> {
	const report: KillReport = { runs: 0, states: {}, boughtTwice: 0, lost: 0, dishonest: 0 };
	for (let run = 0; run < count; run += 1) {
		// Spread over the time that a booking takes: before the intent is written, in flight, and about the answer.
		const afterMs = [120, 400, 30, 900, 60, 200, 1500, 300][run % 8] as number;
		if (run % 2 === 0) await againstSlowPartner(afterMs, report);
		else await againstBuiltIn(afterMs, report);
	}
	return report;
}
