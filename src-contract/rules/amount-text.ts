// Amounts in messages.
import { currentLocale } from '../i18n';

/** An amount in the current language, without its currency, as in 12.50 or 12,50. */
export const amountText = (amount: number): string =>
	new Intl.NumberFormat(currentLocale(), {
		useGrouping: false,
		minimumFractionDigits: 2,
		maximumFractionDigits: 2,
	}).format(amount);
