// How the amounts of a duty estimate were computed, in the language of the desk. The built-in service sends each reason as a code
// with values, beside its English text (docs/partner-api.md). Names of taxes, agreements and sources are shown as they are.
import { currentLocale, t } from '../i18n';
import { isKeyOf } from '../lib/keys';
import { formatHsCode } from '../model/goods';
import type { Reason } from '../partner-api';
import { RESTRICTION_NOTE, textOfRestrictionNote } from './restriction-texts';

type Values = Record<string, string | number>;

const numberText = (value: string | number | undefined, decimals: number): string =>
	new Intl.NumberFormat(currentLocale(), {
		minimumFractionDigits: decimals,
		maximumFractionDigits: Math.max(decimals, 3),
		useGrouping: false,
	}).format(Number(value ?? 0));

const basisName = (basis: string): string => {
	switch (basis) {
		case 'value':
			return t('value of the goods');
		case 'duty':
			return t('duty##basis of a charge');
		default:
			return t('customs value');
	}
};

const confidenceName = (confidence: string): string =>
	confidence === 'low'
		? t('low##confidence')
		: confidence === 'medium'
			? t('medium##confidence')
			: t('high##confidence');

/** Text of each code. The values are those of the reason; `percent` and `amount` are already formatted. */
const TEXTS: Record<string, (values: Values) => string> = {
	percent_of: (values) =>
		t('{percent} % of {amount} EUR ({basis})', { ...values, basis: basisName(String(values.basis)) }),
	percent_of_cif: (values) => t('{percent} % of {amount} EUR (customs value with freight, CIF)', values),
	percent_of_fob: (values) => t('{percent} % of {amount} EUR (customs value without freight, FOB)', values),
	percent_of_tax_base: (values) => t('{percent} % of {amount} EUR (value and duty)', values),
	base_uplift: (values) => t('{percent} % added to the value', values),
	base_has_transport: () => t('transport included'),
	base_has_charges: () => t('charges included'),
	base_has_tax: () => t('tax included in the base'),
	base_lacks_unknown_duties: () => t('unknown duties not included'),
	freight_assumed_zero: () => t('freight not given, 0 assumed'),
	tariff_subheading: (values) => t('rate of subheading {code}', { code: formatHsCode(String(values.code)) }),
	tariff_heading: (values) => t('mean rate of heading {code}', { code: formatHsCode(String(values.code)) }),
	tariff_chapter: (values) => t('mean rate of chapter {code}', { code: String(values.code) }),
	no_tariff_for_goods: () => t('no tariff available for these goods'),
	source: (values) => `${values.name}, ${values.date}`,
	proof_of_origin: (values) =>
		t('{percent} % with proof of origin {country} ({agreement}), {without} % without', {
			...values,
			without: numberText(values.without, 1),
		}),
	flat_per_item: (values) => t('{amount} {currency} for each tariff item of a distance sale', values),
	deduction: (values) => t('less {amount} {currency}', values),
	replaces_duty_and_tax: () => t('instead of duty and import tax'),
	limit: (values) => t('up to {limit} {currency}', values),
	minimum: (values) => t('minimum {amount} {currency}', values),
	maximum: (values) => t('maximum {amount} {currency}', values),
	since: (values) => t('since {date}', values),
	not_charged: (values) => t('not charged: {scheme}', values),
	waived: (values) => t('not collected: {amount} {currency} in total is waived', values),
	charged_at_sale: (values) => t('{scheme}: charged by the seller, not by customs', values),
	rate_of_territory: (values) => t('rate of {territory}, {date}', values),
	origin: (values) => t('origin {country}', values),
	origin_assumed: (values) => t('origin not given, {country} assumed (country of dispatch)', values),
	duty_unknown: (values) =>
		t('No tariff is available for {territory}: the duty on "{goods}" is unknown and not included', values),
	tax_unknown: (values) =>
		t('No import tax rate is available for {territory}: the tax is unknown and not included', values),
	maybe_due_code_unknown: (values) => t('May be due on "{goods}", whose HS code is unknown; not included', values),
	maybe_due_rate_unknown: () => t('May be due on these goods; the rate is unknown and not included'),
	charge_unknown: () => t('Charged here, but the amount is unknown and not included'),
	no_rates: (values) =>
		t(
			'No rates are available for this destination ({territory}) on {date}: the amount due is unknown, not zero',
			values,
		),
	more_lines: (values) => t('and {count} more', values),
	// Notes about the whole estimate.
	note_estimate: () => t('This is an estimate: customs may charge a different amount.'),
	note_nothing_due: () => t('Nothing is due: origin and destination are in the same customs and tax territory.'),
	note_no_duty: () => t('No duty: origin and destination are in the same customs territory.'),
	note_no_import_tax: (values) => t('{territory} levies no import tax.', values),
	note_not_included: (values) => t('Not included because unknown: {names}.', values),
	note_freight_not_given: () => t('Freight and insurance are not given and count as 0.'),
	note_insurance_not_given: () => t('Insurance is not given and counts as 0.'),
	note_personal_use: (values) =>
		t('Goods for personal use: {territory} values them at {percent} % of their price, without transport.', {
			territory: String(values.territory),
			percent: String(values.percent),
		}),
	note_regional_taxes: (values) =>
		t(
			'Regional taxes of {territory} depend on the postcode, which is not given: only national taxes are included.',
			values,
		),
	note_rates_outdated: (values) =>
		t('Rates for {territory} were last checked on {date}, more than 12 months ago. They may have changed.', values),
	note_exchange_outdated: (values) =>
		t('The exchange rate of {currencies} is from {date}, more than 12 months ago.', values),
	note_confidence: (values) =>
		t('The confidence in the rates for {territory} is {confidence}.', {
			...values,
			confidence: confidenceName(String(values.confidence)),
		}),
	note_code_missing: (values) => t('No HS code was found for "{goods}". Enter one for a better estimate.', values),
	note_code_uncertain: (values) =>
		t('The HS code of "{goods}" is uncertain: {code} was used. Check it.', {
			...values,
			code: formatHsCode(String(values.code)),
		}),
	note_more_uncertain: (values) =>
		t('The HS code of {count, plural, one {# more item} other {# more items}} is uncertain.', values),
	note_more_missing: (values) =>
		t('No HS code was found for {count, plural, one {# more item} other {# more items}}.', values),
};

function reasonText({ code, values }: Reason): string | undefined {
	// A text that only the tables of the service have, such as a note about a destination.
	if (code === 'text') return String(values.text ?? '');
	if (code === RESTRICTION_NOTE) return textOfRestrictionNote(values);
	if (!isKeyOf(TEXTS, code)) return undefined;
	const { percent, amount } = values;
	return TEXTS[code]?.({
		...values,
		...(percent !== undefined && { percent: numberText(percent, 1) }),
		...(amount !== undefined && { amount: numberText(amount, 2) }),
	});
}

/**
 * @param reasons codes with values; undefined for services that send none
 * @param text what the service wrote
 * @param separator between the texts of the reasons
 * @returns the reasons in the current language, or the service's text if a reason is unknown
 */
export function translateReasons(reasons: readonly Reason[] | undefined, text: string, separator: string): string {
	const texts = reasons?.map(reasonText) ?? [];
	const known = texts.filter((reason) => reason !== undefined);
	return known.length > 0 && known.length === texts.length ? known.join(separator) : text;
}
