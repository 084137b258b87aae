// Puts the service on a loopback socket and takes it off again without cutting what runs.
import { once } from 'node:events';
import { serve as listen } from '@hono/node-server';
import { createBroker } from './app';
import { createAccounts } from './auth';
import { openStore } from './store/store';

export interface ServeOptions {
	/** 0 takes a free port. */
	port: number;
	dataDir: string;
	resourcesDir: string;
	log: (event: string, detail: Record<string, unknown>) => void;
}

const HOST = '127.0.0.1';

/** @throws when the port is taken, the data folder cannot be written, or a table of resources is wrong */
export async function serve({ port, dataDir, resourcesDir, log }: ServeOptions) {
	const store = await openStore(dataDir);
	let url = '';
	const { app, accounts } = createBroker({ store, resourcesDir, log, now: () => new Date(), publicUrl: () => url });
	const server = listen({ fetch: app.fetch, port, hostname: HOST });
	try {
		await once(server, 'listening');
	} catch (error) {
		await store.destroy();
		throw error;
	}
	const address = server.address();
	url = `http://${HOST}:${typeof address === 'object' && address ? address.port : port}`;

	return {
		url,
		accounts,
		/** Waits for the requests that run, then closes the database. */
		async close(): Promise<void> {
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				if ('closeIdleConnections' in server) server.closeIdleConnections();
			});
			await store.destroy();
		},
	};
}

/** Makes an account in a data folder, whether or not a service runs on it. */
export async function createAccount(dataDir: string, name: string) {
	const store = await openStore(dataDir);
	try {
		return await createAccounts(store).create(name);
	} finally {
		await store.destroy();
	}
}
