// Sends requests to other hosts: through the proxy that the operating system, a PAC script or the environment names, and with the
// certificate authorities of this computer.
import type { Dispatcher, RequestInit as UndiciInit } from 'undici';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { TrustedCertificates } from './certificates';
import { failedToConnect, isProxyUnreachable, ProxyError, UnsupportedProxyError } from './partner-v1/connection-error';
import { type ProxyLogin, type Way, waysOf } from './proxies';

export interface NetworkDependencies {
	/** The proxies for an address, as a PAC script returns them, such as `PROXY proxy.example.com:3128; DIRECT`. */
	resolveProxy: (url: string) => Promise<string>;
	/** User names and passwords, by host and port of the proxy. */
	logins: ReadonlyMap<string, ProxyLogin>;
	/** Read at the first request. */
	trusted: () => TrustedCertificates;
}

/** How requests to an address are sent. */
export interface Route {
	/** Host and port of the proxy; undefined for a direct connection. */
	proxy: string | undefined;
	/** File with further certificate authorities. */
	certificateFile: string | undefined;
	/** Why that file could not be used. */
	certificateFileError: unknown;
}

/** The status with which a proxy refused to connect; undefined for another error. */
function proxyStatus(error: unknown): number | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const match = /^Proxy response \((\d+)\)/.exec(cause.message);
		if (match) return Number(match[1]);
	}
	return undefined;
}

/** Time for which a proxy that could not be reached is tried last. Chromium uses the same. */
const UNREACHABLE_MS = 5 * MINUTE_MS;

export function createNetwork({ resolveProxy, logins, trusted }: NetworkDependencies) {
	let trustedNow: TrustedCertificates | undefined;
	const readTrusted = () => {
		trustedNow ??= trusted();
		return trustedNow;
	};
	/** Times at which proxies could not be reached, by their names, from `performance.now()`. */
	const unreachableAtMs = new Map<string, number>();
	/** Connections, by address of the proxy; the empty text for direct ones. */
	const dispatchers = new Map<string, Dispatcher>();

	/** Loaded with the first request, because that takes as long as the rest of the start. */
	const loadUndici = () => import('undici');

	async function dispatcherFor(way: Way): Promise<Dispatcher> {
		const { Agent, ProxyAgent } = await loadUndici();
		const key = way?.url ?? '';
		let dispatcher = dispatchers.get(key);
		if (!dispatcher) {
			const ca = readTrusted().certificates;
			dispatcher = way
				? new ProxyAgent({ uri: way.url, requestTls: { ca }, proxyTls: { ca }, ...tokenFor(way.name) })
				: new Agent({ connect: { ca } });
			dispatchers.set(key, dispatcher);
		}
		return dispatcher;
	}

	function tokenFor(proxy: string): { token?: string } {
		const login = logins.get(proxy);
		return login ? { token: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` } : {};
	}

	/** The ways to an address, in the order in which to try them: unreachable proxies last. @throws UnsupportedProxyError */
	async function waysTo(url: string): Promise<Way[]> {
		const list = await resolveProxy(url);
		const ways = waysOf(list);
		if (ways.length === 0) throw new UnsupportedProxyError(list);
		const isUnreachable = (way: Way) => {
			const atMs = way && unreachableAtMs.get(way.name);
			return typeof atMs === 'number' && performance.now() - atMs < UNREACHABLE_MS;
		};
		return [...ways.filter((way) => !isUnreachable(way)), ...ways.filter(isUnreachable)];
	}

	async function fetchBy(way: Way, url: string, init: RequestInit): Promise<Response> {
		const { fetch } = await loadUndici();
		const dispatcher = await dispatcherFor(way);
		try {
			// The types of the package and of Node differ, not the objects.
			const response = (await fetch(url, { ...(init as unknown as UndiciInit), dispatcher })) as unknown as Response;
			if (way) unreachableAtMs.delete(way.name);
			return response;
		} catch (error) {
			// A stopped request is reported by the caller, which knows why.
			if (!way || init.signal?.aborted) throw error;
			throw new ProxyError(way.name, proxyStatus(error), error instanceof Error ? error.cause : undefined);
		}
	}

	return {
		/**
		 * As the global `fetch`, for addresses as text. The next proxy of a list is tried only when the one before cannot be reached.
		 * @throws the error of `fetch`; ProxyError for a request through a proxy; UnsupportedProxyError
		 */
		async fetch(url: string, init: RequestInit = {}): Promise<Response> {
			const ways = await waysTo(url);
			for (const way of ways.slice(0, -1)) {
				try {
					return await fetchBy(way, url, init);
				} catch (error) {
					if (!(way ? isProxyUnreachable(error) : failedToConnect(error))) throw error;
					if (way) unreachableAtMs.set(way.name, performance.now());
				}
			}
			return fetchBy(ways.at(-1) ?? null, url, init);
		},

		async routeTo(url: string): Promise<Route> {
			const [way] = await waysTo(url);
			const { file, fileError } = readTrusted();
			return { proxy: way?.name, certificateFile: file, certificateFileError: fileError };
		},
	};
}
export type Network = ReturnType<typeof createNetwork>;
