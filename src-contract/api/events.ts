// Events that the main process pushes to the windows.
import type { BatchProgress } from '../model/batch';
import type { PackFeedback } from '../model/packing';
import type { PeopleState } from '../model/people';
import type { PrintJobSummary } from '../model/print-job';
import type { SiteStatus } from '../model/shared-books';
import type { OutboxStatus, ShipmentSummary } from '../model/shipment';

/**
 * State of the shipping service. `unknown`: an external service that has not been contacted since the station started or switched to
 * it.
 */
type ServiceState = 'starting' | 'unknown' | 'online' | 'offline' | 'needsKey';

export interface StationStatus {
	service: ServiceState;
	/** "Built-in service", or the host of the service address in Settings; the whole address if it is not valid. */
	serviceName: string;
	/** Details of `service` for the user; may be empty. */
	serviceMessage: string;
	/** Number of shipments whose outcome is unknown. */
	unknownCount: number;
	/** Number of print jobs that failed, have an unknown outcome or wait for another attempt. */
	failedPrintCount: number;
	outbox: OutboxStatus;
	/** Version of the station. */
	version: string;
	/** Version of a downloaded update that is installed on quit; empty when there is none. */
	readyUpdateVersion: string;
}

export interface StationEvents {
	'station.statusChanged': StationStatus;
	/** A person signed in or out, or rights changed. */
	'people.changed': PeopleState;
	'printing.jobChanged': PrintJobSummary;
	'batches.progressed': BatchProgress;
	/** Orders were added or changed. */
	'orders.changed': null;
	/** The session of this desk changed without a call of the screen: its booking ended, or its order changed at its source. */
	'packing.changed': PackFeedback;
	/** The service has booked the shipment of the form. Its label is being read. */
	'shipments.labelReceived': null;
	/** A queued shipment was added to the list of refused shipments. The queue continues with the next shipment. */
	'outbox.shipmentRefused': ShipmentSummary;
	/** The connection to the site database changed, or the shared books have new content. */
	'site.changed': SiteStatus;
	/** Other desks of the site chose HS codes, so remembered codes may have changed. */
	'goods.decisionsReceived': null;
}
export type EventName = keyof StationEvents;

/** The object that the preload exposes as `window.waybill`. */
export interface StationBridge {
	invoke(method: string, input: unknown): Promise<unknown>;
	on(listener: (event: { name: string; detail: unknown }) => void): () => void;
}
