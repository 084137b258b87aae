// Signs in to the account pages of a service with its API key, so that the user does not have to enter the key.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { withTimeLimit } from '../../platform/time-limit';
import type { Endpoint, Fetch } from '../service-interface';

const SIGN_IN_TIMEOUT_MS = 10_000;
/** Path of the list of shipments. The page of a shipment is below this path. */
export const ACCOUNT_PAGES_PATH = '/account/shipments';

export interface SessionCookie {
	name: string;
	value: string;
}

/**
 * Opens a session. Key and secret are sent only in the form body, never in the URL.
 * @throws `partner.unauthorised` when the answer sets no cookie, or the error of `fetch`
 */
export async function signIn(fetch: Fetch, { baseUrl, key, secret }: Endpoint): Promise<SessionCookie> {
	const body = new URLSearchParams({ key, secret });
	const response = await withTimeLimit(SIGN_IN_TIMEOUT_MS, (signal) =>
		fetch(`${baseUrl}/account/sign-in`, { method: 'POST', redirect: 'manual', body, signal }),
	);
	void response.body?.cancel().catch(() => {});
	const [, name, value] = /^([^=;]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
	if (name && value) return { name, value };
	throw new AppError(
		'partner.unauthorised',
		t('The service did not accept this key for its account pages. Open them in a browser and sign in there.'),
		{ disposition: 'stop' },
	);
}
