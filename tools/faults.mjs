// `npm run faults -- NAME --count N`: runs a campaign of size N: N bookings, orders, edits or files, most of them with injected
// failures (README.md lists the campaigns). Prints a report, and fails if a booking, print, label, address or scan was lost,
// duplicated or reported wrongly.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { setUp } from './setup.mjs';
import { installTestPrograms } from './test-programs.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { count: { type: 'string' } },
});
const name = positionals[0] ?? '';
await setUp();
await installTestPrograms();
await build();
const { register } = await import('tsx/esm/api');
register();
const { killDuringBooking } = await import('../test/faults/kill-booking.ts');
const { killService } = await import('../test/faults/kill-service.ts');
const { killDuringBatch } = await import('../test/faults/batch.ts');
const { injectAddressBookFaults } = await import('../test/faults/addresses.ts');
const { cutConnectionWhileQueued, killDuringSubmission, queueWithRejections } = await import(
	'../test/faults/outbox.ts'
);
const { editDuringCuts } = await import('../test/faults/books.ts');
const { fuzz } = await import('../test/faults/fuzz.ts');
const { injectPrintingFaults } = await import('../test/faults/printing.ts');
const { labelsThroughPrinters } = await import('../test/faults/labels.ts');
const { discoverWithAvahi } = await import('../test/faults/discovery.ts');
const { moveDesk } = await import('../test/faults/move.ts');
const { installAndShip } = await import('../test/faults/package.ts');
const { killDuringPacking } = await import('../test/faults/packing.ts');
const { packDay } = await import('../test/faults/packing-day.ts');
const { packAtTwoDesks } = await import('../test/faults/two-desks.ts');
/** @type {Record<string, (count: number) => Promise<object>>} */
const campaigns = {
	'kill-booking': killDuringBooking,
	'kill-service': killService,
	printing: injectPrintingFaults,
	addresses: injectAddressBookFaults,
	batch: (rows) => killDuringBatch(rows),
	outbox: killDuringSubmission,
	queue: cutConnectionWhileQueued,
	refusals: queueWithRejections,
	books: (edits) => editDuringCuts(edits),
	move: moveDesk,
	labels: labelsThroughPrinters,
	discovery: discoverWithAvahi,
	package: installAndShip,
	packing: killDuringPacking,
	'packing-day': packDay,
	'two-desks': packAtTwoDesks,
	fuzz,
};
/** Size of a campaign if the command names none. @type {Record<string, number>} */
const DEFAULT_COUNTS = { packing: 200, 'packing-day': 500, 'two-desks': 1000 };
/** Fields of a report that count errors. */
const ERROR_COUNTS = [
	'boughtTwice',
	'bookedTwice',
	'printedTwice',
	'outOfOrder',
	'lost',
	'misreported',
	'scansLost',
	'scansDoubled',
	'notResumed',
	'notShipped',
	'missed',
	'falselyRefused',
	'tooManyScans',
];
const campaign = campaigns[name];
if (!campaign) stop(`choose a campaign: ${Object.keys(campaigns).join(', ')}`);
const count = Number(values.count ?? DEFAULT_COUNTS[name] ?? 10);
const report = await withDisplay(() => campaign(count));
log(JSON.stringify(report));
/** @type {Record<string, unknown>} */
const counts = { ...report };
if (ERROR_COUNTS.some((field) => Number(counts[field] ?? 0) > 0)) stop('the campaign found errors; see the report');
