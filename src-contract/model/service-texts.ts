// Texts of services in price breakdowns, duty estimates and answers, in the language of the desk.
import { currentLocale, t } from '../i18n';

const TEXTS: Record<string, () => string> = {
	Transport: () => t('Transport'),
	'Remote area': () => t('Remote area'),
	'Residential delivery': () => t('Residential delivery'),
	'Peak surcharge': () => t('Peak surcharge'),
	'Additional handling': () => t('Additional handling'),
	Oversize: () => t('Oversize'),
	Fuel: () => t('Fuel'),
	Insurance: () => t('Insurance'),
	Duty: () => t('Duty'),
	'MFN duty': () => t('MFN duty'),
	'Preferential duty': () => t('Preferential duty'),
	'Duty not known': () => t('Duty not known'),
	VAT: () => t('VAT'),
	'Import tax not known': () => t('Import tax not known'),
	'The shipment has been booked.': () => t('The shipment has been booked.'),
};

/** Translates a text from an answer of a service. Texts without a translation are returned as the service wrote them. */
export const translateServiceText = (text: string): string => TEXTS[text]?.() ?? text;

const numberText = (value: string | undefined): string =>
	new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 2 }).format(Number(value));
/** @param dayAndMonth as in 16 Nov */
const dayText = (dayAndMonth: string | undefined): string =>
	new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
		new Date(`${dayAndMonth} 2000 UTC`),
	);

/** Why the built-in service charges a part of a price (src-broker/rating/price.ts). The parts in brackets are the arguments. */
const PRICE_REASONS: [RegExp, (...parts: string[]) => string][] = [
	[/^([\d.]+) kg billable$/, (weight) => t('{weight} kg billable', { weight: numberText(weight) })],
	[/^([\d.]+) %$/, (percent) => `${numberText(percent)} %`],
	[/^([\d.]+) % of the value$/, (percent) => t('{percent} % of the value', { percent: numberText(percent) })],
	[/^(\d+ [A-Z][a-z]{2})–(\d+ [A-Z][a-z]{2})$/, (from, to) => `${dayText(from)}–${dayText(to)}`],
	[/^recipient is an individual$/, () => t('recipient is an individual')],
	[/^longest side over ([\d.]+) cm$/, (length) => t('longest side over {length} cm', { length: numberText(length) })],
	[/^second side over ([\d.]+) cm$/, (length) => t('second side over {length} cm', { length: numberText(length) })],
	[
		/^length and girth over ([\d.]+) cm$/,
		(length) => t('length and girth over {length} cm', { length: numberText(length) }),
	],
	[/^a piece over ([\d.]+) kg$/, (weight) => t('a piece over {weight} kg', { weight: numberText(weight) })],
	[/^pickup: (.+)$/, (place) => t('pickup: {place}', { place })],
	[/^destination: (.+)$/, (place) => t('destination: {place}', { place })],
];

/** Translates the reason of a line of a price breakdown, such as "6 kg billable". */
export const translatePriceReason = (reason: string): string =>
	reason
		.split('; ')
		.map((part) => {
			for (const [pattern, text] of PRICE_REASONS) {
				const match = pattern.exec(part);
				if (match) return text(...match.slice(1));
			}
			return part;
		})
		.join('; ');
