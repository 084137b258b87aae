// Exchange rates for prices of order files in other currencies, from the table of resources/duties.
import { readFileSync } from 'node:fs';
import { parseSeparated } from '../platform/tabular/tables';

interface ExchangeRate {
	/** Units of the currency per euro. */
	perEuro: number;
	/** First day of the rate, as an ISO date. */
	from: string;
}
/** The newest rate of each currency, by ISO 4217 code. */
export type ExchangeRates = ReadonlyMap<string, ExchangeRate>;

/**
 * @param file a table with the columns currency, per_euro and effective_from; lines that begin with # are comments
 * @param onDate ISO date; later rates are not used
 */
export function readExchangeRates(file: string, onDate: string): ExchangeRates {
	const text = readFileSync(file, 'utf8').replace(/^#.*\n/gm, '');
	const rates = new Map<string, ExchangeRate>();
	for (const [currency = '', perEuro, from = ''] of parseSeparated(text, ',').rows.slice(1)) {
		const known = rates.get(currency);
		if (currency !== '' && from <= onDate && (!known || known.from < from))
			rates.set(currency, { perEuro: Number(perEuro), from });
	}
	return rates;
}
