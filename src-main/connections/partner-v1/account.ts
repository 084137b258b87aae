// The account's pages at a service of this house: who has its key is signed in with it, so that nobody has to type it.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { Endpoint } from '../port';

const SIGN_IN_MS = 10_000;
export const ACCOUNT_PAGES = '/account/shipments';

export interface SessionCookie {
	name: string;
	value: string;
}

/** Opens a session with the key, which goes in the body of the form and nowhere else. @throws `partner.unauthorised` */
export async function signIn(
	fetch: typeof globalThis.fetch,
	{ baseUrl, key, secret }: Endpoint,
): Promise<SessionCookie> {
	const response = await fetch(`${baseUrl}/account/sign-in`, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ key, secret }),
		signal: AbortSignal.timeout(SIGN_IN_MS),
	});
	await response.body?.cancel();
	const [, name, value] = /^([^=;]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
	if (name && value) return { name, value };
	throw new AppError(
		'partner.unauthorised',
		t('The service did not open its account pages for this key. Open them in a browser, and sign in there.'),
		{ disposition: 'stop' },
	);
}
