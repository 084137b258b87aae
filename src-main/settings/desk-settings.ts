// CheaperVariant the desk's settings, and what has to follow from it in the rest of the station.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Settings } from '../../src-contract/model/settings';
import type { AgreedFolders } from '../platform/agreed-folders';
import type { SettingsService } from './settings';

export interface DeskSettingsDependencies {
	settings: SettingsService;
	folders: Pick<AgreedFolders, 'require'>;
	/** Called before another service address is saved. */
	forgetKey: () => void;
	/** Called when another service address was saved. */
	onServiceChanged: () => void;
	onSaved: () => void;
	/** Takes over language and text size. */
	applyPreferences: (saved: Settings) => Promise<void>;
}

export function createDeskSettings(dependencies: DeskSettingsDependencies) {
	const { settings, folders, forgetKey, onServiceChanged, onSaved, applyPreferences } = dependencies;

	async function requireOrdersFolder(folder: string): Promise<void> {
		if (folder === '') return;
		if (!path.isAbsolute(folder)) {
			throw new AppError(
				'input.invalid',
				t('Name the watched folder from the root of the disk. Nothing was changed.'),
				{
					fields: [
						{ path: 'ordersFolder', code: 'not_absolute', message: t('A whole path, such as /home/desk/orders') },
					],
				},
			);
		}
		await folders.require(folder, 'ordersFolder');
	}

	return {
		read: settings.read,

		/** A key belongs to the service it was given for: another address clears it. */
		async save(next: Settings): Promise<Settings> {
			await requireOrdersFolder(next.ordersFolder);
			const isMoved = next.serviceUrl !== settings.read().serviceUrl;
			// Cleared first: whatever stops what follows, the old key never meets the new address.
			if (isMoved) forgetKey();
			const saved = settings.save(next);
			if (isMoved) onServiceChanged();
			onSaved();
			await applyPreferences(saved);
			return saved;
		},
	};
}
export type DeskSettings = ReturnType<typeof createDeskSettings>;
