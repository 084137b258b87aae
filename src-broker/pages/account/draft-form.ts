// Converts a draft to form fields and back. Field names are paths of the shipment request. Pure.
import { keysOf } from '../../../src-contract/lib/keys';
import type { ShipmentRequest } from '../../../src-contract/partner-api';

export type Form = Record<string, string>;

export const ADDRESS = {
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
export const PARCEL = {
	count: 'Pieces',
	weight: 'Weight (kg)',
	length: 'Length (cm)',
	width: 'Width (cm)',
	height: 'Height (cm)',
};
export const CONTENT = {
	description: 'Description',
	quantity: 'Quantity',
	price: 'Unit price',
	country: 'Country of origin',
	hsCode: 'HS code',
};
export const PICKUP = {
	pickupTimeFrom: 'Pickup from (HH:MM)',
	pickupTimeTo: 'Pickup until (HH:MM)',
	pickupInstructions: 'Pickup instructions',
};
export const SIDES = { pickupAddress: 'Pickup address', destinationAddress: 'Destination address' } as const;

/** The request as form values; missing and false values become ''. */
export function toForm(request: ShipmentRequest): Form {
	const form: Form = {};
	const put = (name: string, value: unknown) => {
		form[name] = value === undefined || value === false ? '' : String(value);
	};
	for (const name of [...keysOf(PICKUP), 'reference', 'currency', 'insured', 'schedulePickup'] as const)
		put(name, request[name]);
	for (const name of ['preferredShippingOption', 'reasonForExport', 'incoterms'] as const) put(name, request[name]);
	for (const side of keysOf(SIDES)) for (const field of keysOf(ADDRESS)) put(`${side}.${field}`, request[side][field]);
	put('destinationAddress.sendNotification', request.destinationAddress.sendNotification);
	for (const [index, parcel] of request.parcels.entries())
		for (const field of keysOf(PARCEL)) put(`parcels.${index}.${field}`, parcel[field]);
	for (const [index, item] of request.contentItems.entries())
		for (const field of keysOf(CONTENT)) put(`contentItems.${index}.${field}`, item[field]);
	return form;
}

/** The rows of a list that are not empty, as objects of its fields. */
export function rowsOf(form: Form, list: string, fields: readonly string[]): Form[] {
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
export function toRequest(form: Form): Record<string, unknown> {
	const text = (name: string) => (form[name] ?? '').trim();
	const side = (name: string) => Object.fromEntries(keysOf(ADDRESS).map((field) => [field, text(`${name}.${field}`)]));
	return {
		...Object.fromEntries(
			[...keysOf(PICKUP), 'reference', 'currency', 'preferredShippingOption', 'reasonForExport', 'incoterms'].map(
				(name) => [name, text(name)],
			),
		),
		insured: text('insured') !== '',
		schedulePickup: text('schedulePickup') !== '',
		parcels: rowsOf(form, 'parcels', keysOf(PARCEL)).map((parcel) => ({ type: 'NONDOC', ...parcel })),
		contentItems: rowsOf(form, 'contentItems', keysOf(CONTENT)),
		pickupAddress: side('pickupAddress'),
		destinationAddress: {
			...side('destinationAddress'),
			sendNotification: text('destinationAddress.sendNotification') !== '',
		},
	};
}

/** Renumbers the rows of the lists without gaps, so that field errors of the request match the form. */
export function renumberRows(form: Form): Form {
	const plain = Object.entries(form).filter(([name]) => !/^(parcels|contentItems)\./.test(name));
	const lists = (
		[
			['parcels', keysOf(PARCEL)],
			['contentItems', keysOf(CONTENT)],
		] as const
	).flatMap(([list, fields]) =>
		rowsOf(form, list, fields).flatMap((row, index) =>
			Object.entries(row).map(([field, value]) => [`${list}.${index}.${field}`, value]),
		),
	);
	return Object.fromEntries([...plain, ...lists]);
}
