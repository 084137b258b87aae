// A file that says that the desk's data is that of an earlier time. It is written before the data is put in its place and removed after
// the queue was held, so that a station that is killed in between sends nothing twice.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from './atomic-write';

const markSchema = z.object({
	/** Data folder in which the data was before; printers may write into it. Missing when it is the same folder. */
	formerDataDir: z.string().optional(),
	/** The desk went on after the backup: what was unconfirmed then may have been booked and printed since. */
	mayBeOutdated: z.boolean().optional(),
});
export type RestoredMark = z.infer<typeof markSchema>;

export const RESTORED_MARK_FILE = 'restored.json';
const markFile = (folder: string): string => path.join(folder, RESTORED_MARK_FILE);

export const writeRestoredMark = (folder: string, mark: RestoredMark = {}): void =>
	writeFileAtomically(markFile(folder), JSON.stringify(mark));

/** @returns null when the data of the folder was not restored. A mark that cannot be read is a mark. */
export function readRestoredMark(folder: string): RestoredMark | null {
	if (!existsSync(markFile(folder))) return null;
	try {
		return markSchema.parse(JSON.parse(readFileSync(markFile(folder), 'utf8')));
	} catch {
		return {};
	}
}

export const removeRestoredMark = (folder: string): void => rmSync(markFile(folder), { force: true });
