// Cartons in Pack: which one is suggested for an opened order, and with which one its packages are booked.
import { afterEach, describe, expect, it } from 'vitest';
import type { ParcelPreset } from '../../../../src-contract/model/settings';
import type { RateOption } from '../../../../src-contract/partner-api';
import { planPackages } from '../../../../src-main/packing/cartons/carton-plan';
import { cubicBox } from '../../../fixtures/boxes';
import { openPackingDesk, type PackingDeskOptions } from '../../../fixtures/packing-desk';
import { waitFor } from '../../../fixtures/wait-for';

const MUG = '4006381333931';
const POSTER = '5901234123457';
const WITHOUT_SIZE = { parcels: [{ count: 1 }] as never };

let desk: ReturnType<typeof openPackingDesk>;
afterEach(() => desk.close());

function open(boxes: ParcelPreset[], options: PackingDeskOptions = {}) {
	desk = openPackingDesk(options);
	desk.settings.save({ ...desk.settings.read(), parcelPresets: boxes });
	desk.addItem({
		sku: 'MUG',
		codes: [{ code: MUG, quantity: 1 }],
		lengthCm: 12,
		widthCm: 10,
		heightCm: 10,
		weightKg: 0.42,
	});
	desk.addItem({ sku: 'POSTER', codes: [{ code: POSTER, quantity: 1 }] });
	return desk;
}
const view = () => desk.refresh().view;
const advised = () =>
	waitFor(() => {
		const advice = view()?.cartons;
		if (!advice) throw new Error('no advice yet');
		return advice;
	});
const parcelsOf = (orderId: number) => desk.journal.draft(desk.orderStore.get(orderId).shipmentId ?? 0).parcels;

describe('the suggested carton', () => {
	it('is shown without a scan, with the places of the items, and is booked', async () => {
		const { addOrder, scan } = open([cubicBox('S', 15), cubicBox('M', 25), cubicBox('L', 40)]);
		const id = addOrder('SO-1', { MUG: 3 }, WITHOUT_SIZE);
		expect(scan('SO-1').view?.cartons).toBeNull();
		const { packages, reason } = await advised();
		expect(packages).toMatchObject([{ carton: 'M', innerLengthCm: 25 }]);
		expect(packages[0]?.layers.flat()).toHaveLength(3);
		expect(packages[0]?.emptyShare).toBeCloseTo(1 - (3 * 1.2) / 15.625);
		expect(reason).toBe('');
		expect(desk.pushed.at(-1)).toMatchObject({ title: '', view: { cartons: { packages: [{ carton: 'M' }] } } });
		for (let count = 0; count < 3; count += 1) scan(MUG);
		await desk.untilLabel();
		// 3 × 0.42 kg and a carton of 0.15 kg.
		expect(parcelsOf(id)).toEqual([{ count: 1, lengthCm: 26, widthCm: 26, heightCm: 26, weightKg: 1.5 }]);
		expect(desk.events.newest(id, 'packing.closed')?.data.cartons).toMatchObject([{ name: 'M', costEur: 0.5 }]);
	});

	it('is the cheapest, with what the carton costs', async () => {
		const rates = async (): Promise<{ errors: false; message: string; data: RateOption[] }> => ({
			errors: false,
			message: '',
			data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
		});
		const { addOrder, scan } = open([cubicBox('S', 15), cubicBox('L', 40, { costEur: 0.2 })], { client: { rates } });
		addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect(await advised()).toMatchObject({
			packages: [{ carton: 'L' }],
			reason: 'L instead of S: 0.30 EUR less.',
		});
	});

	it('is given at once to an order that its only item opens and closes', async () => {
		const { addOrder, scan } = open([cubicBox('S', 15), cubicBox('M', 25)]);
		const id = addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 16 }]);
	});

	it('is that of each package when one does not hold the order', async () => {
		const { addOrder, scan, command } = open([cubicBox('S', 15)]);
		const id = addOrder('SO-1', { MUG: 2 }, WITHOUT_SIZE);
		scan('SO-1');
		expect((await advised()).packages.map(({ carton }) => carton)).toEqual(['S', 'S']);
		scan(MUG);
		command('NEXTBOX');
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 16 }, { lengthCm: 16 }]);
	});

	it('is none when an item has no size, which is said; the box of the settings is used', async () => {
		const { addOrder, scan, setPacking } = open([cubicBox('S', 15), cubicBox('M', 25)]);
		setPacking({ box: 'M' });
		const id = addOrder('SO-1', { POSTER: 1, MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect(await advised()).toEqual({
			packages: [],
			reason: 'No box is suggested: Name of POSTER has no size in Items.',
		});
		scan(POSTER);
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 26 }]);
	});

	it('is asked for when the packages are packed otherwise, and none is known to hold them', async () => {
		const { addOrder, scan } = open([cubicBox('S', 15), { ...cubicBox('Crate', 90), carton: null }]);
		const id = addOrder('SO-1', { MUG: 4 }, WITHOUT_SIZE);
		scan('SO-1');
		expect(view()?.problems).toEqual([]);
		expect((await advised()).packages).toHaveLength(4);
		expect(view()?.problems).toEqual([]);
		for (let count = 0; count < 3; count += 1) scan(MUG);
		expect(scan(MUG)).toMatchObject({ verdict: 'ask', title: 'Choose the box', view: { phase: 'confirming' } });
		expect(desk.sent).toEqual([]);
		const shown = desk.shown() ?? { sessionId: 0, revision: 0 };
		expect(desk.show(desk.packing.chooseCarton('Crate', shown)).verdict).toBe('done');
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 91 }]);
	});

	it('is none for an item that no carton holds', async () => {
		const { addOrder, addItem, scan } = open([cubicBox('S', 15)]);
		addItem({ sku: 'ROD', codes: [], lengthCm: 120, widthCm: 2, heightCm: 2 });
		addOrder('SO-1', { ROD: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect(await advised()).toEqual({ packages: [], reason: 'No box of the desk holds Name of ROD.' });
	});

	it('is none for an order with a parcel size, without cartons, and for cartons out of stock', () => {
		const { addOrder, scan } = open([cubicBox('S', 15, { isInStock: false }), { ...cubicBox('M', 25), carton: null }]);
		addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		addOrder('SO-2', { MUG: 1 });
		for (const number of ['SO-1', 'SO-2']) {
			scan(number);
			expect(view()?.cartons).toBeNull();
			desk.command('LATER');
		}
		expect(desk.errors).toEqual([]);
	});

	it('is not that of the order before it changed', async () => {
		const { addOrder, scan } = open([cubicBox('S', 15), cubicBox('M', 25)]);
		const id = addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect((await advised()).packages).toMatchObject([{ carton: 'S' }]);
		desk.addOrder('SO-1', { MUG: 3 }, WITHOUT_SIZE);
		expect(view()?.cartons).toBeNull();
		const { sessionId, revision } = desk.shown() ?? { sessionId: 0, revision: 0 };
		desk.show(desk.packing.acceptChange({ sessionId, revision }));
		expect((await advised()).packages).toMatchObject([{ carton: 'M' }]);
		for (let count = 0; count < 3; count += 1) scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 26 }]);
	});
});

describe('a carton that the packer chooses', () => {
	const choose = (carton: string) => {
		const shown = desk.shown();
		if (!shown) throw new Error('no session is on the screen');
		return desk.show(desk.packing.chooseCarton(carton, shown));
	};

	it('is booked in place of the suggested one, for its package only', async () => {
		const { addOrder, scan, command } = open([cubicBox('S', 15), cubicBox('M', 25), cubicBox('L', 40)]);
		const id = addOrder('SO-1', { MUG: 2 }, WITHOUT_SIZE);
		scan('SO-1');
		await advised();
		expect(choose('L')).toMatchObject({ verdict: 'right', title: 'L' });
		scan(MUG);
		command('NEXTBOX');
		scan(MUG);
		await desk.untilLabel();
		// The second package gets the box that was suggested for the order.
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 41 }, { lengthCm: 26 }]);
		expect(desk.events.newest(id, 'packing.cartonChosen')?.data).toEqual({ number: 1, carton: 'L' });
	});

	it('also replaces the parcel size of the order, and can be taken back', async () => {
		const { addOrder, scan } = open([cubicBox('S', 15), { ...cubicBox('Tube', 50), carton: null }]);
		const ids = [addOrder('SO-1', { MUG: 1 }), addOrder('SO-2', { MUG: 1 }, WITHOUT_SIZE)];
		scan('SO-1');
		choose('Tube');
		scan(MUG);
		scan(await desk.untilLabel());
		expect(parcelsOf(ids[0] ?? 0)).toMatchObject([{ lengthCm: 51 }]);
		scan('SO-2');
		choose('Tube');
		choose('');
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(ids[1] ?? 0)).toMatchObject([{ lengthCm: 16 }]);
	});

	it('is asked for by the number of its package, until each package has one', async () => {
		const { addOrder, scan, command } = open([cubicBox('S', 15), cubicBox('Crate', 90)]);
		const id = addOrder('SO-1', { POSTER: 1, MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		scan(POSTER);
		command('NEXTBOX');
		expect(scan(MUG)).toMatchObject({
			title: 'Choose the box',
			message: 'It is not known which box holds package 1.',
			view: { boxChoice: { packageNumber: 1, chosen: '' } },
		});
		// The order goes on where it was stopped.
		expect(choose('Crate').verdict).toBe('done');
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 91 }, { lengthCm: 16 }]);
	});

	it('counts for the last package with goods when an empty one is open', async () => {
		const { addOrder, scan, command, setPacking } = open([cubicBox('S', 15), cubicBox('L', 40)]);
		setPacking({ booksAfterLastItem: false });
		const id = addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		scan(MUG);
		command('NEXTBOX');
		choose('L');
		command('FINISH');
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 41 }]);
	});

	it('is refused if the desk no longer has it, and asked for if it was renamed since', () => {
		const { addOrder, scan, settings } = open([cubicBox('S', 15), cubicBox('L', 40)]);
		addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect(choose('Other')).toMatchObject({
			verdict: 'wrong',
			message: 'The desk has no box with this name any more.',
		});
		choose('L');
		settings.save({ ...settings.read(), parcelPresets: [cubicBox('S', 15), cubicBox('Large', 40)] });
		expect(scan(MUG)).toMatchObject({ verdict: 'ask', title: 'Choose the box' });
	});
});

describe('a suggestion', () => {
	it('is made again when the size of an item was entered or corrected', async () => {
		const { addOrder, scan, command, catalog } = open([cubicBox('S', 15), cubicBox('M', 25), cubicBox('L', 40)]);
		addOrder('SO-1', { POSTER: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		expect((await advised()).reason).toContain('has no size');
		command('LATER');
		const poster = catalog.findBySku('POSTER');
		if (!poster) throw new Error('no poster');
		catalog.save({ ...poster, lengthCm: 20, widthCm: 5, heightCm: 5 }, poster.id);
		scan('SO-1');
		expect((await advised()).packages).toMatchObject([{ carton: 'M' }]);
	});

	it('stays when another setting is saved', async () => {
		const rates = async () => ({
			errors: false as const,
			message: '',
			data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
		});
		const { addOrder, scan, settings } = open([cubicBox('S', 15), cubicBox('L', 40, { costEur: 0.2 })], {
			client: { rates },
		});
		const id = addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		await advised();
		settings.save({
			...settings.read(),
			textSizePercent: 125,
			parcelPresets: structuredClone(settings.read().parcelPresets),
		});
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ lengthCm: 41 }]);
	});

	it('changes nothing of closed packages', async () => {
		const { addOrder, scan, settings, setPacking } = open([{ ...cubicBox('M', 25), carton: null }]);
		setPacking({ box: 'M' });
		const id = addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		scan(MUG);
		await desk.untilLabel();
		const before = parcelsOf(id);
		settings.save({ ...settings.read(), parcelPresets: [cubicBox('S', 15), cubicBox('M', 25)] });
		const shipmentId = desk.orderStore.get(id).shipmentId ?? 0;
		desk.shipments.markVoid(shipmentId, 'address');
		const [staged] = desk.packing.queue().staged;
		desk.show(desk.packing.bookStaged(staged?.sessionId ?? 0));
		await desk.untilLabel();
		expect(desk.orderStore.get(id).shipmentId).not.toBe(shipmentId);
		expect(parcelsOf(id)).toEqual(before);
	});

	it('is priced with the weight that is booked', async () => {
		const weights: number[] = [];
		const rates = async ({ parcels }: { parcels: readonly { weightKg: number }[] }) => {
			weights.push(parcels[0]?.weightKg ?? 0);
			return { errors: false as const, message: '', data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }] };
		};
		const { addOrder, scan } = open([cubicBox('S', 15), cubicBox('L', 40, { costEur: 0.2, emptyKg: 1 })], {
			client: { rates: rates as never },
		});
		const id = addOrder('SO-1', { MUG: 1 }, { parcels: [{ count: 1, weightKg: 0.5 }] as never });
		scan('SO-1');
		await advised();
		scan(MUG);
		await desk.untilLabel();
		expect(parcelsOf(id)).toMatchObject([{ weightKg: 0.5 }]);
		expect(new Set(weights)).toEqual(new Set([0.5]));
	});

	it('that could not be made is made when the order is opened again', async () => {
		let isFailing = true;
		const planned = async (...parameters: Parameters<typeof planPackages>) => {
			if (isFailing) throw new Error('the thread ended');
			return planPackages(...parameters);
		};
		const { addOrder, scan, command } = open([cubicBox('S', 15)], { planPackages: planned });
		addOrder('SO-1', { MUG: 1 }, WITHOUT_SIZE);
		scan('SO-1');
		await waitFor(() => expect(desk.errors).toHaveLength(1));
		desk.errors.length = 0;
		command('LATER');
		isFailing = false;
		scan('SO-1');
		expect((await advised()).packages).toHaveLength(1);
	});
});

it('the box of the settings is booked with its own weight, and is in the event', async () => {
	const { addOrder, scan, setPacking } = open([cubicBox('M', 25, { emptyKg: 2, isInStock: false })]);
	setPacking({ box: 'M' });
	desk.addItem({ sku: 'PEN', codes: [{ code: '9521234543213', quantity: 1 }], weightKg: 0.5 });
	const id = addOrder('SO-1', { PEN: 1 }, WITHOUT_SIZE);
	scan('SO-1');
	scan('9521234543213');
	await desk.untilLabel();
	expect(parcelsOf(id)).toMatchObject([{ lengthCm: 26, weightKg: 2.5 }]);
	expect(desk.events.newest(id, 'packing.closed')?.data.cartons).toMatchObject([{ name: 'M', emptyKg: 2 }]);
});
