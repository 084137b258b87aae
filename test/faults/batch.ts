// A batch of orders in the real station, with its built-in service, killed on the way and started again: every row must end with
// one outcome, one booking and one label.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { BatchProgress } from '../../src-contract/model/batch';
import { newDataDir, type Station, startStation } from '../e2e/station';
import { sender } from '../fixtures/composition';
import { ordersCsv, plainPlan } from '../fixtures/orders';

const KILLS = 3;
const MAX_MS = 10 * 60_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface BatchReport {
	rows: number;
	kills: number;
	/** From "Get rates" to the last label, with the starts after the kills. */
	runningSeconds: number;
	outcomes: Record<string, number>;
	labels: number;
	boughtTwice: number;
	printedTwice: number;
	lost: number;
	dishonest: number;
}

async function ask<Result>(station: Station, method: string, input?: unknown): Promise<Result> {
	const envelope = await station.page.evaluate(([name, value]) => window.waybill.invoke(name as string, value), [
		method,
		input,
	] as const);
	const { ok, value, error } = envelope as { ok: boolean; value: Result; error: { message: string } };
	if (!ok) throw new Error(`${method}: ${error.message}`);
	return value;
}

/** As somebody at the desk would choose the file. */
async function takeOrders(station: Station, file: string): Promise<number> {
	await station.app.evaluate(({ dialog }, chosen) => {
		dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
	}, file);
	const settings = await ask<object>(station, 'settings.read');
	await ask(station, 'settings.save', { ...settings, sender });
	const { columns } = await ask<{ columns: { target: unknown }[] }>(station, 'orders.open');
	const plan = { ...plainPlan, columns: columns.map(({ target }) => target) };
	return (await ask<{ batchId: number }>(station, 'orders.createBatch', { plan, allowDuplicate: false })).batchId;
}

const bookedOf = ({ counts }: BatchProgress): number => counts.booked;

/** Names of the label files in a folder, which is made with the first of them. */
const labelFiles = (folder: string): string[] =>
	existsSync(folder) ? readdirSync(folder).filter((name) => /-label(-\d+)?\.pdf$/.test(name)) : [];

/** What is doubtful after a kill is looked for in the folder, as somebody would at a printer. */
async function settlePrints(station: Station): Promise<number> {
	type Job = { id: number; state: string; trackingNumber: string };
	const open = await ask<Job[]>(station, 'printing.listOpen');
	const files = new Set(labelFiles(station.labelsDir));
	for (const { id, state, trackingNumber } of open) {
		if (state !== 'doubtful') continue;
		const method = files.has(`${trackingNumber}-label.pdf`) ? 'printing.confirm' : 'printing.retry';
		await ask(station, method, method === 'printing.retry' ? { id, scaled: false } : { id });
	}
	return open.length;
}

/** Waits until so many are booked; ends sooner when the batch does. */
async function until(station: Station, id: number, booked: number): Promise<BatchProgress> {
	const latest = Date.now() + MAX_MS;
	for (;;) {
		const progress = await ask<BatchProgress>(station, 'batches.get', { id });
		if (bookedOf(progress) >= booked || Date.now() > latest) return progress;
		const { queued, sending, unknown } = progress.counts;
		if (progress.state === 'done' && queued + sending + unknown === 0) return progress;
		await pause(100);
	}
}

function judge(dataDir: string, id: number, report: BatchReport): void {
	const desk = new DatabaseSync(path.join(dataDir, 'waybill.db'), { readOnly: true });
	const rows = desk
		.prepare(
			`SELECT shipment.state, shipment.tracking_number AS number, shipment.reference,
				(SELECT count(*) FROM document WHERE shipment_id = shipment.id AND kind = 'label') AS labels
			FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id WHERE batch_id = ?`,
		)
		.all(id) as { state: string | null; number: string; reference: string; labels: number }[];
	desk.close();
	const service = new DatabaseSync(path.join(dataDir, 'service', 'broker.db'), { readOnly: true });
	const bought = service
		.prepare(
			"SELECT tracking_number AS number, json_extract(request, '$.reference') AS reference FROM shipment WHERE status <> 'draft'",
		)
		.all() as { number: string; reference: string }[];
	service.close();

	const files = labelFiles(path.join(dataDir, 'labels'));
	report.labels = files.length;
	report.printedTwice = files.filter((name) => /-label-\d+\.pdf$/.test(name)).length;
	const byReference = new Map<string, string[]>();
	for (const { reference, number } of bought)
		byReference.set(reference, [...(byReference.get(reference) ?? []), number]);
	report.boughtTwice = [...byReference.values()].filter(({ length }) => length > 1).length;
	for (const { state, number, reference, labels } of rows) {
		const outcome = state ?? 'none';
		report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
		const [known] = byReference.get(reference) ?? [];
		if (state === 'booked' ? known !== number : known !== undefined) report.dishonest += 1;
		if (state === 'booked' && (labels !== 1 || !files.includes(`${number}-label.pdf`))) report.lost += 1;
	}
	report.lost += report.rows - rows.length;
}

/** @param rows of the file */
export async function killDuringBatch(rows: number, kills = KILLS): Promise<BatchReport> {
	const report: BatchReport = {
		rows,
		kills: 0,
		runningSeconds: 0,
		outcomes: {},
		labels: 0,
		boughtTwice: 0,
		printedTwice: 0,
		lost: 0,
		dishonest: 0,
	};
	const dataDir = newDataDir();
	const file = path.join(dataDir, 'orders.csv');
	writeFileSync(file, ordersCsv(rows));
	let station = await startStation(dataDir);
	try {
		await ask(station, 'station.screenReady');
		const id = await takeOrders(station, file);
		const began = Date.now();
		await ask(station, 'batches.rate', { id });
		await ask(station, 'batches.start', { id });
		for (let kill = 1; kill <= kills; kill += 1) {
			// At any moment within a turn, not just after one.
			const progress = await until(station, id, Math.floor((rows * kill) / (kills + 1)));
			if (progress.state === 'done') break;
			await pause(Math.random() * 60);
			await station.kill();
			report.kills += 1;
			station = await startStation(dataDir);
			await ask(station, 'station.screenReady');
		}
		await until(station, id, rows);
		const latest = Date.now() + MAX_MS;
		// A label is a print job only when its document was read, which may be after the last booking.
		const isPrinted = async () => (await settlePrints(station)) === 0 && labelFiles(station.labelsDir).length >= rows;
		while (!(await isPrinted()) && Date.now() < latest) await pause(200);
		report.runningSeconds = Math.round((Date.now() - began) / 100) / 10;
		await station.close();
		judge(dataDir, id, report);
	} finally {
		await station.close().catch(() => {});
		rmSync(dataDir, { recursive: true, force: true });
	}
	return report;
}
