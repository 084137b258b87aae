// The station status that the header shows: state of the service, and numbers of shipments and print jobs that need the user.
import type { StationStatus } from '../../src-contract/api/events';
import { t } from '../../src-contract/i18n';
import { isServiceAddress } from '../../src-contract/model/settings';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import type { BuiltInServiceState } from '../connections/built-in-service';

export interface StatusSources {
	/** Base URL of the service in use, or null for the built-in service. */
	baseUrl: () => string | null;
	builtInService: () => BuiltInServiceState;
	/** Whether the last request to an external service was answered; undefined before the first request. */
	isAnswering: () => boolean | undefined;
	credentials: () => 'absent' | 'locked' | 'set';
	/** Number of operations with an unknown outcome. */
	unknownCount: () => number;
	/** Number of print jobs that failed, have an unknown outcome or wait for another attempt. */
	failedPrintCount: () => number;
	outbox: () => OutboxStatus;
	version: string;
	/** Sends the status to the window. */
	push: (status: StationStatus) => void;
	onError: (error: unknown) => void;
}

export function createStationStatus(sources: StatusSources) {
	/** Version of the downloaded update that is installed on quit; empty when there is none. */
	let readyUpdateVersion = '';

	function serviceStatus(): Pick<StationStatus, 'service' | 'serviceName' | 'serviceMessage'> {
		const url = sources.baseUrl();
		if (url === null) {
			const { service, message } = sources.builtInService();
			return { service, serviceName: t('Built-in service'), serviceMessage: message };
		}
		if (!isServiceAddress(url)) {
			return {
				service: 'offline',
				serviceName: url,
				serviceMessage: t('The service address is not valid. Correct it in Settings.'),
			};
		}
		const serviceName = new URL(url).host;
		switch (sources.credentials()) {
			case 'locked':
				return {
					service: 'needsKey',
					serviceName,
					serviceMessage: t('Enter the passphrase in Settings to unlock the key.'),
				};
			case 'absent':
				return { service: 'needsKey', serviceName, serviceMessage: t('Enter the key and secret in Settings.') };
			case 'set': {
				const isAnswering = sources.isAnswering();
				if (isAnswering === undefined)
					return { service: 'unknown', serviceName, serviceMessage: t('Not contacted since Waybill started.') };
				return isAnswering
					? { service: 'online', serviceName, serviceMessage: '' }
					: { service: 'offline', serviceName, serviceMessage: t('The last request was not answered.') };
			}
		}
	}

	function read(): StationStatus {
		return {
			...serviceStatus(),
			unknownCount: sources.unknownCount(),
			failedPrintCount: sources.failedPrintCount(),
			outbox: sources.outbox(),
			version: sources.version,
			readyUpdateVersion,
		};
	}
	/** Sends the status to the window. Never throws: a failure must not affect the operation that changed the status. */
	function publish(): void {
		try {
			sources.push(read());
		} catch (error) {
			sources.onError(error);
		}
	}

	return {
		read,
		publish,
		/** Shows that an update is downloaded and will be installed on quit. */
		setUpdateReady(version: string): void {
			readyUpdateVersion = version;
			publish();
		},
	};
}
export type StationStatusService = ReturnType<typeof createStationStatus>;
