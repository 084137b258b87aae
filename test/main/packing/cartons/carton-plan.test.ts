// Which cartons hold an order: never a wrong arrangement, the best carton of orders that were cut from it, several packages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, layersOf, type Piece, type SidesMm } from '../../../../src-main/packing/cartons/arrangement';
import { type Carton, fitInto, planPackages } from '../../../../src-main/packing/cartons/carton-plan';
import { random } from '../../../fixtures/address-book/made-up';
import { cartons, cutOrder } from '../../../fixtures/cut-orders';
import { wrongFits } from '../../../fixtures/wrong-fits';

const pieceOf = (sidesMm: SidesMm, changes: Partial<Piece & { shipsAlone: boolean }> = {}) => ({
	sidesMm,
	isUpright: false,
	isFragile: false,
	shipsAlone: false,
	weightKg: 0.5,
	...changes,
});
const cartonNamed = (name: string): Carton => {
	const found = cartons.find((carton) => carton.name === name);
	if (!found) throw new Error(name);
	return found;
};
const namesOf = (plan: ReturnType<typeof planPackages>): string[] =>
	plan.packages.map(({ fits }) => fits[0]?.carton.name ?? '');
const mailer: Carton = {
	name: 'Mailer',
	innerMm: [350, 250, 50],
	outerCm: [36, 26, 5],
	emptyKg: 0.03,
	maxKg: 2,
	costEur: 0.1,
	isFlexible: true,
};

it('never overlaps pieces, leaves one out or exceeds a carton', () => {
	const side = fc.integer({ min: 10, max: 420 });
	const piece = fc.record({
		sidesMm: fc.tuple(side, side, side),
		isUpright: fc.boolean(),
		isFragile: fc.boolean(),
		shipsAlone: fc.boolean(),
		weightKg: fc.constantFrom(undefined, 0.2, 4, 31),
	});
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
			expect(wrongFits(pieces, planPackages(pieces, [...cartons, mailer], 60))).toEqual([]);
		}),
		{ numRuns: 150 },
	);
});

it.each([
	[0.3, true, 0.95],
	[0.3, false, 0.95],
	[0.1, true, 0.95],
	[0.1, false, 0.6],
])('finds the carton that an order was cut from, with %d slack (even: %s)', (slack, isEven, minShare) => {
	const orders = Array.from({ length: 60 }, (_value, index) => cutOrder(1000 + index, 1 + (index % 12), slack, isEven));
	const found = orders.filter(({ carton, pieces }) => {
		const plan = planPackages(
			pieces.map((piece) => ({ ...piece, shipsAlone: false })),
			cartons,
		);
		return plan.packages.length === 1 && namesOf(plan)[0] === carton.name;
	});
	expect(found.length / orders.length).toBeGreaterThanOrEqual(minShare);
});

it('gives the same arrangement each time', () => {
	const { carton, pieces } = cutOrder(7, 9, 0.2);
	expect(arrange(pieces, carton.innerMm)).toEqual(arrange(pieces, carton.innerMm));
});

describe('a fragile piece', () => {
	const cube = (isFragile: boolean): Piece => pieceOf([100, 100, 100], { isFragile });
	it('lies on top', () => {
		const found = arrange([cube(true), cube(false)], [100, 100, 200]);
		const heights = found?.places.map(({ pieceIndex, cornerMm }) => [pieceIndex, cornerMm[2]]);
		expect(heights).toContainEqual([0, 100]);
		expect(heights).toContainEqual([1, 0]);
	});
	it('does not lie on another fragile one', () => {
		expect(arrange([cube(true), cube(true)], [100, 100, 200])).toBeUndefined();
		expect(arrange([cube(true), cube(true)], [200, 100, 100])).toBeDefined();
	});
});

it('keeps an upright piece upright', () => {
	expect(arrange([pieceOf([50, 50, 200], { isUpright: true })], [200, 50, 50])).toBeUndefined();
	expect(arrange([pieceOf([50, 50, 200])], [200, 50, 50])).toBeDefined();
});

it('numbers the layers from the bottom, and leaves no piece in the air', () => {
	const found = arrange([pieceOf([200, 100, 50]), pieceOf([200, 100, 40]), pieceOf([200, 100, 30])], [200, 100, 120]);
	const places = found?.places ?? [];
	expect(layersOf(places).sort()).toEqual([1, 2, 3]);
	expect(places.map(({ cornerMm }) => cornerMm[2]).sort((a, b) => a - b)[0]).toBe(0);
});

describe('a plan', () => {
	it('puts a piece that ships alone into a package of its own', () => {
		const plan = planPackages([pieceOf([90, 90, 90], { shipsAlone: true }), pieceOf([90, 90, 90])], cartons);
		expect(namesOf(plan)).toEqual(['XXS', 'XXS']);
	});

	it('has several packages when one carton does not hold the order, or not its weight', () => {
		const plan = planPackages(
			Array.from({ length: 3 }, () => pieceOf([600, 400, 400])),
			cartons,
		);
		expect(plan.packages.length).toBeGreaterThan(1);
		expect(plan.unplaced).toEqual([]);
		const heavy = Array.from({ length: 4 }, () => pieceOf([100, 100, 100], { weightKg: 12 }));
		expect(planPackages(heavy, cartons).packages.map(({ pieceIndexes }) => pieceIndexes.length)).toEqual([2, 2]);
	});

	it('names the pieces that no carton holds', () => {
		const plan = planPackages([pieceOf([100, 90, 90]), pieceOf([2000, 50, 50])], cartons);
		expect(plan.unplaced).toEqual([1]);
		expect(namesOf(plan)).toEqual(['XXS']);
	});

	it('lists a larger carton only if it may cost less', () => {
		const small = cartonNamed('M');
		const [large, cheap] = [cartonNamed('L'), { ...cartonNamed('L'), name: 'Bulk', costEur: 0.1 }];
		const fitsWith = (list: readonly Carton[]) =>
			planPackages([pieceOf([250, 200, 150])], list).packages[0]?.fits.map(({ carton }) => carton.name);
		expect(fitsWith([large, small])).toEqual(['M']);
		expect(fitsWith([cheap, small])).toEqual(['M', 'Bulk']);
	});
});

it('keeps one of two alike cartons', () => {
	const twins = [mailer, { ...mailer, name: 'Other mailer' }];
	const plan = planPackages([pieceOf([200, 100, 20])], twins);
	expect(plan.unplaced).toEqual([]);
	expect(plan.packages[0]?.fits.map(({ carton }) => carton.name)).toEqual(['Mailer']);
});

describe('several packages', () => {
	const medium = (random: () => number) => pieceOf([0, 0, 0].map(() => 60 + Math.floor(random() * 110)) as never);
	it('leave no piece out that a carton holds', () => {
		for (let seed = 1; seed <= 40; seed += 1) {
			const next = random(seed);
			const pieces = Array.from({ length: 28 }, () => medium(next));
			const plan = planPackages(pieces, [cartonNamed('M')], 100);
			expect(wrongFits(pieces, plan)).toEqual([]);
			expect(plan.unplaced, `seed ${seed}`).toEqual([]);
			expect(plan.isTooLarge).toBe(false);
		}
	});
	it('use a mailer at every thickness', () => {
		const plan = planPackages([pieceOf([330, 230, 15]), pieceOf([330, 230, 15])], [mailer]);
		expect(namesOf(plan)).toEqual(['Mailer', 'Mailer']);
	});
	it('are not more than 20', () => {
		const plan = planPackages(
			Array.from({ length: 25 }, () => pieceOf([250, 200, 150])),
			[cartonNamed('M')],
		);
		expect(plan).toMatchObject({ isTooLarge: true });
		expect(plan.unplaced).toHaveLength(5);
	});
});

it('takes 0.1 and 0.2 kg for 0.3 kg', () => {
	const light = { ...cartonNamed('M'), maxKg: 0.3 };
	const plan = planPackages(
		[pieceOf([50, 50, 50], { weightKg: 0.1 }), pieceOf([50, 50, 50], { weightKg: 0.2 })],
		[light],
	);
	expect(namesOf(plan)).toEqual(['M']);
});

describe('a mailer', () => {
	it('becomes shorter and narrower as it becomes thicker', () => {
		const flat = fitInto([pieceOf([330, 230, 15])], mailer);
		expect(flat?.innerMm).toEqual([335, 235, 15]);
		expect(flat?.outerCm).toEqual([36, 26, 2]);
		expect(fitInto([pieceOf([330, 230, 40])], mailer)).toBeUndefined();
		expect(fitInto([pieceOf([300, 200, 40])], mailer)?.innerMm).toEqual([310, 210, 40]);
		expect(fitInto([pieceOf([200, 100, 60])], mailer)).toBeUndefined();
	});
});
