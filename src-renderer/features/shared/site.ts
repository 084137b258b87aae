// Status of the site that shares its address books with this desk. The main process reports changes.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { SiteStatus } from '../../../src-contract/model/shared-books';
import { call, listen } from '../../lib/bridge';

export const useSiteStore = defineStore('site', () => {
	const status = ref<SiteStatus>();
	let changeCount = 0;
	listen('site.changed', (newStatus) => {
		changeCount += 1;
		status.value = newStatus;
	});
	async function refresh(): Promise<void> {
		const countBefore = changeCount;
		const answer = await call('site.status');
		// A status that arrived meanwhile is newer than this answer.
		if (changeCount === countBefore) status.value = answer;
	}
	void refresh();
	return { status, refresh };
});
