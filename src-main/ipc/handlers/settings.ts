// IPC handlers of settings and credentials.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { settingsApi } from '../../../src-contract/api/settings';
import { testConnection } from '../../connections/availability';
import type { Credentials } from '../../connections/credentials';
import type { Route } from '../../connections/network';
import type { Connection } from '../../connections/service-interface';
import type { DeskSettings } from '../../settings/desk-settings';

export interface SettingsServices {
	deskSettings: DeskSettings;
	credentials: Credentials;
	client: Connection;
	/** How requests to the service in use are sent. */
	route: () => Promise<Route>;
}

export const settingsHandlers = ({ deskSettings, credentials, client, route }: SettingsServices) =>
	({
		'settings.read': () => deskSettings.read(),
		'settings.save': (input) => deskSettings.save(input),
		'credentials.status': () => credentials.status(),
		'credentials.set': ({ key, secret, protection, passphrase }) =>
			credentials.set({ key, secret }, protection, passphrase),
		'credentials.unlock': ({ passphrase }) => credentials.unlock(passphrase),
		'credentials.clear': () => credentials.clear(),
		'service.test': () => testConnection(client, route),
	}) satisfies HandlersOf<typeof settingsApi>;
