// Converts a draft to form fields and back. Field names are paths of the shipment request. Pure.
import { isKeyOf, keysOf } from '../../../src-contract/lib/keys';
import type { ShipmentRequest } from '../../../src-contract/partner-api';

/** Submitted values by field name. */
export type FormValues = Record<string, string>;

// Fields of the shipment request that the form shows, with their labels.
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
export const SHIPMENT_FIELDS = {
	reference: 'Reference',
	currency: 'Currency',
	preferredShippingOption: 'Shipping option',
	reasonForExport: 'Reason for export',
	incoterms: 'Incoterms',
	insured: 'Insured',
	schedulePickup: 'Schedule pickup',
};
export const ADDRESS_SIDES = { pickupAddress: 'Pickup address', destinationAddress: 'Destination address' } as const;

/** Singular names of the entries of the lists. */
export const LIST_ENTRIES = { parcels: 'Parcel', contentItems: 'Item' };

/** Label of a field by its path in the request, such as `Parcel 1: Weight (kg)`; the path itself for a field that has no label. */
export function fieldLabel(path: string): string {
	const [first = '', ...rest] = path.split('.');
	const labels = { ...SHIPMENT_FIELDS, ...PICKUP_FIELDS, parcels: 'Parcels', contentItems: 'Contents' };
	if (rest.length === 0) return isKeyOf(labels, first) ? labels[first] : path;
	const field = rest.at(-1) ?? '';
	const labelsInside = {
		...ADDRESS_FIELDS,
		...PARCEL_FIELDS,
		...CONTENT_FIELDS,
		sendNotification: 'Notify the recipient by e-mail',
	};
	const fieldText = isKeyOf(labelsInside, field) ? labelsInside[field] : field;
	if (isKeyOf(ADDRESS_SIDES, first)) return `${ADDRESS_SIDES[first]}: ${fieldText}`;
	return isKeyOf(LIST_ENTRIES, first) ? `${LIST_ENTRIES[first]} ${Number(rest[0]) + 1}: ${fieldText}` : path;
}

/** Without an exponent, which the form does not accept. */
const PLAIN_NUMBER = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

/** Converts a request to form values. Missing values and false become ''. */
export function toFormValues(request: ShipmentRequest): FormValues {
	const form: FormValues = {};
	const setField = (name: string, value: unknown) => {
		if (typeof value === 'number') form[name] = PLAIN_NUMBER.format(value);
		else form[name] = value === undefined || value === false ? '' : String(value);
	};
	for (const name of [...keysOf(PICKUP_FIELDS), 'reference', 'currency', 'insured', 'schedulePickup'] as const)
		setField(name, request[name]);
	for (const name of ['preferredShippingOption', 'reasonForExport', 'incoterms'] as const)
		setField(name, request[name]);
	for (const side of keysOf(ADDRESS_SIDES))
		for (const field of keysOf(ADDRESS_FIELDS)) setField(`${side}.${field}`, request[side][field]);
	setField('destinationAddress.sendNotification', request.destinationAddress.sendNotification);
	for (const [index, parcel] of request.parcels.entries())
		for (const field of keysOf(PARCEL_FIELDS)) setField(`parcels.${index}.${field}`, parcel[field]);
	for (const [index, item] of request.contentItems.entries())
		for (const field of keysOf(CONTENT_FIELDS)) setField(`contentItems.${index}.${field}`, item[field]);
	return form;
}

/** The rows of a list in which at least one field is filled in. @param list path of the list, such as `parcels` */
export function filledRows(form: FormValues, list: string, fields: readonly string[]): FormValues[] {
	const indexes = new Set(
		Object.keys(form).flatMap((name) => {
			const [listName, index] = name.split('.');
			return listName === list && /^\d{1,3}$/.test(index ?? '') ? [Number(index)] : [];
		}),
	);
	return [...indexes]
		.sort((a, b) => a - b)
		.map((index) =>
			Object.fromEntries(fields.map((field) => [field, (form[`${list}.${index}.${field}`] ?? '').trim()])),
		)
		.filter((row) => Object.values(row).some((value) => value !== ''));
}

/** Converts form values to the body of a shipment request, which is not validated yet. */
export function toRequestBody(form: FormValues): Record<string, unknown> {
	const text = (name: string) => (form[name] ?? '').trim();
	const address = (side: string) =>
		Object.fromEntries(keysOf(ADDRESS_FIELDS).map((field) => [field, text(`${side}.${field}`)]));
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
		pickupAddress: address('pickupAddress'),
		destinationAddress: {
			...address('destinationAddress'),
			sendNotification: text('destinationAddress.sendNotification') !== '',
		},
	};
}

/** A field of which two forms have different values. */
export interface FormDifference {
	name: string;
	saved: string;
	submitted: string;
}

/** The fields in which a submitted form differs from the saved draft. */
export function formDifferences(savedForm: FormValues, submittedForm: FormValues): FormDifference[] {
	const names = new Set([...Object.keys(savedForm), ...Object.keys(submittedForm)]);
	return [...names]
		.map((name) => ({ name, saved: savedForm[name] ?? '', submitted: (submittedForm[name] ?? '').trim() }))
		.filter(({ saved, submitted }) => saved !== submitted);
}

/** Renumbers the filled rows of each list without gaps, as in the request, so that the paths of field errors match the form. */
export function renumberRows(form: FormValues): FormValues {
	const singleValues = Object.entries(form).filter(([name]) => !/^(parcels|contentItems)\./.test(name));
	const listValues = (
		[
			['parcels', keysOf(PARCEL_FIELDS)],
			['contentItems', keysOf(CONTENT_FIELDS)],
		] as const
	).flatMap(([list, fields]) =>
		filledRows(form, list, fields).flatMap((row, index) =>
			Object.entries(row).map(([field, value]) => [`${list}.${index}.${field}`, value]),
		),
	);
	return Object.fromEntries([...singleValues, ...listValues]);
}
