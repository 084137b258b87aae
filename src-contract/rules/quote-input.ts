import type { QuoteInput, ShipmentDraft } from '../model/shipment-draft';
import { totalValueEur } from './landed-cost';

/** The request for the prices of a draft. */
export const quoteInputOf = ({ contents, ...rest }: ShipmentDraft): QuoteInput => ({
	...rest,
	totalValueEur: totalValueEur(contents),
});
