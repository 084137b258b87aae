// The migrations of the desk's database, in their order; forward only. A file is named by the number of its first step.
import { addressesAndShipments } from './0001-addresses-and-shipments';
import { documentsAndPrinters } from './0003-documents-and-printers';
import { outboxAndBatches } from './0004-outbox-and-batches';
import { reports } from './0005-reports';
import { pagesAndConnections } from './0007-pages-and-connections';

/** Step n brings version n to version n + 1. Never change a step that has been released: add one. */
export const migrations: readonly string[] = [
	...addressesAndShipments,
	...documentsAndPrinters,
	...outboxAndBatches,
	...reports,
	...pagesAndConnections,
];
