// Composes the connection to the service in use: the registry of connections, the credentials, the client, and the signals that
// report changes.
import { createAvailability } from '../connections/availability';
import { createConnections } from '../connections/connections';
import { createCredentials, withListeners } from '../connections/credentials';
import { currentApiKeyDigest, resolveEndpoint } from '../connections/endpoint';
import { createPartnerClient } from '../connections/partner-v1/client';
import { createShipmentReader } from '../connections/partner-v1/large-answers';
import type { Database } from '../platform/database';
import type { ServiceDependencies, StationSignals } from './dependencies';
import type { DocumentThread } from './document-thread';

type ConnectionsDependencies = Pick<
	ServiceDependencies,
	'settings' | 'credentialsFile' | 'keyring' | 'builtInService' | 'network'
> & { database: Database; documentThread: Pick<DocumentThread, 'readShipment'> };

export function composeConnections(dependencies: ConnectionsDependencies, signals: StationSignals) {
	const { settings, builtInService, credentialsFile, keyring, database, network } = dependencies;
	const { statusChanged, serviceAnswered, keyChanged } = signals;
	const registry = createConnections(database, () => settings.read().serviceUrl);
	const credentials = createCredentials(credentialsFile, keyring, { connectionId: registry.currentId });
	// Earlier releases stored the key without the id of its connection. Such a key belongs to the service in use.
	credentials.adopt();
	const availability = createAvailability((isAnswering) => {
		statusChanged.emit();
		if (isAnswering) serviceAnswered.emit();
	});

	const endpoint = () => resolveEndpoint({ registry, credentials, builtInService });

	return {
		registry,
		/** How requests to the service in use are sent. */
		route: async () => network.routeTo((await endpoint()).baseUrl),
		/** Base URL of the service in use; null: the built-in service. */
		baseUrl: () => registry.current().baseUrl,
		credentials: withListeners(credentials, { onKeyAvailable: keyChanged.emit, onClear: statusChanged.emit }),
		client: createPartnerClient({
			fetch: network.fetch,
			endpoint,
			readShipment: createShipmentReader(dependencies.documentThread.readShipment),
			onAnswered: availability.record,
		}),
		isAnswering: availability.isAnswering,
		apiKeyDigest: () => currentApiKeyDigest({ registry, credentials }),
		/**
		 * Clears the key without a signal. Call this function before another service address is saved, so that the key is never sent to
		 * that service.
		 */
		forgetKey: () => void credentials.clear(),

		/** Switches to the service in the settings. Call this function after another service address was saved. */
		serviceChanged(): void {
			availability.reset();
			if (registry.isBuiltIn()) builtInService.start();
			else void builtInService.stop();
			keyChanged.emit();
		},
	};
}
