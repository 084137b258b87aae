// Imports a batch of orders in the real station with the built-in service, kills the station several times while it books, and
// restarts it. Every row must end with one outcome, one booking and one label.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { BatchProgress } from '../../src-contract/model/batch';
import { newDataDir, removeDataDir, type Station, startStation } from '../e2e/station';
import { ordersCsv, plainPlan } from '../fixtures/orders';
import { sender } from '../fixtures/shipment-draft';

const KILLS = 3;
const MAX_MS = 10 * 60_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface BatchReport {
	rows: number;
	kills: number;
	/** From "Get rates" to the last label, restarts included. */
	runningSeconds: number;
	outcomes: Record<string, number>;
	labels: number;
	boughtTwice: number;
	printedTwice: number;
	lost: number;
	misreported: number;
}

async function invoke<Result>(station: Station, method: string, input?: unknown): Promise<Result> {
	const envelope = await station.page.evaluate(([name, value]) => window.waybill.invoke(name as string, value), [
		method,
		input,
	] as const);
	const { ok, value, error } = envelope as { ok: boolean; value: Result; error: { message: string } };
	if (!ok) throw new Error(`${method}: ${error.message}`);
	return value;
}

/** Imports the file as the user does in the screen: through the open dialog. */
async function importOrders(station: Station, file: string): Promise<number> {
	await station.app.evaluate(({ dialog }, chosen) => {
		dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
	}, file);
	const settings = await invoke<object>(station, 'settings.read');
	await invoke(station, 'settings.save', { ...settings, sender });
	const { columns } = await invoke<{ columns: { target: unknown }[] }>(station, 'orders.open');
	const plan = { ...plainPlan, columns: columns.map(({ target }) => target) };
	return (await invoke<{ batchId: number }>(station, 'orders.createBatch', { plan, allowDuplicate: false })).batchId;
}

const bookedCount = ({ counts }: BatchProgress): number => counts.booked;

/** Names of the label files; empty if the folder does not exist yet. */
const labelFiles = (folder: string): string[] =>
	existsSync(folder) ? readdirSync(folder).filter((name) => /-label(-\d+)?\.pdf$/.test(name)) : [];

/** Confirms or retries prints with an unknown outcome, depending on whether their file is in the folder. @returns open print jobs */
async function resolveUnknownPrints(station: Station): Promise<number> {
	type Job = { id: number; state: string; trackingNumber: string };
	const open = await invoke<Job[]>(station, 'printing.listOpen');
	const files = new Set(labelFiles(station.labelsDir));
	for (const { id, state, trackingNumber } of open) {
		if (state !== 'doubtful') continue;
		const method = files.has(`${trackingNumber}-label.pdf`) ? 'printing.confirm' : 'printing.retry';
		await invoke(station, method, method === 'printing.retry' ? { id, scalingAccepted: false } : { id });
	}
	return open.length;
}

/** Waits until that many rows are booked or the batch has ended. */
async function until(station: Station, id: number, booked: number): Promise<BatchProgress> {
	const deadline = Date.now() + MAX_MS;
	for (;;) {
		const progress = await invoke<BatchProgress>(station, 'batches.get', { id });
		if (bookedCount(progress) >= booked || Date.now() > deadline) return progress;
		const { queued, sending, unknown } = progress.counts;
		if (progress.state === 'done' && queued + sending + unknown === 0) return progress;
		await pause(100);
	}
}

function checkOutcome(dataDir: string, id: number, report: BatchReport): void {
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
		const [bookedNumber] = byReference.get(reference) ?? [];
		if (state === 'booked' ? bookedNumber !== number : bookedNumber !== undefined) report.misreported += 1;
		if (state === 'booked' && (labels !== 1 || !files.includes(`${number}-label.pdf`))) report.lost += 1;
	}
	report.lost += report.rows - rows.length;
}

/** @param rows number of orders in the file */
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
		misreported: 0,
	};
	const dataDir = newDataDir();
	const file = path.join(dataDir, 'orders.csv');
	writeFileSync(file, ordersCsv(rows));
	let station = await startStation(dataDir);
	try {
		await invoke(station, 'station.screenReady');
		const id = await importOrders(station, file);
		const startedAt = Date.now();
		await invoke(station, 'batches.rate', { id });
		await invoke(station, 'batches.start', { id });
		for (let kill = 1; kill <= kills; kill += 1) {
			// Not only right after a row was processed.
			const progress = await until(station, id, Math.floor((rows * kill) / (kills + 1)));
			if (progress.state === 'done') break;
			await pause(Math.random() * 60);
			await station.kill();
			report.kills += 1;
			station = await startStation(dataDir);
			await invoke(station, 'station.screenReady');
		}
		await until(station, id, rows);
		const deadline = Date.now() + MAX_MS;
		// The print job is created after the document was read, possibly later than the last booking.
		const isPrinted = async () =>
			(await resolveUnknownPrints(station)) === 0 && labelFiles(station.labelsDir).length >= rows;
		while (!(await isPrinted()) && Date.now() < deadline) await pause(200);
		report.runningSeconds = Math.round((Date.now() - startedAt) / 100) / 10;
		await station.close();
		checkOutcome(dataDir, id, report);
	} finally {
		await station.close().catch(() => {});
		removeDataDir(dataDir);
	}
	return report;
}
