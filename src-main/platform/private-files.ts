// Files and folders that only the desk's own user may read.
import { chmodSync, mkdirSync } from 'node:fs';

export function makePrivateFolder(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	restrictToOwner(folder, 0o700);
}

/** Some disks, such as those of other systems, know no such rights: the desk works on. */
export function restrictToOwner(place: string, mode = 0o600): void {
	try {
		chmodSync(place, mode);
	} catch {}
}
