// The pages of the account at the service that the desk uses: the list of shipments, or one shipment.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { BuiltInService } from '../connections/built-in-service';
import type { Connections } from '../connections/connections';
import { ACCOUNT_PAGES, type SessionCookie, signIn } from '../connections/partner-v1/account';
import type { Journal } from '../operations/journal';
import type { SettingsService } from '../settings/settings';

export interface AccountPageDependencies {
	journal: Pick<Journal, 'place'>;
	connections: Pick<Connections, 'current' | 'nameOf'>;
	settings: Pick<SettingsService, 'read'>;
	builtInService: Pick<BuiltInService, 'ready'>;
	fetch: typeof fetch;
}

export interface AccountPage {
	url: string;
	/** Signs in; only where the station can do that by itself. */
	cookie?: SessionCookie;
}

/** @param id of a shipment; undefined: the list. @throws `shipment.notFound` for a shipment of another service */
export async function accountPage(
	{ journal, connections, settings, builtInService, fetch }: AccountPageDependencies,
	id: number | undefined,
): Promise<AccountPage> {
	const { id: connectionId, baseUrl } = connections.current();
	const { accountUrl } = settings.read();
	const place = id === undefined ? undefined : journal.place(id);
	if (place && place.connectionId !== connectionId) {
		throw new AppError(
			'shipment.notFound',
			t(
				'This shipment is in the account at {service, select, builtIn {the built-in service} other {{service}}}, which this desk does not use now. Change the service in Settings, or look there.',
				{ service: connections.nameOf(place.connectionId) },
			),
		);
	}
	const page = `${ACCOUNT_PAGES}${place?.partnerId ? `/${encodeURIComponent(place.partnerId)}` : ''}`;
	if (baseUrl !== null) return { url: accountUrl || `${baseUrl}${page}` };
	const endpoint = await builtInService.ready();
	return { url: `${endpoint.baseUrl}${page}`, cookie: await signIn(fetch, endpoint) };
}
