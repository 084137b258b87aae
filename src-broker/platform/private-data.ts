// Restricts the data folder to the user account that the service runs under: folders to 0700, files to 0600.
import { chmodSync, type Dirent, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './errors';

/** Folder of the service in its data folder: mails without a mail server. */
const MAIL_FOLDER = 'mail';
/** The SQLite database with its write-ahead log. */
const DATABASE_FILE = /^broker\.db(-wal|-shm|-journal)?$/;

/** Permission bits of the group and of all other users. */
const OTHER_USERS_BITS = 0o077;
/** Set on folders such as /tmp, in which all users create files. */
const STICKY_BIT = 0o1000;

type Log = (event: string, detail: Record<string, unknown>) => void;

/** Makes files and folders that this process creates from now on readable to its user only. */
export function createPrivateFilesOnly(): void {
	process.umask(OTHER_USERS_BITS);
}

/** Paths of the service's own files and folders in the data folder. Symbolic links and all other files are left out. */
function ownPaths(dataDir: string): string[] {
	const entries = (folder: string): Dirent[] => readdirSync(folder, { withFileTypes: true });
	return entries(dataDir).flatMap((entry) => {
		const entryPath = path.join(dataDir, entry.name);
		if (entry.isFile() && DATABASE_FILE.test(entry.name)) return [entryPath];
		if (!entry.isDirectory() || entry.name !== MAIL_FOLDER) return [];
		const files = entries(entryPath).filter((file) => file.isFile());
		return [entryPath, ...files.map((file) => path.join(entryPath, file.name))];
	});
}

/**
 * Creates the data folder if it is missing. Removes the permissions of other users from the folder and from the service's own files
 * and folders in it. Logs the number of changed paths, and of paths that could not be changed, as on disks without permissions. Does
 * nothing on Windows, where a new folder inherits its permissions.
 * @throws Error when the folder is one that all users share, such as /tmp
 */
export function restrictDataFolder(dataDir: string, log: Log): void {
	if (process.platform === 'win32') return;
	if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	if (statSync(dataDir).mode & STICKY_BIT)
		throw new Error(`The folder ${dataDir} is shared by all users. Choose a data folder of the service's own.`);
	let restrictedCount = 0;
	let failedCount = 0;
	let lastErrorCode: string | undefined;
	for (const ownPath of [dataDir, ...ownPaths(dataDir)]) {
		try {
			const { mode } = statSync(ownPath);
			if ((mode & OTHER_USERS_BITS) === 0) continue;
			chmodSync(ownPath, mode & 0o700);
			restrictedCount += 1;
		} catch (error) {
			lastErrorCode = errorCode(error);
			// A missing file was deleted after the folder was read, such as a write-ahead log that another process has closed.
			if (lastErrorCode !== 'ENOENT') failedCount += 1;
		}
	}
	if (restrictedCount > 0) log('data.permissionsRestricted', { folder: dataDir, count: restrictedCount });
	if (failedCount > 0)
		log('data.permissionsNotRestricted', { folder: dataDir, count: failedCount, code: lastErrorCode });
}
