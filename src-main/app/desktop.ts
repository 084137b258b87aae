// Implements the interface `Desktop` with Electron: system dialogs, browser, clipboard, printing the window to PDF.
import { writeFile } from 'node:fs/promises';
import { type BrowserWindow, clipboard, dialog, type OpenDialogOptions, shell } from 'electron';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Desktop } from '../platform/desktop';
import { openAccountWindow } from './window';

export function createDesktop(currentWindow: () => BrowserWindow | undefined): Desktop {
	/** Modal to the window, so that the screen cannot change behind the dialog. */
	function openDialog(options: OpenDialogOptions) {
		const parent = currentWindow();
		return parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options);
	}

	async function chooseSavePath(suggestedName: string): Promise<string | null> {
		const options = { defaultPath: suggestedName };
		const parent = currentWindow();
		const { filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
		return filePath || null;
	}

	return {
		async chooseFolder() {
			const { filePaths } = await openDialog({ properties: ['openDirectory', 'createDirectory'] });
			return filePaths[0] ?? null;
		},
		async chooseFile(typeName, extensions) {
			const { filePaths } = await openDialog({
				properties: ['openFile'],
				filters: [{ name: typeName, extensions }],
			});
			return filePaths[0] ?? null;
		},
		chooseSavePath,
		async saveFile(suggestedName, bytes) {
			const path = await chooseSavePath(suggestedName);
			if (path !== null) await writeFile(path, bytes);
			return path;
		},
		async confirm({ message, detail, confirmLabel }) {
			const options = {
				type: 'question' as const,
				message,
				detail,
				buttons: [confirmLabel, t('Cancel')],
				defaultId: 1,
				cancelId: 1,
				noLink: true,
			};
			const parent = currentWindow();
			const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options));
			return response === 0;
		},
		openInBrowser: (url) => shell.openExternal(url),
		openAccount: (url, cookie) => openAccountWindow(url, cookie, t('API shipments')),
		copy: (text) => clipboard.writeText(text),
		async pageAsPdf() {
			const contents = currentWindow()?.webContents;
			if (!contents)
				throw new AppError('internal', t('The window is closed, so nothing was printed. Open Waybill again.'));
			return contents.printToPDF({ pageSize: 'A4', printBackground: true });
		},
	};
}
