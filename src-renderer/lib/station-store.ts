// State of the desk that every screen shows: service, settings, and counts that need attention.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { StationStatus } from '../../src-contract/api/events';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import type { Settings } from '../../src-contract/model/settings';
import { call, listen } from './bridge';
import { showLanguage } from './i18n';

const DEFAULT_APPEARANCE: Pick<Settings, 'theme' | 'isLarge' | 'isCompact'> = {
	theme: 'system',
	isLarge: false,
	isCompact: false,
};

export const useStationStore = defineStore('station', () => {
	const status = ref<StationStatus>();
	const settings = ref<Settings>();
	const isReady = ref(false);
	/** Error message that is shown instead of the screens. */
	const failure = ref('');

	const systemDarkQuery = matchMedia('(prefers-color-scheme: dark)');

	function applyAppearance({ theme, isLarge, isCompact }: typeof DEFAULT_APPEARANCE): void {
		const isDark = theme === 'dark' || (theme !== 'light' && systemDarkQuery.matches);
		const { classList } = document.documentElement;
		classList.toggle('dark', isDark);
		classList.toggle('light', !isDark);
		classList.toggle('contrast', theme === 'contrast');
		classList.toggle('large', isLarge);
		classList.toggle('compact', isCompact);
	}

	systemDarkQuery.addEventListener('change', () => applyAppearance(settings.value ?? DEFAULT_APPEARANCE));

	async function applySettings(next: Settings): Promise<void> {
		applyAppearance(next);
		// If a translation fails to load, the texts keep the current language.
		await showLanguage(next.language).catch(() => {});
	}

	/** Loads settings and status. Called before the first render, so that loading and rendering overlap. */
	async function start(): Promise<void> {
		// Start with the default appearance: a desk with default settings is then not restyled when the settings arrive.
		applyAppearance(DEFAULT_APPEARANCE);
		listen('station.statusChanged', (newStatus) => {
			status.value = newStatus;
		});
		try {
			const [savedSettings, currentStatus] = await Promise.all([call('settings.read'), call('station.status')]);
			await applySettings(savedSettings);
			// Set settings and status together, so that the screen renders once.
			settings.value = savedSettings;
			status.value ??= currentStatus;
			isReady.value = true;
		} catch (error) {
			failure.value = errorMessage(error);
		}
	}

	const { runExclusive } = createMutex();
	/**
	 * Saves the given fields; all other settings keep their current values. Saves run one at a time, and each save starts from the
	 * result of the previous save, so that two parts of the screen do not overwrite each other's fields.
	 */
	function saveSettings(changes: Partial<Settings>): Promise<void> {
		return runExclusive(async () => {
			if (!settings.value) return;
			settings.value = await call('settings.save', { ...settings.value, ...changes });
			await applySettings(settings.value);
		});
	}

	return {
		status,
		settings,
		isReady,
		failure,
		/** True until the user has finished or dismissed the setup, or set a sender. False before the settings are loaded. */
		isFirstRun: computed(() => settings.value !== undefined && !settings.value.isWelcomed && !settings.value.sender),
		start,
		saveSettings,
	};
});
