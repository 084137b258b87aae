// One life of a desk in the campaigns of its outbox, a process of its own: it books and queues shipments until it has so many, and
// is killed at any moment. Told by its first argument, in JSON; says in JSON when it stands and when nothing moves any more.
import { composition } from '../fixtures/composition';
import { openServices } from '../fixtures/desk-services';
import { BROKEN_CITY } from '../fixtures/misbehaving-partner';

export interface OutboxLife {
	dataDir: string;
	built: string;
	partnerUrl: string;
	/** How many shipments the journal is to hold. */
	total: number;
	/** Whether they are all queued, or booked by hand two by two with some queued between. */
	queuesAll: boolean;
	/** Every so many-th shipment goes to a city for which the service fails; 0: none. */
	brokenEvery: number;
}

const life = JSON.parse(process.argv[2] ?? '') as OutboxLife;
const services = openServices(life.dataDir, life.partnerUrl, life.built);
const { journal, shipments, outbox } = services;
const report = (what: string) => process.stdout.write(`${JSON.stringify({ what })}\n`);
const anything = { text: '', state: null, carrier: null, countryCode: null, from: null, until: null };
/** Somebody who was told that there is no line waits a moment. */
const PATIENCE_MS = 150;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

services.start();
report('ready');
/** Two at a time, some may have been told to the journal before an earlier one. */
const made = () =>
	Math.max(0, ...journal.list(anything, undefined, 10).map(({ reference }) => Number(reference.slice(2))));
const referenceOf = (number: number) => {
	const isBroken = life.brokenEvery > 0 && number % life.brokenEvery === 0;
	const to = isBroken ? { ...composition.to, city: BROKEN_CITY } : composition.to;
	return { ...composition, to, reference: `R-${number}` };
};

if (life.queuesAll) {
	for (let number = made() + 1; number <= life.total; number += 1)
		shipments.queue(referenceOf(number), { kind: 'cheapest' }, 12, undefined);
} else {
	let number = made();
	const next = async () => {
		while (number < life.total) {
			number += 1;
			const order = referenceOf(number);
			if (number % 3 === 0) shipments.queue(order, { kind: 'cheapest' }, 12, undefined);
			// What it was told is in the journal too.
			else await shipments.create(order, 1, true).catch(() => pause(PATIENCE_MS));
		}
	};
	await Promise.all([next(), next()]);
}

/** Nothing is queued, and what is unknown would not be asked about again, or stays so for a while. */
const isQuiet = () => journal.count('queued') + journal.count('sending') === 0;
let quietFor = 0;
while (quietFor < 20) {
	await pause(100);
	const moves =
		!isQuiet() ||
		journal
			.listUnknown()
			.some(({ id }) => services.reconciliation.isReconciled(services.submission.kind, journal.sendable(id)));
	quietFor = moves ? 0 : quietFor + 1;
	if (outbox.status().isStopped) outbox.resume();
}
report('done');
await services.close();
process.exit(0);
