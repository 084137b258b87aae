import type { OrderPlan } from '../../../src-contract/model/order';

/** Values used for empty cells of an order file. */
export interface OrderRowDefaults
	extends Pick<
		OrderPlan,
		| 'countryCode'
		| 'description'
		| 'originCountry'
		| 'insured'
		| 'notifyRecipient'
		| 'phone'
		| 'email'
		| 'currency'
		| 'rates'
		| 'priceMeaning'
	> {
	/** Name of a parcel preset, or NO_PARCEL. */
	parcel: string;
	priceEur: number | undefined;
	reasonForExport: OrderPlan['reasonForExport'] | '';
	incoterms: OrderPlan['incoterms'] | '';
}
export const NO_PARCEL = '';
