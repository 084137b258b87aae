// Rejects requests that pages of other websites cause: by their origin, or by a foreign host name in `Host` (DNS rebinding). Runs
// before authentication.
import type { Context } from 'hono';
import { HttpError } from './http-error';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Values of Sec-Fetch-Site for requests from the service's own pages, from the address bar, or from clients other than browsers. */
const OWN_FETCH_SITES = new Set([undefined, 'same-origin', 'none']);

export interface ForeignRequestOptions {
	publicUrl: () => string;
	/** True if the service listens on loopback only: the Host header must then be loopback or the public host. */
	isLoopbackOnly: boolean;
}

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/** Creates a check that returns the error for a request to reject, or undefined for a request to accept. */
export function createForeignRequestCheck({ publicUrl, isLoopbackOnly }: ForeignRequestOptions) {
	function isOwnOrigin(origin: string, host: string): boolean {
		return origin.replace(/^https?:\/\//, '') === host || origin === parseUrl(publicUrl())?.origin;
	}

	return function check(request: Pick<Context['req'], 'method' | 'header'>): HttpError | undefined {
		const host = request.header('Host') ?? '';
		if (isLoopbackOnly && host !== '') {
			const name = hostNameOf(host);
			if (!LOOPBACK_NAMES.has(name) && name !== parseUrl(publicUrl())?.hostname) {
				return new HttpError(403, 'Unknown host name. Behind a proxy, start the service with --public-url.');
			}
		}
		if (SAFE_METHODS.has(request.method)) return undefined;
		const origin = request.header('Origin');
		const isForeign = (origin && !isOwnOrigin(origin, host)) || !OWN_FETCH_SITES.has(request.header('Sec-Fetch-Site'));
		return isForeign
			? new HttpError(403, 'Requests from other websites are not allowed. Nothing was changed.')
			: undefined;
	};
}
