// Chooses, among the cartons that hold an order, those with which shipping it costs the least. Prices are rates of the service.
import { t } from '../../../src-contract/i18n';
import { amountText } from '../../../src-contract/rules/amount-text';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import type { CartonPlan, Fit } from './carton-plan';

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
/** A smaller difference is no reason for a larger carton. */
const MIN_SAVED_EUR = 0.01;

/** Cost of the cartons alone, in euros. */
export const cartonsEur = (fits: readonly Fit[]): number => fits.reduce((sum, { carton }) => sum + carton.costEur, 0);

/**
 * Compares the price of the shipment with each carton that may be cheaper, one package after the other. Ends at the first price that is
 * not known.
 * @param priceOf price of the shipment with one carton for each package, in euros; undefined if it is not known
 */
export async function chooseFits(
	{ packages }: CartonPlan,
	priceOf: (fits: readonly Fit[]) => Promise<number | undefined>,
): Promise<CartonChoice> {
	const smallest = packages.flatMap(({ fits }) => fits[0] ?? []);
	const hasAlternative = packages.some(({ fits }) => fits.length > 1);
	if (!hasAlternative) return { fits: smallest, reason: '', savedEur: 0 };

	const costOf = async (fits: readonly Fit[]): Promise<number | undefined> => {
		const priceEur = await priceOf(fits);
		return priceEur === undefined ? undefined : priceEur + cartonsEur(fits);
	};
	const smallestEur = await costOf(smallest);
	if (smallestEur === undefined)
		return { fits: smallest, reason: t('The smallest box: prices could not be compared.'), savedEur: 0 };
	let best = { fits: smallest, costEur: smallestEur };
	const alternatives = packages.flatMap(({ fits }, index) => fits.slice(1).map((fit) => ({ index, fit })));
	for (const { index, fit } of alternatives.slice(0, MAX_PRICES - 1)) {
		const changed = best.fits.map((current, at) => (at === index ? fit : current));
		const costEur = await costOf(changed);
		if (costEur === undefined) break;
		if (costEur < best.costEur - MIN_SAVED_EUR) best = { fits: changed, costEur };
	}
	const savedEur = Math.round((smallestEur - best.costEur) * 100) / 100;
	const changedAt = best.fits.findIndex((fit, index) => fit !== smallest[index]);
	if (changedAt < 0) return { fits: smallest, reason: '', savedEur: 0 };
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
