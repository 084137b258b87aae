// Chooses, among the cartons that hold an order, those with which shipping it costs the least. Prices are rates of the service.
import { t } from '../../../src-contract/i18n';
import type { Parcel } from '../../../src-contract/model/parcel';
import { amountText } from '../../../src-contract/rules/amount-text';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { roundUpKg } from '../package-weight';
import type { CartonPlan, Fit, PlannedPackage } from './carton-plan';

export interface CartonChoice {
	/** One for each package of the plan. */
	fits: Fit[];
	/** Why a carton is not the smallest one, or why the prices are not compared; a sentence, or empty. */
	reason: string;
	/** By how much it is cheaper than the smallest cartons, in euros. */
	savedEur: number;
}

/** Maximum number of prices that are asked for an order. */
const MAX_PRICES = 10;

/**
 * The parcels of a plan's packages in these cartons.
 * @param weightsKg weight of each piece of the plan; undefined: not known
 * @returns undefined if the weight of a piece is not known
 */
export function parcelsOf(
	packages: readonly PlannedPackage[],
	fits: readonly Fit[],
	weightsKg: readonly (number | undefined)[],
): Parcel[] | undefined {
	const parcels = packages.flatMap(({ pieceIndexes }, index) => {
		const fit = fits[index];
		const weights = pieceIndexes.map((piece) => weightsKg[piece]);
		if (!fit || weights.includes(undefined)) return [];
		const [lengthCm, widthCm, heightCm] = fit.outerCm;
		const contentsKg = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
		return { count: 1, lengthCm, widthCm, heightCm, weightKg: roundUpKg(contentsKg + fit.carton.emptyKg) };
	});
	return parcels.length === packages.length ? parcels : undefined;
}

/** Cost of the cartons alone, in euros. */
export const cartonsEur = (fits: readonly Fit[]): number => fits.reduce((sum, { carton }) => sum + carton.costEur, 0);

/**
 * Compares the price of the shipment with each carton that may be cheaper, one package after the other.
 * @param weightsKg weight of each piece of the plan; undefined: not known
 * @param priceOf price of these parcels in euros; undefined if it is not known
 */
export async function chooseFits(
	{ packages }: CartonPlan,
	weightsKg: readonly (number | undefined)[],
	priceOf: (parcels: readonly Parcel[]) => Promise<number | undefined>,
): Promise<CartonChoice> {
	const smallest = packages.flatMap(({ fits }) => fits[0] ?? []);
	const hasAlternative = packages.some(({ fits }) => fits.length > 1);
	if (!hasAlternative) return { fits: smallest, reason: '', savedEur: 0 };

	let pricesLeft = MAX_PRICES;
	async function costOf(fits: readonly Fit[]): Promise<number | undefined> {
		const parcels = parcelsOf(packages, fits, weightsKg);
		if (pricesLeft === 0 || !parcels) return undefined;
		pricesLeft -= 1;
		const price = await priceOf(parcels);
		return price === undefined ? undefined : price + cartonsEur(fits);
	}

	const smallestEur = await costOf(smallest);
	if (smallestEur === undefined)
		return { fits: smallest, reason: t('The smallest box: prices could not be compared.'), savedEur: 0 };
	let best = { fits: smallest, costEur: smallestEur };
	for (const [index, { fits }] of packages.entries())
		for (const fit of fits.slice(1)) {
			const changed = best.fits.map((current, at) => (at === index ? fit : current));
			const costEur = await costOf(changed);
			if (costEur !== undefined && costEur < best.costEur - MIN_SAVED_EUR) best = { fits: changed, costEur };
		}
	const savedEur = Math.round((smallestEur - best.costEur) * 100) / 100;
	if (savedEur === 0) return { fits: smallest, reason: '', savedEur: 0 };
	const changedAt = best.fits.findIndex((fit, index) => fit !== smallest[index]);
	return {
		fits: best.fits,
		reason: t('{carton} instead of {smaller}: {amount} EUR less.', {
			carton: isolateBidi(best.fits[changedAt]?.carton.name ?? ''),
			smaller: isolateBidi(smallest[changedAt]?.carton.name ?? ''),
			amount: amountText(savedEur),
		}),
		savedEur,
	};
}
/** A smaller difference is no reason for a larger carton. */
const MIN_SAVED_EUR = 0.01;
