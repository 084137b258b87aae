// Encryption of the connection to the site's database, with the one certificate that the invitation named.
import type { Socket } from 'node:net';
import { t } from '../../src-contract/i18n';
import type { SiteEndpoint } from '../../src-contract/model/shared-books';
import { refused } from './site-error';

/** The first message of a PostgreSQL client that wants encryption: its length, and the number of an SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Encrypts a connected socket and compares the server's certificate with the invitation's before anything else is sent.
 * @throws `site.refused` when the server does not encrypt or shows another certificate
 */
export async function encrypt(socket: Socket, { host, fingerprint }: SiteEndpoint): Promise<Socket> {
	socket.write(SSL_REQUEST);
	const answer = await new Promise<Buffer>((resolve, reject) => {
		socket.once('data', resolve);
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('the line was closed')));
	});
	const reply = answer.toString('latin1');
	if (reply === 'N')
		throw refused(
			t(
				'{host} does not encrypt, and addresses are not sent in the clear. Nothing was sent. Whoever keeps the site can switch it on.',
				{ host },
			),
		);
	if (reply !== 'S') throw new Error('no PostgreSQL answers there now');
	// The fingerprint is compared below, so the authority that signed the certificate does not count.
	// Loaded late: few desks join a site.
	const secure = (await import('node:tls')).connect({ socket, rejectUnauthorized: false });
	// Destroying the plain socket ends the encrypted one too.
	socket.once('close', () => secure.destroy());
	secure.on('error', () => {});
	await new Promise<void>((resolve, reject) => {
		secure.once('secureConnect', resolve);
		secure.once('error', reject);
		secure.once('close', () => reject(new Error('the line was closed')));
	});
	if (secure.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase() === fingerprint) return secure;
	secure.destroy();
	throw refused(
		t(
			'{host} shows another certificate than the one this desk was invited with. Nothing was sent. If the certificate was renewed, let this desk be invited anew; if not, somebody may stand in between.',
			{ host },
		),
	);
}
