// The form of a draft as HTML, each field error beside its field.
import { html } from 'hono/html';
import type { FieldError } from '../../../src-contract/errors';
import { incotermsSchema, reasonForExportSchema } from '../../../src-contract/model/trade-terms';
import type { Markup } from '../page';
import { ADDRESS, CONTENT, type Form, PARCEL, PICKUP, rowsOf, SIDES } from './draft-form';

interface Choice {
	value: string;
	label: string;
}

/** What the fields of one form are drawn from. */
interface FormState {
	form: Form;
	fieldErrors: readonly FieldError[];
}

const errorOf = ({ fieldErrors }: FormState, name: string) => fieldErrors.find(({ path }) => path === name)?.message;
const invalid = (fault: string | undefined) => (fault ? html`aria-invalid="true"` : '');
const message = (fault: string | undefined) => (fault ? html`<span class="fault">${fault}</span>` : '');

function input(state: FormState, name: string, label: string): Markup {
	const fault = errorOf(state, name);
	return html`<label>${label}<input name="${name}" value="${state.form[name] ?? ''}" ${invalid(fault)}>${message(fault)}</label>`;
}

function tick({ form }: FormState, name: string, label: string): Markup {
	return html`<label class="tick"><input type="checkbox" name="${name}" value="true" ${form[name] ? html`checked` : ''}>${label}</label>`;
}

function choice(state: FormState, name: string, label: string, choices: readonly Choice[]): Markup {
	const fault = errorOf(state, name);
	return html`<label>${label}<select name="${name}" ${invalid(fault)}>${choices.map(
		(item) =>
			html`<option value="${item.value}" ${item.value === (state.form[name] ?? '') ? html`selected` : ''}>${item.label}</option>`,
	)}</select>${message(fault)}</label>`;
}

const optionalChoices = (values: readonly string[]): Choice[] => [
	{ value: '', label: '–' },
	...values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
];

/** The rows of a list, and one empty row. */
function lines(state: FormState, list: string, legend: string, fields: Record<string, string>): Markup {
	const count = rowsOf(state.form, list, Object.keys(fields)).length;
	const fault = errorOf(state, list);
	return html`<h2>${legend}</h2>${fault ? html`<p class="fault">${fault}</p>` : ''}${Array.from(
		{ length: count + 1 },
		(_, index) =>
			html`<fieldset class="line"><legend>${index < count ? index + 1 : 'One more'}</legend>${Object.entries(
				fields,
			).map(([field, label]) => input(state, `${list}.${index}.${field}`, label))}</fieldset>`,
	)}`;
}

function addressFields(state: FormState, side: string, legend: string): Markup {
	return html`<fieldset><legend>${legend}</legend>${Object.entries(ADDRESS).map(([field, label]) =>
		input(state, `${side}.${field}`, label),
	)}${
		side === 'destinationAddress'
			? tick(state, 'destinationAddress.sendNotification', 'Tell the recipient by e-mail')
			: errorOf(state, 'pickupAddress.sendNotification')
	}</fieldset>`;
}

/** What the route offers now, and the option of the draft when it is not among them. */
function shippingOptions(
	chosen: string | undefined,
	options: readonly { productId: number; label: string }[],
): Choice[] {
	const isOffered = options.some(({ productId }) => String(productId) === chosen);
	return [
		{ value: '', label: 'The cheapest' },
		...options.map(({ productId, label }) => ({ value: String(productId), label })),
		...(chosen && !isOffered ? [{ value: chosen, label: `${chosen}: not offered any more` }] : []),
	];
}

/** The fields of the form, each field error beside the field it names. @param options what the route offers now */
export function draftFields(
	form: Form,
	fieldErrors: readonly FieldError[],
	options: readonly { productId: number; label: string }[],
): Markup {
	const state: FormState = { form, fieldErrors };
	const currencies = ['EUR', 'USD'].map((value) => ({ value, label: value }));
	const offered = shippingOptions(form.preferredShippingOption, options);
	return html`${Object.entries(SIDES).map(([side, legend]) => addressFields(state, side, legend))}
${lines(state, 'parcels', 'Parcels', PARCEL)}
${lines(state, 'contentItems', 'Contents', CONTENT)}
<h2>The shipment</h2>
<fieldset>${input(state, 'reference', 'Reference')}${choice(state, 'currency', 'Currency', currencies)}${choice(
		state,
		'preferredShippingOption',
		'Option',
		offered,
	)}${choice(state, 'reasonForExport', 'Reason for export', optionalChoices(reasonForExportSchema.options))}${choice(
		state,
		'incoterms',
		'Incoterms',
		optionalChoices(incotermsSchema.options),
	)}${tick(state, 'insured', 'Insured')}${tick(state, 'schedulePickup', 'Pick up')}${Object.entries(PICKUP).map(
		([field, label]) => input(state, field, label),
	)}</fieldset>`;
}
