// Selects the address and credentials for requests: those of the built-in service, or of the service that the settings name.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { isServiceAddress } from '../../src-contract/model/settings';
import type { BuiltInService } from './built-in-service';
import { BUILT_IN_ID, type Connections } from './connections';
import type { Credentials } from './credentials';
import type { Endpoint } from './service-interface';

export interface EndpointDependencies {
	registry: Connections;
	credentials: Pick<Credentials, 'read'>;
	builtInService: Pick<BuiltInService, 'whenReady'>;
}

/**
 * The address and credentials of the service in use.
 * @throws `settings.serviceAddress` when the address cannot be used, `credentials.locked` when no key can be read, or
 * `service.starting` when the built-in service is not ready in time
 */
export async function resolveEndpoint(dependencies: EndpointDependencies): Promise<Endpoint> {
	const { registry, credentials, builtInService } = dependencies;
	const { baseUrl } = registry.current();
	if (baseUrl === null) return builtInService.whenReady();
	if (!isServiceAddress(baseUrl)) {
		throw new AppError(
			'settings.serviceAddress',
			t('The service address "{address}" cannot be used. Nothing was sent. Correct it in Settings.', {
				address: baseUrl,
			}),
			{ disposition: 'stop' },
		);
	}
	const secrets = credentials.read();
	if (secrets) return { baseUrl, ...secrets };
	throw new AppError(
		'credentials.locked',
		t('The API key is not available. Nothing was booked. Enter the key or its passphrase in Settings.'),
		{ disposition: 'stop' },
	);
}

/**
 * Digest of the API key in use, which identifies the account at the service; `built-in` for the built-in service; empty when no key
 * can be read. Stored with each intent (the record of a request that is about to be sent), because a service stores idempotency
 * keys per account.
 */
export function currentApiKeyDigest({ registry, credentials }: Omit<EndpointDependencies, 'builtInService'>): string {
	if (registry.isBuiltIn()) return BUILT_IN_ID;
	const key = credentials.read()?.key;
	return key === undefined ? '' : createHash('sha256').update(key).digest('hex').slice(0, 16);
}
