// The desk's preferences, in a readable file; a value that does not fit its schema is replaced by the default.
import Store from 'electron-store';
import { type Settings, settingsSchema } from '../../src-contract/settings';

export const defaultSettings: Settings = {
	deskName: '',
	serviceUrl: '',
	sender: null,
	parcelPresets: [
		{ name: 'Box S', lengthCm: 25, widthCm: 18, heightCm: 10, weightKg: 1 },
		{ name: 'Box M', lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 },
		{ name: 'Box L', lengthCm: 60, widthCm: 40, heightCm: 40, weightKg: 10 },
	],
	autoPrint: true,
	theme: 'system',
};

interface SettingsFile {
	settings: unknown;
	brokerPort: number;
}

/** @param folder where `settings.json` lies */
export function createSettings(folder: string) {
	const store = new Store<SettingsFile>({ cwd: folder, name: 'settings', clearInvalidConfig: true });

	function read(): Settings {
		const merged = { ...defaultSettings, ...(store.get('settings') as Partial<Settings> | undefined) };
		const result = settingsSchema.safeParse(merged);
		if (result.success) return result.data;
		const wrong = new Set(result.error.issues.map((issue) => String(issue.path[0])));
		const kept = Object.entries(merged).filter(([name]) => !wrong.has(name));
		return { ...defaultSettings, ...Object.fromEntries(kept) };
	}

	return {
		read,
		save(settings: Settings): Settings {
			store.set('settings', settings);
			return read();
		},
		/** The port that the built-in service had last, so that tracking links of earlier days still answer. */
		brokerPort: {
			get: (): number => store.get('brokerPort', 0),
			set: (port: number): void => store.set('brokerPort', port),
		},
	};
}
export type SettingsService = ReturnType<typeof createSettings>;
