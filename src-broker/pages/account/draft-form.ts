// Converts a draft to form fields and back. Field names are paths of the shipment request. Pure.
import { keysOf } from '../../../src-contract/lib/keys';
import type { ShipmentRequest } from '../../../src-contract/partner-api';

/** Values by field name. */
export type FormValues = Record<string, string>;

// Labels by field of the shipment request.
export const ADDRESS_FIELDS = {
	companyName: 'Company',
	contactPerson: 'Contact person',
	addressLine1: 'Street and number',
	addressLine2: 'Address line 2',
	zipcode: 'Postcode',
	city: 'City',
	countryCode: 'Country code',
	phone: 'Phone',
	email: 'E-mail',
	vatNumber: 'VAT or tax number',
};
export const PARCEL_FIELDS = {
	count: 'Pieces',
	weight: 'Weight (kg)',
	length: 'Length (cm)',
	width: 'Width (cm)',
	height: 'Height (cm)',
};
export const CONTENT_FIELDS = {
	description: 'Description',
	quantity: 'Quantity',
	price: 'Unit price',
	country: 'Country of origin',
	hsCode: 'HS code',
};
export const PICKUP_FIELDS = {
	pickupTimeFrom: 'Pickup from (HH:MM)',
	pickupTimeTo: 'Pickup until (HH:MM)',
	pickupInstructions: 'Pickup instructions',
};
export const ADDRESS_SIDES = { pickupAddress: 'Pickup address', destinationAddress: 'Destination address' } as const;

/** The request as form values; missing and false values become ''. */
export function toFormValues(request: ShipmentRequest): FormValues {
	const form: FormValues = {};
	const put = (name: string, value: unknown) => {
		form[name] = value === undefined || value === false ? '' : String(value);
	};
	for (const name of [...keysOf(PICKUP_FIELDS), 'reference', 'currency', 'insured', 'schedulePickup'] as const)
		put(name, request[name]);
	for (const name of ['preferredShippingOption', 'reasonForExport', 'incoterms'] as const) put(name, request[name]);
	for (const side of keysOf(ADDRESS_SIDES))
		for (const field of keysOf(ADDRESS_FIELDS)) put(`${side}.${field}`, request[side][field]);
	put('destinationAddress.sendNotification', request.destinationAddress.sendNotification);
	for (const [index, parcel] of request.parcels.entries())
		for (const field of keysOf(PARCEL_FIELDS)) put(`parcels.${index}.${field}`, parcel[field]);
	for (const [index, item] of request.contentItems.entries())
		for (const field of keysOf(CONTENT_FIELDS)) put(`contentItems.${index}.${field}`, item[field]);
	return form;
}

/** The rows of a list that are not empty, as objects of its fields. */
export function filledRows(form: FormValues, list: string, fields: readonly string[]): FormValues[] {
	const indexes = new Set(
		Object.keys(form).flatMap((name) => {
			const [head, index] = name.split('.');
			return head === list && /^\d{1,3}$/.test(index ?? '') ? [Number(index)] : [];
		}),
	);
	return [...indexes]
		.sort((a, b) => a - b)
		.map((index) =>
			Object.fromEntries(fields.map((field) => [field, (form[`${list}.${index}.${field}`] ?? '').trim()])),
		)
		.filter((row) => Object.values(row).some((value) => value !== ''));
}

/** The form as the body of a shipment request, not validated yet. */
export function toRequestBody(form: FormValues): Record<string, unknown> {
	const text = (name: string) => (form[name] ?? '').trim();
	const side = (name: string) =>
		Object.fromEntries(keysOf(ADDRESS_FIELDS).map((field) => [field, text(`${name}.${field}`)]));
	return {
		...Object.fromEntries(
			[
				...keysOf(PICKUP_FIELDS),
				'reference',
				'currency',
				'preferredShippingOption',
				'reasonForExport',
				'incoterms',
			].map((name) => [name, text(name)]),
		),
		insured: text('insured') !== '',
		schedulePickup: text('schedulePickup') !== '',
		parcels: filledRows(form, 'parcels', keysOf(PARCEL_FIELDS)).map((parcel) => ({ type: 'NONDOC', ...parcel })),
		contentItems: filledRows(form, 'contentItems', keysOf(CONTENT_FIELDS)),
		pickupAddress: side('pickupAddress'),
		destinationAddress: {
			...side('destinationAddress'),
			sendNotification: text('destinationAddress.sendNotification') !== '',
		},
	};
}

/** Renumbers the rows of the lists without gaps, so that field errors of the request match the form. */
export function renumberRows(form: FormValues): FormValues {
	const plain = Object.entries(form).filter(([name]) => !/^(parcels|contentItems)\./.test(name));
	const lists = (
		[
			['parcels', keysOf(PARCEL_FIELDS)],
			['contentItems', keysOf(CONTENT_FIELDS)],
		] as const
	).flatMap(([list, fields]) =>
		filledRows(form, list, fields).flatMap((row, index) =>
			Object.entries(row).map(([field, value]) => [`${list}.${index}.${field}`, value]),
		),
	);
	return Object.fromEntries([...plain, ...lists]);
}
