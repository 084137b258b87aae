// Migrations of the desk's database, in order; forward only. A file name starts with the schema version that the file's first step
// creates.
import { addressesAndShipments } from './0001-addresses-and-shipments';
import { documentsAndPrinters } from './0003-documents-and-printers';
import { outboxAndBatches } from './0004-outbox-and-batches';
import { reports } from './0005-reports';
import { pagesAndConnections } from './0007-pages-and-connections';
import { shipmentList } from './0010-shipment-list';
import { printDestinations } from './0011-print-destinations';
import { goodsDecisions } from './0012-goods-decisions';
import { heldLabels } from './0013-held-labels';
import { numberEndings } from './0014-number-endings';
import { unreadPages } from './0015-unread-pages';
import { leftOutRows } from './0016-left-out-rows';
import { leftOutCount } from './0017-left-out-count';
import { items } from './0018-items';
import { ordersAndPacking } from './0019-orders-and-packing';
import { rowRules } from './0020-row-rules';
import { orderClaims } from './0021-order-claims';
import { voidedShipments } from './0022-voided-shipments';
import { learnedWeights } from './0023-learned-weights';
import { sealedEvents } from './0024-sealed-events';
import { people } from './0025-people';

/** SQL steps. The step with index n upgrades version n to version n + 1. Never change a released step; add a new one. */
export const migrations: readonly string[] = [
	...addressesAndShipments,
	...documentsAndPrinters,
	...outboxAndBatches,
	...reports,
	...pagesAndConnections,
	...shipmentList,
	...printDestinations,
	...goodsDecisions,
	...heldLabels,
	...numberEndings,
	...unreadPages,
	...leftOutRows,
	...leftOutCount,
	...items,
	...ordersAndPacking,
	...rowRules,
	...orderClaims,
	...voidedShipments,
	...learnedWeights,
	...sealedEvents,
	...people,
];
