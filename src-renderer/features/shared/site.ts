// How this desk stands towards the site whose address books it shares; the main process says when that changed.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { SiteStatus } from '../../../src-contract/model/shared-books';
import { call, listen } from '../../lib/bridge';

export const useSiteStore = defineStore('site', () => {
	const status = ref<SiteStatus>();
	let changes = 0;
	listen('site.changed', (changed) => {
		changes += 1;
		status.value = changed;
	});
	async function read(): Promise<void> {
		const before = changes;
		const answer = await call('site.status');
		// What was pushed meanwhile is newer than the answer.
		if (changes === before) status.value = answer;
	}
	void read();
	return { status, read };
});
