// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddressWarning } from '../../../../src-contract/model/address-check';
import { emptyAddress } from '../../../../src-contract/model/empty-address';
import { useGoodsStore } from '../../../../src-renderer/features/shared/goods-codes';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import { useSubmissionStore } from '../../../../src-renderer/features/ship/submission';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { freshPinia } from '../../../fixtures/active-pinia';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import {
	batchRow,
	dutiesOf,
	quoteOf,
	rateOption,
	settingsOf,
	shipmentDetail,
	suggestionOf,
} from '../../../fixtures/screens';
import { exampleDraft, recipient, sender } from '../../../fixtures/shipment-draft';
import { waitFor } from '../../../fixtures/wait-for';

let bridge: TestBridge;
let ship: ReturnType<typeof useShipFormStore>;
let submission: ReturnType<typeof useSubmissionStore>;
let now = 10_000;

beforeEach(async () => {
	now = 10_000;
	vi.spyOn(performance, 'now').mockImplementation(() => now);
	bridge = installBridge();
	freshPinia();
	await loadFormChecks();
	ship = useShipFormStore();
	submission = useSubmissionStore();
});
afterEach(() => vi.restoreAllMocks());

const fillIn = (changes: object = {}) => Object.assign(ship.draft, structuredClone(exampleDraft), changes);
/** A parcel to Switzerland, whose goods pass customs. */
const fillInForCustoms = (hsCode: string) =>
	fillIn({
		to: { ...recipient, zipcode: '8001', city: 'Zürich', countryCode: 'CH' },
		contents: [{ description: 'Cotton shirts', quantity: 1, priceEur: 12, originCountry: 'NL', hsCode }],
		reasonForExport: 'commercial',
		incoterms: 'DAP',
	});
async function price(...options: Parameters<typeof quoteOf>): Promise<void> {
	void ship.prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(...options));
}
async function send(): Promise<() => boolean | undefined> {
	let isDone: boolean | undefined;
	void submission.send(true).then((done) => {
		isDone = done;
	});
	await flushPromises();
	return () => isDone;
}
/** Advances the clock past the time in which a second press is ignored. */
const readMessage = () => {
	now += 1000;
};

describe('booking', () => {
	it('sends the form with the shown option, and shows the result', async () => {
		fillIn();
		await price(rateOption(7, 12.34), rateOption(8, 20));
		const sent = await send();
		const { input } = bridge.pending('shipments.create');
		expect(input).toMatchObject({ productId: 7, book: true, draft: { reference: 'ORDER-1' } });
		expect(input.chosen).toEqual({ carrier: 'Carrier 7', product: 'Standard', priceEur: 12.34 });
		expect(input.draft.to.city).toBe('Berlin');
		await bridge.pending('shipments.create').answer({ shipment: shipmentDetail({ id: 5 }) });
		expect(sent()).toBe(true);
		expect(ship.result?.id).toBe(5);
		expect(ship.busy).toBe(false);
	});

	it('sends nothing while a field is missing, and names the field', async () => {
		fillIn({ to: { ...recipient, city: '' } });
		const sent = await send();
		expect(sent()).toBe(false);
		expect(ship.errorOf('to.city')).toBe('City is required');
		expect(ship.error).toContain('Nothing was sent');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		ship.draft.to.city = 'Berlin';
		expect(ship.errorOf('to.city')).toBeUndefined();
	});

	it('happens once when the user presses twice', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		await Promise.all([send(), send()]);
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
		await bridge.pending('shipments.create').answer({ shipment: shipmentDetail() });
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});

	it('shows errors at the refused fields, and keeps the shipment for the next attempt', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		const sent = await send();
		await bridge.pending('shipments.create').fail('partner.rejected', 'The service refused it.', {
			fields: [{ path: 'to.zipcode', code: 'custom', message: 'unknown postcode' }],
			shipmentId: 9,
		});
		expect(sent()).toBe(false);
		expect(ship.error).toBe('The service refused it.');
		expect(ship.errorOf('to.zipcode')).toBe('unknown postcode');
		await send();
		await flushPromises();
		expect(bridge.pending('shipments.create').input.id).toBe(9);
	});
});

describe('a message', () => {
	it('goes when the input that it was about changes', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		await bridge.pending('shipments.create').fail('partner.rejected', 'The service refused it.', {
			fields: [
				{ path: 'to.zipcode', code: 'custom', message: 'unknown postcode' },
				{ path: 'reference', code: 'custom', message: 'used before' },
				{ path: 'currency', code: 'custom', message: 'not a field of the form' },
			],
		});
		expect(ship.fieldErrors).toHaveLength(3);
		ship.draft.reference = 'ORDER-2';
		expect(ship.error).toBe('');
		expect(ship.fieldErrors.map(({ path }) => path)).toEqual(['to.zipcode']);
		ship.draft.to.countryCode = 'AT';
		expect(ship.fieldErrors).toEqual([]);
	});

	it('stays when the form itself sets a value, such as the estimated duties', async () => {
		fillIn({ to: { ...recipient, city: '' } });
		await send();
		expect(ship.error).toContain('1 field needs attention');
		ship.draft.dutiesEur = 4;
		expect(ship.error).toContain('1 field needs attention');
	});
});

describe('clearing the form', () => {
	it('can be undone, until something else is entered', async () => {
		ship.load(exampleDraft, { savedDraftId: 4 });
		ship.clear();
		expect(ship.draft.to).toEqual(emptyAddress);
		expect(ship.savedDraftId).toBeUndefined();
		await flushPromises();
		ship.undoClear();
		expect(ship.draft.to).toEqual(recipient);
		expect(ship.draft.contents).toEqual(exampleDraft.contents);
		expect(ship.savedDraftId).toBe(4);
		ship.clear();
		await flushPromises();
		ship.draft.reference = 'ORDER-2';
		await flushPromises();
		ship.undoClear();
		expect(ship.draft.to).toEqual(emptyAddress);
		expect(ship.draft.reference).toBe('ORDER-2');
	});

	it('does nothing while the shipment is being sent, and for a batch row', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		ship.clear();
		expect(ship.draft.reference).toBe('ORDER-1');
		await bridge.pending('shipments.create').answer({ shipment: shipmentDetail() });
		ship.load(exampleDraft, { editedRow: { batchId: 2, position: 5, rowNumbers: '6' } });
		ship.clear();
		expect(ship.draft.reference).toBe('ORDER-1');
	});
});

describe('the number of fields that need attention', () => {
	it('is the number of links to them: a missing address is one', async () => {
		fillIn({ to: { ...recipient, contactPerson: '', companyName: '', addressLine1: '', city: '', phone: '' } });
		await send();
		expect(ship.fieldErrors.length).toBeGreaterThan(1);
		expect(ship.error).toContain('1 field needs attention');
	});
});

describe('the sender of a desk', () => {
	it('is the one of the settings, also after it was corrected there, unless the user chose another', async () => {
		const station = useStationStore();
		station.settings = settingsOf({ sender });
		await flushPromises();
		expect(ship.draft.from).toEqual(sender);
		station.settings = settingsOf({ sender: { ...sender, phone: '+31201234567' } });
		await flushPromises();
		expect(ship.draft.from.phone).toBe('+31201234567');
		ship.draft.from = { ...sender, companyName: 'Other BV' };
		station.settings = settingsOf({ sender });
		await flushPromises();
		expect(ship.draft.from.companyName).toBe('Other BV');
	});
});

describe('the origin of an item', () => {
	it('is the country of the sender until the user enters goods', () => {
		ship.draft.from = { ...sender };
		expect(ship.draft.contents[0]?.originCountry).toBe('NL');
		ship.draft.from = { ...sender, countryCode: 'BE' };
		expect(ship.draft.contents[0]?.originCountry).toBe('BE');
		Object.assign(ship.draft.contents[0] ?? {}, { description: 'Shirts', originCountry: 'CN' });
		ship.draft.from = { ...sender };
		expect(ship.draft.contents[0]?.originCountry).toBe('CN');
		ship.startNextParcel();
		expect(ship.draft.contents[0]?.originCountry).toBe('NL');
	});

	it('stays as it was in a loaded shipment', () => {
		ship.draft.from = { ...sender };
		ship.load({
			...exampleDraft,
			contents: [{ description: 'Shirts', quantity: 1, priceEur: 5, originCountry: '', hsCode: '' }],
		});
		expect(ship.draft.contents[0]?.originCountry).toBe('');
	});
});

describe('the booked price', () => {
	it('is requested again when the form is newer than its prices, and booked when it is unchanged', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		ship.draft.to.zipcode = '10117';
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		expect(bridge.pending('rates.quote').input.to.zipcode).toBe('10117');
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34)));
		expect(bridge.pending('shipments.create').input.productId).toBe(7);
	});

	it('is shown first when it changed: an immediate second press is ignored, a later press books', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		ship.draft.to.zipcode = '10117';
		const sent = await send();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 15)));
		expect(sent()).toBe(false);
		expect(ship.error).toContain('15.00 EUR');
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		await send();
		expect(bridge.pending('shipments.create').input.productId).toBe(7);
	});

	it('is confirmed again when another option has the same product id and price', async () => {
		fillIn();
		await price(rateOption(7, 12, { product: 'Economy' }));
		ship.draft.to.zipcode = '10117';
		const sent = await send();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12, { product: 'Priority' })));
		expect(sent()).toBe(false);
		expect(ship.error).toContain('Priority');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});

	it('is never an outdated price while a newer request is open', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		ship.draft.to.zipcode = '10117';
		const sent = await send();
		// The form requests prices when typing pauses. This supersedes the request of the press.
		void ship.prices.load();
		const [, ofPress, ofForm] = bridge.callsTo('rates.quote');
		await ofPress?.answer(quoteOf(rateOption(7, 99)));
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		await ofForm?.answer(quoteOf(rateOption(7, 99)));
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 99)));
		expect(sent()).toBe(false);
		expect(ship.error).toContain('99.00 EUR');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});

	it('is the price shown at the press, not one that arrives during the customs check', async () => {
		fillInForCustoms('610910');
		await price(rateOption(7, 12.34));
		const sent = await send();
		// A new price arrives while the code is looked up.
		void ship.prices.load();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 40)));
		await bridge.pending('goods.describe').answer('T-shirts of cotton');
		expect(sent()).toBe(false);
		expect(ship.error).toContain('40.00 EUR');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});

	it('is not an earlier price while the service is offline', async () => {
		fillIn();
		void ship.prices.load();
		const earlier = { ...quoteOf(rateOption(7, 12.34)), failure: 'No connection.', isOffline: true };
		await bridge.pending('rates.quote').answer(earlier);
		const sent = await send();
		await bridge.pending('rates.quote').answer(earlier);
		expect(sent()).toBe(false);
		expect(ship.error).toContain('No connection.');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});
});

describe('a form that is changed while it is checked', () => {
	it('is not sent, because it differs from what the user confirmed', async () => {
		fillInForCustoms('610910');
		await price(rateOption(7, 12.34));
		const sent = await send();
		ship.draft.reference = 'ORDER-2';
		await bridge.pending('goods.describe').answer('T-shirts of cotton');
		expect(sent()).toBe(false);
		expect(ship.error).toContain('changed while it was being checked');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		await send();
		expect(bridge.pending('shipments.create').input.draft.reference).toBe('ORDER-2');
	});

	it('is not queued either', async () => {
		fillInForCustoms('610910');
		await price(rateOption(7, 12.34));
		void submission.queue();
		await flushPromises();
		ship.draft.reference = 'ORDER-2';
		await bridge.pending('goods.describe').answer('T-shirts of cotton');
		expect(ship.error).toContain('changed while it was being checked');
		expect(bridge.callsTo('shipments.queue')).toHaveLength(0);
	});
});

describe('a probable error in an address', () => {
	const phoneWarning = {
		level: 'warning',
		field: 'phone',
		message: 'Not a valid phone number.',
		suggestion: null,
	} as const;
	const mailWarning = {
		...phoneWarning,
		field: 'email',
		message: 'Possible typing error.',
		suggestion: 'a@gmail.com',
	} as const;
	const hint = { ...phoneWarning, level: 'hint', field: 'phone', message: 'Use:', suggestion: '+49 1' } as const;
	/** The recipient has these warnings, every other address has none. */
	const replyWith = (warnings: AddressWarning[]) =>
		bridge.reply('addresses.check', ({ city }) => ({ warnings: city === recipient.city ? warnings : [], splits: [] }));

	it('holds the shipment once, and its history has what the user sent anyway', async () => {
		replyWith([phoneWarning, mailWarning, hint]);
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		expect(submission.checks.warnings).toEqual([
			{ path: 'to.phone', message: 'Not a valid phone number.' },
			{ path: 'to.email', message: expect.stringMatching(/^Possible typing error\. Suggestion: .*a@gmail\.com/) },
		]);
		expect(submission.isHeldByChecks).toBe(true);
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		await send();
		expect(bridge.pending('shipments.create').input.confirmedWarnings).toEqual([
			'To: Phone: Not a valid phone number.',
			expect.stringContaining('To: E-mail: Possible typing error. Suggestion: '),
		]);
	});

	it('is also about an implausible weight, and about a recipient at the address of the sender', async () => {
		replyWith([]);
		fillIn({ to: { ...recipient, addressLine1: sender.addressLine1, zipcode: sender.zipcode, countryCode: 'NL' } });
		Object.assign(ship.draft.parcels[0] ?? {}, { weightKg: 123 });
		await price(rateOption(7, 12.34));
		await send();
		expect(submission.checks.warnings).toEqual([
			{ path: 'to.addressLine1', message: 'The recipient has the address of the sender.' },
			{ path: 'parcels.0.weightKg', message: 'Is the weight really 123 kg?' },
		]);
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		Object.assign(ship.draft.parcels[0] ?? {}, { weightKg: 124 });
		await price(rateOption(7, 12.34));
		await send();
		// Another value is another warning.
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
	});

	it('that was corrected does not hold the shipment again, and a new one does', async () => {
		replyWith([phoneWarning, mailWarning]);
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		replyWith([phoneWarning]);
		readMessage();
		await send();
		await bridge.pending('shipments.create').fail('partner.unreachable', 'No answer.');
		replyWith([{ ...phoneWarning, field: 'city', message: 'Not there.' }]);
		readMessage();
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
		expect(submission.isHeldByChecks).toBe(true);
	});

	it('that is the same for another recipient holds the shipment again', async () => {
		replyWith([phoneWarning]);
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		ship.draft.to.phone = '+49 2';
		readMessage();
		await price(rateOption(7, 12.34));
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		expect(submission.isHeldByChecks).toBe(true);
	});

	it('holds a shipment for the queue too', async () => {
		replyWith([phoneWarning]);
		fillIn();
		await price(rateOption(7, 12.34));
		void submission.queue();
		await flushPromises();
		expect(bridge.callsTo('shipments.queue')).toHaveLength(0);
		readMessage();
		void submission.queue();
		await flushPromises();
		expect(bridge.pending('shipments.queue').input.confirmedWarnings).toEqual(['To: Phone: Not a valid phone number.']);
	});

	it('of the desk itself, or when it cannot be found out, holds nothing', async () => {
		useStationStore().settings = settingsOf({ sender: exampleDraft.from });
		replyWith([]);
		fillIn();
		await price(rateOption(7, 12.34));
		void submission.checks.load();
		await flushPromises();
		expect(bridge.callsTo('addresses.check')).toHaveLength(1);
		bridge.reply('addresses.check', () => {
			throw new Error('the thread ended');
		});
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});
});

describe('a reference that was sent before', () => {
	it('is said, and the shipment is sent only when the user presses again', async () => {
		const earlier = shipmentDetail({ id: 5, recipient: 'Muster GmbH', createdAt: '2026-11-28T09:05:00Z' });
		bridge.reply('shipments.findRecent', () => earlier);
		fillIn();
		ship.draft.reference = 'ORDER-7';
		await price(rateOption(7, 12.34));
		await send();
		expect(bridge.callsTo('shipments.findRecent').map(({ input }) => input)).toEqual([{ reference: 'ORDER-7' }]);
		const [warning] = submission.checks.warnings;
		expect(warning).toMatchObject({
			path: 'reference',
			message: expect.stringMatching(/ORDER-7.* was already used for .*Muster GmbH.*\(Booked\)\./),
		});
		expect(submission.isHeldByChecks).toBe(true);
		expect(ship.error).toBe('');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});
});

it('requests the rates again when the service refuses a booking, and does not keep an option that is gone', async () => {
	fillIn();
	await price(rateOption(7, 12.34), rateOption(8, 20));
	ship.prices.pickAt(1);
	await send();
	await bridge.pending('shipments.create').fail('partner.rejected', 'Option 8 is not available any more.');
	expect(ship.error).toBe('Option 8 is not available any more.');
	await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34)));
	expect(ship.chosenOption?.productId).toBe(7);
	expect(ship.error).toBe('Option 8 is not available any more.');
});

describe('a second pickup on one day', () => {
	const pickup = { from: '13:00', to: '17:00', instructions: '' };
	const today = '2026-03-02T12:00:00Z';
	const lastPickup = (carrier: string, requestedAt = today) => ({ requestedAt, carrier, pickup });
	const option = rateOption(7, 12.34);

	beforeEach(() => void vi.setSystemTime(today));
	afterEach(() => void vi.useRealTimers());

	it('by the same carrier is sent only when the user presses again', async () => {
		bridge.reply('shipments.findPickup', () => lastPickup(option.carrier));
		fillIn({ schedulePickup: true });
		await price(option);
		await send();
		expect(ship.error).toMatch(/^A pickup by .* was requested today at .* \(13:00–17:00\)\. Nothing was sent:/);
		readMessage();
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});

	it.each([
		['by another carrier', lastPickup('Another carrier'), true],
		['on another day', lastPickup(option.carrier, '2026-01-05T10:00:00Z'), true],
		['that is not requested', lastPickup(option.carrier), false],
	])('is not asked about: %s', async (_name, last, schedulePickup) => {
		bridge.reply('shipments.findPickup', () => last);
		fillIn({ schedulePickup });
		await price(option);
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});
});

describe('goods that pass customs', () => {
	it('are sent without a code only after a warning that the user had time to read', async () => {
		fillInForCustoms('');
		await price(rateOption(7, 12.34));
		const sent = await send();
		await bridge.pending('goods.suggest').answer(suggestionOf());
		expect(sent()).toBe(false);
		expect(ship.error).toContain('"Cotton shirts" has no HS code. Suggestion: 6109.10.');
		now += 300;
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});

	it('show a new warning when the goods change', async () => {
		bridge.reply('goods.suggest', () => suggestionOf({ candidates: [] }));
		fillInForCustoms('');
		await price(rateOption(7, 12.34));
		await send();
		expect(ship.error).toContain('"Cotton shirts" has no HS code.');
		readMessage();
		for (const item of ship.draft.contents) item.description = 'Steel screws';
		await send();
		expect(ship.error).toContain('"Steel screws" has no HS code.');
		expect(bridge.callsTo('shipments.create')).toHaveLength(0);
		readMessage();
		await send();
		expect(bridge.callsTo('shipments.create')).toHaveLength(1);
	});

	it('include a remembered code that is still being loaded into the form', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		fillInForCustoms('');
		await price(rateOption(7, 12.34));
		const [item] = ship.draft.contents;
		if (item) void useGoodsStore().fillInCode(item);
		await send();
		await bridge.pending('goods.suggest').answer(
			suggestionOf({
				candidates: [],
				rememberedCode: {
					code: '610910',
					description: 'T-shirts',
					chosenBy: 'Desk 4',
					chosenAt: '2026-11-20T10:00:00Z',
					match: 'description',
					decidedFor: 'shirts',
				},
			}),
		);
		expect(bridge.pending('shipments.create').input.draft.contents[0]?.hsCode).toBe('6109.10');
	});

	it('include the duties estimate only when it matches the form', async () => {
		fillInForCustoms('610910');
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		await price(rateOption(7, 12.34));
		void submission.estimate.load();
		await waitFor(() => bridge.pending('duties.estimate'));
		await bridge.pending('duties.estimate').answer(dutiesOf(4.2));
		await send();
		expect(bridge.pending('shipments.create').input.draft.dutiesEur).toBe(4.2);
		await bridge.pending('shipments.create').fail('internal', 'no');
		for (const item of ship.draft.contents) item.quantity = 10;
		await send();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(7, 12.34)));
		expect(bridge.pending('shipments.create').input.draft.dutiesEur).toBeNull();
	});
});

describe('saving a draft', () => {
	it('saves an incomplete draft, and the next save updates the same shipment', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		const saved = ship.saveDraft();
		expect(bridge.pending('shipments.saveDraft').input.draft.to.contactPerson).toBe('Max Muster');
		await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ id: 3, state: 'composed' }));
		expect(await saved).toBe(true);
		expect(ship.result?.state).toBe('composed');
	});

	it('keeps text typed while it is saved', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		const saved = ship.saveDraft();
		ship.draft.reference = 'typed meanwhile';
		await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ id: 3, state: 'composed' }));
		expect(await saved).toBe(false);
		expect(ship.result).toBeUndefined();
		expect(ship.error).toContain('Save it again');
		void ship.saveDraft();
		expect(bridge.pending('shipments.saveDraft').input).toMatchObject({
			id: 3,
			draft: { reference: 'typed meanwhile' },
		});
	});
});

describe('the next parcel', () => {
	it('keeps the sender and the notification and pickup choices, and clears the rest', async () => {
		fillIn({ notifyRecipient: false, schedulePickup: true });
		await price(rateOption(7, 12.34));
		ship.startNextParcel();
		expect(ship.draft.from.contactPerson).toBe(sender.contactPerson);
		expect(ship.draft).toMatchObject({ notifyRecipient: false, schedulePickup: false, reference: '' });
		expect(ship.draft.to).toEqual(emptyAddress);
		expect(ship.draft.contents).toHaveLength(1);
		expect(ship.draft.contents[0]?.description).toBe('');
		expect(ship.prices.quote).toBeUndefined();
	});

	it('uses the sender of the desk and default choices after a loaded shipment', () => {
		useStationStore().settings = settingsOf({ sender });
		ship.load({ ...exampleDraft, from: { ...sender, contactPerson: 'Another' }, schedulePickup: true });
		expect(ship.draft.from.contactPerson).toBe('Another');
		ship.startNextParcel();
		expect(ship.draft.from.contactPerson).toBe(sender.contactPerson);
		expect(ship.draft).toMatchObject({ schedulePickup: false, notifyRecipient: true });
	});
});

describe('a shipment loaded into the form', () => {
	it('is a copy: changes in the form do not change the loaded shipment', () => {
		ship.load(exampleDraft);
		ship.draft.to.city = 'Hamburg';
		for (const item of ship.draft.contents) item.quantity = 99;
		expect(exampleDraft.to.city).toBe('Berlin');
		expect(exampleDraft.contents[0]?.quantity).toBe(2);
		expect(ship.savedDraftId).toBeUndefined();
	});

	it('is saved as the same shipment when it was saved at the desk before', () => {
		ship.load(exampleDraft, { savedDraftId: 4 });
		void ship.saveDraft();
		expect(bridge.pending('shipments.saveDraft').input.id).toBe(4);
	});

	it('has at least one line of parcels and of contents', () => {
		ship.load({ ...exampleDraft, parcels: [], contents: [] });
		expect(ship.draft.parcels).toHaveLength(1);
		expect(ship.draft.contents).toHaveLength(1);
	});

	it('does not replace a form that is being sent', async () => {
		fillIn();
		await price(rateOption(7, 12.34));
		await send();
		expect(ship.busy).toBe(true);
		ship.load({ ...exampleDraft, reference: 'other' });
		expect(ship.draft.reference).toBe('ORDER-1');
		expect(await ship.saveBeforeReplacing()).toBe(false);
		expect(ship.error).toContain('being sent');
	});
});

describe('replacing the form with another shipment', () => {
	it('saves the typed form as a draft', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		const done = ship.saveBeforeReplacing();
		await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ id: 3, state: 'composed' }));
		expect(await done).toBe(true);
		expect(ship.draft.to.contactPerson).toBe('');
		expect(ship.result).toBeUndefined();
	});

	it('knows the draft until it is in the form again, or the next shipment has a result', async () => {
		const replace = async (id: number) => {
			ship.draft.to.contactPerson = 'Max Muster';
			const done = ship.saveBeforeReplacing();
			await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ id, state: 'composed' }));
			expect(await done).toBe(true);
			ship.load(exampleDraft, { editedRow: { batchId: 2, position: 5, rowNumbers: '6' } });
			await flushPromises();
		};
		await replace(3);
		expect(ship.replacedDraftId).toBe(3);
		ship.load(exampleDraft, { savedDraftId: 3 });
		await flushPromises();
		expect(ship.replacedDraftId).toBeUndefined();
		ship.startNextParcel();
		await replace(4);
		expect(ship.replacedDraftId).toBe(4);
		ship.result = shipmentDetail({ id: 9 });
		await flushPromises();
		expect(ship.replacedDraftId).toBeUndefined();
	});

	it('does not save an empty form', async () => {
		expect(await ship.saveBeforeReplacing()).toBe(true);
		ship.draft.reference = 'ORDER-2';
		void ship.saveBeforeReplacing();
		expect(bridge.callsTo('shipments.saveDraft')).toHaveLength(1);
	});

	it('waits while the form is being saved, and says so', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		void ship.saveDraft();
		expect(await ship.saveBeforeReplacing()).toBe(false);
		expect(ship.error).toContain('being saved');
	});

	it('keeps the form when it cannot be saved', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		const done = ship.saveBeforeReplacing();
		await bridge.pending('shipments.saveDraft').fail('internal', 'The disk is full.');
		expect(await done).toBe(false);
		expect(ship.error).toBe('The disk is full.');
		expect(ship.draft.to.contactPerson).toBe('Max Muster');
	});

	it('keeps the form when it changes while it is saved', async () => {
		ship.draft.to.contactPerson = 'Max Muster';
		const done = ship.saveBeforeReplacing();
		ship.draft.reference = 'typed meanwhile';
		await bridge.pending('shipments.saveDraft').answer(shipmentDetail({ id: 3, state: 'composed' }));
		expect(await done).toBe(false);
		expect(ship.draft.reference).toBe('typed meanwhile');
	});

	it('saves a batch row as the same row', async () => {
		ship.load(exampleDraft, { editedRow: { batchId: 2, position: 5, rowNumbers: '6' } });
		const done = ship.saveBeforeReplacing();
		expect(bridge.pending('batches.editRow').input).toMatchObject({ id: 2, position: 5 });
		await bridge.pending('batches.editRow').answer(batchRow());
		expect(await done).toBe(true);
		expect(bridge.callsTo('shipments.saveDraft')).toHaveLength(0);
	});
});

describe('a batch row in the form', () => {
	const row = { batchId: 2, position: 5, rowNumbers: '6' };

	it('shows its errors from the start', () => {
		ship.load({ ...exampleDraft, to: { ...recipient, city: '' } }, { editedRow: row });
		expect(ship.errorOf('to.city')).toBe('City is required');
	});

	it('is removed from the form when it is saved without errors', async () => {
		ship.load(exampleDraft, { editedRow: row });
		const saved = ship.saveRow();
		await bridge.pending('batches.editRow').answer(batchRow());
		expect(await saved).toBe(true);
		expect(ship.editedRow).toBeUndefined();
		expect(ship.draft.to.contactPerson).toBe('');
	});

	it('stays in the form while fields need attention', async () => {
		ship.load(exampleDraft, { editedRow: row });
		const saved = ship.saveRow();
		await bridge
			.pending('batches.editRow')
			.answer(batchRow({ fieldErrors: [{ path: 'to.city', code: 'custom', message: 'unknown' }] }));
		expect(await saved).toBe(false);
		expect(ship.editedRow).toEqual(row);
		expect(ship.error).toContain('1 field still needs');
	});

	it('stays in the form when it changes while it is saved', async () => {
		ship.load(exampleDraft, { editedRow: row });
		const saved = ship.saveRow();
		ship.draft.reference = 'typed meanwhile';
		await bridge.pending('batches.editRow').answer(batchRow());
		expect(await saved).toBe(false);
		expect(ship.draft.reference).toBe('typed meanwhile');
		expect(ship.editedRow).toEqual(row);
		expect(ship.busy).toBe(false);
	});

	it('is booked as the row, and never saved as a separate draft', async () => {
		ship.load(exampleDraft, { editedRow: row });
		expect(await ship.saveDraft()).toBe(false);
		expect(await submission.send(false)).toBe(false);
		await price(rateOption(7, 12.34));
		await send();
		expect(bridge.callsTo('shipments.saveDraft')).toHaveLength(0);
		expect(bridge.callsTo('shipments.create').map(({ input }) => input.row)).toEqual([{ batchId: 2, position: 5 }]);
	});
});

describe('queueing', () => {
	it('limits the price to the shown price plus the allowance of the desk, to the cent', async () => {
		useStationStore().settings = settingsOf({ queueAllowancePercent: 10 });
		fillIn();
		await price(rateOption(7, 12.34));
		expect(submission.limitEur).toBe(13.57);
		void submission.queue();
		await flushPromises();
		expect(bridge.pending('shipments.queue').input).toMatchObject({
			limitEur: 13.57,
			rule: { kind: 'product', productId: 7, name: 'Carrier 7 Standard' },
		});
	});

	it('requires a limit from the user when the price is unknown', async () => {
		fillIn();
		expect(await submission.queue()).toBe(false);
		expect(ship.error).toContain('Enter a maximum price');
		submission.enteredLimitEur = 25;
		void submission.queue();
		await flushPromises();
		expect(bridge.pending('shipments.queue').input).toMatchObject({ limitEur: 25, rule: { kind: 'cheapest' } });
	});
});

describe('choosing options by key', () => {
	it('moves down and up, and stops at the ends', async () => {
		fillIn();
		await price(rateOption(7, 12), rateOption(8, 20));
		ship.moveChoice(1);
		expect(ship.chosenOption?.productId).toBe(8);
		ship.moveChoice(1);
		expect(ship.chosenOption?.productId).toBe(8);
		ship.moveChoice(-1);
		expect(ship.chosenOption?.productId).toBe(7);
	});
});

describe('an added item', () => {
	it('starts with the origin of the previous item', () => {
		fillIn();
		ship.addContent();
		expect(ship.draft.contents).toHaveLength(2);
		expect(ship.draft.contents[1]).toMatchObject({ description: '', originCountry: 'NL' });
	});
});
