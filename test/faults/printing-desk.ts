// One life of a desk in the printing campaign, a process of its own: it books and prints, or takes up what an earlier life
// left, and can kill itself at a named step. Told by its first argument, in JSON; tells in JSON how everything stands.

import { printerSchema } from '../../src-contract/model/print';
import { shipmentFilterSchema } from '../../src-contract/model/shipment';
import { composition } from '../fixtures/composition';
import { openServices } from '../fixtures/desk-services';

const STEPS = ['received', 'filing', 'filed', 'prepared', 'claimed', 'sent'] as const;
export type Step = (typeof STEPS)[number];

export interface Life {
	dataDir: string;
	built: string;
	partnerUrl: string;
	/** Of the device that prints labels. */
	device: object;
	/** How many shipments to book; 0: only take up what is there. */
	book: number;
	/** Where it kills itself, at the second shipment. */
	dieAt: Step | null;
	/** A person at the desk asks for whatever surely did not print. */
	asksAgain: boolean;
}

export interface Standing {
	shipments: { trackingNumber: string; state: string; documents: string[]; pendingIngestions: number }[];
	jobs: { trackingNumber: string; kind: string; state: string; message: string }[];
}

const MAX_MS = 40_000;
const life = JSON.parse(process.argv[2] ?? '') as Life;
const services = openServices(life.dataDir, life.partnerUrl, life.built);
const { printers, routing, jobs, queue, documentStore, shipments, journal } = services;

const printer = printerSchema.parse({ id: 'label', name: 'Labels', device: life.device, stock: '4x6' });
printers.save(printer);
routing.save([{ kind: null, carrier: null, destination: null, printerId: 'label', automatic: true }]);

/** Kills the process, without a word, the second time that it is passed. */
function deadly<Args extends unknown[], Result>(step: Step, work: (...args: Args) => Result, before: boolean) {
	let passed = 0;
	return (...args: Args): Result => {
		const dies = () => {
			passed += 1;
			if (life.dieAt === step && passed === 2) process.kill(process.pid, 'SIGKILL');
		};
		if (before) dies();
		const result = work(...args);
		if (!before) dies();
		return result;
	};
}
const setState = jobs.setState;
Object.assign(documentStore, { replaceReceived: deadly('received', documentStore.replaceReceived, true) });
Object.assign(queue, { add: deadly('filing', queue.add, true) });
Object.assign(jobs, {
	claim: deadly('claimed', deadly('prepared', jobs.claim, true), false),
	setState: (...args: Parameters<typeof setState>) => (args[1] === 'sent' ? deadlySent(...args) : setState(...args)),
});
const deadlySent = deadly('sent', setState, true);
const created = deadly('filed', () => {}, true);

services.start();
for (let count = 0; count < life.book; count += 1) {
	await shipments.create(composition, 1, true);
	created();
}
const latest = Date.now() + MAX_MS;
/** Nothing left to do by itself; for a desk that nobody asks again, the first of what waits may wait for its printer. */
function isSettled(): boolean {
	const open = jobs.open();
	if (documentStore.pendingIngestions().length > 0 || open.some(({ state }) => state === 'sending')) return false;
	const waiting = open.find(({ state }) => state === 'waiting');
	return !waiting || (!life.asksAgain && waiting.error !== '');
}
while (!isSettled() && Date.now() < latest) {
	if (life.asksAgain) for (const { id, state } of jobs.open()) if (state === 'waiting') queue.retry(id, false);
	await new Promise((resolve) => setTimeout(resolve, 100));
}
const standing: Standing = {
	shipments: journal.list(shipmentFilterSchema.parse({}), undefined, 100).map(({ id, trackingNumber, state }) => ({
		trackingNumber,
		state,
		documents: documentStore.of(id).map(({ kind }) => kind),
		pendingIngestions: documentStore.pendingIngestions().filter((one) => one.id === id).length,
	})),
	jobs: jobs.latest(100).map(({ trackingNumber, kind, state, message }) => ({ trackingNumber, kind, state, message })),
};
// A thread that is ended within its database would take the process with it.
await services.addressBook.close();
process.stdout.write(JSON.stringify(standing), () => process.exit(0));
