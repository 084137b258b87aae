// One connection to the site's database: encrypted beyond this machine, with the one certificate that the invitation named.
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import {
	isLoopback,
	type SharedPush,
	SITE_CHANNEL,
	SITE_SCHEMA,
	type SiteConflict,
	type SiteEntry,
	type SitePlace,
	siteConflictSchema,
	siteEntrySchema,
} from '../../src-contract/model/shared-books';

const CONNECT_MS = 8_000;
/** A question that hangs is as good as a line that is gone. */
const ANSWER_MS = 20_000;
const FAREWELL_MS = 500;
/** What a client asks a PostgreSQL server before it encrypts: the length, and the number of an SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ENTRY = 'id, fields, removed, version, desk';

const versionsSchema = z.object({ version: z.int(), least: z.int() });
const aboutSchema = z.object({ origin: z.uuid(), version: z.coerce.number() });
const bookSchema = z.object({ name: z.string().max(40) });

const unreachable = (place: SitePlace, cause: unknown) =>
	new AppError(
		'site.unreachable',
		say(
			"The site's address books at {host} are not reached. This desk works on with its own copy, and sends its changes later.",
			{
				host: place.host,
			},
		),
		{ cause, retryable: true },
	);

const refused = (message: string, cause?: unknown) => new AppError('site.refused', message, { cause });

/** Before a byte of the desk's own is sent, the server has shown the certificate that was named. */
async function encrypted(socket: Socket, { host, fingerprint }: SitePlace): Promise<Socket> {
	socket.write(SSL_REQUEST);
	const answer = await new Promise<Buffer>((resolve, reject) => {
		socket.once('data', resolve);
		socket.once('error', reject);
		socket.once('close', () => reject(new Error('the line was closed')));
	});
	const word = answer.toString('latin1');
	if (word === 'N')
		throw refused(
			say(
				'{host} does not encrypt, and addresses are not sent in the clear. Nothing was sent. Whoever keeps the site can switch it on.',
				{ host },
			),
		);
	if (word !== 'S') throw new Error('no PostgreSQL answers there now');
	// Not which authority signed it counts here, but that it is the one.
	// Loaded when a desk joins a site: few do.
	const secure = (await import('node:tls')).connect({ socket, rejectUnauthorized: false });
	// Whoever gives up the one gives up the other.
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
		say(
			'{host} shows another certificate than the one this desk was invited with. Nothing was sent. If the certificate was renewed, let this desk be invited anew; if not, somebody may stand in between.',
			{ host },
		),
	);
}

/** The client opens its stream by itself: this one is open already. */
function asOpened(socket: Socket): Socket {
	socket.connect = () => {
		process.nextTick(() => socket.emit('connect'));
		return socket;
	};
	return socket;
}

/**
 * @param signal ends a line that is being made
 * @param onTold somebody wrote
 * @param onLost once, when the line is gone, unless it was closed here
 */
export async function connectToSite(
	place: SitePlace,
	password: string,
	signal: AbortSignal,
	onTold: () => void,
	onLost: () => void,
): Promise<SiteConnection> {
	const { default: pg } = await import('pg');
	const { host, port, database, role: user } = place;
	if (!place.fingerprint && !isLoopback(host))
		throw refused(
			say(
				'This invitation names no certificate, and addresses are not sent in the clear. Nothing was sent. Ask for another one.',
			),
		);
	const socket = connectPlain({ host, port });
	const giveUp = () => socket.destroy(new Error('given up'));
	const timer = setTimeout(giveUp, CONNECT_MS);
	signal.addEventListener('abort', giveUp);
	// Whoever waits for it hears of it; nobody may be waiting.
	socket.on('error', () => {});
	let isClosed = false;
	const lost = () => {
		if (isClosed) return;
		isClosed = true;
		onLost();
	};
	try {
		await new Promise<void>((resolve, reject) => {
			socket.once('connect', resolve);
			socket.once('error', reject);
		});
		const stream = place.fingerprint ? await encrypted(socket, place) : socket;
		const client = new pg.Client({
			host,
			port,
			database,
			user,
			password,
			ssl: false,
			stream: () => asOpened(stream),
			keepAlive: true,
			connectionTimeoutMillis: CONNECT_MS,
			query_timeout: ANSWER_MS,
			application_name: 'waybill',
		});
		client.on('error', lost);
		client.on('end', lost);
		client.on('notification', onTold);
		await client.connect();
		signal.removeEventListener('abort', giveUp);
		let closed: Promise<void> | undefined;
		// Both who ends the exchange and its session close it: the client answers the first of them alone.
		return connectionOf(client, place, () => {
			closed ??= farewell();
			return closed;
		});
		async function farewell(): Promise<void> {
			isClosed = true;
			// A line that is dead at its other end says nothing back, and a client whose line is gone may not answer at all.
			await Promise.race([client.end().catch(() => {}), pause(FAREWELL_MS)]);
			stream.destroy();
		}
	} catch (error) {
		isClosed = true;
		signal.removeEventListener('abort', giveUp);
		socket.destroy();
		throw faultOf(error, place);
	} finally {
		clearTimeout(timer);
	}
}

/** What a person can do about it: wait, or nothing before somebody else did something. */
function faultOf(error: unknown, place: SitePlace): AppError {
	if (error instanceof AppError) return error;
	const code = (error as { code?: string }).code ?? '';
	if (code === '40001')
		return new AppError(
			'site.changed',
			say('This was changed since it was shown. Nothing was decided: look at it again.'),
			{
				cause: error,
				retryable: true,
			},
		);
	// Who it is, and what it may do. What is only missing may be under repair.
	if (/^(28|42501)/.test(code))
		return refused(
			say(
				"The site's address books do not let this desk in: its invitation was used before or has run out, or the desk was removed. What is here is kept. Ask whoever keeps the site for another invitation.",
			),
			error,
		);
	return unreachable(place, error);
}

type Client = InstanceType<typeof import('pg').Client>;

function connectionOf(client: Client, place: SitePlace, close: () => Promise<void>) {
	async function query(sql: string, values: unknown[] = []): Promise<unknown[]> {
		try {
			return (await client.query(sql, values)).rows;
		} catch (error) {
			throw faultOf(error, place);
		}
	}
	/** What is not of its form, which no desk of this release wrote, stays where it is. */
	const rowsOf = <Row>(schema: z.ZodType<Row>, rows: unknown[]): Row[] =>
		rows.flatMap((row) => {
			const { data } = schema.safeParse(row);
			return data === undefined ? [] : [data];
		});

	return {
		/** @throws `site.otherVersion` */
		async greet(): Promise<void> {
			const [about] = rowsOf(versionsSchema, await query('SELECT version, least FROM waybill_books.about'));
			if (!about || about.least > SITE_SCHEMA)
				throw new AppError(
					'site.otherVersion',
					say('This station is older than the site demands. What was changed here is kept. Update the station.'),
				);
			if (about.version < SITE_SCHEMA - 1)
				throw new AppError(
					'site.otherVersion',
					say(
						"The site's address books are older than this station can speak to. What was changed here is kept. Whoever keeps the site can bring them up to date.",
					),
				);
			await query(`LISTEN ${SITE_CHANNEL}`);
		},
		/** Which database it is, and its newest change. */
		async about(): Promise<{ origin: string; version: number }> {
			const rows = await query(
				'SELECT origin, (SELECT coalesce(max(version), 0) FROM waybill_books.entry) AS version FROM waybill_books.about',
			);
			return aboutSchema.parse(rows[0]);
		},
		/** The password of the invitation ends. */
		join: async (verifier: string): Promise<void> => {
			await query('SELECT waybill_books.join_site($1)', [verifier]);
		},
		books: async (): Promise<string[]> =>
			rowsOf(bookSchema, await query('SELECT name FROM waybill_books.book ORDER BY name')).map(({ name }) => name),
		changesSince: async (version: number, limit: number): Promise<SiteEntry[]> =>
			rowsOf(
				siteEntrySchema,
				await query(`SELECT ${ENTRY} FROM waybill_books.entry WHERE version > $1 ORDER BY version LIMIT $2`, [
					version,
					limit,
				]),
			),
		push: async ({ id, changes }: SharedPush): Promise<SiteEntry[]> =>
			rowsOf(
				siteEntrySchema,
				await query(`SELECT ${ENTRY} FROM waybill_books.push_changes($1, $2)`, [id, JSON.stringify(changes)]),
			),
		conflicts: async (limit: number): Promise<SiteConflict[]> =>
			rowsOf(
				siteConflictSchema,
				await query(
					`SELECT conflict.id, entry_id AS "entryId", field, other, standing_desk AS "standingDesk",
						waybill_books.standing_of(field, fields, removed) AS standing, other_desk AS "otherDesk", conflict.at,
						coalesce(nullif(fields->>'companyName', ''), fields->>'contactPerson', '') AS name
					FROM waybill_books.conflict JOIN waybill_books.entry ON entry.id = entry_id
					WHERE settled_at IS NULL AND NOT (removed AND field = '') ORDER BY conflict.id LIMIT $1`,
					[limit],
				),
			),
		/** @param shown what stood when it was decided @throws `site.changed` when something else stands there by now */
		settle: async (conflictId: number, takeOther: boolean, shown: unknown): Promise<void> => {
			const text = JSON.stringify(shown ?? null);
			await query('SELECT waybill_books.settle_conflict($1, $2, $3)', [conflictId, takeOther, text]);
		},
		shareBook: async (name: string): Promise<void> => {
			await query('SELECT waybill_books.share_book($1)', [name]);
		},
		close,
	};
}
export type SiteConnection = ReturnType<typeof connectionOf>;
