// Keeps desk and site equal while there is a line: takes what stands there, sends what was done here, and is told of what is new.
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { AppError } from '../../src-contract/errors';
import type { SitePlace } from '../../src-contract/shared-books';
import type { AddressBook } from '../address-book/address-book';
import { connectToSite, type SiteConnection } from './connection';

/** Entries that are taken at once: a search that is typed meanwhile waits for no more. */
const PAGE = 100;
/** More than a person decides at a time. */
const MOST_CONFLICTS = 500;
/** A line that fell silent without a word is found out by a question. */
const ASK_EVERY_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export type ExchangeState =
	| { state: 'connecting' | 'exchanging' | 'upToDate' }
	| { state: 'offline' | 'refused'; message: string };

export interface ExchangeDependencies {
	place: SitePlace;
	password: string;
	book: Pick<AddressBook, 'sharing' | 'nextPush' | 'takeFromSite'>;
	onState: (state: ExchangeState) => void;
	onFault: (error: unknown) => void;
}

const isForAWhile = (error: unknown): boolean => !(error instanceof AppError) || error.retryable;

export function createExchange({ place, password, book, onState, onFault }: ExchangeDependencies) {
	const ending = new AbortController();
	let connection: SiteConnection | undefined;
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
			if (isWoken || ending.signal.aborted) wake();
		});
	}

	/** Until there is nothing more in either direction. */
	async function untilEqual(site: SiteConnection, origin: string): Promise<void> {
		await book.takeFromSite({ origin, entries: [], books: await site.books() });
		for (;;) {
			const version = (await book.sharing())?.version ?? 0;
			const entries = await site.changesSince(version, PAGE);
			const last = entries.at(-1);
			if (last) await book.takeFromSite({ origin, entries, version: last.version });
			if (entries.length === PAGE) continue;
			// Only then: what the desk has in common with the site is known.
			const push = await book.nextPush();
			if (!push) break;
			await book.takeFromSite({ origin, entries: await site.push(push), pushId: push.id });
		}
		await book.takeFromSite({ origin, entries: [], conflicts: await site.conflicts(MOST_CONFLICTS) });
	}

	/** As long as the line holds. */
	async function session(): Promise<void> {
		let isLost = false;
		const site = await connectToSite(place, password, soon, () => {
			isLost = true;
			soon();
		});
		connection = site;
		try {
			const { origin } = await site.greet();
			while (!ending.signal.aborted && !isLost) {
				isWoken = false;
				onState({ state: 'exchanging' });
				await untilEqual(site, origin);
				onState({ state: 'upToDate' });
				await somethingToDo();
			}
		} finally {
			connection = undefined;
			await site.close();
		}
	}

	/** Desks that lost one line do not come back as one: the pauses grow, and vary. */
	const again = retry(handleWhen(isForAWhile), {
		maxAttempts: Number.POSITIVE_INFINITY,
		backoff: new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS }),
	});
	again.onFailure(({ reason }) => {
		if ('error' in reason && !ending.signal.aborted) {
			onState({ state: 'offline', message: reason.error.message });
			if (!(reason.error instanceof AppError)) onFault(reason.error);
		}
	});

	async function run(): Promise<void> {
		while (!ending.signal.aborted) {
			onState({ state: 'connecting' });
			try {
				await again.execute(session, ending.signal);
			} catch (error) {
				if (ending.signal.aborted) return;
				onState({ state: 'refused', message: (error as Error).message });
				return;
			}
		}
	}
	const ended = run();

	return {
		/** Something was written here. */
		soon,
		/** @throws `site.unreachable` while there is no line */
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
