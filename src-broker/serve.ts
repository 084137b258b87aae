// Opens the database, serves the application on a socket and runs the background work. The shutdown waits for running requests.
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as timeout } from 'node:timers/promises';
import { serve as listen } from '@hono/node-server';
import { type Broker, createBroker } from './app';
import { restrictDataFolder } from './platform/private-data';
import { openStore, type StoreLocation } from './store/store';
import { IDLE_CONNECTION_MS } from './transport/connections';

export interface ServeOptions extends StoreLocation {
	/** 0 chooses a free port. */
	port: number;
	/** Address to listen on. Default: loopback. */
	host?: string | undefined;
	/**
	 * URL at which clients and recipients reach the service through a proxy, which states their addresses in X-Forwarded-For. Default: the
	 * address on which the service listens, without a proxy.
	 */
	publicUrl?: string | undefined;
	resourcesDir: string;
	goodsIndexDir: string;
	/** Maximum requests per minute and account. Default: no limit. */
	requestsPerMinute?: number | undefined;
	smtpUrl?: string | undefined;
	mailFrom?: string | undefined;
	/** Speed factor of the simulated carriers' clock, above 1 for demonstrations. Default: 1. */
	carrierSpeed?: number | undefined;
	log: (event: string, detail: Record<string, unknown>) => void;
}

const LOOPBACK = '127.0.0.1';
/** Interval of background work. Divided by `carrierSpeed`, but at least `MIN_TICK_MS`. */
const TICK_MS = 5_000;
const MIN_TICK_MS = 200;
/** Time after which a shutdown aborts running requests: a client that never reads its response must not block the shutdown. */
const MAX_DRAIN_MS = 20_000;
/** Time after which a shutdown stops waiting for background work: a hanging database or mail server must not block the shutdown. */
const MAX_CLOSE_MS = 10_000;

/** The host in the service's URL: loopback for a wildcard address, with brackets for an IPv6 address. */
function urlHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return LOOPBACK;
	return host.includes(':') ? `[${host}]` : host;
}

/**
 * Listens for requests. The adapter's own cleanup of unread bodies is off, because it slows down every request and Node discards
 * unread bodies too.
 */
export const openSocket = (app: Broker['app'], port: number, hostname: string) =>
	listen({
		fetch: app.fetch,
		port,
		hostname,
		autoCleanupIncoming: false,
		serverOptions: { keepAliveTimeout: IDLE_CONNECTION_MS },
	});

/** @throws Error when the port is in use, the data folder cannot be written or is shared by all users, or a table is invalid */
export async function serve(options: ServeOptions) {
	const { port, host = LOOPBACK, carrierSpeed = 1, log } = options;
	restrictDataFolder(options.dataDir, log);
	const store = await openStore(options);
	const startedAtMs = Date.now();
	let url = '';
	let isDraining = false;
	const broker = await createBroker({
		store,
		resourcesDir: options.resourcesDir,
		goodsIndexDir: options.goodsIndexDir,
		log,
		now: () => new Date(),
		carrierNow: () => new Date(startedAtMs + (Date.now() - startedAtMs) * carrierSpeed),
		publicUrl: () => options.publicUrl?.replace(/\/+$/, '') ?? url,
		requestsPerMinute: options.requestsPerMinute,
		// Only a proxy gives the service another address than the one on which it listens.
		isBehindProxy: options.publicUrl !== undefined,
		isLoopbackOnly: /^(127\.|localhost$|::1$)/.test(host),
		smtpUrl: options.smtpUrl,
		mailDir: path.join(options.dataDir, 'mail'),
		...(options.mailFrom && { mailFrom: options.mailFrom }),
		isDraining: () => isDraining,
	});
	const server = openSocket(broker.app, port, host);
	try {
		await once(server, 'listening');
	} catch (error) {
		await store.destroy();
		throw error;
	}
	const address = server.address();
	url = `http://${urlHost(host)}:${typeof address === 'object' && address ? address.port : port}`;
	const timer = setInterval(() => void broker.tick(), Math.max(MIN_TICK_MS, TICK_MS / carrierSpeed));
	void broker.tick();

	return {
		url,
		accounts: broker.accounts,
		/** Waits for running requests (at most 20 s) and background work (at most 10 s), then closes the database. */
		async close(): Promise<void> {
			isDraining = true;
			clearInterval(timer);
			await new Promise<void>((resolve) => {
				const abortTimer = setTimeout(
					() => 'closeAllConnections' in server && server.closeAllConnections(),
					MAX_DRAIN_MS,
				);
				server.close(() => {
					clearTimeout(abortTimer);
					resolve();
				});
				if ('closeIdleConnections' in server) server.closeIdleConnections();
			});
			await Promise.race([
				broker.close().then(() => store.destroy()),
				timeout(MAX_CLOSE_MS, undefined, { ref: false }),
			]);
		},
	};
}
