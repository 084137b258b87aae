// IPC handlers of settings and credentials.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { settingsApi } from '../../../src-contract/api/settings';
import { testConnection } from '../../connections/availability';
import type { Credentials } from '../../connections/credentials';
import type { Connection } from '../../connections/service-interface';
import type { DeskSettings } from '../../settings/desk-settings';

export interface SettingsServices {
	deskSettings: DeskSettings;
	credentials: Credentials;
	client: Connection;
}

export const settingsHandlers = ({ deskSettings, credentials, client }: SettingsServices) =>
	({
		'settings.read': () => deskSettings.read(),
		'settings.save': (input) => deskSettings.save(input),
		'credentials.status': () => credentials.status(),
		'credentials.set': ({ key, secret, protection, passphrase }) =>
			credentials.set({ key, secret }, protection, passphrase),
		'credentials.unlock': ({ passphrase }) => credentials.unlock(passphrase),
		'credentials.clear': () => credentials.clear(),
		'service.test': () => testConnection(client),
	}) satisfies HandlersOf<typeof settingsApi>;
