// IPC methods that back up a desk, move it to another machine and restore it.
import * as z from 'zod';
import { t } from '../i18n';
import type { DeskBackup } from '../model/desk-backup';
import { method } from './method';

/** A passphrase that protects a new file. */
const newPassphraseSchema = z.object({
	passphrase: z
		.string()
		.min(8, { error: () => t('At least 8 characters') })
		.max(200),
});

export const deskBackupApi = {
	/** Opens a save dialog and writes a backup, encrypted with the passphrase. Null when the user cancels. */
	'desk.backUp': method<DeskBackup | null>()(newPassphraseSchema),
	/** The same, and marks this desk as moved: it is not used again unless the user decides to. */
	'desk.move': method<DeskBackup | null>()(newPassphraseSchema),
	/** Opens a file dialog and replaces the data of this desk. False when the user cancels. The page is loaded again. */
	'desk.restore': method<boolean>()(z.object({ passphrase: z.string().min(1).max(200) })),
} as const;
