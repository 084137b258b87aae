// One connection to the site's database: encrypted beyond this machine, with the one certificate that the invitation named.
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
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
} from '../../src-contract/shared-books';
import { say } from '../../src-contract/wording';

const CONNECT_MS = 8_000;
/** A question that hangs is as good as a line that is gone. */
const ANSWER_MS = 20_000;
/** What a client asks a PostgreSQL server before it encrypts: the length, and the number of an SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ENTRY = 'id, fields, removed, version, desk';

const aboutSchema = z.object({ version: z.int(), least: z.int(), origin: z.uuid() });
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
async function secureSocket(place: SitePlace): Promise<Socket> {
	const { host, port, fingerprint } = place;
	const socket = connectPlain({ host, port });
	const over = (resolve: () => void, reject: (error: Error) => void, event: string, from: NodeJS.EventEmitter) => {
		from.once(event, resolve);
		from.once('error', reject);
		from.once('close', () => reject(new Error('the line was closed')));
	};
	const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), CONNECT_MS);
	try {
		await new Promise<void>((resolve, reject) => over(resolve, reject, 'connect', socket));
		socket.write(SSL_REQUEST);
		const answer = await new Promise<Buffer>((resolve, reject) => {
			socket.once('data', resolve);
			over(() => {}, reject, 'end', socket);
		});
		if (answer.toString('latin1') !== 'S')
			throw refused(
				say(
					'{host} does not encrypt, and addresses are not sent in the clear. Nothing was sent. Whoever keeps the site can switch it on.',
					{
						host,
					},
				),
			);
		// Not which authority signed it counts here, but that it is the one.
		const secure = connectSecurely({ socket, rejectUnauthorized: false });
		await new Promise<void>((resolve, reject) => over(resolve, reject, 'secureConnect', secure));
		const shown = secure.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase();
		if (shown !== fingerprint) {
			secure.destroy();
			throw refused(
				say(
					'{host} shows another certificate than the one this desk was invited with. Nothing was sent. If the certificate was renewed, let this desk be invited anew; if not, somebody may stand in between.',
					{ host },
				),
			);
		}
		return secure;
	} catch (error) {
		socket.destroy();
		throw error;
	} finally {
		clearTimeout(timer);
	}
}

/** The client opens its stream by itself: this one is open already. */
function asOpened(socket: Socket): Socket {
	socket.connect = () => {
		process.nextTick(() => socket.emit('connect'));
		return socket;
	};
	return socket;
}

/** @param onTold somebody wrote @param onLost once, when the line is gone, unless it was closed here */
export async function connectToSite(
	place: SitePlace,
	password: string,
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
	let isClosed = false;
	const lost = () => {
		if (isClosed) return;
		isClosed = true;
		onLost();
	};
	try {
		const socket = place.fingerprint ? asOpened(await secureSocket(place)) : undefined;
		const client = new pg.Client({
			host,
			port,
			database,
			user,
			password,
			ssl: false,
			...(socket && { stream: () => socket }),
			keepAlive: true,
			connectionTimeoutMillis: CONNECT_MS,
			query_timeout: ANSWER_MS,
			application_name: 'waybill',
		});
		client.on('error', lost);
		client.on('end', lost);
		client.on('notification', onTold);
		await client.connect();
		return connectionOf(client, place, () => {
			isClosed = true;
		});
	} catch (error) {
		isClosed = true;
		throw faultOf(error, place);
	}
}

/** What a person can do about it: wait, or nothing before somebody else did something. */
function faultOf(error: unknown, place: SitePlace): AppError {
	if (error instanceof AppError) return error;
	const code = (error as { code?: string }).code ?? '';
	// Authentication, authorisation, and what is not there.
	if (/^(28|42501|3D000|3F000|42P01|42883)/.test(code))
		return refused(
			say(
				"The site's address books do not let this desk in: its invitation was used before or has run out, or the desk was removed. What is here is kept. Ask whoever keeps the site for another invitation.",
			),
			error,
		);
	return unreachable(place, error);
}

type Client = InstanceType<typeof import('pg').Client>;

function connectionOf(client: Client, place: SitePlace, onClose: () => void) {
	async function query(sql: string, values: unknown[] = []): Promise<unknown[]> {
		try {
			return (await client.query(sql, values)).rows;
		} catch (error) {
			throw faultOf(error, place);
		}
	}
	const rowsOf = <Row>(schema: z.ZodType<Row>, rows: unknown[]): Row[] => {
		const result = z.array(schema).safeParse(rows);
		if (result.success) return result.data;
		throw refused(
			say("The site's address books hold what this release cannot read. What is here is kept. Update the station."),
			result.error,
		);
	};

	return {
		/** @returns which database it is @throws `site.otherVersion` */
		async greet(): Promise<{ origin: string }> {
			const [about] = rowsOf(aboutSchema, await query('SELECT version, least, origin FROM waybill_books.about'));
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
			return { origin: about.origin };
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
					`SELECT conflict.id, entry_id AS "entryId", field, standing, other, standing_desk AS "standingDesk",
						other_desk AS "otherDesk", conflict.at,
						coalesce(nullif(fields->>'companyName', ''), fields->>'contactPerson', '') AS name
					FROM waybill_books.conflict JOIN waybill_books.entry ON entry.id = entry_id
					WHERE settled_at IS NULL ORDER BY conflict.id LIMIT $1`,
					[limit],
				),
			),
		settle: async (conflictId: number, takeOther: boolean): Promise<void> => {
			await query('SELECT waybill_books.settle_conflict($1, $2)', [conflictId, takeOther]);
		},
		shareBook: async (name: string): Promise<void> => {
			await query('SELECT waybill_books.share_book($1)', [name]);
		},
		async close(): Promise<void> {
			onClose();
			await client.end().catch(() => {});
		},
	};
}
export type SiteConnection = ReturnType<typeof connectionOf>;
