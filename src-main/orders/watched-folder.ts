// A folder into which another program writes files of orders. It is looked at again and again: shared folders tell nobody when
// something arrives in them.
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const LOOKED_EVERY_MS = 3_000;
/** Where files go that became a batch. */
const TAKEN = 'taken';
const ORDERS = /\.(csv|tsv|txt|xlsx)$/i;

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
	onFault: (error: unknown) => void;
}

export function createWatchedFolder({ folder, take, onChange, onFault }: WatchedFolderDependencies) {
	/** As each file was at the last look: one that still grows is left alone. */
	let seen = new Map<string, string>();
	/** As each file was when it was refused. */
	const refused = new Map<string, { stamp: string; reason: string }>();
	let timer: NodeJS.Timeout | undefined;
	let looking: Promise<void> | undefined;
	let trouble = '';

	function stamps(place: string): Map<string, string> {
		const found = new Map<string, string>();
		for (const name of readdirSync(place)) {
			if (!ORDERS.test(name) || name.startsWith('.') || name.startsWith('~$')) continue;
			const { size, mtimeMs } = statSync(path.join(place, name));
			found.set(name, `${size} ${mtimeMs}`);
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

	async function look(): Promise<void> {
		const place = folder();
		if (place === '') {
			seen = new Map();
			refused.clear();
			return;
		}
		const now = stamps(place);
		for (const name of refused.keys()) if (refused.get(name)?.stamp !== now.get(name)) refused.delete(name);
		for (const [name, stamp] of now) {
			if (seen.get(name) !== stamp || refused.has(name)) continue;
			const batch = await take(path.join(place, name));
			if (typeof batch === 'string') refused.set(name, { stamp, reason: batch });
			else putAside(place, name);
			onChange();
		}
		seen = now;
		trouble = '';
	}

	function lookNow(): Promise<void> {
		looking ??= look()
			.catch((error) => {
				const { message } = error as Error;
				if (message !== trouble) onFault(error);
				trouble = message;
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
		waiting: (): { files: WaitingFile[]; trouble: string } => ({
			files: [...refused].map(([name, { reason }]) => ({ name, reason })),
			trouble,
		}),
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
