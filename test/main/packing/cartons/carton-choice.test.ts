// The cheapest carton by the prices of the service, with what the carton itself costs.
import { describe, expect, it, vi } from 'vitest';
import { chooseFits } from '../../../../src-main/packing/cartons/carton-choice';
import { type Carton, type Fit, planPackages } from '../../../../src-main/packing/cartons/carton-plan';
import { cartons } from '../../../fixtures/cut-orders';

const piece = { sidesMm: [250, 200, 150], isUpright: false, isFragile: false, shipsAlone: false, weightKg: 2 } as const;
const small = cartons.find(({ name }) => name === 'M') as Carton;
const large: Carton = { ...(cartons.find(({ name }) => name === 'L') as Carton), costEur: 0.1 };
const planOf = (list: readonly Carton[], count = 1) =>
	planPackages(
		Array.from({ length: count }, () => ({ ...piece, shipsAlone: count > 1 })),
		list,
	);
const namesOf = (fits: readonly Fit[]): string[] => fits.map(({ carton }) => carton.name);

describe('the choice of cartons', () => {
	it('asks for no price when only one carton is worth it', async () => {
		const priceOf = vi.fn();
		const choice = await chooseFits(planOf([small]), priceOf);
		expect(namesOf(choice.fits)).toEqual(['M']);
		expect(priceOf).not.toHaveBeenCalled();
	});

	it('takes a larger carton that costs less, and says how much', async () => {
		const choice = await chooseFits(planOf([small, large]), async () => 10);
		expect(namesOf(choice.fits)).toEqual(['L']);
		expect(choice.savedEur).toBe(0.52);
		expect(choice.reason).toBe('L instead of M: 0.52 EUR less.');
	});

	it('keeps the smallest when the price of the larger one is higher', async () => {
		const choice = await chooseFits(planOf([small, large]), async ([fit]) => (fit?.carton.name === 'L' ? 12 : 5));
		expect(namesOf(choice.fits)).toEqual(['M']);
		expect(choice).toMatchObject({ savedEur: 0, reason: '' });
	});

	it('keeps the smallest when its price is not known, and says so', async () => {
		const choice = await chooseFits(planOf([small, large]), async () => undefined);
		expect(namesOf(choice.fits)).toEqual(['M']);
		expect(choice.reason).toBe('The smallest box: prices could not be compared.');
	});

	it('asks for few prices, whatever the number of packages, and for none after one that is not known', async () => {
		const priceOf = vi.fn(async () => 10);
		const choice = await chooseFits(planOf([small, large], 15), priceOf);
		expect(choice.fits).toHaveLength(15);
		expect(priceOf.mock.calls).toHaveLength(10);
		const failing = vi.fn(async (): Promise<number | undefined> => (failing.mock.calls.length < 3 ? 10 : undefined));
		expect(namesOf((await chooseFits(planOf([small, large], 15), failing)).fits).slice(0, 3)).toEqual(['L', 'M', 'M']);
		expect(failing.mock.calls).toHaveLength(3);
	});
});
