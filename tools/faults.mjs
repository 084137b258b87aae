// `npm run faults -- NAME --count N`: runs a fault injection campaign. Prints a report, and fails if a booking, print, label or
// address was lost, duplicated or reported wrongly.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { withDisplay } from './display.mjs';
import { log, stop } from './log.mjs';
import { setUp } from './setup.mjs';
import { ensureTestServers } from './test-servers.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { count: { type: 'string', default: '10' } },
});
const name = positionals[0] ?? '';
await setUp();
await ensureTestServers();
await build();
const { register } = await import('tsx/esm/api');
register();
const { killDuringBooking } = await import('../test/faults/kill-booking.ts');
const { killService } = await import('../test/faults/kill-service.ts');
const { killDuringBatch } = await import('../test/faults/batch.ts');
const { faultsInAddresses } = await import('../test/faults/addresses.ts');
const { cutWhileQueued, killWhileSending, sendBehindBad } = await import('../test/faults/outbox.ts');
const { editWhileCut } = await import('../test/faults/books.ts');
const { fuzz } = await import('../test/faults/fuzz.ts');
const { faultsWhilePrinting } = await import('../test/faults/printing.ts');
const { labelsThroughPrinters } = await import('../test/faults/labels.ts');
const { discoverWithAvahi } = await import('../test/faults/discovery.ts');
const { installAndShip } = await import('../test/faults/package.ts');
/** @type {Record<string, (count: number) => Promise<{ boughtTwice?: number, printedTwice?: number, lost: number, dishonest: number, outOfOrder?: number }>>} */
const campaigns = {
	'kill-booking': killDuringBooking,
	'kill-service': killService,
	printing: faultsWhilePrinting,
	addresses: faultsInAddresses,
	batch: (rows) => killDuringBatch(rows),
	outbox: killWhileSending,
	queue: cutWhileQueued,
	refusals: sendBehindBad,
	books: (edits) => editWhileCut(edits),
	labels: labelsThroughPrinters,
	discovery: discoverWithAvahi,
	package: installAndShip,
	fuzz,
};
const campaign = campaigns[name];
if (!campaign) stop(`choose a campaign: ${Object.keys(campaigns).join(', ')}`);
const report = await withDisplay(() => campaign(Number(values.count)));
log(JSON.stringify(report));
const { boughtTwice = 0, printedTwice = 0, outOfOrder = 0, lost, dishonest } = report;
if (boughtTwice + printedTwice + outOfOrder + lost + dishonest > 0) stop('the campaign found errors; see the report');
