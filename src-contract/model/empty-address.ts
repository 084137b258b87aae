/** Apart from the schema of an address, which imports it: the first screen shows an empty form before it loads the schema. */
export const emptyAddress = {
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
