// Restricts files and folders to the user account that the station runs under.
import { chmodSync, mkdirSync } from 'node:fs';

export function makePrivateFolder(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	restrictToOwner(folder, 0o700);
}

/** Errors are ignored: some file systems do not support permissions. */
export function restrictToOwner(path: string, mode = 0o600): void {
	try {
		chmodSync(path, mode);
	} catch {}
}
