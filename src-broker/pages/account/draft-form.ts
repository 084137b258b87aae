// A draft as a plain HTML form and back: the names of its fields are the paths of the shipment request. Pure.
import { html } from 'hono/html';
import type { FieldFault } from '../../../src-contract/errors';
import { incotermsSchema, reasonForExportSchema } from '../../../src-contract/model/trade-terms';
import type { ShipmentRequest } from '../../../src-contract/partner-api';
import type { Markup } from '../page';

type Form = Record<string, string>;

const ADDRESS = {
	companyName: 'Company',
	contactPerson: 'Contact person',
	addressLine1: 'Street and number',
	addressLine2: 'More of the address',
	zipcode: 'Postcode',
	city: 'City',
	countryCode: 'Country code',
	phone: 'Phone',
	email: 'E-mail',
	vatNumber: 'VAT or tax number',
};
const PARCEL = {
	count: 'Pieces',
	weight: 'Weight, kg',
	length: 'Length, cm',
	width: 'Width, cm',
	height: 'Height, cm',
};
const CONTENT = {
	description: 'Description',
	quantity: 'Quantity',
	price: 'Price each',
	country: 'Made in',
	hsCode: 'HS code',
};
const PICKUP = {
	pickupTimeFrom: 'Pickup from, HH:MM',
	pickupTimeTo: 'Pickup until, HH:MM',
	pickupInstructions: 'For the driver',
};
const SIDES = { pickupAddress: 'Pick-up address', destinationAddress: 'Destination address' } as const;

const keysOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[];

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

/** The rows of a list that hold anything, as objects of its fields. */
function rows(form: Form, list: string, fields: readonly string[]): Form[] {
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

/** What the form says, as the body of a shipment request that is still to be checked. */
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
		parcels: rows(form, 'parcels', keysOf(PARCEL)).map((parcel) => ({ type: 'NONDOC', ...parcel })),
		contentItems: rows(form, 'contentItems', keysOf(CONTENT)),
		pickupAddress: side('pickupAddress'),
		destinationAddress: {
			...side('destinationAddress'),
			sendNotification: text('destinationAddress.sendNotification') !== '',
		},
	};
}

/** The form with its lists numbered anew, so that faults of the request name its rows. */
export function renumbered(form: Form): Form {
	const plain = Object.entries(form).filter(([name]) => !/^(parcels|contentItems)\./.test(name));
	const lists = (
		[
			['parcels', keysOf(PARCEL)],
			['contentItems', keysOf(CONTENT)],
		] as const
	).flatMap(([list, fields]) =>
		rows(form, list, fields).flatMap((row, index) =>
			Object.entries(row).map(([field, value]) => [`${list}.${index}.${field}`, value]),
		),
	);
	return Object.fromEntries([...plain, ...lists]);
}

/** The fields of the form, each fault beside the field it names. @param options what the route offers now */
export function draftFields(
	form: Form,
	faults: readonly FieldFault[],
	options: readonly { productId: number; label: string }[],
): Markup {
	const chosen = form.preferredShippingOption;
	const faultOf = (name: string) => faults.find(({ path }) => path === name)?.message;
	const input = (name: string, label: string) => {
		const fault = faultOf(name);
		return html`<label>${label}<input name="${name}" value="${form[name] ?? ''}" ${fault ? html`aria-invalid="true"` : ''}>${
			fault ? html`<span class="fault">${fault}</span>` : ''
		}</label>`;
	};
	const tick = (name: string, label: string) =>
		html`<label class="tick"><input type="checkbox" name="${name}" value="true" ${form[name] ? html`checked` : ''}>${label}</label>`;
	const choice = (name: string, label: string, values: readonly { value: string; label: string }[]) => {
		const fault = faultOf(name);
		return html`<label>${label}<select name="${name}" ${fault ? html`aria-invalid="true"` : ''}>${values.map(
			(item) =>
				html`<option value="${item.value}" ${item.value === (form[name] ?? '') ? html`selected` : ''}>${item.label}</option>`,
		)}</select>${fault ? html`<span class="fault">${fault}</span>` : ''}</label>`;
	};
	const plain = (values: readonly string[]) => [
		{ value: '', label: '–' },
		...values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
	];
	/** What is there, and one empty row. */
	const lines = (list: string, legend: string, fields: Record<string, string>) => {
		const count = rows(form, list, Object.keys(fields)).length;
		return html`<h2>${legend}</h2>${faultOf(list) ? html`<p class="fault">${faultOf(list)}</p>` : ''}${Array.from(
			{ length: count + 1 },
			(_, index) =>
				html`<fieldset class="line"><legend>${index < count ? index + 1 : 'One more'}</legend>${Object.entries(
					fields,
				).map(([field, label]) => input(`${list}.${index}.${field}`, label))}</fieldset>`,
		)}`;
	};
	return html`${Object.entries(SIDES).map(
		([side, legend]) =>
			html`<fieldset><legend>${legend}</legend>${Object.entries(ADDRESS).map(([field, label]) =>
				input(`${side}.${field}`, label),
			)}${
				side === 'destinationAddress'
					? tick('destinationAddress.sendNotification', 'Tell the recipient by e-mail')
					: faultOf('pickupAddress.sendNotification')
			}</fieldset>`,
	)}
${lines('parcels', 'Parcels', PARCEL)}
${lines('contentItems', 'Contents', CONTENT)}
<h2>The shipment</h2>
<fieldset>${input('reference', 'Reference')}${choice('currency', 'Currency', [
		{ value: 'EUR', label: 'EUR' },
		{ value: 'USD', label: 'USD' },
	])}${choice('preferredShippingOption', 'Option', [
		{ value: '', label: 'The cheapest' },
		...options.map(({ productId, label }) => ({ value: String(productId), label })),
		...(chosen && !options.some(({ productId }) => String(productId) === chosen)
			? [{ value: chosen, label: `${chosen}: not offered any more` }]
			: []),
	])}${choice('reasonForExport', 'Reason for export', plain(reasonForExportSchema.options))}${choice(
		'incoterms',
		'Incoterms',
		plain(incotermsSchema.options),
	)}${tick('insured', 'Insured')}${tick('schedulePickup', 'Pick up')}${Object.entries(PICKUP).map(([field, label]) =>
		input(field, label),
	)}</fieldset>`;
}
