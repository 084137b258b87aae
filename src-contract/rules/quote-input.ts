// The input of a rates request.
import type { QuoteInput, ShipmentDraft } from '../model/shipment-draft';
import { totalValueEur } from './landed-cost';

/** Derives the input of a rates request from a draft. */
export const quoteInputOf = ({ contents, ...rest }: ShipmentDraft): QuoteInput => ({
	...rest,
	totalValueEur: totalValueEur(contents),
});
