// `npm run faults -- NAME --count N`: runs a campaign of size N: N bookings, orders, edits or files, most of them with injected
// failures (README.md lists the campaigns). Prints a report, and fails if a booking, print, label or address was lost, duplicated
// or reported wrongly.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { setUp } from './setup.mjs';
import { installTestPrograms } from './test-programs.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { count: { type: 'string', default: '10' } },
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
/** @type {Record<string, (count: number) => Promise<{ boughtTwice?: number, printedTwice?: number, lost: number, misreported: number, outOfOrder?: number }>>} */
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
	fuzz,
};
const campaign = campaigns[name];
if (!campaign) stop(`choose a campaign: ${Object.keys(campaigns).join(', ')}`);
const report = await withDisplay(() => campaign(Number(values.count)));
log(JSON.stringify(report));
const { boughtTwice = 0, printedTwice = 0, outOfOrder = 0, lost, misreported } = report;
if (boughtTwice + printedTwice + outOfOrder + lost + misreported > 0) stop('the campaign found errors; see the report');
