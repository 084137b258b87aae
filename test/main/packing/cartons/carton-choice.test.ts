// The cheapest carton by the prices of the service, with what the carton itself costs.
import { describe, expect, it, vi } from 'vitest';
import { chooseFits } from '../../../../src-main/packing/cartons/carton-choice';
import { type Carton, planPackages } from '../../../../src-main/packing/cartons/carton-plan';
import { cartons } from '../../../fixtures/cut-orders';

const piece = { sidesMm: [250, 200, 150], isUpright: false, isFragile: false, shipsAlone: false, weightKg: 2 } as const;
const small = cartons.find(({ name }) => name === 'M') as Carton;
const large: Carton = { ...(cartons.find(({ name }) => name === 'L') as Carton), costEur: 0.1 };
const planOf = (list: readonly Carton[], count = 1) =>
	planPackages(
		Array.from({ length: count }, () => ({ ...piece, shipsAlone: count > 1 })),
		list,
	);
const volumeOf = ({ lengthCm, widthCm, heightCm }: { lengthCm: number; widthCm: number; heightCm: number }) =>
	lengthCm * widthCm * heightCm;

describe('the choice of cartons', () => {
	it('asks for no price when only one carton is worth it', async () => {
		const priceOf = vi.fn();
		const choice = await chooseFits(planOf([small]), [2], priceOf);
		expect(choice.fits.map(({ carton }) => carton.name)).toEqual(['M']);
		expect(priceOf).not.toHaveBeenCalled();
	});

	it('takes a larger carton that costs less, and says how much', async () => {
		const choice = await chooseFits(planOf([small, large]), [2], async () => 10);
		expect(choice.fits.map(({ carton }) => carton.name)).toEqual(['L']);
		expect(choice.savedEur).toBe(0.52);
		expect(choice.reason).toBe('L instead of M: 0.52 EUR less.');
	});

	it('keeps the smallest when the price of the larger one is higher', async () => {
		const choice = await chooseFits(planOf([small, large]), [2], async ([parcel]) =>
			parcel ? 5 + volumeOf(parcel) / 20_000 : undefined,
		);
		expect(choice.fits.map(({ carton }) => carton.name)).toEqual(['M']);
		expect(choice).toMatchObject({ savedEur: 0, reason: '' });
	});

	it('prices the shipment with the weight of contents and carton', async () => {
		const priceOf = vi.fn(async () => 10);
		await chooseFits(planOf([small, large]), [2], priceOf);
		expect(priceOf).toHaveBeenNthCalledWith(1, [
			{ count: 1, lengthCm: 31, widthCm: 26, heightCm: 19, weightKg: Math.ceil((2 + small.emptyKg) * 10) / 10 },
		]);
	});

	it.each<[string, (number | undefined)[], number | undefined]>([
		['a weight is not known', [undefined], 10],
		['the service cannot be reached', [2], undefined],
	])('keeps the smallest when %s, and says so', async (_reason, weights, price) => {
		const choice = await chooseFits(planOf([small, large]), weights, async () => price);
		expect(choice.fits.map(({ carton }) => carton.name)).toEqual(['M']);
		expect(choice.reason).toBe('The smallest box: prices could not be compared.');
	});

	it('asks for few prices, whatever the number of packages', async () => {
		const priceOf = vi.fn(async () => 10);
		const choice = await chooseFits(
			planOf([small, large], 15),
			Array.from({ length: 15 }, () => 2),
			priceOf,
		);
		expect(choice.fits).toHaveLength(15);
		expect(priceOf.mock.calls.length).toBeLessThanOrEqual(10);
	});
});
