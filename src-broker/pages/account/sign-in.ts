// Sign-in and sign-out of the account section. A session has a cookie, and a CSRF token that every form must contain.
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Accounts } from '../../accounts/accounts';
import { isSameText, SESSION_SECONDS, type Sessions } from '../../accounts/sessions';
import type { AttemptLimit } from '../../transport/attempt-limit';
import { getClientAddress } from '../../transport/client-address';
import { HttpError } from '../../transport/http-error';
import { readForm } from '../../transport/read-body';
import { type Markup, respondWithPage } from '../page';
import { ACCOUNT_PATH, type SessionEnvironment, SHIPMENTS_PATH, SIGN_IN_PATH } from './paths';

const COOKIE = 'waybill_session';
const MAX_KEY_CHARS = 200;

export interface SignInDependencies {
	accounts: Accounts;
	sessions: Sessions;
	/** Limits failed sign-ins per pair of network address and key, so that a stranger cannot lock out the owner of a key. */
	signInLimit: AttemptLimit;
	/** Whether the cookie may be sent over HTTPS only. */
	requiresHttps: () => boolean;
}

function signInForm(message = ''): Markup {
	return html`<h1>API shipments</h1><form class="card narrow" method="post" action="${SIGN_IN_PATH}">
${message && html`<p class="error" role="alert">${message}</p>`}
<p>Sign in with the key and the secret of the API.</p>
<fieldset class="stack"><label>Key<input name="key" autocomplete="username" required autofocus></label>
<label>Secret<input name="secret" type="password" autocomplete="current-password" required></label></fieldset>
<button class="main">Sign in</button></form>`;
}

/** Routes that require no session. */
export function createSignInRoutes({ accounts, sessions, signInLimit, requiresHttps }: SignInDependencies) {
	const section = new Hono<{ Bindings: HttpBindings }>();
	section.get('/sign-in', (context) => respondWithPage(context, 'Sign in', signInForm()));
	section.post('/sign-in', async (context) => {
		const form = await readForm(context);
		const key = (form.key ?? '').trim().slice(0, MAX_KEY_CHARS);
		const address = getClientAddress(context);
		const caller = `${address} ${key}`;
		signInLimit.begin(caller);
		const account = await accounts.authenticate(`${key}@${(form.secret ?? '').trim()}`, address);
		if (!account) return respondWithPage(context, 'Sign in', signInForm('Wrong key or secret.'), { status: 401 });
		signInLimit.succeeded(caller);
		setCookie(context, COOKIE, await sessions.open(account), {
			httpOnly: true,
			sameSite: 'Strict',
			path: ACCOUNT_PATH,
			maxAge: SESSION_SECONDS,
			secure: requiresHttps(),
		});
		return context.redirect(SHIPMENTS_PATH, 303);
	});
	return section;
}

/** Redirects browsers without a session to the sign-in page. @throws HttpError 403 for a form that was opened in another session */
export function requireSession(sessions: Sessions): MiddlewareHandler<SessionEnvironment> {
	return async (context, next) => {
		const session = await sessions.find(getCookie(context, COOKIE));
		if (!session) return context.redirect(SIGN_IN_PATH, 303);
		if (context.req.method === 'POST') {
			const { csrf = '' } = await readForm(context);
			if (!isSameText(csrf, session.csrf))
				throw new HttpError(403, 'The form has expired. Open the page again and repeat.');
		}
		context.set('session', session);
		await next();
		return undefined;
	};
}

export function createSignOutRoutes(sessions: Sessions) {
	const section = new Hono<SessionEnvironment>();
	section.post('/sign-out', async (context) => {
		await sessions.close(getCookie(context, COOKIE) ?? '');
		deleteCookie(context, COOKIE, { path: ACCOUNT_PATH });
		return context.redirect(SIGN_IN_PATH, 303);
	});
	return section;
}
