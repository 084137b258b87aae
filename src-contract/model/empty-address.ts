/** An empty address. This module imports nothing, so the first screen can show an empty form without loading the schema library. */
export const emptyAddress = {
	companyName: '',
	contactPerson: '',
	email: '',
	phone: '',
	addressLine1: '',
	addressLine2: '',
	zipcode: '',
	city: '',
	region: '',
	countryCode: '',
	vatNumber: '',
};
