// Fields that the partner service requires (specification, sections 2.3 to 2.6). Shipments within a country require the same
// fields as others: e-mail, description, price and country of origin are not specific to customs.

const ALWAYS_REQUIRED = ['contactPerson', 'addressLine1', 'zipcode', 'city', 'countryCode', 'phone', 'email'] as const;

/** @param needsVatNumber true for the recipient if the route requires the recipient's VAT number */
export const requiredAddressFields = (needsVatNumber: boolean): readonly string[] =>
	needsVatNumber ? [...ALWAYS_REQUIRED, 'vatNumber'] : ALWAYS_REQUIRED;

export const REQUIRED_CONTENT_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur', 'originCountry'];

/** Fields that an estimate of duties requires of each item. */
export const REQUIRED_DUTIES_FIELDS: readonly string[] = ['description', 'quantity', 'priceEur'];
