// Composes the desk's settings and the folders that the user approved.
import { createApprovedFolders } from '../platform/approved-folders';
import type { Printers } from '../printing/printers';
import { createDeskSettings } from '../settings/desk-settings';
import type { composeConnections } from './connections';
import type { ServiceDependencies, StationSignals } from './dependencies';
import { folderPrinterNames } from './printing';

export interface SettingsDependencies
	extends Pick<ServiceDependencies, 'settings' | 'desktop' | 'applyLanguage' | 'zoom'> {
	printers: Pick<Printers, 'all' | 'renameUnlessChanged'>;
	connections: Pick<ReturnType<typeof composeConnections>, 'forgetKey' | 'serviceChanged'>;
}

export function composeSettings(dependencies: SettingsDependencies, { statusChanged }: StationSignals) {
	const { settings, desktop, applyLanguage, zoom, printers, connections } = dependencies;
	const foldersInUse = () =>
		[
			settings.read().ordersFolder,
			...printers.all().map(({ device }) => (device.driver === 'folder' ? device.folder : '')),
		].filter(Boolean);
	const folders = createApprovedFolders(foldersInUse, (question) => desktop.confirm(question));
	const deskSettings = createDeskSettings({
		settings,
		folders,
		forgetKey: connections.forgetKey,
		onServiceChanged: connections.serviceChanged,
		onSaved: statusChanged.emit,
		async applyPreferences({ textSizePercent }) {
			const namesBefore = folderPrinterNames();
			await applyLanguage();
			printers.renameUnlessChanged(namesBefore, folderPrinterNames());
			zoom(textSizePercent);
		},
	});
	return { folders, deskSettings };
}
