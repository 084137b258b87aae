// Renders the form fields of a draft, each with its field error if it has one.
import { html } from 'hono/html';
import type { FieldError } from '../../../src-contract/errors';
import { incotermsSchema, reasonForExportSchema } from '../../../src-contract/model/trade-terms';
import type { RateOption } from '../../../src-contract/partner-api';
import type { Markup } from '../page';
import {
	ADDRESS_FIELDS,
	ADDRESS_SIDES,
	CONTENT_FIELDS,
	type FormValues,
	filledRows,
	LIST_ENTRIES,
	PARCEL_FIELDS,
	PICKUP_FIELDS,
	SHIPMENT_FIELDS,
} from './draft-form';
import { optionText } from './draft-prices';

interface Choice {
	value: string;
	label: string;
}

/** Values and errors of a form. */
interface FormState {
	form: FormValues;
	fieldErrors: readonly FieldError[];
}

const errorOf = ({ fieldErrors }: FormState, name: string) => fieldErrors.find(({ path }) => path === name)?.message;
const invalidAttribute = (error: string | undefined) => (error ? html`aria-invalid="true"` : '');
const errorText = (error: string | undefined) => (error ? html`<span class="error">${error}</span>` : '');

function textInput(state: FormState, name: string, label: string): Markup {
	const error = errorOf(state, name);
	return html`<label>${label}<input name="${name}" value="${state.form[name] ?? ''}" ${invalidAttribute(error)}>${errorText(error)}</label>`;
}

function checkbox({ form }: FormState, name: string, label: string): Markup {
	return html`<label class="tick"><input type="checkbox" name="${name}" value="true" ${form[name] ? html`checked` : ''}>${label}</label>`;
}

function select(state: FormState, name: string, label: string, choices: readonly Choice[]): Markup {
	const error = errorOf(state, name);
	return html`<label>${label}<select name="${name}" ${invalidAttribute(error)}>${choices.map(
		(item) =>
			html`<option value="${item.value}" ${item.value === (state.form[name] ?? '') ? html`selected` : ''}>${item.label}</option>`,
	)}</select>${errorText(error)}</label>`;
}

/** Choices for a field that may stay empty. */
const optionalChoices = (values: readonly string[]): Choice[] => [
	{ value: '', label: '–' },
	...values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];

/** The rows of a list, and an empty row for a new entry. */
function listRows(
	state: FormState,
	list: keyof typeof LIST_ENTRIES,
	legend: string,
	fields: Record<string, string>,
): Markup {
	const count = filledRows(state.form, list, Object.keys(fields)).length;
	const error = errorOf(state, list);
	return html`<h2>${legend}</h2>${error ? html`<p class="error">${error}</p>` : ''}${Array.from(
		{ length: count + 1 },
		(_, index) =>
			html`<fieldset class="line"><legend>${LIST_ENTRIES[list]} ${index + 1}${index < count ? '' : ' (new)'}</legend>${Object.entries(
				fields,
			).map(([field, label]) => textInput(state, `${list}.${index}.${field}`, label))}</fieldset>`,
	)}`;
}

function addressFields(state: FormState, side: string, legend: string): Markup {
	return html`<fieldset><legend>${legend}</legend>${Object.entries(ADDRESS_FIELDS).map(([field, label]) =>
		textInput(state, `${side}.${field}`, label),
	)}${
		side === 'destinationAddress'
			? checkbox(state, 'destinationAddress.sendNotification', 'Notify the recipient by e-mail')
			: // The form has no such field for the pickup address. Shows the error of a request that contains it.
				errorOf(state, 'pickupAddress.sendNotification')
	}</fieldset>`;
}

/** The options that are available for the route. If the draft's option is no longer available, the list contains it too. */
function shippingOptions(chosen: string | undefined, options: readonly RateOption[]): Choice[] {
	const isAvailable = options.some(({ productId }) => String(productId) === chosen);
	const [cheapest] = options;
	return [
		{ value: '', label: cheapest ? `Cheapest: ${optionText(cheapest)}` : 'Cheapest' },
		...options.map((option) => ({ value: String(option.productId), label: optionText(option) })),
		...(chosen && !isAvailable ? [{ value: chosen, label: `${chosen}: no longer available` }] : []),
	];
}

/** All form fields of a draft. @param options shipping options that are available for the saved draft now, cheapest first */
export function draftFields(
	form: FormValues,
	fieldErrors: readonly FieldError[],
	options: readonly RateOption[],
): Markup {
	const state: FormState = { form, fieldErrors };
	const currencies = ['EUR', 'USD'].map((value) => ({ value, label: value }));
	const shippingChoices = shippingOptions(form.preferredShippingOption, options);
	return html`${Object.entries(ADDRESS_SIDES).map(([side, legend]) => addressFields(state, side, legend))}
${listRows(state, 'parcels', 'Parcels', PARCEL_FIELDS)}
${listRows(state, 'contentItems', 'Contents', CONTENT_FIELDS)}
<h2>Shipment</h2>
<fieldset>${textInput(state, 'reference', SHIPMENT_FIELDS.reference)}${select(state, 'currency', SHIPMENT_FIELDS.currency, currencies)}${select(
		state,
		'preferredShippingOption',
		SHIPMENT_FIELDS.preferredShippingOption,
		shippingChoices,
	)}${select(state, 'reasonForExport', SHIPMENT_FIELDS.reasonForExport, optionalChoices(reasonForExportSchema.options))}${select(
		state,
		'incoterms',
		SHIPMENT_FIELDS.incoterms,
		optionalChoices(incotermsSchema.options),
	)}${checkbox(state, 'insured', SHIPMENT_FIELDS.insured)}${checkbox(state, 'schedulePickup', SHIPMENT_FIELDS.schedulePickup)}${Object.entries(
		PICKUP_FIELDS,
	).map(([field, label]) => textInput(state, field, label))}</fieldset>`;
}
