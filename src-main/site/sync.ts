// Synchronizes the desk with its site while online: receives the site's changes, sends local changes, exchanges decisions on HS
// codes and claims of orders, and waits for notifications of further changes.
import { setTimeout as pause } from 'node:timers/promises';
import { ExponentialBackoff } from 'cockatiel';
import { AppError } from '../../src-contract/errors';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { SharedPush, SiteEndpoint } from '../../src-contract/model/shared-books';
import type { AddressBook } from '../address-book/address-book';
import { exchangeClaims, type LocalClaims } from './claim-exchange';
import { connectToSite } from './connect';
import { exchangeDecisions, type LocalDecisions } from './decision-exchange';
import type { SiteConnection } from './site-connection';

/**
 * Maximum number of the site's changes that are read and applied at once. Small, because a search waits for a running transaction.
 */
const PAGE_SIZE = 100;
/** Maximum number of conflicts that are read and shown. */
const MAX_CONFLICTS = 500;
/** Time without a notification after which the site is queried. The query also detects a dead connection. */
const POLL_INTERVAL_MS = 15_000;
/** Delays between attempts to connect. They grow, and are randomized so that the desks do not all reconnect at the same moment. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 500, maxDelay: 30_000 });
/** Delay before the next attempt after the site refused this desk. The refusal may be temporary, while the site is under repair. */
const RETRY_AFTER_REFUSAL_MS = MINUTE_MS;

export type SyncState =
	| { state: 'connecting' | 'exchanging' | 'upToDate' }
	| { state: 'offline' | 'refused'; message: string };

export interface SiteSyncDependencies {
	server: SiteEndpoint;
	password: string;
	addressBook: Pick<AddressBook, 'sharing' | 'nextPush' | 'applySiteUpdate'>;
	decisions: LocalDecisions;
	claims: LocalClaims;
	onState: (state: SyncState) => void;
	onError: (error: unknown) => void;
}

/** Starts synchronizing at once, and reconnects until closed. */
export function createSiteSync({
	server,
	password,
	addressBook,
	decisions,
	claims,
	onState,
	onError,
}: SiteSyncDependencies) {
	const abortController = new AbortController();
	const { signal } = abortController;
	let connection: SiteConnection | undefined;
	let backoff = BACKOFF.next();
	/** Ends the current wait in `waitForWork`. */
	let endWait = () => {};
	/** Whether there may be changes that the synchronization in progress has not seen. */
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

	/**
	 * Exchanges changes until neither side has more.
	 * @param session `booksAndConflicts`: the id of the site's database (`origin`), its books and its conflicts, as last stored during this
	 * connection, as JSON; updated here
	 */
	async function synchronize(site: SiteConnection, session: { booksAndConflicts: string }): Promise<void> {
		const { origin, newestChange, schemaVersion } = await site.currentState();
		// First: a packer waits for the answer.
		await exchangeClaims(site, claims, { origin, schemaVersion });
		const send = async (push: SharedPush) =>
			addressBook.applySiteUpdate({ origin, entries: await site.push(push), pushId: push.id });
		const sharing = await addressBook.sharing();
		// The desk has received a change that the site does not have: the site's database was restored from a backup. Reset
		// the synchronization state, so that all entries are compared.
		const isRestored = sharing?.origin === origin && sharing.version > newestChange;
		if (isRestored) {
			// First the decisions: if Waybill is killed in between, the entries still show that a backup was restored.
			decisions.restartSync(origin);
			await addressBook.applySiteUpdate({ origin: '', entries: [] });
		}
		const books = await site.books();
		const conflicts = await site.conflicts(MAX_CONFLICTS);
		const booksAndConflicts = JSON.stringify([origin, books, conflicts]);
		if (booksAndConflicts !== session.booksAndConflicts || isRestored) {
			await addressBook.applySiteUpdate({ origin, entries: [], books, conflicts });
			session.booksAndConflicts = booksAndConflicts;
		}
		// A push whose answer was lost is repeated before anything is received: the site's entries must be merged with what
		// was sent, not with later local changes.
		if (sharing?.unansweredPush && !isRestored && sharing.origin === origin) await send(sharing.unansweredPush);
		for (let version = (await addressBook.sharing())?.version ?? 0; ; ) {
			const entries = await site.changesSince(version, PAGE_SIZE);
			const lastEntry = entries.at(-1);
			if (lastEntry) {
				version = lastEntry.version;
				await addressBook.applySiteUpdate({ origin, entries, version });
			}
			if (entries.length === PAGE_SIZE) {
				onState({ state: 'exchanging' });
				continue;
			}
			// Send only after everything is received: a local change is the difference from the version that desk and site
			// last agreed on.
			const push = await addressBook.nextPush();
			if (!push) break;
			await send(push);
			// Synchronize again afterwards: conflicts are read at the start, and the push may have caused some.
			isWoken = true;
		}
		await tryExchangeDecisions(site, { origin, schemaVersion });
	}

	/** Message of the last failed exchange of decisions; empty after a successful one. */
	let decisionError = '';
	/** Exchanges decisions on HS codes. An error is reported once, and does not stop the exchange of addresses. */
	async function tryExchangeDecisions(
		site: SiteConnection,
		database: Parameters<typeof exchangeDecisions>[2],
	): Promise<void> {
		try {
			await exchangeDecisions(site, decisions, database);
			decisionError = '';
		} catch (error) {
			const cause = error instanceof AppError ? (error.cause ?? error) : error;
			if (String(cause) !== decisionError && !signal.aborted) onError(cause);
			decisionError = String(cause);
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
				// The connection has just ended. Whether the site can be reached is known after the next attempt.
				else onState({ state: 'connecting' });
				onError(error instanceof AppError ? (error.cause ?? error) : error);
				await pause(isRefused ? RETRY_AFTER_REFUSAL_MS : backoff.duration, undefined, { signal }).catch(() => {});
				backoff = backoff.next(undefined);
			}
		}
	}
	const runEnded = run();

	return {
		/** Synchronizes now instead of waiting for the next notification. */
		wake,
		/** The connection in use; undefined while offline. */
		connection: () => connection,
		async close(): Promise<void> {
			abortController.abort();
			endWait();
			await connection?.close();
			await runEnded;
		},
	};
}
export type SiteSync = ReturnType<typeof createSiteSync>;
