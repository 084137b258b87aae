// Tells the user that a file of the data folder was damaged: what happened, what was kept, and what to do.
import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { t } from '../../src-contract/i18n';
import type { DamagedFile } from '../platform/data-files';
import { dateTimeText } from '../platform/date-text';

/** The texts of the message. Pure, apart from the language. */
function damagedFileTexts({ file, setAside, restoredFrom }: DamagedFile): { message: string; detail: string } {
	const name = path.basename(file);
	const message =
		setAside === null
			? t('{name} was missing when Waybill started.', { name })
			: t('{name} was damaged when Waybill started.', { name });
	const kept = setAside === null ? '' : t('The damaged file was kept as {file}.', { file: setAside });
	const time = restoredFrom === null ? '' : dateTimeText(restoredFrom);
	const isJournal = name === 'waybill.db';
	let outcome = t(
		'There is no copy of it. Check the settings of this desk, and enter the key again if it is asked for.',
	);
	if (isJournal && restoredFrom === null)
		outcome = t(
			'There is no copy of it: the list of shipments is empty. Check your account at the service before you book a parcel again.',
		);
	else if (isJournal)
		outcome = t(
			'It was restored from the copy of {time}. Shipments since then are not in the list: check your account at the service before you book a parcel again.',
			{ time },
		);
	else if (restoredFrom !== null) outcome = t('It was restored from the copy of {time}.', { time });
	return { message, detail: [kept, outcome].filter(Boolean).join('\n\n') };
}

export async function showDamagedFile(window: BrowserWindow | undefined, file: DamagedFile): Promise<void> {
	const options = { type: 'warning' as const, title: 'Waybill', ...damagedFileTexts(file) };
	await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
}
