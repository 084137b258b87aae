import { currentLanguage } from '../../src-contract/i18n';

/** A date and time in the current language, such as "28 November 2026 at 14:00". */
export const dateTimeText = (date: Date): string =>
	new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeStyle: 'short' }).format(date);
