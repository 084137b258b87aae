// Encrypts the connection to the site's database and accepts only the certificate that the invitation names.
import type { Socket } from 'node:net';
import { t } from '../../src-contract/i18n';
import type { SiteEndpoint } from '../../src-contract/model/shared-books';
import { refusedError } from './site-error';

/** PostgreSQL's SSLRequest message: length 8 and request code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Encrypts a connected socket. Checks that the server shows the invitation's certificate before anything else is sent.
 * @throws `site.refused` when the server does not encrypt, or shows another certificate; Error when the connection is lost
 * or the server is not PostgreSQL
 */
export async function encrypt(socket: Socket, { host, fingerprint }: SiteEndpoint): Promise<Socket> {
	socket.write(SSL_REQUEST);
	const answer = await new Promise<Buffer>((resolve, reject) => {
		socket.once('data', resolve);
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('the connection was closed')));
	});
	const reply = answer.toString('latin1');
	if (reply === 'N')
		throw refusedError(
			t('The server {host} does not support encryption. Nothing was sent. Ask your administrator to enable it.', {
				host,
			}),
		);
	if (reply !== 'S') throw new Error('the server does not answer like PostgreSQL');
	// `rejectUnauthorized: false` turns off the check of the certificate's issuer; its fingerprint is checked below.
	// `node:tls` is imported only here, because few desks join a site.
	const tlsSocket = (await import('node:tls')).connect({ socket, rejectUnauthorized: false });
	socket.once('close', () => tlsSocket.destroy());
	// An error event without any listener would end the process.
	tlsSocket.on('error', () => {});
	await new Promise<void>((resolve, reject) => {
		tlsSocket.once('secureConnect', resolve);
		tlsSocket.once('error', reject);
		tlsSocket.once('close', () => reject(new Error('the connection was closed')));
	});
	if (tlsSocket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase() === fingerprint) return tlsSocket;
	tlsSocket.destroy();
	throw refusedError(
		t(
			'The server {host} shows a different certificate from the one in the invitation. Nothing was sent. If the certificate was renewed, ask your administrator for a new invitation. Otherwise someone may be intercepting the connection.',
			{ host },
		),
	);
}
