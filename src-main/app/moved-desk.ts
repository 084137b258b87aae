// Tells the user at the start that this desk was moved to another machine, or restored from a backup.
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { t } from '../../src-contract/i18n';
import type { MovedDesk } from '../desk-backup/moved-desk';
import { dateTimeText } from '../platform/date-text';

const showMessage = (window: BrowserWindow | undefined, options: MessageBoxOptions) =>
	window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);

/** @returns whether the user wants to use this desk again */
export async function askToUseMovedDesk(
	window: BrowserWindow | undefined,
	{ movedAt, backupFile }: Partial<MovedDesk>,
): Promise<boolean> {
	const whereTo = backupFile && t('Its data is in the file {file}.', { file: backupFile });
	const { response } = await showMessage(window, {
		type: 'info',
		title: 'Waybill',
		message: movedAt
			? t('This desk was moved to another computer on {time}.', { time: dateTimeText(new Date(movedAt)) })
			: t('This desk was moved to another computer.'),
		detail: [
			whereTo,
			t(
				'Use it again here only if it is not used there. Otherwise parcels could be booked twice. Queued shipments need your approval.',
			),
		]
			.filter(Boolean)
			.join('\n\n'),
		buttons: [t('Close Waybill'), t('Use this desk again')],
		defaultId: 0,
		cancelId: 0,
		noLink: true,
	});
	return response === 1;
}

/** @param formerFilesFolder folder of the files that were replaced */
export async function showRestored(window: BrowserWindow | undefined, formerFilesFolder: string): Promise<void> {
	await showMessage(window, {
		type: 'info',
		title: 'Waybill',
		message: t('This desk was restored.'),
		detail: [
			t(
				'Queued shipments need approval: they may have been booked since the backup. Check your account at the service before you approve them.',
			),
			t(
				'Keys and passwords are not in a backup. If the desk uses a service or shared address books, enter them in Settings.',
			),
			t('What was on this desk before is in the folder {folder}.', { folder: formerFilesFolder }),
		].join('\n\n'),
	});
}
