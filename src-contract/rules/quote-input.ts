import type { Composition, QuoteInput } from '../model/shipment-draft';
import { totalValueEur } from './landed-cost';

/** The request for the prices of a draft. */
export const quoteInputOf = ({ contents, ...rest }: Composition): QuoteInput => ({
	...rest,
	totalValueEur: totalValueEur(contents),
});
