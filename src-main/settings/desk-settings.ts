// Saves the desk's settings and applies changes of the service, the watched folder, the language and the text size.
import path from 'node:path';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { Settings } from '../../src-contract/model/settings';
import type { ApprovedFolders } from '../platform/approved-folders';
import { defaultSettings, type SettingsService } from './settings';

export interface DeskSettingsDependencies {
	settings: SettingsService;
	folders: Pick<ApprovedFolders, 'require'>;
	/** Clears the API key. Called before a different service address is saved. */
	forgetKey: () => void;
	/** Called after a different service address was saved. */
	onServiceChanged: () => void;
	/** Applies language and text size. */
	applyPreferences: (savedSettings: Settings) => Promise<void>;
	/** Called at the end, when texts are already translated to the saved language. */
	onSaved: () => void;
}

/** Names of the default parcel sizes in the current language. */
const presetNames = (): string[] => defaultSettings().parcelPresets.map(({ name }) => name);

/** Translates the names of parcel sizes that still have a default name of the language before. */
const withPresetNames = (settings: Settings, namesBefore: string[], names: string[]): Settings => ({
	...settings,
	parcelPresets: settings.parcelPresets.map((preset) => ({
		...preset,
		name: names[namesBefore.indexOf(preset.name)] ?? preset.name,
	})),
});

export function createDeskSettings(dependencies: DeskSettingsDependencies) {
	const { settings, folders, forgetKey, onServiceChanged, onSaved, applyPreferences } = dependencies;

	/** @throws `input.invalid` when the path is not absolute or the user does not approve the folder */
	async function requireOrdersFolder(folder: string): Promise<void> {
		if (folder === '') return;
		if (!path.isAbsolute(folder)) {
			throw new AppError('input.invalid', t('Enter the full path of the watched folder. Nothing was changed.'), {
				fields: [
					{ path: 'ordersFolder', code: 'not_absolute', message: t('Enter a full path, such as /home/desk/orders') },
				],
			});
		}
		await folders.require(folder, 'ordersFolder');
	}

	return {
		read: settings.read,

		/**
		 * Saves the settings. A new service address clears the key, because a key is valid for one service only.
		 * @throws `input.invalid` when the watched folder is not an absolute path or the user does not approve it
		 */
		async save(newSettings: Settings): Promise<Settings> {
			await requireOrdersFolder(newSettings.ordersFolder);
			const isServiceChanged = newSettings.serviceUrl !== settings.read().serviceUrl;
			// Clear the key first: even if a later step fails, the old key is never sent to the new address.
			if (isServiceChanged) forgetKey();
			const savedSettings = settings.save(newSettings);
			if (isServiceChanged) onServiceChanged();
			const namesBefore = presetNames();
			await applyPreferences(savedSettings);
			const names = presetNames();
			const isTranslated = names.join() !== namesBefore.join();
			const translatedSettings = isTranslated
				? settings.save(withPresetNames(savedSettings, namesBefore, names))
				: savedSettings;
			onSaved();
			return translatedSettings;
		},
	};
}
export type DeskSettings = ReturnType<typeof createDeskSettings>;
