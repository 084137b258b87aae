// The service that the desk uses: its address, its key, the client, and whether it answers.
import { createHash } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { isServiceAddress } from '../../src-contract/model/settings';
import { BUILT_IN, createConnections } from '../connections/connections';
import { type Credentials, createCredentials } from '../connections/credentials';
import { createPartnerClient } from '../connections/partner-v1/client';
import type { Endpoint } from '../connections/port';
import type { Database } from '../platform/database';
import type { ServiceDependencies, StationSignals } from './dependencies';

type ConnectionsDependencies = Pick<
	ServiceDependencies,
	'settings' | 'credentialsFile' | 'keyring' | 'builtInService' | 'fetch'
> & { database: Database };

export function composeConnections(dependencies: ConnectionsDependencies, signals: StationSignals) {
	const { settings, builtInService, database } = dependencies;
	const registry = createConnections(database, () => settings.read().serviceUrl);
	const stored = createCredentials(dependencies.credentialsFile, dependencies.keyring, {
		connectionId: registry.currentId,
	});
	stored.adopt();
	/** Whether the last request was answered; undefined before the first. */
	let isAnswering: boolean | undefined;

	async function endpoint(): Promise<Endpoint> {
		const { baseUrl } = registry.current();
		if (baseUrl === null) return builtInService.ready();
		if (!isServiceAddress(baseUrl)) {
			throw new AppError(
				'settings.serviceAddress',
				say('The service address "{address}" cannot be used. Nothing was sent. Correct it in Settings.', {
					address: baseUrl,
				}),
				{ disposition: 'stop' },
			);
		}
		const secrets = stored.read();
		if (secrets) return { baseUrl, ...secrets };
		throw new AppError(
			'credentials.locked',
			say('The key to the service is not at hand. Nothing was booked. Enter it, or its passphrase, in Settings.'),
			{ disposition: 'stop' },
		);
	}

	const credentials: Credentials = {
		...stored,
		set(...given) {
			const status = stored.set(...given);
			signals.keyChanged.emit();
			return status;
		},
		unlock(passphrase) {
			const status = stored.unlock(passphrase);
			signals.keyChanged.emit();
			return status;
		},
		clear() {
			const status = stored.clear();
			signals.statusChanged.emit();
			return status;
		},
	};

	const client = createPartnerClient({
		fetch: dependencies.fetch,
		endpoint,
		onAnswered(isAnswered) {
			if (isAnswered === isAnswering) return;
			isAnswering = isAnswered;
			signals.statusChanged.emit();
			if (isAnswered) signals.serviceAnswered.emit();
		},
	});

	return {
		registry,
		/** Null: the built-in service. */
		baseUrl: () => registry.current().baseUrl,
		credentials,
		client,
		isAnswering: () => isAnswering,
		/** Called before another address is saved: the old key never meets it. */
		forgetKey: () => void stored.clear(),

		/** Requests that bear a key are known to the account of that key alone. */
		account(): string {
			if (registry.isBuiltIn()) return BUILT_IN;
			const key = stored.read()?.key;
			return key === undefined ? '' : createHash('sha256').update(key).digest('hex').slice(0, 16);
		},

		/** The settings name another service now. */
		serviceChanged(): void {
			isAnswering = undefined;
			if (registry.isBuiltIn()) builtInService.start();
			else void builtInService.stop();
			signals.keyChanged.emit();
		},
	};
}
