import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Time of the last change of a file, or of the newest file in a folder, in ms. @param {string} entry @returns {number} */
export function newest(entry) {
	const stats = statSync(entry);
	if (!stats.isDirectory()) return stats.mtimeMs;
	const inside = readdirSync(entry).filter((name) => name !== 'node_modules');
	return Math.max(0, ...inside.map((name) => newest(path.join(entry, name))));
}
