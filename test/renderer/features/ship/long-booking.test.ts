// @vitest-environment happy-dom
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import LongBookingNotice from '../../../../src-renderer/features/ship/LongBookingNotice.vue';
import { useSubmissionStore } from '../../../../src-renderer/features/ship/submission';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { quoteOf, rateOption, shipmentDetail } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

let bridge: TestBridge;
let ship: ReturnType<typeof useShipFormStore>;
let submission: ReturnType<typeof useSubmissionStore>;
let notice: Mounted;
let pinia: Pinia;
beforeEach(async () => {
	bridge = installBridge();
	pinia = freshPinia();
	await loadFormChecks();
	ship = useShipFormStore();
	submission = useSubmissionStore();
	Object.assign(ship.draft, structuredClone(exampleDraft));
	void ship.prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34)));
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
	notice = mount(pinia, LongBookingNotice);
});
afterEach(() => {
	unmountAll();
	vi.useRealTimers();
});
const isShown = () => notice.findAll('[data-testid=long-booking]').length === 1;
/** Books, and returns when the request is sent: the checks of the form may take several turns. */
async function send(): Promise<void> {
	void submission.send(true);
	for (let turn = 0; submission.bookingSentAt === undefined && turn < MAX_TURNS; turn += 1) await flushPromises();
	expect(submission.bookingSentAt).toBeDefined();
	await flushPromises();
}
const MAX_TURNS = 1000;
async function elapse(ms: number): Promise<void> {
	vi.advanceTimersByTime(ms);
	await flushPromises();
}

it('a booking longer than 5 s shows that it continues and is safe, which step it is in, until the label is there', async () => {
	await send();
	await elapse(4999);
	expect(isShown()).toBe(false);
	await elapse(1);
	expect(isShown()).toBe(true);
	expect(notice.find('[role=status]').textContent).toMatch(
		/Waiting for the service.*saved.*Do not book this parcel again.*keep Waybill open/,
	);
	bridge.push('shipments.labelReceived', null);
	await flushPromises();
	expect(notice.find('[role=status]').textContent).toMatch(/Booked: reading the label.*is booked and saved/);
	await bridge.pending('shipments.create').answer({ shipment: shipmentDetail() });
	expect(isShown()).toBe(false);
	expect(submission.bookingSentAt).toBeUndefined();
});

it('a screen that is reopened during a long booking shows the notice immediately', async () => {
	await send();
	notice.unmount();
	await elapse(6000);
	notice = mount(pinia, LongBookingNotice);
	await elapse(0);
	expect(isShown()).toBe(true);
});

it('saving an online draft does not show the notice', async () => {
	void submission.send(false);
	await flushPromises();
	expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	await elapse(10_000);
	expect(isShown()).toBe(false);
});
