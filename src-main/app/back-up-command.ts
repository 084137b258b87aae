// `waybill --back-up-desk=FILE`: backs up the desk without opening a window, also while the station runs, for example at night. The
// passphrase comes from the environment, because other users can see the arguments of a program.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { app } from 'electron';
import Store from 'electron-store';
import { errorMessage } from '../../src-contract/lib/error-message';
import { callThread } from '../desk-backup/desk-backup';
import type { BackupMethods } from '../desk-backup/desk-files';
import { readMoved } from '../desk-backup/moved-desk';
import { createVault } from '../documents/vault';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS } from '../platform/worker-rpc';
import { systemKeyring } from './system-keyring';

const PASSPHRASE_VARIABLE = 'WAYBILL_BACKUP_PASSPHRASE';
const MIN_PASSPHRASE_LENGTH = 8;

/** Name of the desk in its settings; empty when it has none. */
function savedDeskName(dataDir: string): string {
	try {
		const { settings } = JSON.parse(readFileSync(path.join(dataDir, 'settings.json'), 'utf8'));
		return typeof settings?.deskName === 'string' ? settings.deskName : '';
	} catch {
		return '';
	}
}

/** @returns the exit code of the program */
export async function backUpFromCommandLine(file: string, workerFile: string): Promise<number> {
	const passphrase = process.env[PASSPHRASE_VARIABLE] ?? '';
	if (!file || passphrase.length < MIN_PASSPHRASE_LENGTH) {
		process.stderr.write(
			`usage: ${PASSPHRASE_VARIABLE}=PASSPHRASE waybill --back-up-desk=FILE\nThe passphrase has at least ${MIN_PASSPHRASE_LENGTH} characters.\n`,
		);
		return 2;
	}
	const dataDir = app.getPath('userData');
	const target = path.resolve(file);
	try {
		if (readMoved(dataDir)) throw new Error('this desk was moved to another computer');
		const vault = createVault(systemKeyring, new Store({ cwd: dataDir, name: 'document-key' }), () => {});
		const details = {
			createdAt: new Date().toISOString(),
			version: app.getVersion(),
			deskName: savedDeskName(dataDir),
			dataDir,
			isMove: false,
			documentKey: vault.readKey(),
		};
		const thread = createWorkerCalls<BackupMethods>(() => new Worker(workerFile), DATABASE_THREAD_TIMEOUT_MS);
		const bytes = await callThread(thread, (client) => client.write({ target, passphrase, details }));
		process.stdout.write(`${target}: ${bytes} bytes, read again and checked\n`);
		return 0;
	} catch (error) {
		process.stderr.write(`no backup was written: ${errorMessage(error)}\n`);
		return 1;
	}
}
