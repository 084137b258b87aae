// What every screen shows of the desk: its service, its settings, what waits for a person.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { StationStatus } from '../../src-contract/api/events';
import { errorMessage } from '../../src-contract/lib/error-message';
import { createMutex } from '../../src-contract/lib/mutex';
import type { Settings } from '../../src-contract/model/settings';
import { call, listen } from './bridge';
import { showLanguage } from './i18n';

export const useStationStore = defineStore('station', () => {
	const status = ref<StationStatus>();
	const settings = ref<Settings>();
	const ready = ref(false);
	const failure = ref('');

	const systemDark = matchMedia('(prefers-color-scheme: dark)');

	function showLooks({ theme, isLarge }: Pick<Settings, 'theme' | 'isLarge'>): void {
		const dark = theme === 'dark' || (theme !== 'light' && systemDark.matches);
		const { classList } = document.documentElement;
		classList.toggle('dark', dark);
		classList.toggle('light', !dark);
		classList.toggle('contrast', theme === 'contrast');
		classList.toggle('large', isLarge);
	}

	async function apply(next: Settings): Promise<void> {
		showLooks(next);
		// Without its texts a language is English; the desk works on.
		await showLanguage(next.language).catch(() => {});
	}

	/** Asks before anything is drawn, so that the answers come while the screen is being made. */
	async function start(): Promise<void> {
		// As most desks have it: where the settings say nothing else, what is drawn meanwhile is not styled twice.
		showLooks({ theme: 'system', isLarge: false });
		listen('station.statusChanged', (changed) => {
			status.value = changed;
		});
		try {
			const [read, answered] = await Promise.all([call('settings.read'), call('station.status')]);
			await apply(read);
			// Together: what shows any of them is drawn anew once.
			settings.value = read;
			status.value ??= answered;
			ready.value = true;
		} catch (error) {
			failure.value = errorMessage(error);
		}
	}

	const { runExclusive } = createMutex();
	/**
	 * Saves these fields on top of what is saved by then. Saves run one after another: two parts of the screen that save at the
	 * same time change only their own fields.
	 */
	function save(changes: Partial<Settings>): Promise<void> {
		return runExclusive(async () => {
			if (!settings.value) return;
			settings.value = await call('settings.save', { ...settings.value, ...changes });
			await apply(settings.value);
		});
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
