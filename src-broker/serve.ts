// Puts the service on a socket and takes it off again without cutting what runs.
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as timeout } from 'node:timers/promises';
import { serve as listen } from '@hono/node-server';
import { type Broker, createBroker } from './app';
import { openStore, type StoreLocation } from './store/store';

export interface ServeOptions extends StoreLocation {
	/** 0 takes a free port. */
	port: number;
	/** The address to listen on; loopback unless it is stated. */
	host?: string | undefined;
	/** Where clients and recipients reach the service, when that is not its own address. */
	publicUrl?: string | undefined;
	resourcesDir: string;
	requestsPerMinute?: number | undefined;
	smtpUrl?: string | undefined;
	mailFrom?: string | undefined;
	/** How many times as fast as the wall's the carriers' clock runs; 1 unless a demonstration wants more. */
	carrierSpeed?: number | undefined;
	log: (event: string, detail: Record<string, unknown>) => void;
}

const LOOPBACK = '127.0.0.1';
const TICK_MS = 5_000;
const FASTEST_TICK_MS = 200;
/** What still runs after this long is cut: a client that never reads its answer must not hold the service. */
const MAX_DRAIN_MS = 20_000;
/** A database or a mail server that hangs must not hold it either. */
const MAX_CLOSE_MS = 10_000;

/** An address to be called at: one that stands for all of a machine's is called at its own. */
function reachable(host: string): string {
	if (host === '0.0.0.0' || host === '::') return LOOPBACK;
	return host.includes(':') ? `[${host}]` : host;
}

/** Node itself clears a body that nobody read; the adapter's own way of it costs each request. */
export const openSocket = (app: Broker['app'], port: number, hostname: string) =>
	listen({ fetch: app.fetch, port, hostname, autoCleanupIncoming: false });

/** @throws when the port is taken, the data folder cannot be written, or a table of resources is wrong */
export async function serve(options: ServeOptions) {
	const { port, host = LOOPBACK, carrierSpeed = 1, log } = options;
	const store = await openStore(options);
	const started = Date.now();
	let url = '';
	let draining = false;
	const broker = await createBroker({
		store,
		resourcesDir: options.resourcesDir,
		cacheDir: path.join(options.dataDir, 'cache'),
		log,
		now: () => new Date(),
		carrierNow: () => new Date(started + (Date.now() - started) * carrierSpeed),
		publicUrl: () => options.publicUrl?.replace(/\/+$/, '') ?? url,
		requestsPerMinute: options.requestsPerMinute,
		isLoopbackOnly: /^(127\.|localhost$|::1$)/.test(host),
		smtpUrl: options.smtpUrl,
		mailDir: path.join(options.dataDir, 'mail'),
		...(options.mailFrom && { mailFrom: options.mailFrom }),
		draining: () => draining,
	});
	const server = openSocket(broker.app, port, host);
	try {
		await once(server, 'listening');
	} catch (error) {
		await store.destroy();
		throw error;
	}
	const address = server.address();
	url = `http://${reachable(host)}:${typeof address === 'object' && address ? address.port : port}`;
	const timer = setInterval(() => void broker.tick(), Math.max(FASTEST_TICK_MS, TICK_MS / carrierSpeed));
	void broker.tick();

	return {
		url,
		accounts: broker.accounts,
		/** Finishes the requests that run, then closes the database. */
		async close(): Promise<void> {
			draining = true;
			clearInterval(timer);
			await new Promise<void>((resolve) => {
				const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), MAX_DRAIN_MS);
				server.close(() => {
					clearTimeout(cut);
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
