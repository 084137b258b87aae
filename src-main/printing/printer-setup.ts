// Printer setup: saves a printer's profile, and records the result of its test label.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrinterProfile, PrinterProof } from '../../src-contract/model/print';
import type { ApprovedFolders } from '../platform/approved-folders';
import { testCodeBarWidthMm } from './layout/test-label';
import type { Printers } from './printers';

export interface PrinterSetupDependencies {
	printers: Pick<Printers, 'all' | 'save' | 'proofOf' | 'saveProof'>;
	folders: Pick<ApprovedFolders, 'require'>;
	now: () => Date;
}

export function createPrinterSetup({ printers, folders, now }: PrinterSetupDependencies) {
	return {
		/**
		 * Saves a profile. Without `startPosition`, the stored start position is kept.
		 * @throws `input.invalid` when the folder of a folder printer is not an absolute path, or the user does not approve it
		 */
		async save({
			startPosition,
			...profile
		}: Omit<PrinterProfile, 'startPosition'> & { startPosition?: number | undefined }): Promise<void> {
			const storedPosition = printers.all().find(({ id }) => id === profile.id)?.startPosition ?? 1;
			const printer = { ...profile, startPosition: startPosition ?? storedPosition };
			const { device } = printer;
			if (device.driver === 'folder' && !path.isAbsolute(device.folder)) {
				throw new AppError('input.invalid', t('Enter the full path of the folder. Nothing was changed.'), {
					fields: [
						{ path: 'device.folder', code: 'not_absolute', message: t('Enter a full path, such as /home/desk/labels') },
					],
				});
			}
			if (device.driver === 'folder') await folders.require(device.folder, 'device.folder');
			printers.save(printer);
		},

		/**
		 * Stores the result of a test label: the measured length of its ruler, and the width of the narrowest bar that was scanned
		 * so far.
		 * @param scannedCode a code of the test label; empty when only the ruler was measured
		 * @param rulerMm measured length of the printed ruler, or null
		 * @throws `input.invalid` when `scannedCode` is not a code of a test label; `printer.notFound`
		 */
		recordTestResult(printerId: string, scannedCode: string, rulerMm: PrinterProof['rulerMm']): void {
			const narrowestBeforeMm = printers.proofOf(printerId)?.narrowestMm ?? null;
			const scannedMm = scannedCode === '' ? narrowestBeforeMm : testCodeBarWidthMm(scannedCode);
			if (scannedMm === undefined) {
				throw new AppError(
					'input.invalid',
					t('This code is not from a test label. Print a test label and scan its codes, the narrowest first.'),
				);
			}
			const narrowestMm =
				narrowestBeforeMm === null || scannedMm === null ? scannedMm : Math.min(narrowestBeforeMm, scannedMm);
			printers.saveProof(printerId, { at: now().toISOString(), rulerMm, narrowestMm });
		},
	};
}
export type PrinterSetup = ReturnType<typeof createPrinterSetup>;
