// Fields that the partner service requires (specification, sections 2.3 to 2.6). Shipments within a country require the same
// fields as others: e-mail, description, price and country of origin are not specific to customs.
import { needsPostcode } from '../lib/postcode-countries';

/** Some routes also require the recipient's VAT number, which is one of the customs details. */
const ADDRESS_FIELDS: readonly string[] = [
	'contactPerson',
	'addressLine1',
	'zipcode',
	'city',
	'countryCode',
	'phone',
	'email',
];

/** The fields that an address of the country requires. @param countryCode empty if it is not known yet */
export const requiredAddressFields = (countryCode: string): readonly string[] =>
	ADDRESS_FIELDS.filter((field) => field !== 'zipcode' || needsPostcode(countryCode));

export const REQUIRED_CONTENT_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur', 'originCountry'];

/** Fields that an estimate of duties requires of each item. */
export const REQUIRED_DUTIES_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur'];
