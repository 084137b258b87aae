// Into which folders the station may write, and which it may watch: those that are in use, and those that a person chose or agreed
// to in a window of the system. A page that somebody took over can press no button there.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Desktop } from './desktop';

export function createAgreedFolders(inUse: () => readonly string[], agrees: Desktop['agrees']) {
	const agreed = new Set<string>();

	return {
		/** A person chose it. */
		chosen(folder: string | null): string | null {
			if (folder !== null) agreed.add(path.resolve(folder));
			return folder;
		},

		/** @param folder from the root of the disk @throws `input.invalid` when nobody agreed to it */
		async require(folder: string, field: string): Promise<void> {
			const whole = path.resolve(folder);
			if (agreed.has(whole) || inUse().some((one) => path.resolve(one) === whole)) return;
			const question = { message: t('May the station use this folder?'), detail: whole, yes: t('Use the folder') };
			if (!(await agrees(question))) {
				throw new AppError('input.invalid', t('Nobody agreed to this folder. Nothing was changed.'), {
					fields: [{ path: field, code: 'not_agreed', message: t('Choose a folder, or agree to this one') }],
				});
			}
			agreed.add(whole);
		},
	};
}
export type AgreedFolders = ReturnType<typeof createAgreedFolders>;
