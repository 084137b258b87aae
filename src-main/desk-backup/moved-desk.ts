// A desk that was moved to another machine has a file that says so. It is not used again unless the user decides to.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '../platform/atomic-write';

export const MOVED_FILE = 'moved.json';

const movedDeskSchema = z.object({
	movedAt: z.iso.datetime(),
	/** The backup with which the desk was moved. */
	backupFile: z.string(),
});
export type MovedDesk = z.infer<typeof movedDeskSchema>;

export const markMoved = (dataDir: string, moved: MovedDesk): void =>
	writeFileAtomically(path.join(dataDir, MOVED_FILE), JSON.stringify(moved));

/** @returns null when the desk was not moved; a file that cannot be read means that it was moved at an unknown time */
export function readMoved(dataDir: string): Partial<MovedDesk> | null {
	const file = path.join(dataDir, MOVED_FILE);
	if (!existsSync(file)) return null;
	try {
		return movedDeskSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		return {};
	}
}

export const unmarkMoved = (dataDir: string): void => rmSync(path.join(dataDir, MOVED_FILE), { force: true });
