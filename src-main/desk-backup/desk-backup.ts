// Backs up a desk into one encrypted file, moves it to another machine, and restores it from such a file.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { DeskBackup } from '../../src-contract/model/desk-backup';
import { writeFileAtomically } from '../platform/atomic-write';
import { dateTimeText } from '../platform/date-text';
import type { Desktop } from '../platform/desktop';
import { writeRestoredMark } from '../platform/restored-mark';
import type { WorkerCalls } from '../platform/worker-rpc';
import type { DeskAbout, DeskDetails } from './desk-archive';
import type { BackupMethods } from './desk-files';
import { markMoved } from './moved-desk';
import { commitRestore, discardUnpacked, UNPACKED_FOLDER } from './restore';

const BACKUP_EXTENSION = 'waybill-desk';

/** Starts and stops the services, which use the files of the desk. */
export interface StationControl {
	/**
	 * Runs `work` while no other such work runs, and lets the station end only after it.
	 * @throws `backup.busy`
	 */
	runExclusively<Result>(work: () => Promise<Result>): Promise<Result>;
	/** Closes the services, runs `work`, and starts the services again, also after an error of `work`. */
	whileClosed<Result>(work: () => Promise<Result>): Promise<Result>;
	/** Loads the page again, which then shows the data of the services that run now. */
	reloadPage(): void;
}

export interface DeskBackupDependencies {
	dataDir: string;
	version: string;
	deskName: () => string;
	desktop: Pick<Desktop, 'chooseFile' | 'chooseSavePath' | 'confirm'>;
	stationControl: StationControl;
	/** Returns the thread that writes and reads backups; one thread an operation. */
	createBackupThread: () => WorkerCalls<BackupMethods>;
	/** Key of the stored documents in base64; null without one. @throws `document.locked` */
	documentKey: () => string | null;
	/** The content of the file `document-key.json` that holds this key. */
	protectDocumentKey: (key: string) => object;
	/** Whether the outcome of a booking is known but not stored yet. */
	hasUnwrittenOutcome: () => boolean;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** Name that a save dialog suggests. */
function suggestedBackupName(deskName: string, now: Date): string {
	const name = deskName.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Waybill';
	return `${name} ${now.toISOString().slice(0, 10)}.${BACKUP_EXTENSION}`;
}

/** Runs one call in a thread of its own. */
export async function callThread<Result>(
	thread: WorkerCalls<BackupMethods>,
	call: (client: WorkerCalls<BackupMethods>['client']) => Promise<Result>,
): Promise<Result> {
	try {
		return await call(thread.client);
	} finally {
		await thread.finish();
	}
}

export function createDeskBackup(dependencies: DeskBackupDependencies) {
	const { dataDir, version, deskName, desktop, stationControl, createBackupThread, now, log } = dependencies;

	function details(isMove: boolean): DeskDetails {
		return {
			createdAt: now().toISOString(),
			version,
			deskName: deskName(),
			dataDir,
			isMove,
			documentKey: dependencies.documentKey(),
		};
	}

	async function write(target: string, passphrase: string, deskDetails: DeskDetails): Promise<DeskBackup> {
		const bytes = await callThread(createBackupThread(), (client) =>
			client.write({ target, passphrase, details: deskDetails }),
		);
		log('desk.backedUp', { bytes });
		return { path: target, bytes };
	}

	/** @throws `storage.full` while the outcome of a booking is only in memory: a backup would not have it */
	function requireStoredOutcomes(): void {
		if (dependencies.hasUnwrittenOutcome())
			throw new AppError(
				'storage.full',
				t('A booked shipment is not saved yet, because the disk is full. Free some disk space and try again.'),
				{ retryable: true },
			);
	}

	const chooseTarget = () => desktop.chooseSavePath(suggestedBackupName(deskName(), now()));

	/** The question before the data of this desk is replaced. */
	function confirmRestore({ deskName: name, createdAt }: DeskAbout): Promise<boolean> {
		const time = dateTimeText(new Date(createdAt));
		return desktop.confirm({
			message: name
				? t('Restore the desk {name} of {time}?', { name, time })
				: t('Restore the desk of {time}?', { time }),
			detail: t(
				'The data of this desk is set aside in its data folder, and that of the backup takes its place. Queued shipments need approval, because they may have been booked since.',
			),
			confirmLabel: t('Restore##verb'),
		});
	}

	async function backUp(passphrase: string): Promise<DeskBackup | null> {
		requireStoredOutcomes();
		const target = await chooseTarget();
		return target === null ? null : write(target, passphrase, details(false));
	}

	async function move(passphrase: string): Promise<DeskBackup | null> {
		requireStoredOutcomes();
		const target = await chooseTarget();
		if (target === null) return null;
		const isConfirmed = await desktop.confirm({
			message: t('Move this desk to another computer?'),
			detail: t(
				'Waybill stops booking and printing here, and writes the whole desk to the file. Then restore the file on the other computer.',
			),
			confirmLabel: t('Move##verb, a desk'),
		});
		if (!isConfirmed) return null;
		return stationControl.whileClosed(async () => {
			requireStoredOutcomes();
			const backup = await write(target, passphrase, details(true));
			markMoved(dataDir, { movedAt: now().toISOString(), backupFile: target });
			return backup;
		});
	}

	/** Completes the unpacked files with what is not in the backup as it is needed here. */
	function prepareUnpacked(about: DeskAbout): void {
		const folder = path.join(dataDir, UNPACKED_FOLDER);
		if (about.documentKey !== null)
			writeFileAtomically(
				path.join(folder, 'document-key.json'),
				JSON.stringify(dependencies.protectDocumentKey(about.documentKey)),
			);
		writeRestoredMark(folder, {
			...(about.dataDir !== dataDir && { formerDataDir: about.dataDir }),
			mayBeOutdated: !about.isMove,
		});
	}

	async function restore(passphrase: string): Promise<boolean> {
		requireStoredOutcomes();
		const file = await desktop.chooseFile(t('Backup of a desk'), [BACKUP_EXTENSION, '*']);
		if (file === null) return false;
		try {
			const about = await callThread(createBackupThread(), (client) => client.unpack({ file, passphrase, dataDir }));
			if (!(await confirmRestore(about))) return false;
			prepareUnpacked(about);
			await stationControl.whileClosed(async () => commitRestore(dataDir));
			log('desk.restored', { from: about.createdAt });
		} finally {
			discardUnpacked(dataDir);
		}
		stationControl.reloadPage();
		return true;
	}

	return {
		/** Writes a backup; the desk continues. @returns null when the user cancelled */
		backUp: (passphrase: string) => stationControl.runExclusively(() => backUp(passphrase)),

		/**
		 * Writes a backup while nothing can be booked, then marks this desk as moved. If the backup fails, the desk continues.
		 * @returns null when the user cancelled
		 */
		move: (passphrase: string) => stationControl.runExclusively(() => move(passphrase)),

		/** Replaces the data of this desk by that of a backup. @returns whether it was replaced; false when the user cancelled */
		restore: (passphrase: string) => stationControl.runExclusively(() => restore(passphrase)),
	};
}
export type DeskBackupService = ReturnType<typeof createDeskBackup>;
