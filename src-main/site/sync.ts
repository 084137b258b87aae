// Keeps desk and site equal while there is a line: takes what stands there, sends what was done here, and is told of what is new.
import { setTimeout as pause } from 'node:timers/promises';
import { ExponentialBackoff } from 'cockatiel';
import { AppError } from '../../src-contract/errors';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type { SharedPush, SiteEndpoint } from '../../src-contract/model/shared-books';
import type { AddressBook } from '../address-book/address-book';
import { connectToSite } from './connection';
import type { SiteConnection } from './site-database';

/** Entries that are taken at once: a search that is typed meanwhile waits for no more. */
const PAGE = 100;
/** More than a person decides at a time. */
const MAX_CONFLICTS = 500;
/** A line that fell silent without a word is found out by a question. */
const ASK_EVERY_MS = 15_000;
/** Desks that lost one line do not come back as one: the pauses grow, and vary. */
const BACKOFF = new ExponentialBackoff({ initialDelay: 500, maxDelay: 30_000 });
/** Who was refused may be let in later: the site may be under repair. */
const REFUSED_MS = MINUTE_MS;

export type ExchangeState =
	| { state: 'connecting' | 'exchanging' | 'upToDate' }
	| { state: 'offline' | 'refused'; message: string };

export interface ExchangeDependencies {
	place: SiteEndpoint;
	password: string;
	book: Pick<AddressBook, 'sharing' | 'nextPush' | 'takeFromSite'>;
	onState: (state: ExchangeState) => void;
	onError: (error: unknown) => void;
}

export function createExchange({ place, password, book, onState, onError }: ExchangeDependencies) {
	const ending = new AbortController();
	const { signal } = ending;
	let connection: SiteConnection | undefined;
	let backoff = BACKOFF.next();
	/** Ends the wait for something to do. */
	let wake = () => {};
	let isWoken = false;
	function soon(): void {
		isWoken = true;
		wake();
	}

	function somethingToDo(): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, ASK_EVERY_MS);
			wake = () => {
				clearTimeout(timer);
				resolve();
			};
			if (isWoken || signal.aborted) wake();
		});
	}

	/** Until there is nothing more in either direction. @param known texts that this desk has already, of this session */
	async function untilEqual(site: SiteConnection, known: { around: string }): Promise<void> {
		const { origin, version: siteVersion } = await site.about();
		const push = async (changes: SharedPush) =>
			book.takeFromSite({ origin, entries: await site.push(changes), pushId: changes.id });
		const sharing = await book.sharing();
		// Set back to an earlier day without a word: whatever was written above is lost to it.
		const isSetBack = sharing?.origin === origin && sharing.version > siteVersion;
		if (isSetBack) await book.takeFromSite({ origin: '', entries: [] });
		const books = await site.books();
		const conflicts = await site.conflicts(MAX_CONFLICTS);
		const around = JSON.stringify([origin, books, conflicts]);
		if (around !== known.around || isSetBack) {
			await book.takeFromSite({ origin, entries: [], books, conflicts });
			known.around = around;
		}
		// What is in doubt first: what the site says of those entries holds for what was sent, not for what was done since.
		if (sharing?.pushing && !isSetBack && sharing.origin === origin) await push(sharing.pushing);
		for (let version = (await book.sharing())?.version ?? 0; ; ) {
			const entries = await site.changesSince(version, PAGE);
			const last = entries.at(-1);
			if (last) {
				version = last.version;
				await book.takeFromSite({ origin, entries, version });
			}
			if (entries.length === PAGE) {
				onState({ state: 'exchanging' });
				continue;
			}
			// Only then: what the desk has in common with the site is known.
			const changes = await book.nextPush();
			if (!changes) break;
			await push(changes);
			isWoken = true;
		}
	}

	/** As long as the line holds. @throws when it does not */
	async function session(): Promise<never> {
		let isLost = false;
		const site = await connectToSite(place, password, signal, soon, () => {
			isLost = true;
			soon();
		});
		connection = site;
		const known = { around: '' };
		try {
			await site.greet();
			while (!signal.aborted && !isLost) {
				isWoken = false;
				await untilEqual(site, known);
				backoff = BACKOFF.next();
				onState({ state: 'upToDate' });
				await somethingToDo();
			}
			throw new Error('the line was closed');
		} finally {
			connection = undefined;
			await site.close();
		}
	}

	async function run(): Promise<void> {
		onState({ state: 'connecting' });
		while (!signal.aborted) {
			try {
				await session();
			} catch (error) {
				if (signal.aborted) return;
				const isRefused = error instanceof AppError && !error.retryable;
				if (error instanceof AppError) onState({ state: isRefused ? 'refused' : 'offline', message: error.message });
				// A line that just ended: what follows says more.
				else onState({ state: 'connecting' });
				onError(error instanceof AppError ? (error.cause ?? error) : error);
				await pause(isRefused ? REFUSED_MS : backoff.duration, undefined, { signal }).catch(() => {});
				backoff = backoff.next(undefined);
			}
		}
	}
	const ended = run();

	return {
		/** Something was written here. */
		soon,
		/** Undefined while there is no line. */
		connection: () => connection,
		async close(): Promise<void> {
			ending.abort();
			wake();
			await connection?.close();
			await ended;
		},
	};
}
export type Exchange = ReturnType<typeof createExchange>;
