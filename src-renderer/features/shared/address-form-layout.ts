// Order and widths of the fields of an address form.
import { hasRegion, placeFields } from '../../../src-contract/rules/address-regions';

// CSS classes of the widths of fields, in columns of a grid with twelve columns. Without a prefix: in a narrow form or with large
// text. `@sm`: from the width of the side panel on. `@xl`: in a wide form.
const HALF = 'col-span-12 @sm:col-span-6';
const THIRD = `${HALF} @xl:col-span-4`;
/** The country comes before the other fields of the place, because it decides which fields these are. */
const FIELDS_BEFORE_COUNTRY = [
	['companyName', HALF],
	['contactPerson', HALF],
	['addressLine1', 'col-span-12 @sm:col-span-8'],
	['addressLine2', 'col-span-12 @sm:col-span-4'],
] as const;
const PLACE_WIDTHS = {
	countryCode: 'col-span-12 @sm:col-span-5 @xl:col-span-4',
	zipcode: 'col-span-5 @sm:col-span-3',
	city: 'col-span-7 @sm:col-span-4 @xl:col-span-5',
	region: '',
};
const PLACE_WIDTHS_WITH_REGION = {
	countryCode: 'col-span-12 @xl:col-span-3',
	zipcode: 'col-span-5 @sm:col-span-3 @xl:col-span-2',
	city: 'col-span-7 @sm:col-span-5 @xl:col-span-4',
	region: 'col-span-5 @sm:col-span-4 @xl:col-span-3',
};
const FIELDS_AFTER_PLACE = [
	['phone', THIRD],
	['email', THIRD],
	['vatNumber', THIRD],
] as const;

/** Fields in their order on screen, with the CSS classes of their widths. */
export function addressFormFields(countryCode: string) {
	const widths = hasRegion(countryCode) ? PLACE_WIDTHS_WITH_REGION : PLACE_WIDTHS;
	const placeAndCountry = ['countryCode', ...placeFields(countryCode)] as const;
	return [
		...FIELDS_BEFORE_COUNTRY,
		...placeAndCountry.map((field) => [field, widths[field]] as const),
		...FIELDS_AFTER_PLACE,
	];
}
