// Folders that the station may write to or watch: those in use, and those that the user chose or approved in a system dialog.
// A compromised page cannot press the dialog's buttons.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Desktop } from './desktop';

export function createAgreedFolders(inUse: () => readonly string[], confirm: Desktop['confirm']) {
	const agreed = new Set<string>();

	return {
		/** Approves a folder that the user chose in a dialog. */
		chosen(folder: string | null): string | null {
			if (folder !== null) agreed.add(path.resolve(folder));
			return folder;
		},

		/** Asks the user to approve the folder, if necessary. @param folder Absolute path. @throws `input.invalid` when they decline */
		async require(folder: string, field: string): Promise<void> {
			const absolute = path.resolve(folder);
			if (agreed.has(absolute) || inUse().some((used) => path.resolve(used) === absolute)) return;
			const question = {
				message: t('Allow Waybill to use this folder?'),
				detail: absolute,
				confirmLabel: t('Use folder'),
			};
			if (!(await confirm(question))) {
				throw new AppError('input.invalid', t('The folder was not approved. Nothing was changed.'), {
					fields: [{ path: field, code: 'not_agreed', message: t('Choose a folder, or approve this one') }],
				});
			}
			agreed.add(absolute);
		},
	};
}
export type AgreedFolders = ReturnType<typeof createAgreedFolders>;
