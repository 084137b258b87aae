// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { h } from 'vue';
import { useShipTo } from '../../../../src-renderer/features/addresses/ship-to';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import { installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { savedAddress } from '../../../fixtures/screens';
import { recipient } from '../../../fixtures/shipment-draft';

const push = vi.fn();
vi.mock('vue-router', () => ({ useRouter: () => ({ push }) }));
afterEach(unmountAll);

function openWith() {
	const bridge = installBridge();
	const pinia = freshPinia();
	let shipTo: ReturnType<typeof useShipTo> = () => Promise.resolve('not set up');
	mount(
		pinia,
		{
			setup() {
				shipTo = useShipTo();
				return () => h('div');
			},
		},
		() => ({}),
	);
	return { bridge, shipTo, form: useShipFormStore(pinia) };
}

const parcel = { lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 2 };
const entry = savedAddress(7, {
	...recipient,
	countryCode: 'US',
	city: 'Austin',
	region: 'TX',
	defaultParcel: parcel,
	labelPrinterId: 'zebra',
});

it('fills the Ship form with the address, its region, usual parcel and printer', async () => {
	const { shipTo, form } = openWith();
	expect(await shipTo(entry)).toBe('');
	expect(form.draft.to).toEqual({ ...recipient, countryCode: 'US', city: 'Austin', region: 'TX' });
	expect(form.draft.parcels[0]).toMatchObject(parcel);
	expect(form.draft.labelPrinterId).toBe('zebra');
	expect(push).toHaveBeenCalledExactlyOnceWith({ name: 'ship' });
});

it('keeps a form that is being sent', async () => {
	const { shipTo, form } = openWith();
	form.draft.to = { ...recipient, contactPerson: 'Erika Example' };
	form.busy = true;
	expect(await shipTo(entry)).toMatch(/being sent/);
	expect(form.draft.to.contactPerson).toBe('Erika Example');
});
