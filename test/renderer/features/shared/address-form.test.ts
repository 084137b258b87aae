// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nextTick, reactive } from 'vue';
import AddressForm from '../../../../src-renderer/features/shared/AddressForm.vue';
import { installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { recipient } from '../../../fixtures/shipment-draft';

const state = reactive({ address: { ...recipient }, leftOutFields: [] as string[] });
let form: Mounted;
beforeEach(() => {
	installBridge().reply('addresses.check', () => ({ warnings: [], splits: [] }));
	state.address = { ...recipient };
	form = mount(freshPinia(), AddressForm, () => ({
		modelValue: state.address,
		legend: 'To',
		errorOf: () => undefined,
		leftOutFields: state.leftOutFields,
	}));
});
afterEach(unmountAll);
/** Labels of country, postcode, city and region, in their order. */
const placeLabels = () =>
	form
		.findAll('label')
		.map(({ textContent }) => textContent?.trim() ?? '')
		.filter((label) => ['Country', 'Postcode', 'City', 'State or province'].includes(label));

it.each([
	['DE', ['Country', 'Postcode', 'City']],
	['US', ['Country', 'City', 'State or province', 'Postcode']],
	['ES', ['Country', 'Postcode', 'City', 'State or province']],
	['IN', ['Country', 'City', 'Postcode', 'State or province']],
	['', ['Country', 'Postcode', 'City']],
])('has the fields of %s in the order of the country', async (countryCode, labels) => {
	state.address.countryCode = countryCode;
	await nextTick();
	expect(placeLabels()).toEqual(labels);
});

it('leaves out a field that the screen asks for elsewhere', async () => {
	const hasVatNumber = () => form.findAll('[data-field=vatNumber]').length > 0;
	expect(hasVatNumber()).toBe(true);
	state.leftOutFields = ['vatNumber'];
	await nextTick();
	expect(hasVatNumber()).toBe(false);
	state.leftOutFields = [];
});

it('keeps the focus in the country while the fields after it change', async () => {
	const country = form.find<HTMLElement>('[aria-label^="To: Country"]');
	country.focus();
	state.address.countryCode = 'US';
	await nextTick();
	expect(document.activeElement).toBe(country);
});
