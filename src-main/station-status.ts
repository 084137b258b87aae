// What the header shows: whether the service can be used, and what waits for a person's word.
import type { StationStatus } from '../src-contract/station-events';

export interface StatusSources {
	serviceUrl: () => string;
	/** The built-in service. */
	broker: () => { running: boolean; message: string };
	credentials: () => 'absent' | 'locked' | 'set';
	unknownCount: () => number;
	failedPrintCount: () => number;
	version: string;
	push: (status: StationStatus) => void;
}

export function createStationStatus(sources: StatusSources) {
	function service(): Pick<StationStatus, 'service' | 'serviceName' | 'serviceMessage'> {
		const url = sources.serviceUrl();
		if (url === '') {
			const { running, message } = sources.broker();
			return {
				service: running ? 'online' : message.includes('cannot start') ? 'offline' : 'starting',
				serviceName: 'Built-in service',
				serviceMessage: message,
			};
		}
		const serviceName = new URL(url).host;
		switch (sources.credentials()) {
			case 'set':
				return { service: 'online', serviceName, serviceMessage: '' };
			case 'locked':
				return {
					service: 'needsKey',
					serviceName,
					serviceMessage: 'Give the passphrase in Settings to unlock the key.',
				};
			case 'absent':
				return { service: 'needsKey', serviceName, serviceMessage: 'Enter the key and secret in Settings.' };
		}
	}

	function read(): StationStatus {
		return {
			...service(),
			unknownCount: sources.unknownCount(),
			failedPrintCount: sources.failedPrintCount(),
			version: sources.version,
		};
	}
	return { read, changed: () => sources.push(read()) };
}
export type StationStatusService = ReturnType<typeof createStationStatus>;
