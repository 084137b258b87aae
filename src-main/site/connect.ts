// Opens connections to the site's database. Only connections to a database on this machine may be unencrypted.
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { t } from '../../src-contract/i18n';
import { isLoopback, type SiteEndpoint } from '../../src-contract/model/shared-books';
import { encrypt } from './encryption';
import { createSiteConnection, type SiteConnection } from './site-connection';
import { refusedError, siteError } from './site-error';

const CONNECT_TIMEOUT_MS = 8_000;
/** A query that takes longer fails with `site.unreachable`, as if the connection was lost. */
const QUERY_TIMEOUT_MS = 20_000;
const DISCONNECT_TIMEOUT_MS = 500;

/**
 * Replaces the socket's method `connect`: the PostgreSQL client calls the method and waits for the event `connect`, but the socket
 * is connected already, so the method only emits the event.
 */
function withConnectedEvent(socket: Socket): Socket {
	socket.connect = () => {
		process.nextTick(() => socket.emit('connect'));
		return socket;
	};
	return socket;
}

/** Waits until the socket is connected, and then encrypts the connection if the invitation names a certificate. */
async function openStream(socket: Socket, server: SiteEndpoint): Promise<Socket> {
	await new Promise<void>((resolve, reject) => {
		socket.once('connect', resolve);
		socket.once('error', reject);
	});
	return server.fingerprint ? encrypt(socket, server) : socket;
}

const clientOptions = (
	{ host, port, database, role }: SiteEndpoint,
	password: string,
	stream: Socket,
): ClientConfig => ({
	host,
	port,
	database,
	user: role,
	password,
	ssl: false,
	stream: () => withConnectedEvent(stream),
	keepAlive: true,
	connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
	query_timeout: QUERY_TIMEOUT_MS,
	application_name: 'waybill',
});

/**
 * Connects to the site's database and logs in.
 * @param signal aborts the attempt to connect; has no effect on an open connection
 * @param onNotified called when the site's database was changed
 * @param onLost called once when the connection is lost; not called after `close`
 * @throws `site.refused` when the invitation names no certificate and the server is not on this machine, when the server
 * does not encrypt or has another certificate, or when the credentials are wrong; `site.unreachable` for any other error
 */
export async function connectToSite(
	server: SiteEndpoint,
	password: string,
	signal: AbortSignal,
	onNotified: () => void,
	onLost: () => void,
): Promise<SiteConnection> {
	const { default: pg } = await import('pg');
	if (!server.fingerprint && !isLoopback(server.host))
		throw refusedError(
			t(
				'This invitation has no certificate, so the connection would not be encrypted. Nothing was sent. Ask your administrator for a new invitation.',
			),
		);
	const socket = connectPlain({ host: server.host, port: server.port });
	const cancel = () => socket.destroy(new Error('timed out or cancelled'));
	const timer = setTimeout(cancel, CONNECT_TIMEOUT_MS);
	signal.addEventListener('abort', cancel);
	// An error event without any listener would end the process.
	socket.on('error', () => {});
	let isClosed = false;
	const reportLoss = () => {
		if (isClosed) return;
		isClosed = true;
		onLost();
	};
	try {
		const stream = await openStream(socket, server);
		const client = new pg.Client(clientOptions(server, password, stream));
		client.on('error', reportLoss);
		client.on('end', reportLoss);
		client.on('notification', onNotified);
		await client.connect();
		let disconnected: Promise<void> | undefined;
		// `sync.ts` may call this twice, when a session ends and when the desk stops. `client.end` resolves only once.
		return createSiteConnection(client, server, () => {
			isClosed = true;
			disconnected ??= disconnect(() => client.end(), stream);
			return disconnected;
		});
	} catch (error) {
		isClosed = true;
		socket.destroy();
		throw siteError(error, server);
	} finally {
		signal.removeEventListener('abort', cancel);
		clearTimeout(timer);
	}
}

/** Waits at most `DISCONNECT_TIMEOUT_MS`, because `end` never resolves when the connection was lost. */
async function disconnect(end: () => Promise<void>, stream: Socket): Promise<void> {
	await Promise.race([end().catch(() => {}), pause(DISCONNECT_TIMEOUT_MS)]);
	stream.destroy();
}
