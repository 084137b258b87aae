// Administers a site's shared address books in PostgreSQL: sets up the schema, invites, lists and removes desks.
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { DAY_MS } from '../../src-contract/lib/units';
import {
	encodeJoinCode,
	isLoopback,
	SITE_CHANNEL,
	SITE_SCHEMA_VERSION,
	siteEndpointSchema,
} from '../../src-contract/model/shared-books';
import { asNumber, asText } from '../platform/rows';
import { DESK_ROLE, INVITED_ROLE, migrationSteps, SCHEMA } from './schema';

/** Validity of an invitation. */
const INVITATION_DAYS = 7;
/** Maximum connections of a desk. It may reconnect before the server notices that old connections are broken. */
const MAX_CONNECTIONS_PER_DESK = 6;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Settings of a desk's role that close the connections of an unreachable desk within a minute. Seconds, but tcp_user_timeout in ms.
 */
const KEEPALIVE_SETTINGS = {
	tcp_keepalives_idle: 30,
	tcp_keepalives_interval: 10,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 30_000,
};

/**
 * Reads the SHA-256 fingerprint, in hexadecimal, of the certificate that desks must see. It is computed from the certificate's
 * file and not from the connection, so that a man in the middle cannot replace the certificate.
 * @returns '' when the server does not encrypt connections
 */
async function readFingerprint(client: pg.Client, certificateFile: string | undefined): Promise<string> {
	const { rows } = await client.query('SHOW ssl');
	if (rows[0]?.ssl !== 'on' && !certificateFile) return '';
	const pem = certificateFile
		? readFileSync(certificateFile, 'utf8')
		: await client.query("SELECT pg_read_file(current_setting('ssl_cert_file')) AS pem").then(
				({ rows }) => asText(rows[0]?.pem),
				() => {
					throw new Error(
						'The database user cannot read the certificate file of the server. Pass a copy with --certificate. No desk was invited.',
					);
				},
			);
	return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}

/** Creates or upgrades the schema in one transaction, under a lock against concurrent runs. */
async function migrate(client: pg.Client): Promise<void> {
	await client.query('BEGIN');
	await client.query(`SELECT pg_advisory_xact_lock(hashtext('${SCHEMA} set-up'))`);
	for (const role of [DESK_ROLE, INVITED_ROLE])
		await client.query(
			`DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
		);
	// Revokes rights that PostgreSQL gives to all roles by default and that desks do not need.
	const database = client.escapeIdentifier(asText(client.database));
	for (const right of ['CREATE ON SCHEMA public', `TEMPORARY ON DATABASE ${database}`])
		await client.query(
			`DO $$ BEGIN REVOKE ${right} FROM PUBLIC; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
		);
	await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
	await client.query(`SET LOCAL search_path = ${SCHEMA}`);
	const about = await client.query(`SELECT to_regclass('${SCHEMA}.about') IS NOT NULL AS table_exists`);
	const version = about.rows[0]?.table_exists
		? asNumber((await client.query('SELECT version FROM about')).rows[0]?.version)
		: 0;
	if (version > migrationSteps.length)
		throw new Error('The shared address books were set up by a newer version. Nothing was changed. Use that version.');
	for (const sql of migrationSteps.slice(version)) await client.query(sql);
	// `least` is the minimum SITE_SCHEMA_VERSION of stations that may write: stations of the previous version still may.
	await client.query('UPDATE about SET version = $1, least = greatest(least, $2)', [
		migrationSteps.length,
		SITE_SCHEMA_VERSION - 1 || 1,
	]);
	await client.query('COMMIT');
}

/** Address of the site's database, as desks reach it. */
interface SiteAddress {
	host: string;
	port: number;
	database: string;
}

/**
 * Creates a login role for a desk. The role's password is valid for `INVITATION_DAYS`; the desk replaces the password when it
 * joins.
 * @returns the invitation code
 */
async function invite(
	client: pg.Client,
	deskName: string,
	site: SiteAddress,
	certificateFile: string | undefined,
): Promise<string> {
	const fingerprint = await readFingerprint(client, certificateFile);
	if (fingerprint === '' && !isLoopback(site.host))
		throw new Error(
			`${site.host} does not encrypt connections, so passwords would be sent unencrypted. No desk was invited. Set "ssl = on" in its postgresql.conf.`,
		);
	const role = `waybill_desk_${randomBytes(6).toString('hex')}`;
	const endpoint = siteEndpointSchema.safeParse({ ...site, role, fingerprint });
	if (!endpoint.success)
		throw new Error(
			`"${site.host}:${site.port}" is not an address that desks can reach. No desk was invited. Pass one with --address HOST:PORT.`,
		);
	const password = randomBytes(24).toString('base64url');
	await client.query('BEGIN');
	await client.query(
		`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${MAX_CONNECTIONS_PER_DESK} PASSWORD ${client.escapeLiteral(password)}
		VALID UNTIL ${client.escapeLiteral(new Date(Date.now() + INVITATION_DAYS * DAY_MS).toISOString())} IN ROLE ${INVITED_ROLE}`,
	);
	for (const [setting, value] of Object.entries(KEEPALIVE_SETTINGS))
		await client.query(`ALTER ROLE ${role} SET ${setting} = ${value}`);
	await client.query(`INSERT INTO ${SCHEMA}.desk (role, name) VALUES ($1, $2)`, [role, deskName]);
	await client.query('COMMIT');
	return encodeJoinCode({ ...endpoint.data, password });
}

/**
 * Removes a desk. Its changes to the address books stay. The transaction ends the desk's access; if a later step fails, run the
 * command again.
 * @throws Error when there is no such desk
 */
async function remove(client: pg.Client, deskName: string): Promise<void> {
	const { rows } = await client.query(`SELECT role FROM ${SCHEMA}.desk WHERE name = $1`, [deskName]);
	if (rows.length === 0) throw new Error(`There is no desk named "${deskName}". Nothing was changed.`);
	const roleName = asText(rows[0]?.role);
	const role = client.escapeIdentifier(roleName);
	const roleExists = (await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [roleName])).rows.length > 0;
	if (roleExists) {
		await client.query('BEGIN');
		await client.query(`ALTER ROLE ${role} NOLOGIN PASSWORD NULL`);
		for (const group of [DESK_ROLE, INVITED_ROLE]) await client.query(`REVOKE ${group} FROM ${role}`);
		await client.query('COMMIT');
		// Ends open connections of the desk. If the database user may not end them, they stay open without rights.
		await client
			.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [roleName])
			.catch(() => {});
		await client.query(`DROP ROLE ${role}`);
	}
	await client.query(`DELETE FROM ${SCHEMA}.desk WHERE name = $1`, [deskName]);
}

async function list(client: pg.Client): Promise<string> {
	const desks = await client.query(`SELECT name, role, invited_at, joined_at FROM ${SCHEMA}.desk ORDER BY name`);
	return desks.rows
		.map(({ name, role, invited_at, joined_at }) =>
			[name, role, joined_at ? `joined ${joined_at.toISOString()}` : `invited ${invited_at.toISOString()}`].join('\t'),
		)
		.join('\n');
}

export interface BooksOptions {
	/** @throws Error when --name is missing */
	getDeskName: () => string;
	/** `host:port` at which desks reach the server. Default: the address to which this command connects. */
	address: string | undefined;
	/** PEM file of the server's certificate. Needed if the database user cannot read it, or if a proxy encrypts the connections. */
	certificateFile: string | undefined;
}

/** Runs a `books` command. @returns output of the command; undefined for an unknown command */
export async function runBooksCommand(
	command: string,
	databaseUrl: string,
	{ getDeskName, address, certificateFile }: BooksOptions,
): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
	await client.connect();
	try {
		switch (command) {
			case 'books init':
				await migrate(client);
				return `shared address books: version ${migrationSteps.length}; invite a desk with "books invite --name NAME"`;
			case 'books invite': {
				const { hostname, port } = new URL(`postgres://${address ?? `${client.host}:${client.port}`}`);
				const site = {
					host: hostname.replace(/^\[(.*)\]$/, '$1'),
					port: Number(port || 5432),
					database: asText(client.database),
				};
				return await invite(client, getDeskName(), site, certificateFile);
			}
			case 'books list':
				return await list(client);
			case 'books remove':
				await remove(client, getDeskName());
				return `${getDeskName()}: access revoked; the desk keeps its copy of the addresses`;
			case 'books restored':
				await client.query(`UPDATE ${SCHEMA}.about SET origin = gen_random_uuid()`);
				await client.query(`NOTIFY ${SITE_CHANNEL}`);
				return 'every desk compares all its data with the database at its next connection';
			default:
				return undefined;
		}
	} finally {
		await client.end();
	}
}
