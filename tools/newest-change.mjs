import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * When a file was last changed. For a folder: the time of the newest change of a file in the folder, without node_modules.
 * @param {string} entry path of a file or folder @returns {number} milliseconds since 1970
 */
export function newestChangeMs(entry) {
	const stats = statSync(entry);
	if (!stats.isDirectory()) return stats.mtimeMs;
	const inside = readdirSync(entry).filter((name) => name !== 'node_modules');
	return Math.max(0, ...inside.map((name) => newestChangeMs(path.join(entry, name))));
}
