// The site whose address books this desk shares: joined by a code, left, and how the desk stands towards it.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Protection } from '../../src-contract/model/settings';
import {
	type Invitation,
	type SiteEndpoint,
	type SiteStatus,
	siteEndpointSchema,
} from '../../src-contract/model/shared-books';
import type { AddressBook } from '../address-book/address-book';
import { createCredentials } from '../connections/credentials';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';
import { connectToSite } from './connection';
import { createExchange, type Exchange, type ExchangeState } from './sync';

const PLACE = 'sitePlace';
const PASSWORD_ROUNDS = 4096;

/** The desk's own password at the site, of 256 random bits: made here, and never sent. The site stores its verifier. */
export const generatePassword = (): string => randomBytes(32).toString('base64url');

/** As PostgreSQL keeps a password (RFC 5803, SCRAM-SHA-256). @param password of letters and digits, which need no preparation */
export function verifierOf(password: string, salt = randomBytes(16)): string {
	const salted = pbkdf2Sync(password, salt, PASSWORD_ROUNDS, 32, 'sha256');
	const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
	const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
	return `SCRAM-SHA-256$${PASSWORD_ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

export interface SiteDependencies {
	/** Where the place lies, and the password in an envelope of its own. */
	file: KeyValueFile;
	keyring: Keyring;
	book: Pick<AddressBook, 'sharing' | 'nextPush' | 'takeFromSite'>;
	onChange: (status: SiteStatus) => void;
	onError: (error: unknown) => void;
}

export function createSite({ file, keyring, book, onChange, onError }: SiteDependencies) {
	const credentials = createCredentials(file, keyring, { name: 'siteEnvelope' });
	let exchange: Exchange | undefined;
	let state: ExchangeState = { state: 'connecting' };
	let lastSyncedAt: string | null = null;

	function place(): SiteEndpoint | undefined {
		const result = siteEndpointSchema.safeParse(file.get(PLACE));
		return result.success ? result.data : undefined;
	}

	let told = '';
	/** Once for each change of what a screen shows. */
	async function changed(): Promise<void> {
		try {
			const now = await status();
			const text = JSON.stringify({ ...now, lastSyncedAt: null });
			if (text === told) return;
			told = text;
			onChange(now);
		} catch (error) {
			onError(error);
		}
	}

	function start(): void {
		const known = place();
		const password = credentials.read()?.secret;
		if (exchange || !known || password === undefined) return;
		exchange = createExchange({
			place: known,
			password,
			book,
			onState(now) {
				state = now;
				if (now.state === 'upToDate') lastSyncedAt = new Date().toISOString();
				if (now.state !== 'exchanging') void changed();
			},
			onError,
		});
	}

	async function stop(): Promise<void> {
		const ended = exchange;
		exchange = undefined;
		state = { state: 'connecting' };
		await ended?.close();
	}

	/** Under a passphrase it can be had here; the keyring is somebody else's to open. */
	function withoutPassword(): { state: 'locked' | 'refused'; message: string } {
		if (credentials.status().protection === 'passphrase') return { state: 'locked', message: '' };
		const message = t(
			"The keyring of this computer does not give this desk's password to the site. What was changed here is kept. Unlock the keyring and start the station anew, or join with another invitation.",
		);
		return { state: 'refused', message };
	}

	async function status(): Promise<SiteStatus> {
		const known = place();
		const none = {
			databaseName: '',
			books: [],
			waiting: 0,
			conflicts: [],
			version: 0,
			lastSyncedAt: null,
			message: '',
		};
		if (!known) return { ...none, state: 'none' };
		const sharing = await book.sharing();
		return {
			...none,
			...(exchange ? state : withoutPassword()),
			databaseName: `${known.host} · ${known.database}`,
			books: sharing?.books ?? [],
			waiting: sharing?.waiting ?? 0,
			conflicts: sharing?.conflicts ?? [],
			version: sharing?.version ?? 0,
			lastSyncedAt,
		};
	}

	/** @throws `site.unreachable` while there is no line */
	function connected() {
		const connection = exchange?.connection();
		if (connection) return connection;
		throw new AppError(
			'site.unreachable',
			t('This needs the line to the site, which is not there now. Nothing was changed. Try again when it is back.'),
			{ retryable: true },
		);
	}

	return {
		status,
		start,
		/** Something of the address book was written. */
		written(): void {
			exchange?.soon();
			if (exchange) void changed();
		},

		/**
		 * @param invitation undefined: what was typed is none
		 * @throws `site.invalidCode`, `site.refused`, `site.unreachable`, and as the credentials do: nothing was changed then; but when
		 * the line broke at the last step, the desk finds out by itself whether it was let in
		 */
		async join(
			invitation: Invitation | undefined,
			protection: Exclude<Protection, 'memory'>,
			passphrase: string | undefined,
		): Promise<SiteStatus> {
			if (!invitation)
				throw new AppError(
					'site.invalidCode',
					t('This is no invitation to a site, or not the whole of one. Nothing was changed. Copy all of it.'),
				);
			const { password: invited, ...where } = invitation;
			const quietly = () => {};
			const connection = await connectToSite(where, invited, new AbortController().signal, quietly, quietly);
			try {
				await stop();
				const password = generatePassword();
				// Kept before it counts: a desk that is killed in between can still get in.
				credentials.set({ key: where.role, secret: password }, protection, passphrase);
				file.set(PLACE, where);
				try {
					await connection.join(verifierOf(password));
				} catch (error) {
					if (error instanceof AppError && error.retryable)
						throw new AppError(
							'site.unreachable',
							t(
								'The line broke while this desk joined: it finds out by itself whether it was let in. Keep the code until it is up to date; if it is refused, join with the same code again.',
							),
							{ cause: error, retryable: true },
						);
					credentials.clear();
					file.delete(PLACE);
					throw error;
				}
			} finally {
				await connection.close();
				start();
				await changed();
			}
			return status();
		},

		unlock(passphrase: string): Promise<SiteStatus> {
			credentials.unlock(passphrase);
			start();
			return status();
		},

		/**
		 * The addresses stay, and what desk and site agreed on, for the case that it joins again. Whoever keeps the site takes the
		 * desk's role away.
		 */
		async leave(): Promise<SiteStatus> {
			await stop();
			credentials.clear();
			file.delete(PLACE);
			lastSyncedAt = null;
			await changed();
			return status();
		},

		async shareBook(name: string): Promise<void> {
			await connected().shareBook(name);
			exchange?.soon();
		},

		/** @param shown what stood when it was decided @throws `site.changed` */
		async settle(conflictId: number, takeOther: boolean, shown: unknown): Promise<void> {
			await connected().settle(conflictId, takeOther, shown);
			exchange?.soon();
		},

		close: stop,
	};
}
export type Site = ReturnType<typeof createSite>;
