// The currency of a price in an answer. The specification has no such field: its prices are in euros. Some services add one. Pure.
import * as z from 'zod';

const withCurrency = z.object({ currency: z.string().trim().min(1).max(20) });
const EURO_NAMES = new Set(['EUR', '€', 'EURO']);

/**
 * The currency that an answer states for a price.
 * @param holders the object with the price, then the objects that contain it
 * @returns undefined when the price is in euros, or no currency is stated
 */
export function foreignCurrencyOf(...holders: unknown[]): string | undefined {
	const stated = holders.map((holder) => withCurrency.safeParse(holder)).find(({ success }) => success)?.data?.currency;
	return stated === undefined || EURO_NAMES.has(stated.toUpperCase()) ? undefined : stated;
}
