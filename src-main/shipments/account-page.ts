// Finds the URL of the account at the service in use: the list of shipments or the page of one shipment. A URL in Settings
// replaces both, except for the built-in service.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { BuiltInService } from '../connections/built-in-service';
import type { Connections } from '../connections/connections';
import { ACCOUNT_PAGES_PATH, type SessionCookie, signIn } from '../connections/partner-v1/account-sign-in';
import type { Fetch } from '../connections/service-interface';
import type { Journal } from '../operations/journal';
import type { SettingsService } from '../settings/settings';

export interface AccountPageDependencies {
	journal: Pick<Journal, 'partnerReference'>;
	connections: Pick<Connections, 'current' | 'nameOf'>;
	settings: Pick<SettingsService, 'read'>;
	builtInService: Pick<BuiltInService, 'whenReady'>;
	fetch: Fetch;
}

export interface AccountPage {
	url: string;
	/** Session cookie. Only for the built-in service, to which the station signs in with its own key. */
	cookie?: SessionCookie;
}

/**
 * @param id of a shipment; undefined for the list of shipments, which is also returned for a shipment without a partner id
 * @throws `shipment.notFound` when the shipment was sent to a service other than the one in use
 */
export async function resolveAccountPage(
	{ journal, connections, settings, builtInService, fetch }: AccountPageDependencies,
	id: number | undefined,
): Promise<AccountPage> {
	const { id: connectionId, baseUrl } = connections.current();
	const { accountUrl } = settings.read();
	const reference = id === undefined ? undefined : journal.partnerReference(id);
	if (reference && reference.connectionId !== connectionId) {
		throw new AppError(
			'shipment.notFound',
			t(
				'This shipment is in the account at {service, select, builtIn {the built-in service} other {{service}}}, which is not the current service. Change the service in Settings, or sign in to that account in a browser.',
				{ service: connections.nameOf(reference.connectionId) },
			),
		);
	}
	const path = `${ACCOUNT_PAGES_PATH}${reference?.partnerId ? `/${encodeURIComponent(reference.partnerId)}` : ''}`;
	if (baseUrl !== null) return { url: accountUrl || `${baseUrl}${path}` };
	const endpoint = await builtInService.whenReady();
	return { url: `${endpoint.baseUrl}${path}`, cookie: await signIn(fetch, endpoint) };
}
