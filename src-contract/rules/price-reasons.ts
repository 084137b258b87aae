// Why a part of a price is charged, in the language of the desk. The API sends each reason as an English text (docs/partner-api.md);
// the texts of the built-in service have the few forms that are listed here. Other texts are shown as the service wrote them.
import { currentLocale, t } from '../i18n';

const numberText = (text = ''): string =>
	new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 3, useGrouping: false }).format(Number(text));

/** @param text an English day and month, as in 16 Nov */
function dayText(text = ''): string {
	// A leap year, so that every day exists.
	const time = Date.parse(`${text} 2028 UTC`);
	return new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(time);
}

/** Forms of reasons, and the translation of each with its values. */
const FORMS: readonly [RegExp, (...values: string[]) => string][] = [
	[/^([\d.]+) kg billable$/, (kg) => t('{kg} kg billable', { kg: numberText(kg) })],
	[/^([\d.]+) %$/, (percent) => `${numberText(percent)} %`],
	[/^([\d.]+) % of the value$/, (percent) => t('{percent} % of the value', { percent: numberText(percent) })],
	[/^recipient is an individual$/, () => t('recipient is an individual')],
	[/^(\d+ [A-Z][a-z]{2})–(\d+ [A-Z][a-z]{2})$/, (from, until) => `${dayText(from)} – ${dayText(until)}`],
	[/^longest side over ([\d.]+) cm$/, (cm) => t('longest side over {cm} cm', { cm: numberText(cm) })],
	[/^second side over ([\d.]+) cm$/, (cm) => t('second side over {cm} cm', { cm: numberText(cm) })],
	[/^length and girth over ([\d.]+) cm$/, (cm) => t('length and girth over {cm} cm', { cm: numberText(cm) })],
	[/^a piece over ([\d.]+) kg$/, (kg) => t('a piece over {kg} kg', { kg: numberText(kg) })],
	[/^pickup: (.+)$/, (area = '') => t('pickup: {area}##remote area', { area })],
	[/^destination: (.+)$/, (area = '') => t('destination: {area}##remote area', { area })],
];

function translatePart(text: string): string {
	for (const [form, translation] of FORMS) {
		const match = form.exec(text);
		if (match) return translation(...match.slice(1));
	}
	return text;
}

/** @param reason as the service wrote it, such as "longest side over 120 cm; a piece over 20 kg" */
export const translatePriceReason = (reason: string): string => reason.split('; ').map(translatePart).join('; ');
