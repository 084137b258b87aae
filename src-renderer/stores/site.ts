// How this desk stands towards the site whose address books it shares; the main process says when that changed.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { SiteStatus } from '../../src-contract/shared-books';
import { call, listen } from '../station';

export const useSiteStore = defineStore('site', () => {
	const status = ref<SiteStatus>();
	listen('site.changed', (changed) => {
		status.value = changed;
	});
	async function read(): Promise<void> {
		status.value = await call('site.status');
	}
	void read();
	return { status, read };
});
