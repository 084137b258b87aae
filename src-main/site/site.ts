// The desk's membership in a site, whose desks share address books and decisions on HS codes: joins and leaves the site, reports the status, and
// resolves conflicts.
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
import type { LocalClaims } from './claim-exchange';
import { connectToSite } from './connect';
import type { LocalDecisions } from './decision-exchange';
import { createSiteSync, type SiteSync, type SyncState } from './sync';

/** Key in the key-value file under which the server of the site is stored. */
const SERVER_KEY = 'sitePlace';
/** Iterations of the password hash: PostgreSQL's default for SCRAM-SHA-256. */
const PASSWORD_ITERATIONS = 4096;

/**
 * Creates the password with which the desk logs in to the site, with 256 random bits. The site receives and stores only the
 * password's verifier.
 */
export const generatePassword = (): string => randomBytes(32).toString('base64url');

/**
 * The verifier of a password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803).
 * @param password in ASCII, so that it needs no normalization (SASLprep)
 */
export function verifierOf(password: string, salt = randomBytes(16)): string {
	const saltedPassword = pbkdf2Sync(password, salt, PASSWORD_ITERATIONS, 32, 'sha256');
	const keyOf = (name: string) => createHmac('sha256', saltedPassword).update(name).digest();
	const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
	const serverKey = keyOf('Server Key').toString('base64');
	return `SCRAM-SHA-256$${PASSWORD_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

export interface SiteDependencies {
	/** Stores the server's address, and the encrypted password. */
	file: KeyValueFile;
	keyring: Keyring;
	addressBook: Pick<AddressBook, 'sharing' | 'nextPush' | 'applySiteUpdate'>;
	/** Decisions on HS codes, which the desks share too. */
	decisions: LocalDecisions;
	/** Claims of orders, so that no two desks pack the same one. */
	claims: LocalClaims;
	onChange: (status: SiteStatus) => void;
	onError: (error: unknown) => void;
}

export function createSite({ file, keyring, addressBook, decisions, claims, onChange, onError }: SiteDependencies) {
	const credentials = createCredentials(file, keyring, { name: 'siteEnvelope' });
	let sync: SiteSync | undefined;
	let syncState: SyncState = { state: 'connecting' };
	let lastSyncedAt: string | null = null;

	/** The server of the site; undefined when this desk has joined none. */
	function readServer(): SiteEndpoint | undefined {
		const result = siteEndpointSchema.safeParse(file.get(SERVER_KEY));
		return result.success ? result.data : undefined;
	}

	/** The status that was reported last, without `lastSyncedAt`, as JSON. */
	let lastReportedText = '';
	/** Calls `onChange` if the status, apart from `lastSyncedAt`, has changed since the last call. */
	async function reportChange(): Promise<void> {
		try {
			const currentStatus = await status();
			const text = JSON.stringify({ ...currentStatus, lastSyncedAt: null });
			if (text === lastReportedText) return;
			lastReportedText = text;
			onChange(currentStatus);
		} catch (error) {
			onError(error);
		}
	}

	/** Starts the synchronization, unless it is running, this desk has joined no site, or the password cannot be read. */
	function start(): void {
		const server = readServer();
		const password = credentials.read()?.secret;
		if (sync || !server || password === undefined) return;
		sync = createSiteSync({
			server,
			password,
			addressBook,
			decisions,
			claims,
			onState(newState) {
				syncState = newState;
				if (newState.state === 'upToDate') lastSyncedAt = new Date().toISOString();
				if (newState.state !== 'exchanging') void reportChange();
			},
			onError,
		});
	}

	async function stop(): Promise<void> {
		const stoppedSync = sync;
		sync = undefined;
		syncState = { state: 'connecting' };
		await stoppedSync?.close();
	}

	/** State while the password cannot be read. A passphrase can be entered in Waybill; a keyring must be unlocked outside Waybill. */
	function stateWithoutPassword(): { state: 'locked' | 'refused'; message: string } {
		if (credentials.status().protection === 'passphrase') return { state: 'locked', message: '' };
		const message = t(
			"The password for the site could not be read from this computer's keyring. Your changes are saved on this desk. Unlock the keyring and restart Waybill, or join with a new invitation.",
		);
		return { state: 'refused', message };
	}

	async function status(): Promise<SiteStatus> {
		const server = readServer();
		const emptyStatus = {
			databaseName: '',
			books: [],
			waiting: 0,
			conflicts: [],
			version: 0,
			lastSyncedAt: null,
			message: '',
		};
		if (!server) return { ...emptyStatus, state: 'none' };
		const sharing = await addressBook.sharing();
		return {
			...emptyStatus,
			...(sync ? syncState : stateWithoutPassword()),
			databaseName: `${server.host} · ${server.database}`,
			books: sharing?.books ?? [],
			waiting: sharing?.waiting ?? 0,
			conflicts: sharing?.conflicts ?? [],
			version: sharing?.version ?? 0,
			lastSyncedAt,
		};
	}

	/** @throws `site.unreachable` while offline */
	function requireConnection() {
		const connection = sync?.connection();
		if (connection) return connection;
		throw new AppError(
			'site.unreachable',
			t('The site is offline. Nothing was changed. Try again when the connection is back.'),
			{ retryable: true },
		);
	}

	return {
		status,
		start,
		/** Sends local changes to the site. Must be called after each local write to the address book. */
		handleBookWritten(): void {
			sync?.wake();
			if (sync) void reportChange();
		},
		/** Whether this desk has joined a site. */
		hasJoined: (): boolean => readServer() !== undefined,
		/** Whether the site can be reached now. */
		isOnline: (): boolean => sync?.connection() !== undefined && syncState.state !== 'refused',
		/** Sends decisions on HS codes, and requests for orders, to the site. Must be called after each of them. */
		handleDecisionRecorded(): void {
			sync?.wake();
		},

		/**
		 * Joins a site with an invitation, and replaces the invitation's password with a new password of this desk.
		 * @param invitation undefined when the user's input is not a valid invitation
		 * @throws `site.invalidCode`, `site.refused`, `site.unreachable`, or an error of the credentials. After an error the
		 * desk has not joined the site, with one exception: when the connection is lost while the site replaces the password,
		 * the desk keeps the new password and tries to connect, because the site may have accepted the password.
		 */
		async join(
			invitation: Invitation | undefined,
			protection: Exclude<Protection, 'memory'>,
			passphrase: string | undefined,
		): Promise<SiteStatus> {
			if (!invitation)
				throw new AppError(
					'site.invalidCode',
					t('This is not a complete invitation code. Nothing was changed. Copy the whole code.'),
				);
			const { password: invitationPassword, ...server } = invitation;
			const ignore = () => {};
			const { signal } = new AbortController();
			const connection = await connectToSite(server, invitationPassword, signal, ignore, ignore);
			try {
				await stop();
				const password = generatePassword();
				// Stored before the site receives the password's verifier: if Waybill is killed in between, this desk can still log in.
				credentials.set({ key: server.role, secret: password }, protection, passphrase);
				file.set(SERVER_KEY, server);
				try {
					await connection.join(verifierOf(password));
				} catch (error) {
					if (error instanceof AppError && error.retryable)
						throw new AppError(
							'site.unreachable',
							t(
								'The connection was lost while joining. Waybill keeps trying. Keep the code until the status is up to date. If the site refuses this desk, join with the same code again.',
							),
							{ cause: error, retryable: true },
						);
					credentials.clear();
					file.delete(SERVER_KEY);
					throw error;
				}
			} finally {
				await connection.close();
				start();
				await reportChange();
			}
			return status();
		},

		unlock(passphrase: string): Promise<SiteStatus> {
			credentials.unlock(passphrase);
			start();
			return status();
		},

		/**
		 * Leaves the site. The addresses and the synchronization state stay on the desk, in case it joins again. The desk's
		 * database role stays until the site's administrator removes it.
		 */
		async leave(): Promise<SiteStatus> {
			await stop();
			credentials.clear();
			file.delete(SERVER_KEY);
			lastSyncedAt = null;
			await reportChange();
			return status();
		},

		async shareBook(name: string): Promise<void> {
			await requireConnection().shareBook(name);
			sync?.wake();
		},

		/**
		 * Resolves a conflict.
		 * @param takeOther whether the other desk's value replaces the current one
		 * @param shownValue the current value as the user saw it
		 * @throws `site.changed` when `takeOther` is true and the current value is no longer `shownValue`; `site.unreachable`
		 * while offline
		 */
		async resolveConflict(conflictId: number, takeOther: boolean, shownValue: unknown): Promise<void> {
			await requireConnection().resolveConflict(conflictId, takeOther, shownValue);
			sync?.wake();
		},

		close: stop,
	};
}
export type Site = ReturnType<typeof createSite>;
