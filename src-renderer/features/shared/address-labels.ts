// What the fields of an address are called on the screens.

import { say } from '../../../src-contract/i18n';
import type { Address } from '../../../src-contract/model/address';

export const ADDRESS_LABELS: Record<keyof Address, () => string> = {
	companyName: () => say('Company'),
	contactPerson: () => say('Contact person'),
	addressLine1: () => say('Street and number'),
	addressLine2: () => say('More of the address'),
	zipcode: () => say('Postcode'),
	city: () => say('City'),
	countryCode: () => say('Country'),
	phone: () => say('Phone'),
	email: () => say('E-mail'),
	vatNumber: () => say('VAT or tax number'),
};
