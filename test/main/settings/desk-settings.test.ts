import { describe, expect, it } from 'vitest';
import { ENGLISH, setLocale } from '../../../src-contract/i18n';
import type { Settings } from '../../../src-contract/model/settings';
import { createDeskSettings } from '../../../src-main/settings/desk-settings';
import { createSettings, defaultSettings } from '../../../src-main/settings/settings';
import { readLocale } from '../../../tools/i18n.mjs';
import { memoryFile } from '../../fixtures/desk';

function openSettings(agrees = true) {
	const file = memoryFile();
	const settings = createSettings(file);
	const steps: string[] = [];
	const deskSettings = createDeskSettings({
		settings: {
			...settings,
			save(next) {
				steps.push('saved');
				return settings.save(next);
			},
		},
		folders: {
			async require(folder, field) {
				if (!agrees) throw new Error(`${field} ${folder}`);
			},
		},
		forgetKey: () => void steps.push('key forgotten'),
		onServiceChanged: () => void steps.push('service changed'),
		onSaved: () => void steps.push('status'),
		async applyPreferences({ textSizePercent }) {
			steps.push(`text size ${textSizePercent}`);
		},
	});
	const save = (changes: Partial<Settings>) => deskSettings.save({ ...defaultSettings(), ...changes });
	return { save, steps, read: deskSettings.read };
}

describe('saving settings', () => {
	it('forgets the key before it saves another service address', async () => {
		const { save, steps } = openSettings();
		await save({ serviceUrl: 'https://service.example' });
		expect(steps).toEqual(['key forgotten', 'saved', 'service changed', 'text size 100', 'status']);
	});

	it('keeps the key when the service address stays, and reports the status in the saved language', async () => {
		const { save, steps } = openSettings();
		const saved = await save({ textSizePercent: 125 });
		expect(saved.textSizePercent).toBe(125);
		expect(steps).toEqual(['saved', 'text size 125', 'status']);
	});

	it('translates the names of parcel sizes that the user has not changed', async () => {
		const german = readLocale('de');
		const file = memoryFile();
		const deskSettings = createDeskSettings({
			settings: createSettings(file),
			folders: { async require() {} },
			forgetKey: () => {},
			onServiceChanged: () => {},
			onSaved: () => {},
			async applyPreferences() {
				setLocale(() => ({ language: 'de', texts: german }));
			},
		});
		const [small, ...others] = defaultSettings().parcelPresets;
		if (!small) throw new Error('There are no default parcel sizes');
		try {
			const saved = await deskSettings.save({
				...defaultSettings(),
				language: 'de',
				parcelPresets: [{ ...small, name: 'Shoe box' }, ...others],
			});
			expect(saved.parcelPresets.map(({ name }) => name)).toEqual(['Shoe box', german['Box M'], german['Box L']]);
			expect(german['Box M']).not.toBe('Box M');
			expect(deskSettings.read()).toEqual(saved);
		} finally {
			setLocale(() => ENGLISH);
		}
	});

	it.each([
		['a folder that is not absolute', 'orders', true],
		['a folder that the user did not agree to', '/desk/orders', false],
	])('saves nothing with %s', async (_name, ordersFolder, agrees) => {
		const { save, steps, read } = openSettings(agrees);
		await expect(save({ ordersFolder, serviceUrl: 'https://service.example' })).rejects.toThrow();
		expect(steps).toEqual([]);
		expect(read()).toMatchObject({ ordersFolder: '', serviceUrl: '' });
	});
});
