// Folders that the station may write to or watch: folders in use, and folders that the user chose or approved in a system dialog.
// A compromised page of the window cannot press the buttons of a system dialog.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Desktop } from './desktop';

/** @param foldersInUse returns the folders of the current settings, which need no approval */
export function createApprovedFolders(foldersInUse: () => readonly string[], confirm: Desktop['confirm']) {
	const approvedFolders = new Set<string>();

	return {
		/** Approves a folder that the user chose in a system dialog. @param folder null when the user cancelled @returns the folder */
		approve(folder: string | null): string | null {
			if (folder !== null) approvedFolders.add(path.resolve(folder));
			return folder;
		},

		/**
		 * Asks the user to approve the folder, unless it is in use or approved already.
		 * @param folder absolute path
		 * @param field path of the input field, for the field error
		 * @throws `input.invalid` when the user declines
		 */
		async require(folder: string, field: string): Promise<void> {
			const absolutePath = path.resolve(folder);
			if (
				approvedFolders.has(absolutePath) ||
				foldersInUse().some((folderInUse) => path.resolve(folderInUse) === absolutePath)
			)
				return;
			const question = {
				message: t('Allow Waybill to use this folder?'),
				detail: absolutePath,
				confirmLabel: t('Use folder'),
			};
			if (!(await confirm(question))) {
				throw new AppError('input.invalid', t('The folder was not approved. Nothing was changed.'), {
					fields: [{ path: field, code: 'not_agreed', message: t('Choose a folder, or approve this one') }],
				});
			}
			approvedFolders.add(absolutePath);
		},
	};
}
export type ApprovedFolders = ReturnType<typeof createApprovedFolders>;
