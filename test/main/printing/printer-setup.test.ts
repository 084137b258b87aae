// Saving a printer, and recording the result of its test label.
import { describe, expect, it } from 'vitest';
import { createPrinterSetup } from '../../../src-main/printing/printer-setup';
import { folderPrinter, openDesk } from '../../fixtures/desk';

const NOW = '2026-11-24T10:00:00.000Z';

function openSetup() {
	const { printers, folder } = openDesk();
	const approvedFolders: string[] = [];
	const setup = createPrinterSetup({
		printers,
		folders: { require: async (path) => void approvedFolders.push(path) },
		now: () => new Date(NOW),
	});
	return { printers, setup, approvedFolders, folder };
}

describe('printer setup', () => {
	it('keeps the start position when none is given', async () => {
		const { printers, setup, approvedFolders, folder } = openSetup();
		const { startPosition, ...printer } = folderPrinter(folder, { stock: 'A4', startPosition: 3 });
		await setup.save({ ...printer, startPosition });
		await setup.save({ ...printer, name: 'Other name' });
		expect(printers.get('folder')).toMatchObject({ name: 'Other name', startPosition: 3 });
		expect(approvedFolders).toEqual([folder, folder]);
	});

	it('rejects a relative folder', async () => {
		const { printers, setup, approvedFolders } = openSetup();
		await expect(setup.save(folderPrinter('labels'))).rejects.toMatchObject({
			code: 'input.invalid',
			fields: [{ path: 'device.folder', code: 'not_absolute' }],
		});
		expect(printers.get('folder').device).not.toMatchObject({ folder: 'labels' });
		expect(approvedFolders).toEqual([]);
	});

	it('renames a printer only if it has the name before, and keeps its test result', () => {
		const { printers, setup } = openSetup();
		const { name } = printers.get('folder');
		setup.recordTestResult('folder', '', 100);
		printers.renameUnlessChanged({ folder: 'Another name' }, { folder: 'Etikettenordner' });
		expect(printers.get('folder').name).toBe(name);
		printers.renameUnlessChanged({ folder: name }, { folder: 'Etikettenordner' });
		expect(printers.get('folder').name).toBe('Etikettenordner');
		expect(printers.proofOf('folder')).toMatchObject({ rulerMm: 100 });
	});

	it('rejects codes that are not from a test label', () => {
		const { printers, setup } = openSetup();
		expect(() => setup.recordTestResult('folder', 'no code of it', 100)).toThrow(/not from a test label/);
		expect(printers.proofOf('folder')).toBeNull();
		setup.recordTestResult('folder', '', 100);
		expect(printers.proofOf('folder')).toMatchObject({ at: NOW, rulerMm: 100, narrowestMm: null });
	});
});
