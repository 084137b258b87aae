import type { OrderPlan } from '../../../src-contract/model/order';

/** What stands where a row of a file says nothing. */
export interface OrderRowDefaults
	extends Pick<OrderPlan, 'countryCode' | 'description' | 'originCountry' | 'insured' | 'notifyRecipient'> {
	/** Name of a preset, or NO_PARCEL. */
	parcel: string;
	priceEur: number | undefined;
	reasonForExport: OrderPlan['reasonForExport'] | '';
	incoterms: OrderPlan['incoterms'] | '';
}
export const NO_PARCEL = '';
