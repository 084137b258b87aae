// The station status in the header: state of the service, and counts of what needs the user.
import type { StationStatus } from '../../src-contract/api/events';
import { t } from '../../src-contract/i18n';
import { isServiceAddress } from '../../src-contract/model/settings';
import type { OutboxStatus } from '../../src-contract/model/shipment';
import type { BuiltInServiceState } from '../connections/built-in-service';

export interface StatusSources {
	/** Base URL of the service in use; null: the built-in one. */
	baseUrl: () => string | null;
	builtInService: () => BuiltInServiceState;
	/** True when the last request to an external service was answered; undefined before the first. */
	answered: () => boolean | undefined;
	credentials: () => 'absent' | 'locked' | 'set';
	unknownCount: () => number;
	failedPrintCount: () => number;
	outbox: () => OutboxStatus;
	version: string;
	push: (status: StationStatus) => void;
	onError: (error: unknown) => void;
}

export function createStationStatus(sources: StatusSources) {
	let readyUpdateVersion = '';

	function service(): Pick<StationStatus, 'service' | 'serviceName' | 'serviceMessage'> {
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
				const answered = sources.answered();
				if (answered === undefined)
					return { service: 'unknown', serviceName, serviceMessage: t('Not contacted since Waybill started.') };
				return answered
					? { service: 'online', serviceName, serviceMessage: '' }
					: { service: 'offline', serviceName, serviceMessage: t('The last request was not answered.') };
			}
		}
	}

	function read(): StationStatus {
		return {
			...service(),
			unknownCount: sources.unknownCount(),
			failedPrintCount: sources.failedPrintCount(),
			outbox: sources.outbox(),
			version: sources.version,
			readyUpdateVersion,
		};
	}
	/** Publishes the status. Never throws: a failure must not affect the operation that reports the change. */
	function changed(): void {
		try {
			sources.push(read());
		} catch (error) {
			sources.onError(error);
		}
	}

	return {
		read,
		changed,
		/** Shows that an update is downloaded and will be installed on quit. */
		setUpdateReady(version: string): void {
			readyUpdateVersion = version;
			changed();
		},
	};
}
export type StationStatusService = ReturnType<typeof createStationStatus>;
