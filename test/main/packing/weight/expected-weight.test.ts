// The expected weight of packages: what is learned from 1,000 packages, which wrong ones are stopped, and the likeliest cause.
import { describe, expect, it } from 'vitest';
import {
	catalogueWeight,
	expectedWeight,
	type LearnedWeight,
	learnedFrom,
	likeliestCause,
	UNKNOWN_FILLING,
	type WeighedPart,
} from '../../../../src-main/packing/weight/expected-weight';
import { random } from '../../../fixtures/address-book/made-up';

const PACKS = 1000;
const FAULTS = 60;
const LEARNING_PACKS = 50;
const ITEMS = 40;
const BOXES_KG = [0.08, 0.14, 0.22, 0.35];

/** A made-up desk: its goods do not weigh what the catalogue says, no two pieces weigh the same, and its filling changes. */
function weighDay(seed: number) {
	const next = random(seed);
	/** Sum of twelve uniform numbers: nearly normal, with mean 0 and deviation 1. */
	const normal = () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6);
	const items = Array.from({ length: ITEMS }, () => {
		const trueKg = 0.12 * (1 / 0.12) ** next();
		return { trueKg, listedKg: trueKg * (1 + 0.03 * normal()), spread: 0.004 + 0.008 * next() };
	});
	const learnedItems = items.map(({ listedKg }) => catalogueWeight(listedKg));
	const fillings = BOXES_KG.map((emptyKg) => ({ trueKg: 0.2 * emptyKg + 0.02 * next(), learned: UNKNOWN_FILLING }));
	const faultyPacks = new Set<number>();
	while (faultyPacks.size < FAULTS) faultyPacks.add(LEARNING_PACKS + Math.floor(next() * (PACKS - LEARNING_PACKS)));
	const result = { caught: 0, falseStops: 0, rightPacks: 0, named: 0 };
	for (let pack = 0; pack < PACKS; pack += 1) {
		for (const filling of fillings) filling.trueKg = Math.max(0.005, filling.trueKg + 0.001 * normal());
		const box = Math.floor(next() * BOXES_KG.length);
		const filling = fillings[box] as (typeof fillings)[number];
		const emptyKg = BOXES_KG[box] as number;
		const chosen = [...new Set(Array.from({ length: 1 + Math.floor(next() * 3) }, () => Math.floor(next() * ITEMS)))];
		const quantities = chosen.map(() => 1 + Math.floor(next() * 2));
		const parts: WeighedPart[] = [
			...chosen.map((item, index) => ({
				quantity: quantities[index] ?? 0,
				learned: learnedItems[item] as LearnedWeight,
			})),
			{ quantity: 1, learned: filling.learned },
		];
		const isFaulty = faultyPacks.has(pack);
		const packed = chosen.map((item, index) => ({ item, quantity: quantities[index] ?? 0 }));
		const wrongAt = Math.floor(next() * packed.length);
		const wrong = packed[wrongAt];
		const change = next() < 0.5 ? -1 : 1;
		if (isFaulty && wrong) wrong.quantity += change;
		let weighedKg = emptyKg + filling.trueKg * (1 + 0.12 * normal());
		for (const { item, quantity } of packed) {
			const { trueKg, spread } = items[item] as (typeof items)[number];
			for (let piece = 0; piece < quantity; piece += 1) weighedKg += trueKg * (1 + spread * normal());
		}
		weighedKg = Math.round((weighedKg + 0.002 * normal()) / 0.005) * 0.005;
		const { expectedKg, toleranceKg } = expectedWeight(parts, emptyKg);
		const isStopped = Math.abs(weighedKg - expectedKg) > toleranceKg;
		if (isFaulty) {
			if (!isStopped) continue;
			result.caught += 1;
			const indexes = chosen.map((_item, index) => index);
			const cause = likeliestCause(parts, indexes, [], weighedKg - expectedKg);
			if (cause?.kind === 'pieces' && cause.part === wrongAt && cause.count === change) result.named += 1;
			continue;
		}
		if (pack >= LEARNING_PACKS) {
			result.rightPacks += 1;
			if (isStopped) result.falseStops += 1;
		}
		// The packer confirms what is right.
		const learned = learnedFrom(parts, chosen.length, emptyKg, weighedKg);
		for (const [index, item] of chosen.entries()) learnedItems[item] = learned[index] as LearnedWeight;
		filling.learned = learned[chosen.length] as LearnedWeight;
	}
	return result;
}

it('stops at least 95 % of 60 wrong packages among 1,000, and at most 1 % of the right ones after 50', () => {
	const days = [1, 2, 3, 4, 5].map(weighDay);
	const total = (field: keyof (typeof days)[number]) => days.reduce((sum, day) => sum + day[field], 0);
	expect(total('caught') / (FAULTS * days.length)).toBeGreaterThanOrEqual(0.95);
	expect(total('falseStops') / total('rightPacks')).toBeLessThanOrEqual(0.01);
	// Two items may weigh nearly the same.
	expect(total('named') / total('caught')).toBeGreaterThanOrEqual(0.7);
});

describe('the expected weight', () => {
	const mug: WeighedPart = { quantity: 2, learned: { meanKg: 0.42, uncertainty: 0, spread: 1e-6, count: 50 } };
	const filling: WeighedPart = { quantity: 1, learned: { meanKg: 0.05, uncertainty: 0, spread: 1e-6, count: 50 } };

	it('is that of items, box and filling', () => {
		const { expectedKg, toleranceKg } = expectedWeight([mug, filling], 0.2);
		expect(expectedKg).toBeCloseTo(1.09);
		expect(toleranceKg).toBeLessThan(0.02);
	});

	it('corrects a wrong weight of the catalogue after a few packages', () => {
		let learned = catalogueWeight(0.42);
		for (let pack = 0; pack < 10; pack += 1)
			learned = learnedFrom([{ quantity: 2, learned }, filling], 1, 0.2, 0.25 + 2 * 0.45)[0] as LearnedWeight;
		expect(learned.meanKg).toBeCloseTo(0.45, 2);
		expect(learned.count).toBe(10);
	});

	it('does not take a changed filling for changed items that are well known', () => {
		const parts = [mug, { quantity: 1, learned: UNKNOWN_FILLING }];
		const [item, learned] = learnedFrom(parts, 1, 0.2, 0.2 + 0.84 + 0.12);
		expect(item?.meanKg).toBeCloseTo(0.42, 3);
		expect(learned?.meanKg).toBeCloseTo(0.12, 1);
	});

	it.each([
		[-0.42, { kind: 'pieces', part: 0, count: -1 }],
		[0.84, { kind: 'pieces', part: 0, count: 2 }],
		[0.15, { kind: 'box', box: 0 }],
		[3, undefined],
	])('names the likeliest cause of a difference of %d kg', (differenceKg, cause) => {
		expect(likeliestCause([mug, filling], [0], [0.15], differenceKg)).toEqual(cause);
	});

	it('is not learned from a package whose tolerance is more than a piece', () => {
		const screws: WeighedPart = { quantity: 200, learned: catalogueWeight(0.005) };
		const parts = [screws, { quantity: 1, learned: UNKNOWN_FILLING }];
		expect(learnedFrom(parts, 1, 0.2, 0.25)).toEqual(parts.map(({ learned }) => learned));
	});

	it('never becomes zero or negative', () => {
		let learned = catalogueWeight(0.42);
		for (let pack = 0; pack < 50; pack += 1)
			learned = learnedFrom([{ quantity: 1, learned }, filling], 1, 0.2, 0.01)[0] as LearnedWeight;
		expect(learned.meanKg).toBeGreaterThan(0);
	});
});
