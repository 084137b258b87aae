// Columns of an address in a table: as many as its width allows.
import { t } from '../../../src-contract/i18n';

/** What a table shows of an address. `few`: name and city; `some`: also street and country code; `all`: also phone. */
export type AddressColumns = 'few' | 'some' | 'all';

/** Width of a table in which two columns of an address fit, but not more. */
const MAX_FEW_PX = 560;

/**
 * @param widthPx width of the table; 0 while it is not known
 * @param minAllPx width from which all columns fit, beside the other columns of the table
 */
export function addressColumnsFor(widthPx: number, minAllPx: number): AddressColumns {
	if (widthPx === 0 || widthPx >= minAllPx) return 'all';
	return widthPx > MAX_FEW_PX ? 'some' : 'few';
}

export const addressColumnTitles = (columns: AddressColumns) => [
	{ title: t('Name'), width: 'minmax(0,3fr)' },
	...(columns === 'few' ? [] : [{ title: t('Street'), width: 'minmax(0,2fr)' }]),
	{ title: t('City##noun: postcode and city'), width: columns === 'few' ? 'minmax(0,2fr)' : 'minmax(0,1.5fr)' },
	...(columns === 'few' ? [] : [{ title: t('Country'), width: columns === 'some' ? '4rem' : 'minmax(0,1.2fr)' }]),
	...(columns === 'all' ? [{ title: t('Phone'), width: 'minmax(0,1.2fr)' }] : []),
];
