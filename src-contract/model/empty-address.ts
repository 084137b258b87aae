import type { Address } from './address';

/** Apart from the checks of an address, which an empty form does without. */
export const emptyAddress: Address = {
	companyName: '',
	contactPerson: '',
	email: '',
	phone: '',
	addressLine1: '',
	addressLine2: '',
	zipcode: '',
	city: '',
	countryCode: '',
	vatNumber: '',
};
