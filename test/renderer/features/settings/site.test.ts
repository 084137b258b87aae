import { beforeEach, describe, expect, it } from 'vitest';
import { useSiteStore } from '../../../../src-renderer/features/shared/site';
import { freshPinia } from '../../../fixtures/active-pinia';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { siteOf } from '../../../fixtures/screens';

let bridge: TestBridge;
let site: ReturnType<typeof useSiteStore>;
beforeEach(() => {
	bridge = installBridge();
	freshPinia();
	site = useSiteStore();
});

describe('the site', () => {
	it('is read on first use', async () => {
		expect(site.status).toBeUndefined();
		await bridge.pending('site.status').answer(siteOf({ state: 'upToDate', books: ['Recipients'] }));
		expect(site.status).toMatchObject({ state: 'upToDate', books: ['Recipients'] });
	});

	it.each(['connecting', 'exchanging', 'upToDate', 'offline', 'refused', 'locked'] as const)(
		'shows the state %s when the main process pushes it',
		async (state) => {
			await bridge.pending('site.status').answer(siteOf());
			expect(site.status?.state).toBe('none');
			await bridge.push('site.changed', siteOf({ state, message: 'why' }));
			expect(site.status).toMatchObject({ state, message: 'why' });
		},
	);

	it('keeps a status pushed before the answer to its request, because it is newer', async () => {
		await bridge.push('site.changed', siteOf({ state: 'upToDate', version: 4 }));
		await bridge.pending('site.status').answer(siteOf({ state: 'connecting', version: 3 }));
		expect(bridge.callsTo('site.status')).toHaveLength(1);
		expect(site.status).toMatchObject({ state: 'upToDate', version: 4 });
	});

	it('is read again on request', async () => {
		await bridge.pending('site.status').answer(siteOf());
		const read = site.refresh();
		await bridge.pending('site.status').answer(siteOf({ waiting: 7 }));
		await read;
		expect(site.status?.waiting).toBe(7);
	});
});
