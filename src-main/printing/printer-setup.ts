// Setting up a printer: its profile as a user saves it, and what a scan of its test label proves.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Printer, PrinterProof } from '../../src-contract/model/print';
import type { ApprovedFolders } from '../platform/approved-folders';
import { narrowestOf } from './layout/test-label';
import type { Printers } from './printers';

export interface PrinterSetupDependencies {
	printers: Pick<Printers, 'all' | 'save' | 'proofOf' | 'prove'>;
	folders: Pick<ApprovedFolders, 'require'>;
	now: () => Date;
}

export function createPrinterSetup({ printers, folders, now }: PrinterSetupDependencies) {
	return {
		/** Without a start position the labels of its sheet go on where they are. */
		async save({
			startPosition,
			...rest
		}: Omit<Printer, 'startPosition'> & { startPosition?: number | undefined }): Promise<void> {
			const current = printers.all().find(({ id }) => id === rest.id)?.startPosition ?? 1;
			const printer = { ...rest, startPosition: startPosition ?? current };
			const { device } = printer;
			if (device.driver === 'folder' && !path.isAbsolute(device.folder)) {
				throw new AppError('input.invalid', t('Name the folder from the root of the disk. Nothing was changed.'), {
					fields: [
						{ path: 'device.folder', code: 'not_absolute', message: t('A whole path, such as /home/desk/labels') },
					],
				});
			}
			if (device.driver === 'folder') await folders.require(device.folder, 'device.folder');
			printers.save(printer);
		},

		/** @param text a code of the test label, or empty: only the ruler was read */
		scanBack(printerId: string, text: string, rulerMm: PrinterProof['rulerMm']): void {
			const known = printers.proofOf(printerId)?.narrowestMm ?? null;
			const read = text === '' ? known : narrowestOf(text);
			if (read === undefined) {
				throw new AppError(
					'input.invalid',
					t('This is no code of a test label. Print one and scan its codes, the narrowest first.'),
				);
			}
			const narrowestMm = known === null || read === null ? read : Math.min(known, read);
			printers.prove(printerId, { at: now().toISOString(), rulerMm, narrowestMm });
		},
	};
}
export type PrinterSetup = ReturnType<typeof createPrinterSetup>;
