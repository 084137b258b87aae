// Composes the station status, the support report and the daily maintenance.
import { shipmentStateSchema } from '../../src-contract/model/shipment';
import type { AddressBook } from '../address-book/address-book';
import type { DocumentStore } from '../documents/store';
import type { Journal } from '../operations/journal';
import type { DeskPrinting } from '../printing/desk-printing';
import type { PrintJobs } from '../printing/print-jobs';
import { createDailyMaintenance } from '../support/daily-maintenance';
import { createStationStatus } from '../support/station-status';
import { createSupportReport } from '../support/support-report';
import type { composeConnections } from './connections';
import type { ServiceDependencies, StationSignals } from './dependencies';
import type { createShipping } from './shipments';

export interface SupportDependencies
	extends Pick<ServiceDependencies, 'settings' | 'builtInService' | 'version' | 'logFile' | 'now' | 'push' | 'log'> {
	connections: Pick<ReturnType<typeof composeConnections>, 'baseUrl' | 'isAnswering' | 'credentials'>;
	/** Writes the daily copy of the journal. */
	copyJournal: () => Promise<void>;
	addressBook: AddressBook;
	documentStore: DocumentStore;
	journal: Journal;
	shipping: Pick<ReturnType<typeof createShipping>, 'countOperations' | 'outbox'>;
	jobs: Pick<PrintJobs, 'countWithProblems'>;
	deskPrinting: Pick<DeskPrinting, 'printerStatuses'>;
}

export function composeSupport(dependencies: SupportDependencies, signals: StationSignals) {
	const { settings, connections, journal, shipping, jobs, deskPrinting, builtInService, push, log, now } = dependencies;
	const { credentials } = connections;
	const status = createStationStatus({
		baseUrl: connections.baseUrl,
		builtInService: builtInService.state,
		isAnswering: connections.isAnswering,
		credentials: () => credentials.status().state,
		unknownCount: () => shipping.countOperations().unknown,
		failedPrintCount: jobs.countWithProblems,
		outbox: () => shipping.outbox.status(),
		version: dependencies.version,
		push: (stationStatus) => push('station.statusChanged', stationStatus),
		onError: (error) => log('status.error', { error: String(error) }),
	});
	builtInService.onChange(status.publish);
	signals.statusChanged.on(status.publish);
	signals.keyChanged.on(status.publish);

	const supportReport = createSupportReport(async () => {
		const counts = shipmentStateSchema.options.map((state) => [state, journal.count(state)]);
		return {
			at: now().toISOString(),
			status: status.read(),
			settings: settings.read(),
			credentials: credentials.status(),
			shipments: Object.fromEntries(counts),
			printers: await deskPrinting.printerStatuses(),
		};
	}, dependencies.logFile);
	return { status, supportReport, dailyMaintenance: createDailyMaintenance(dependencies) };
}
