// What the fields of an address are called on the screens.
import type { Address } from '../src-contract/address';

export const ADDRESS_LABELS: Record<keyof Address, string> = {
	companyName: 'Company',
	contactPerson: 'Contact person',
	addressLine1: 'Street and number',
	addressLine2: 'More of the address',
	zipcode: 'Postcode',
	city: 'City',
	countryCode: 'Country',
	phone: 'Phone',
	email: 'E-mail',
	vatNumber: 'VAT or tax number',
};
