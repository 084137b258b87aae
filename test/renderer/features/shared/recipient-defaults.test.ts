import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reactive } from 'vue';
import { createRecipientDefaults } from '../../../../src-renderer/features/shared/recipient-defaults';
import { type Draft, newDraft, newParcel } from '../../../../src-renderer/lib/draft-fields';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { savedAddress, shipmentDetail } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const box = { lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 };
let bridge: TestBridge;
let draft: Draft;
let isFree: boolean;
const showMessage = vi.fn();
let recipient: ReturnType<typeof createRecipientDefaults>;
beforeEach(() => {
	bridge = installBridge();
	showMessage.mockReset();
	isFree = true;
	draft = reactive(newDraft());
	recipient = createRecipientDefaults(draft, () => isFree, showMessage);
});

describe('a recipient from the address book', () => {
	it('sets its usual parcel and its label printer', () => {
		recipient.setAddressEntry(savedAddress(1, { defaultParcel: box, labelPrinterId: 'printer-2' }));
		expect(draft.parcels).toEqual([{ count: 1, ...box }]);
		expect(draft.labelPrinterId).toBe('printer-2');
	});

	it('removes the parcel of the previous recipient', () => {
		recipient.setAddressEntry(savedAddress(1, { defaultParcel: box, labelPrinterId: 'printer-2' }));
		recipient.setAddressEntry(undefined);
		expect(draft.parcels).toEqual([newParcel()]);
		expect(draft.labelPrinterId).toBe('');
	});

	it('does not change a parcel that the user measured', () => {
		Object.assign(draft.parcels[0] as object, { ...box, weightKg: 9 });
		recipient.setAddressEntry(savedAddress(1, { defaultParcel: box }));
		expect(draft.parcels[0]?.weightKg).toBe(9);
		recipient.setAddressEntry(undefined);
		expect(draft.parcels[0]?.weightKg).toBe(9);
	});

	it('keeps a filled-in parcel that the user changed', () => {
		recipient.setAddressEntry(savedAddress(1, { defaultParcel: box }));
		Object.assign(draft.parcels[0] as object, { weightKg: 6 });
		recipient.setAddressEntry(savedAddress(2, { defaultParcel: { ...box, lengthCm: 10 } }));
		expect(draft.parcels[0]).toMatchObject({ lengthCm: 40, weightKg: 6 });
	});

	it('does not change several parcels', () => {
		draft.parcels.push(newParcel());
		recipient.setAddressEntry(savedAddress(1, { defaultParcel: box }));
		expect(draft.parcels).toEqual([newParcel(), newParcel()]);
	});
});

describe('parcel and contents of the last shipment', () => {
	beforeEach(() => Object.assign(draft.to, { companyName: 'Muster GmbH', zipcode: '10115' }));
	const listed = () => shipmentDetail({ id: 9, recipient: 'Muster GmbH' });

	it('come from the last booked shipment to the same name', async () => {
		const done = recipient.copyLastShipment();
		expect(bridge.pending('shipments.list').input.filter).toEqual({ text: 'Muster GmbH 10115' });
		await bridge
			.pending('shipments.list')
			.answer([
				shipmentDetail({ id: 8, recipient: 'Other GmbH' }),
				{ ...listed(), id: 7, state: 'rejected' },
				listed(),
			]);
		expect(bridge.pending('shipments.get').input).toEqual({ id: 9 });
		await bridge.pending('shipments.get').answer(listed());
		expect(await done).toBe(true);
		expect(draft.parcels).toEqual(exampleDraft.parcels);
		expect(draft.contents).toEqual(exampleDraft.contents);
		expect(draft.reference).toBe('');
	});

	it('are offered only if there is a last shipment to this recipient', async () => {
		void recipient.lookUpLastShipment();
		expect(recipient.hasLastShipment.value).toBe(false);
		await bridge.pending('shipments.list').answer([listed()]);
		expect(recipient.hasLastShipment.value).toBe(true);
		draft.to.companyName = 'New GmbH';
		expect(recipient.hasLastShipment.value).toBe(false);
		void recipient.lookUpLastShipment();
		await bridge.pending('shipments.list').answer([listed()]);
		expect(recipient.hasLastShipment.value).toBe(false);
	});

	it('are missing for a new recipient, and the user is notified', async () => {
		const done = recipient.copyLastShipment();
		await bridge.pending('shipments.list').answer([]);
		expect(await done).toBe(false);
		expect(showMessage).toHaveBeenCalledExactlyOnceWith('This desk has not shipped to Muster GmbH yet.');
	});

	it.each([
		['another recipient was chosen', () => Object.assign(draft.to, { companyName: 'Other GmbH' })],
		['the shipment is being sent', () => (isFree = false)],
		['goods were typed', () => Object.assign(draft.contents[0] as object, { description: 'Steel screws' })],
		['a parcel was measured', () => Object.assign(draft.parcels[0] as object, { weightKg: 9 })],
	])('are discarded when meanwhile %s', async (_name, change) => {
		const done = recipient.copyLastShipment();
		await bridge.pending('shipments.list').answer([listed()]);
		change();
		const before = JSON.stringify(draft);
		await bridge.pending('shipments.get').answer(listed());
		expect(await done).toBe(false);
		expect(JSON.stringify(draft)).toBe(before);
	});

	it('are not requested without a name', async () => {
		draft.to.companyName = '';
		expect(await recipient.copyLastShipment()).toBe(false);
		draft.to.contactPerson = 'Max Muster';
		void recipient.copyLastShipment();
		expect(bridge.callsTo('shipments.list')).toHaveLength(1);
	});

	it('report an error when they cannot be read', async () => {
		const done = recipient.copyLastShipment();
		await bridge.pending('shipments.list').fail('internal', 'The journal cannot be read.');
		expect(await done).toBe(false);
		expect(showMessage).toHaveBeenCalledExactlyOnceWith('The journal cannot be read.');
	});
});
