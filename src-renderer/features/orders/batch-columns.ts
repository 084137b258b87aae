// Columns of the rows of a batch, and which of them fit beside each other.
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';

interface ColumnSpec {
	title: () => string;
	/** In CSS grid syntax. */
	width: string;
	isNumber?: boolean;
	/** Width of the list from which it has the column. */
	minListRem: number;
}
/** In the order of the list. */
const SPECS = {
	// In a narrow list, the space bar selects a row.
	selected: { title: () => '', width: '1.6rem', minListRem: 30 },
	row: { title: () => t('Row##of a file'), width: '4rem', minListRem: 40 },
	state: { title: () => t('State##of a shipment'), width: '8rem', minListRem: 0 },
	recipient: { title: () => t('Recipient'), width: 'minmax(0,1.3fr)', minListRem: 0 },
	destination: { title: () => t('Destination'), width: 'minmax(0,1fr)', minListRem: 44 },
	reference: { title: () => t('Reference'), width: 'minmax(0,0.8fr)', minListRem: 52 },
	carrier: { title: () => t('Carrier'), width: 'minmax(0,1.3fr)', minListRem: 56 },
	price: { title: () => t('Price'), width: '6rem', isNumber: true, minListRem: 40 },
	// Wide enough for most of a tracking number.
	result: { title: () => t('Result'), width: 'minmax(9rem,2.2fr)', minListRem: 0 },
} satisfies Record<string, ColumnSpec>;
export type BatchColumn = keyof typeof SPECS;

/** @param widthRem width of the list; 0 when not known */
export const batchColumnsThatFit = (widthRem: number): BatchColumn[] =>
	keysOf(SPECS).filter((key) => widthRem === 0 || widthRem >= SPECS[key].minListRem);

/** Columns as `VirtualRows` expects them. */
export const batchTableColumns = (keys: readonly BatchColumn[]) =>
	keys.map((key) => ({ key, isNumber: false, ...SPECS[key], title: SPECS[key].title() }));
