// Synchronizes desk and site while online: receives the site's changes, sends local ones, and waits for notifications.
import { setTimeout as pause } from 'node:timers/promises';
import { ExponentialBackoff } from 'cockatiel';
import { AppError } from '../../src-contract/errors';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { SharedPush, SiteEndpoint } from '../../src-contract/model/shared-books';
import type { AddressBook } from '../address-book/address-book';
import { connectToSite } from './connection';
import type { SiteConnection } from './site-database';

/** Entries applied in one transaction. A search that is typed meanwhile waits for one transaction at most. */
const PAGE_SIZE = 100;
/** Maximum conflicts shown at a time. */
const MAX_CONFLICTS = 500;
/** Without a notification the site is queried after this time, which also detects a dead connection. */
const POLL_INTERVAL_MS = 15_000;
/** Growing, randomized delays, so that all desks do not reconnect at the same moment. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 500, maxDelay: 30_000 });
/** Retry delay after a refusal, which may be temporary while the site is under repair. */
const RETRY_AFTER_REFUSAL_MS = MINUTE_MS;

export type ExchangeState =
	| { state: 'connecting' | 'exchanging' | 'upToDate' }
	| { state: 'offline' | 'refused'; message: string };

export interface ExchangeDependencies {
	server: SiteEndpoint;
	password: string;
	book: Pick<AddressBook, 'sharing' | 'nextPush' | 'applySiteUpdate'>;
	onState: (state: ExchangeState) => void;
	onError: (error: unknown) => void;
}

/** Starts synchronizing at once, and reconnects until closed. */
export function createExchange({ server, password, book, onState, onError }: ExchangeDependencies) {
	const abort = new AbortController();
	const { signal } = abort;
	let connection: SiteConnection | undefined;
	let backoff = BACKOFF.next();
	let endWait = () => {};
	let isWoken = false;
	function wake(): void {
		isWoken = true;
		endWait();
	}

	/** Waits for a notification, a local write or the poll interval. */
	function waitForWork(): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, POLL_INTERVAL_MS);
			endWait = () => {
				clearTimeout(timer);
				resolve();
			};
			if (isWoken || signal.aborted) endWait();
		});
	}

	/** Exchanges changes until neither side has more. @param session the books and conflicts last stored in this session, as JSON */
	async function synchronize(site: SiteConnection, session: { booksAndConflicts: string }): Promise<void> {
		const { origin, version: siteVersion } = await site.about();
		const push = async (changes: SharedPush) =>
			book.applySiteUpdate({ origin, entries: await site.push(changes), pushId: changes.id });
		const sharing = await book.sharing();
		// A lower version means the site's database was restored from a backup: reset the state and compare everything.
		const isRestored = sharing?.origin === origin && sharing.version > siteVersion;
		if (isRestored) await book.applySiteUpdate({ origin: '', entries: [] });
		const books = await site.books();
		const conflicts = await site.conflicts(MAX_CONFLICTS);
		const booksAndConflicts = JSON.stringify([origin, books, conflicts]);
		if (booksAndConflicts !== session.booksAndConflicts || isRestored) {
			await book.applySiteUpdate({ origin, entries: [], books, conflicts });
			session.booksAndConflicts = booksAndConflicts;
		}
		// Send an unanswered push first: the site's entries must be merged with what was sent, not with later local changes.
		if (sharing?.pushing && !isRestored && sharing.origin === origin) await push(sharing.pushing);
		for (let version = (await book.sharing())?.version ?? 0; ; ) {
			const entries = await site.changesSince(version, PAGE_SIZE);
			const last = entries.at(-1);
			if (last) {
				version = last.version;
				await book.applySiteUpdate({ origin, entries, version });
			}
			if (entries.length === PAGE_SIZE) {
				onState({ state: 'exchanging' });
				continue;
			}
			// Send only after everything is received, because local changes are determined against the agreed versions.
			const changes = await book.nextPush();
			if (!changes) break;
			await push(changes);
			isWoken = true;
		}
	}

	/** Connects and synchronizes until the connection ends, and then throws. */
	async function runSession(): Promise<never> {
		let isLost = false;
		const site = await connectToSite(server, password, signal, wake, () => {
			isLost = true;
			wake();
		});
		connection = site;
		const session = { booksAndConflicts: '' };
		try {
			await site.start();
			while (!signal.aborted && !isLost) {
				isWoken = false;
				await synchronize(site, session);
				backoff = BACKOFF.next();
				onState({ state: 'upToDate' });
				await waitForWork();
			}
			throw new Error('the connection was closed');
		} finally {
			connection = undefined;
			await site.close();
		}
	}

	async function run(): Promise<void> {
		onState({ state: 'connecting' });
		while (!signal.aborted) {
			try {
				await runSession();
			} catch (error) {
				if (signal.aborted) return;
				const isRefused = error instanceof AppError && !error.retryable;
				if (error instanceof AppError) onState({ state: isRefused ? 'refused' : 'offline', message: error.message });
				// The connection has just ended; the next attempt tells whether the site is reachable.
				else onState({ state: 'connecting' });
				onError(error instanceof AppError ? (error.cause ?? error) : error);
				await pause(isRefused ? RETRY_AFTER_REFUSAL_MS : backoff.duration, undefined, { signal }).catch(() => {});
				backoff = backoff.next(undefined);
			}
		}
	}
	const ended = run();

	return {
		/** Synchronizes now instead of waiting for the next notification. */
		wake,
		/** Undefined while offline. */
		connection: () => connection,
		async close(): Promise<void> {
			abort.abort();
			endWait();
			await connection?.close();
			await ended;
		},
	};
}
export type Exchange = ReturnType<typeof createExchange>;
