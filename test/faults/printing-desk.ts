// The child process of the printing campaign: books and prints, or continues the work of an earlier process, and can kill itself at a
// named step. Takes its options as JSON in the first argument and prints the state of shipments and print jobs as JSON.

import { printerSchema } from '../../src-contract/model/print';
import { shipmentFilterSchema } from '../../src-contract/model/shipment';
import { openServices } from '../fixtures/desk-services';
import { HANG_LIMIT_MS } from '../fixtures/hang-limit';
import { exampleDraft } from '../fixtures/shipment-draft';

const STEPS = ['received', 'filing', 'filed', 'prepared', 'claimed', 'sent'] as const;
export type Step = (typeof STEPS)[number];

export interface PrintingDeskOptions {
	dataDir: string;
	built: string;
	partnerUrl: string;
	/** Settings of the device that prints labels. */
	device: object;
	/** Number of shipments to book; 0: only continue what an earlier process started. */
	book: number;
	/** Step at which the process kills itself, for the second shipment. */
	killAt: Step | null;
	/** Whether to retry every job that waits, as a user would. */
	retries: boolean;
}

export interface DeskState {
	shipments: { trackingNumber: string; state: string; documents: string[]; pendingIngestions: number }[];
	jobs: { trackingNumber: string; kind: string; state: string; message: string }[];
}

const options = JSON.parse(process.argv[2] ?? '') as PrintingDeskOptions;
const services = openServices(options.dataDir, options.partnerUrl, options.built);
const { printers, routing, jobs, queue, documentStore, shipments, journal } = services;

const printer = printerSchema.parse({ id: 'label', name: 'Labels', device: options.device, stock: '4x6' });
printers.save(printer);
routing.save([{ kind: null, carrier: null, destination: null, printerId: 'label', automatic: true }]);

/** Wraps a function so that the second call kills the process, before or after its work. */
function killingAt<Args extends unknown[], Result>(step: Step, work: (...args: Args) => Result, before: boolean) {
	let passed = 0;
	return (...args: Args): Result => {
		const killOnSecondPass = () => {
			passed += 1;
			if (options.killAt === step && passed === 2) process.kill(process.pid, 'SIGKILL');
		};
		if (before) killOnSecondPass();
		const result = work(...args);
		if (!before) killOnSecondPass();
		return result;
	};
}
const setState = jobs.setState;
Object.assign(documentStore, { replaceReceived: killingAt('received', documentStore.replaceReceived, true) });
Object.assign(queue, { add: killingAt('filing', queue.add, true) });
Object.assign(jobs, {
	claim: killingAt('claimed', killingAt('prepared', jobs.claim, true), false),
	setState: (...args: Parameters<typeof setState>) => (args[1] === 'sent' ? killingAtSent(...args) : setState(...args)),
});
const killingAtSent = killingAt('sent', setState, true);
const created = killingAt('filed', () => {}, true);

services.start();
for (let count = 0; count < options.book; count += 1) {
	await shipments.create(exampleDraft, 1, true);
	created();
}
const deadline = Date.now() + HANG_LIMIT_MS;
/** No ingestion or print is in progress. Without retries the first waiting job may wait for its printer. */
function isIdle(): boolean {
	const open = jobs.unfinishedJobs();
	if (documentStore.pendingIngestions().length > 0 || open.some(({ state }) => state === 'sending')) return false;
	const waiting = open.find(({ state }) => state === 'waiting');
	return !waiting || (!options.retries && waiting.error !== '');
}
while (!isIdle() && Date.now() < deadline) {
	if (options.retries)
		for (const { id, state } of jobs.unfinishedJobs()) if (state === 'waiting') queue.retry(id, false);
	await new Promise((resolve) => setTimeout(resolve, 100));
}
const deskState: DeskState = {
	shipments: journal.list(shipmentFilterSchema.parse({}), undefined, 100).map(({ id, trackingNumber, state }) => ({
		trackingNumber,
		state,
		documents: documentStore.documentsOfShipment(id).map(({ kind }) => kind),
		pendingIngestions: documentStore.pendingIngestions().filter((candidate) => candidate.shipmentId === id).length,
	})),
	jobs: jobs
		.latestJobs(100)
		.map(({ trackingNumber, kind, state, message }) => ({ trackingNumber, kind, state, message })),
};
// Exiting while a thread uses its database would crash the process.
await services.addressBook.close();
process.stdout.write(JSON.stringify(deskState), () => process.exit(0));
