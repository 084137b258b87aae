// Fields that the partner service requires (specification, sections 2.3 to 2.6). Shipments within a country require the same
// fields as others: e-mail, description, price and country of origin are not specific to customs.

/** Some routes also require the recipient's VAT number, which is one of the customs details. */
export const REQUIRED_ADDRESS_FIELDS: readonly string[] = [
	'contactPerson',
	'addressLine1',
	'zipcode',
	'city',
	'countryCode',
	'phone',
	'email',
];

export const REQUIRED_CONTENT_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur', 'originCountry'];

/** Fields that an estimate of duties requires of each item. */
export const REQUIRED_DUTIES_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur'];
