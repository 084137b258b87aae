// The keeping of a site's shared address books: set up, a desk invited, a desk shut out. Run by whoever administers the database.
import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { DAY_MS } from '../../src-contract/lib/units';
import {
	encodeJoinCode,
	isLoopback,
	SITE_CHANNEL,
	SITE_SCHEMA,
	siteEndpointSchema,
} from '../../src-contract/model/shared-books';
import { numberOf, textOf } from '../platform/rows';
import { DESKS, INVITED, SCHEMA, steps } from './schema';

/** How long an invitation can be used. */
const INVITED_DAYS = 7;
/** One that listens, one that follows a broken one before the server knows that it is. */
const CONNECTIONS_OF_A_DESK = 6;
const ANSWER_MS = 10_000;
/** A desk whose line ended without a word, such as a lid that was closed, gives its connection back within a minute. */
const LINE = {
	tcp_keepalives_idle: 30,
	tcp_keepalives_interval: 10,
	tcp_keepalives_count: 3,
	tcp_user_timeout: 30_000,
};

/**
 * Which certificate desks must meet: the server's own file says it, so that nobody in between can. SHA-256, in hexadecimal.
 * @returns empty: the server does not encrypt
 */
async function fingerprintOf(client: pg.Client, certificateFile: string | undefined): Promise<string> {
	const { rows } = await client.query('SHOW ssl');
	if (rows[0]?.ssl !== 'on' && !certificateFile) return '';
	const pem = certificateFile
		? readFileSync(certificateFile, 'utf8')
		: await client.query("SELECT pg_read_file(current_setting('ssl_cert_file')) AS pem").then(
				({ rows }) => textOf(rows[0]?.pem),
				() => {
					throw new Error(
						'This user may not read the certificate of the server: name its file with --certificate. No desk was invited.',
					);
				},
			);
	return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}

/** One step after the other, by one administrator at a time. */
async function bringUp(client: pg.Client): Promise<void> {
	await client.query('BEGIN');
	await client.query(`SELECT pg_advisory_xact_lock(hashtext('${SCHEMA} set-up'))`);
	for (const role of [DESKS, INVITED])
		await client.query(
			`DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
		);
	// What PostgreSQL gives to everybody, a desk has no use for.
	const database = client.escapeIdentifier(textOf(client.database));
	for (const right of ['CREATE ON SCHEMA public', `TEMPORARY ON DATABASE ${database}`])
		await client.query(
			`DO $$ BEGIN REVOKE ${right} FROM PUBLIC; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
		);
	await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
	await client.query(`SET LOCAL search_path = ${SCHEMA}`);
	const about = await client.query(`SELECT to_regclass('${SCHEMA}.about') IS NOT NULL AS there`);
	const version = about.rows[0]?.there
		? numberOf((await client.query('SELECT version FROM about')).rows[0]?.version)
		: 0;
	if (version > steps.length)
		throw new Error('The shared books were set up by a newer version. Use that one. Nothing was changed.');
	for (const sql of steps.slice(version)) await client.query(sql);
	await client.query('UPDATE about SET version = $1, least = greatest(least, $2)', [
		steps.length,
		SITE_SCHEMA - 1 || 1,
	]);
	await client.query('COMMIT');
}

interface Site {
	host: string;
	port: number;
	database: string;
}

async function invite(
	client: pg.Client,
	name: string,
	site: Site,
	certificateFile: string | undefined,
): Promise<string> {
	const fingerprint = await fingerprintOf(client, certificateFile);
	if (fingerprint === '' && !isLoopback(site.host))
		throw new Error(
			`${site.host} does not encrypt: switch "ssl" on in its postgresql.conf. No desk was invited, because its password would be sent in the clear.`,
		);
	const role = `waybill_desk_${randomBytes(6).toString('hex')}`;
	const place = siteEndpointSchema.safeParse({ ...site, role, fingerprint });
	if (!place.success)
		throw new Error(
			`desks cannot reach "${site.host}:${site.port}". No desk was invited. Name it with --address HOST:PORT.`,
		);
	const password = randomBytes(24).toString('base64url');
	await client.query('BEGIN');
	await client.query(
		`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${CONNECTIONS_OF_A_DESK} PASSWORD ${client.escapeLiteral(password)}
		VALID UNTIL ${client.escapeLiteral(new Date(Date.now() + INVITED_DAYS * DAY_MS).toISOString())} IN ROLE ${INVITED}`,
	);
	for (const [name, value] of Object.entries(LINE)) await client.query(`ALTER ROLE ${role} SET ${name} = ${value}`);
	await client.query(`INSERT INTO ${SCHEMA}.desk (role, name) VALUES ($1, $2)`, [role, name]);
	await client.query('COMMIT');
	return encodeJoinCode({ ...place.data, password });
}

/** What the desk changed stays. It cannot connect from the first step on; whatever stops a later one, it can be run again. */
async function remove(client: pg.Client, name: string): Promise<void> {
	const { rows } = await client.query(`SELECT role FROM ${SCHEMA}.desk WHERE name = $1`, [name]);
	if (rows.length === 0) throw new Error(`There is no desk named "${name}". Nothing was changed.`);
	const roleName = textOf(rows[0]?.role);
	const role = client.escapeIdentifier(roleName);
	const isThere = (await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [roleName])).rows.length > 0;
	if (isThere) {
		await client.query('BEGIN');
		await client.query(`ALTER ROLE ${role} NOLOGIN PASSWORD NULL`);
		for (const group of [DESKS, INVITED]) await client.query(`REVOKE ${group} FROM ${role}`);
		await client.query('COMMIT');
		// Who may not end another's connection still has taken every right from it.
		await client
			.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [roleName])
			.catch(() => {});
		await client.query(`DROP ROLE ${role}`);
	}
	await client.query(`DELETE FROM ${SCHEMA}.desk WHERE name = $1`, [name]);
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
	/** Of the desk; throws when none was given. */
	name: () => string;
	/** `host:port` by which desks reach the server, where it is another than this command's. */
	address: string | undefined;
	/** The server's certificate, where its own file cannot be asked for, or a proxy encrypts. */
	certificateFile: string | undefined;
}

/** @returns what is printed; undefined: there is no such command */
export async function createBooks(
	command: string,
	databaseUrl: string,
	{ name, address, certificateFile }: BooksOptions,
): Promise<string | undefined> {
	const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: ANSWER_MS });
	await client.connect();
	try {
		switch (command) {
			case 'books init':
				await bringUp(client);
				return `the shared books stand at version ${steps.length}; invite a desk with "books invite --name NAME"`;
			case 'books invite': {
				const { hostname, port } = new URL(`postgres://${address ?? `${client.host}:${client.port}`}`);
				const site = {
					host: hostname.replace(/^\[(.*)\]$/, '$1'),
					port: Number(port || 5432),
					database: textOf(client.database),
				};
				return await invite(client, name(), site, certificateFile);
			}
			case 'books list':
				return await list(client);
			case 'books remove':
				await remove(client, name());
				return `${name()}: may not connect any more; its own copy of the addresses stays on it`;
			case 'books restored':
				await client.query(`UPDATE ${SCHEMA}.about SET origin = gen_random_uuid()`);
				await client.query(`NOTIFY ${SITE_CHANNEL}`);
				return 'every desk compares all it has with the database at its next connection';
			default:
				return undefined;
		}
	} finally {
		await client.end();
	}
}
