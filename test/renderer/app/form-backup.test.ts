// @vitest-environment happy-dom

import { beforeEach, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { formBackupSchema } from '../../../src-contract/model/form-backup';
import { useFormBackupStore } from '../../../src-renderer/app/form-backup';
import { useShipFormStore } from '../../../src-renderer/features/shared/ship-form/ship-form';
import { useSubmissionStore } from '../../../src-renderer/features/ship/submission';
import { loadFormChecks } from '../../../src-renderer/lib/form-checks-loader';
import { freshPinia } from '../../fixtures/active-pinia';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';
import { quoteOf, rateOption, shipmentDetail } from '../../fixtures/screens';
import { exampleDraft } from '../../fixtures/shipment-draft';

let bridge: TestBridge;
let ship: ReturnType<typeof useShipFormStore>;
let submission: ReturnType<typeof useSubmissionStore>;
let backup: ReturnType<typeof useFormBackupStore>;

beforeEach(async () => {
	bridge = installBridge();
	freshPinia();
	await loadFormChecks();
	ship = useShipFormStore();
	submission = useSubmissionStore();
	backup = useFormBackupStore();
	history.replaceState(null, '', '/index.html');
});
const saved = () => bridge.callsTo('form.save').map(({ input }) => input.form);

it('saves each change of the form, marks it while it is sent, and clears it once it is booked', async () => {
	bridge.reply('form.save', () => undefined);
	backup.start();
	Object.assign(ship.draft, structuredClone(exampleDraft));
	await nextTick();
	expect(saved().at(-1)).toMatchObject({ draft: { reference: 'ORDER-1' }, isBeingSent: false });
	ship.draft.reference = 'ORDER-2';
	await nextTick();
	expect(saved().at(-1)?.draft.reference).toBe('ORDER-2');
	void ship.prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34)));
	void submission.send(true);
	await flushPromises();
	expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	const methods = bridge.calls.map(({ method }) => method);
	const isMarkedBefore = methods.slice(0, methods.indexOf('shipments.create')).lastIndexOf('form.save');
	expect(bridge.calls[isMarkedBefore]?.input).toMatchObject({ form: { isBeingSent: true } });
	await bridge.pending('shipments.create').answer({ shipment: shipmentDetail({ id: 5 }) });
	expect(saved().at(-1)).toBeNull();
});

it('saves the picked option when two options share a product id', async () => {
	bridge.reply('form.save', () => undefined);
	backup.start();
	Object.assign(ship.draft, structuredClone(exampleDraft));
	void ship.prices.load();
	const options = [rateOption(7, 12.34, { product: 'Parcel' }), rateOption(7, 20, { product: 'Express' })];
	await bridge.pending('rates.quote').answer(quoteOf(...options));
	ship.prices.moveChoice(1);
	await nextTick();
	expect(ship.chosenOption?.product).toBe('Express');
	expect(formBackupSchema.parse(saved().at(-1)).optionKey).toBe(ship.prices.chosenKey);
});

it('restores the typed form and the picked option after a reload, and shows a message', async () => {
	history.replaceState(null, '', '/index.html?reloaded=1#/shipments');
	const form = { draft: exampleDraft, savedDraftId: 4, limitEur: 30, optionKey: 8, isBeingSent: false };
	bridge.reply('form.recover', () => ({ form, isBeingSent: false }));
	await backup.recover();
	expect(ship.draft.reference).toBe('ORDER-1');
	expect(ship.savedDraftId).toBe(4);
	expect(submission.enteredLimitEur).toBe(30);
	expect(backup.message).toContain('was restored');
	expect(location.href).toMatch(/index\.html#\/shipments$/);
	void ship.prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34), rateOption(8, 20)));
	expect(ship.chosenOption?.productId).toBe(8);
	expect(bridge.callsTo('shipments.create')).toHaveLength(0);
});

it('leaves the form empty while its shipment is still being sent, and names where to look', async () => {
	history.replaceState(null, '', '/index.html?reloaded=1');
	bridge.reply('form.recover', () => ({ form: null, isBeingSent: true }));
	await backup.recover();
	expect(ship.draft.reference).toBe('');
	expect(backup.message).toContain('check its result in Shipments');
});

it('requests nothing at an ordinary start', async () => {
	await backup.recover();
	expect(bridge.callsTo('form.recover')).toHaveLength(0);
	expect(backup.message).toBe('');
});
