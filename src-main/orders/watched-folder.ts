// A folder into which another program writes files of orders. It is looked at again and again: shared folders tell nobody when
// something arrives in them.
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';

const LOOKED_EVERY_MS = 3_000;
const REFUSED_FOR_MS = 30_000;
/** Where files go that became a batch. */
const TAKEN = 'taken';
const isOrders = (name: string): boolean => /^(?!\.|~\$).*\.(csv|tsv|txt|xlsx)$/i.test(name);

export interface WaitingFile {
	name: string;
	/** Why it was not taken. */
	reason: string;
}

export interface WatchedFolderDependencies {
	/** Empty: none. */
	folder: () => string;
	/** @returns the batch's id, or why a person has to look */
	take: (file: string) => Promise<number | string>;
	/** Something was taken, or waits. */
	onChange: () => void;
	onError: (error: unknown) => void;
}

export function createWatchedFolder({ folder, take, onChange, onError }: WatchedFolderDependencies) {
	/** As each file was at the last look: one that still grows is left alone. */
	let seen = new Map<string, string>();
	/** As each file was when it was refused. */
	const refused = new Map<string, { stamp: string; reason: string; atMs: number }>();
	let timer: NodeJS.Timeout | undefined;
	let looking: Promise<void> | undefined;
	let trouble = '';

	/** Undefined: it is gone. */
	function stampOf(file: string): string | undefined {
		const found = statSync(file, { throwIfNoEntry: false });
		return found && `${found.size} ${found.mtimeMs}`;
	}

	function stamps(place: string): Map<string, string> {
		const found = new Map<string, string>();
		for (const name of readdirSync(place)) {
			if (!isOrders(name)) continue;
			const stamp = stampOf(path.join(place, name));
			if (stamp) found.set(name, stamp);
		}
		return found;
	}

	/** Never over a file of the same name. */
	function putAside(place: string, name: string): void {
		mkdirSync(path.join(place, TAKEN), { recursive: true });
		const { name: stem, ext } = path.parse(name);
		const names = readdirSync(path.join(place, TAKEN));
		let target = name;
		for (let at = 2; names.includes(target); at += 1) target = `${stem}-${at}${ext}`;
		renameSync(path.join(place, name), path.join(place, TAKEN, target));
	}

	/** A file that was refused is looked at anew when it changed, and after a while: what stood in the way may be gone. */
	function forgetOld(now: ReadonlyMap<string, string>): void {
		for (const [name, { stamp, atMs }] of refused)
			if (stamp !== now.get(name) || performance.now() - atMs > REFUSED_FOR_MS) refused.delete(name);
	}

	async function takeOne(place: string, name: string, stamp: string): Promise<void> {
		const refuse = (reason: string) => refused.set(name, { stamp, reason, atMs: performance.now() });
		try {
			const batch = await take(path.join(place, name));
			if (typeof batch === 'string') refuse(batch);
			else {
				try {
					putAside(place, name);
				} catch (error) {
					refuse(
						t('It became a batch, and could not be moved into "{folder}" ({reason}).', {
							folder: TAKEN,
							reason: errorMessage(error),
						}),
					);
				}
			}
		} catch (error) {
			onError(error);
			refuse(t('It could not be taken: {reason}', { reason: errorMessage(error) }));
		}
		onChange();
	}

	async function look(): Promise<void> {
		const place = folder();
		const now = place === '' ? new Map<string, string>() : stamps(place);
		forgetOld(now);
		for (const [name, stamp] of now) {
			// As it was at the last look, and as it is at this moment: a file that still grows is left alone.
			if (seen.get(name) !== stamp || refused.has(name) || stampOf(path.join(place, name)) !== stamp) continue;
			await takeOne(place, name, stamp);
		}
		seen = now;
		tell('');
	}

	function tell(now: string): void {
		if (now === trouble) return;
		trouble = now;
		onChange();
	}

	function lookNow(): Promise<void> {
		looking ??= look()
			.catch((error) => {
				const message = errorMessage(error);
				if (message !== trouble) onError(error);
				tell(message);
			})
			.finally(() => {
				looking = undefined;
			});
		return looking;
	}

	return {
		lookNow,
		start(): void {
			timer ??= setInterval(lookNow, LOOKED_EVERY_MS);
			timer.unref();
		},
		/** What waits for a person, and what keeps the folder from being read. */
		waiting: (): { files: WaitingFile[]; error: string } => ({
			files: [...refused].map(([name, { reason }]) => ({ name, reason })),
			error: trouble,
		}),
		/** @throws `order.noFile` when no file of orders can have that name: nothing else in the folder is shown to anybody */
		placeOf(name: string): string {
			const place = folder();
			if (place !== '' && isOrders(name) && path.basename(name) === name) return path.join(place, name);
			throw new AppError('order.noFile', t('This is no file of the watched folder. Nothing was taken.'));
		},
		/** A file was said something about: it is looked at anew. */
		forget(): void {
			refused.clear();
			void lookNow();
		},
		async close(): Promise<void> {
			clearInterval(timer);
			await looking;
		},
	};
}
export type WatchedFolder = ReturnType<typeof createWatchedFolder>;
