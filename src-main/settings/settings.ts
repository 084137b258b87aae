// The desk's settings, in a JSON file. Invalid values are replaced by defaults. Only an invalid service address is kept: its
// default is the built-in service, and shipments must not go to a service that the user did not choose.

import { currentLanguage, type Language, t } from '../../src-contract/i18n';
import { type Settings, settingsSchema } from '../../src-contract/model/settings';
import { SHIPMENT_COLUMNS } from '../../src-contract/model/shipment';
import type { KeyValueFile } from '../platform/key-value-file';

export const defaultSettings = (): Settings => ({
	deskName: '',
	serviceUrl: '',
	accountUrl: '',
	ordersFolder: '',
	queueAllowancePercent: 5,
	priceDifferenceAlertEur: 1,
	sender: null,
	parcelPresets: [
		{ name: t('Box S'), lengthCm: 25, widthCm: 18, heightCm: 10, weightKg: 1, carton: null },
		{ name: t('Box M'), lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5, carton: null },
		{ name: t('Box L'), lengthCm: 60, widthCm: 40, heightCm: 40, weightKg: 10, carton: null },
	],
	keepDocumentsDays: 90,
	keepDocumentsMegabytes: 2000,
	theme: 'system',
	language: 'system',
	textSizePercent: 100,
	shipmentColumns: [...SHIPMENT_COLUMNS],
	isLarge: false,
	isCompact: false,
	sounds: false,
	packing: {
		booksAfterLastItem: true,
		verifiesLabels: true,
		opensNextOrder: true,
		opensByItem: true,
		isShadow: false,
		weighs: false,
		sharesOrders: false,
		rule: { kind: 'cheapest' },
		limitEur: 50,
		box: '',
	},
	isWelcomed: false,
});

export function createSettings(file: KeyValueFile) {
	/** The last result of `read`: electron-store reads the file each time, and a scan needs the settings several times. */
	let known: { settings: Settings; language: Language } | undefined;
	function readFile(): Settings {
		const stored = file.get('settings');
		const merged: Record<string, unknown> = { ...defaultSettings(), ...(typeof stored === 'object' ? stored : {}) };
		const result = settingsSchema.safeParse(merged);
		if (result.success) return result.data;
		const invalidNames = new Set(result.error.issues.map((issue) => String(issue.path[0])));
		const validEntries = Object.entries(merged).filter(([name]) => !invalidNames.has(name) || name === 'serviceUrl');
		const settings = { ...defaultSettings(), ...Object.fromEntries(validEntries) };
		return { ...settings, serviceUrl: String(settings.serviceUrl) };
	}

	function read(): Settings {
		// Default names are in the language of the desk.
		const language = currentLanguage();
		if (known?.language !== language) known = { settings: readFile(), language };
		return known.settings;
	}

	return {
		/** The settings must not be changed in place. */
		read,
		/** @returns the settings as read from the file */
		save(settings: Settings): Settings {
			known = undefined;
			file.set('settings', settings);
			return read();
		},
		/** Last port of the built-in service; 0 if none is saved. The service uses it again, so that older tracking links stay valid. */
		brokerPort: {
			get: (): number => Number(file.get('brokerPort') ?? 0),
			set: (port: number): void => file.set('brokerPort', port),
		},
	};
}
export type SettingsService = ReturnType<typeof createSettings>;
