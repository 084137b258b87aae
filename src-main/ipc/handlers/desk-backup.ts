// IPC handlers of the desk's backup.
import type { deskBackupApi } from '../../../src-contract/api/desk-backup';
import type { HandlersOf } from '../../../src-contract/api/method';
import type { DeskBackupService } from '../../desk-backup/desk-backup';

export interface DeskBackupServices {
	deskBackup: DeskBackupService;
}

export const deskBackupHandlers = ({ deskBackup }: DeskBackupServices) =>
	({
		'desk.backUp': ({ passphrase }) => deskBackup.backUp(passphrase),
		'desk.move': ({ passphrase }) => deskBackup.move(passphrase),
		'desk.restore': ({ passphrase }) => deskBackup.restore(passphrase),
	}) satisfies HandlersOf<typeof deskBackupApi>;
