// Derives the input of a rates request from a draft.
import type { QuoteInput, ShipmentDraft } from '../model/shipment-draft';
import { totalValueEur } from './landed-cost';

/** Input of a rates request for a draft. */
export const quoteInputOf = ({ contents, ...rest }: ShipmentDraft): QuoteInput => ({
	...rest,
	totalValueEur: totalValueEur(contents),
});
