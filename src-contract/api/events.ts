// What the main process pushes to the screens.
import type { BatchProgress } from '../model/batch';
import type { PrintJobSummary } from '../model/print-job';
import type { SiteStatus } from '../model/shared-books';
import type { OutboxStatus, ShipmentSummary } from '../model/shipment';

/** `unasked`: a service outside this desk that this run has not spoken to yet. */
type ServiceState = 'starting' | 'unasked' | 'online' | 'offline' | 'needsKey';

export interface StationStatus {
	service: ServiceState;
	/** Whose service: the built-in one, or the host of the address that was set. */
	serviceName: string;
	serviceMessage: string;
	unknownCount: number;
	failedPrintCount: number;
	outbox: OutboxStatus;
	version: string;
	/** The version that is installed when the station is closed; empty when there is none. */
	updateReady: string;
}

export interface StationEvents {
	'station.statusChanged': StationStatus;
	'printing.jobChanged': PrintJobSummary;
	'batches.progressed': BatchProgress;
	/** The queue set a shipment aside because the service refused it; the queue goes on with the next one. */
	'outbox.shipmentRefused': ShipmentSummary;
	/** Books that are shared with other desks: the line, or what stands in them. */
	'site.changed': SiteStatus;
}
export type EventName = keyof StationEvents;

/** What the preload puts on the window. */
export interface StationBridge {
	invoke(method: string, input: unknown): Promise<unknown>;
	on(listener: (event: { name: string; detail: unknown }) => void): () => void;
}
