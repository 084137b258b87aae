// Columns of the list of orders: their titles and widths, and which of them fit beside each other.
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import type { OrderSort } from '../../../src-contract/model/saved-order';

interface ColumnSpec {
	title: () => string;
	/** In CSS grid syntax. */
	width: string;
	/** Width of the list from which it has the column. */
	minListRem: number;
	sortBy?: OrderSort['by'];
	isNumber?: boolean;
}
/** In the order of the list. */
const SPECS = {
	// In a narrow list, the space bar selects a row.
	selected: { title: () => '', width: '1.6rem', minListRem: 30 },
	number: { title: () => t('Order##noun'), width: 'minmax(5rem,1.1fr)', minListRem: 0, sortBy: 'number' },
	state: { title: () => t('State##of an order'), width: '7.5rem', minListRem: 0, sortBy: 'state' },
	recipient: { title: () => t('Recipient'), width: 'minmax(7rem,1.5fr)', minListRem: 0, sortBy: 'recipient' },
	destination: { title: () => t('Destination'), width: 'minmax(6rem,1fr)', minListRem: 44, sortBy: 'destination' },
	pieces: { title: () => t('Pieces##of goods'), width: '4.5rem', minListRem: 36, sortBy: 'pieces', isNumber: true },
	shipBy: { title: () => t('Ship by'), width: '8.5rem', minListRem: 40, sortBy: 'shipBy' },
	tags: { title: () => t('Tags'), width: 'minmax(5rem,0.9fr)', minListRem: 62 },
	carrier: { title: () => t('Carrier'), width: 'minmax(6rem,0.9fr)', minListRem: 54 },
} satisfies Record<string, ColumnSpec>;
export type OrderColumn = keyof typeof SPECS;

/** @param widthRem width of the list; 0 when not known */
export const orderColumnsThatFit = (widthRem: number): OrderColumn[] =>
	keysOf(SPECS).filter((key) => widthRem === 0 || widthRem >= SPECS[key].minListRem);

/** Columns as `VirtualRows` expects them. */
export const orderTableColumns = (keys: readonly OrderColumn[], sort: OrderSort) =>
	keys.map((key) => {
		const { title, width, sortBy, isNumber = false }: ColumnSpec = SPECS[key];
		const direction = sort.isDescending ? ('descending' as const) : ('ascending' as const);
		return {
			key,
			title: title(),
			width,
			isNumber,
			...(sortBy && { sortBy, ariaSort: sort.by === sortBy ? direction : ('none' as const) }),
		};
	});
