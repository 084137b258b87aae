// The languages of the station as entries of a list to choose from.
import { LANGUAGES, t } from '../../src-contract/i18n';
import { keysOf } from '../../src-contract/lib/keys';

export const languageItems = () => [
	{ value: 'system' as const, label: t('System default') },
	...keysOf(LANGUAGES).map((code) => ({ value: code, label: LANGUAGES[code], lang: code })),
];
