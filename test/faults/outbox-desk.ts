// The child process of the outbox campaigns: books and queues shipments up to a total and may be killed at any time. Takes its options
// as JSON in the first argument and prints a line of JSON when it is ready and when nothing is left to do.

import { openServices } from '../fixtures/desk-services';
import { BROKEN_CITY, foreignNumber } from '../fixtures/misbehaving-partner';
import { exampleDraft } from '../fixtures/shipment-draft';

export interface OutboxDeskOptions {
	dataDir: string;
	built: string;
	partnerUrl: string;
	/** Number of shipments that the journal holds in the end. */
	total: number;
	/** True: queue every shipment. False: book two at a time and queue every third. */
	queuesAll: boolean;
	/** Every n-th shipment goes to a city for which the service fails; 0: none. */
	brokenEvery: number;
}

const options = JSON.parse(process.argv[2] ?? '') as OutboxDeskOptions;
const services = openServices(options.dataDir, options.partnerUrl, options.built);
const { journal, shipments, outbox } = services;
const report = (what: string, detail = {}) => process.stdout.write(`${JSON.stringify({ what, ...detail })}\n`);
const NO_FILTER = { text: '', state: null, carrier: null, countryCode: null, from: null, until: null };
/** Pause after a booking failed. */
const OFFLINE_PAUSE_MS = 150;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

services.start();
report('ready');
/** Highest reference number in the journal. Looks at the last ten: of two concurrent bookings the later may be recorded first. */
const highestReference = () =>
	Math.max(0, ...journal.list(NO_FILTER, undefined, 10).map(({ reference }) => Number(reference.slice(2))));
const makeDraft = (number: number) => {
	const isBroken = options.brokenEvery > 0 && number % options.brokenEvery === 0;
	const to = isBroken ? { ...exampleDraft.to, city: BROKEN_CITY } : exampleDraft.to;
	return { ...exampleDraft, to, reference: `R-${number}` };
};

if (options.queuesAll) {
	for (let number = highestReference() + 1; number <= options.total; number += 1)
		shipments.queue(makeDraft(number), { kind: 'cheapest' }, 12, undefined);
} else {
	let number = highestReference();
	const next = async () => {
		while (number < options.total) {
			number += 1;
			const order = makeDraft(number);
			// A failed booking is in the journal too, unless the disk is full.
			if (number % 3 === 0)
				try {
					shipments.queue(order, { kind: 'cheapest' }, 12, undefined);
				} catch {
					await pause(OFFLINE_PAUSE_MS);
				}
			else {
				const startedAtMs = performance.now();
				await shipments.create(order, 1, true).catch(() => pause(OFFLINE_PAUSE_MS));
				report('booking', { milliseconds: Math.round(performance.now() - startedAtMs) });
			}
		}
	};
	await Promise.all([next(), next()]);
}

/** Nothing is queued or being sent. Unknown outcomes that cannot be reconciled do not count as activity. */
const isQuiet = () => journal.count('queued') + journal.count('sending') === 0;
let quietPolls = 0;
while (quietPolls < 20) {
	await pause(100);
	const isActive =
		!isQuiet() ||
		journal
			.listUnknown()
			.some(({ id }) =>
				services.reconciliation.isReconciledAutomatically(services.submission.kind, journal.readIntent(id)),
			);
	quietPolls = isActive ? 0 : quietPolls + 1;
	if (outbox.status().isStopped) outbox.resume();
}
// The code of each label is scanned. Held ones are those of another shipment.
for (const { id, trackingNumber } of journal.list({ ...NO_FILTER, state: 'booked' }, undefined, options.total)) {
	const isHeld = services.documentStore.documentsOfShipment(id).some((document) => document.isHeld);
	services.scanVerification.scan(id, isHeld ? foreignNumber(trackingNumber) : trackingNumber);
}
report('done');
await services.close();
process.exit(0);
