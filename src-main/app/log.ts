// The station's log. Personal data is redacted before writing, and files are rotated by size.
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import log from 'electron-log/node';
import { redactPersonalData } from '../support/redaction';

const MAX_BYTES = 1_000_000;
/** Maximum number of archived log files besides the current one. */
const MAX_ARCHIVES = 4;

/** Renames station.log to station.1.log, station.1.log to station.2.log and so on, and deletes the oldest. */
function archive(file: string): void {
	const { dir, name, ext } = path.parse(file);
	const archivePath = (number: number) => path.join(dir, `${name}.${number}${ext}`);
	rmSync(archivePath(MAX_ARCHIVES), { force: true });
	for (let number = MAX_ARCHIVES - 1; number >= 1; number -= 1)
		if (existsSync(archivePath(number))) renameSync(archivePath(number), archivePath(number + 1));
	renameSync(file, archivePath(1));
}

/** @param folder folder of the log files @param maxBytes size after which a new file is started */
export function openStationLog(folder: string, maxBytes = MAX_BYTES) {
	const file = path.join(folder, 'station.log');
	const logger = log.create({ logId: folder });
	logger.transports.console.level = false;
	logger.transports.file.resolvePathFn = () => file;
	logger.transports.file.maxSize = maxBytes;
	logger.transports.file.archiveLogFn = (fullFile) => archive(fullFile.path);
	return {
		file,
		write: (event: string, detail: Record<string, unknown>): void =>
			logger.info(event, redactPersonalData(JSON.stringify(detail))),
	};
}
