// The log of the station: what it holds of persons is taken out before it is written, and its files do not grow for ever.
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import log from 'electron-log/node';
import { redactPersonalData } from '../support/redaction';

const MAX_BYTES = 1_000_000;
/** Beside the one that is written to. */
const KEPT_FILES = 4;

/** station.log becomes station.1.log, that station.2.log, and the oldest goes. */
function archive(file: string): void {
	const { dir, name, ext } = path.parse(file);
	const numbered = (number: number) => path.join(dir, `${name}.${number}${ext}`);
	rmSync(numbered(KEPT_FILES), { force: true });
	for (let number = KEPT_FILES - 1; number >= 1; number -= 1)
		if (existsSync(numbered(number))) renameSync(numbered(number), numbered(number + 1));
	renameSync(file, numbered(1));
}

/** @param folder of the log files @param mostBytes after which a new file is begun */
export function openStationLog(folder: string, mostBytes = MAX_BYTES) {
	const file = path.join(folder, 'station.log');
	const logger = log.create({ logId: folder });
	logger.transports.console.level = false;
	logger.transports.file.resolvePathFn = () => file;
	logger.transports.file.maxSize = mostBytes;
	logger.transports.file.archiveLogFn = (old) => archive(old.path);
	return {
		file,
		write: (event: string, detail: Record<string, unknown>): void =>
			logger.info(event, redactPersonalData(JSON.stringify(detail))),
	};
}
