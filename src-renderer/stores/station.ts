// What every screen shows of the desk: its service, its settings, what waits for a person.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Settings } from '../../src-contract/settings';
import type { StationStatus } from '../../src-contract/station-events';
import { call, listen } from '../station';
import { showLanguage } from '../wording';

export const useStationStore = defineStore('station', () => {
	const status = ref<StationStatus>();
	const settings = ref<Settings>();
	const ready = ref(false);
	const failure = ref('');

	async function apply({ theme, language, isLarge }: Settings): Promise<void> {
		const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
		const dark = theme === 'dark' || (theme !== 'light' && isSystemDark);
		const { classList } = document.documentElement;
		classList.toggle('dark', dark);
		classList.toggle('light', !dark);
		classList.toggle('contrast', theme === 'contrast');
		classList.toggle('large', isLarge);
		// Without its texts a language is English; the desk works on.
		await showLanguage(language).catch(() => {});
	}

	/** Asks before anything is drawn, so that the answers come while the screen is being made. */
	async function start(): Promise<void> {
		listen('station.statusChanged', (changed) => {
			status.value = changed;
		});
		try {
			[settings.value, status.value] = await Promise.all([call('settings.read'), call('station.status')]);
			await apply(settings.value);
			ready.value = true;
		} catch (error) {
			failure.value = (error as Error).message;
		}
	}

	async function save(next: Settings): Promise<void> {
		settings.value = await call('settings.save', next);
		await apply(settings.value);
	}

	return {
		status,
		settings,
		ready,
		failure,
		/** Nobody has set this desk up, or said that it needs no setting up. */
		isFirstRun: computed(() => settings.value !== undefined && !settings.value.isWelcomed && !settings.value.sender),
		start,
		save,
	};
});
