// Requests that no client of the service sends: from a web page of another site, or to a host name that only pretends to be
// this machine (DNS rebinding). Refused before the key is looked at.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { HttpError } from './http-error';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** What a browser says in Sec-Fetch-Site of a request from the service's own pages, or typed by the user. */
const OWN_FETCH_SITES = new Set([undefined, 'same-origin', 'none']);

export interface ForeignRequestOptions {
	publicUrl: () => string;
	/** The service listens on the loopback interface only, so a request names that or the public address as its host. */
	isLoopbackOnly: boolean;
}

/** Network address of the caller: that of the proxy where there is one. */
export const addressOf = (context: Context): string =>
	(context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '';

function urlOf(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/** @returns why a request is refused, or undefined */
export function createForeignRequestCheck({ publicUrl, isLoopbackOnly }: ForeignRequestOptions) {
	function isOwnOrigin(origin: string, host: string): boolean {
		return origin.replace(/^https?:\/\//, '') === host || origin === urlOf(publicUrl())?.origin;
	}

	return function check(request: Pick<Context['req'], 'method' | 'header'>): HttpError | undefined {
		const host = request.header('Host') ?? '';
		if (isLoopbackOnly && host !== '') {
			const name = hostNameOf(host);
			if (!LOOPBACK_NAMES.has(name) && name !== urlOf(publicUrl())?.hostname) {
				return new HttpError(
					403,
					'this service is not reached under this host name; behind a proxy it is started with --public-url',
				);
			}
		}
		if (READING_METHODS.has(request.method)) return undefined;
		const origin = request.header('Origin');
		const isForeign = (origin && !isOwnOrigin(origin, host)) || !OWN_FETCH_SITES.has(request.header('Sec-Fetch-Site'));
		return isForeign
			? new HttpError(403, 'this request was sent by a page of another site; nothing was done')
			: undefined;
	};
}
