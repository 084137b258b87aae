// Columns of the list of shipments: their titles and widths, and which of them fit beside each other.
import { t } from '../../../src-contract/i18n';
import { SHIPMENT_COLUMNS, type ShipmentColumn, type ShipmentSort } from '../../../src-contract/model/shipment';

export type ColumnKey = ShipmentColumn | 'selected' | 'recipient';

interface ColumnSpec {
	/** Width that the column needs at least. */
	minRem: number;
	/** Share of the remaining width; 0: the column keeps its minimum width. */
	share: number;
	sortBy?: ShipmentSort['by'];
	isNumber?: boolean;
}
/** In the order of the list. */
const SPECS: Record<ColumnKey, ColumnSpec> = {
	selected: { minRem: 1.6, share: 0 },
	created: { minRem: 7, share: 0, sortBy: 'created' },
	state: { minRem: 8, share: 0 },
	recipient: { minRem: 8, share: 1.6, sortBy: 'recipient' },
	destination: { minRem: 7, share: 1.1, sortBy: 'destination' },
	carrier: { minRem: 8, share: 1.4, sortBy: 'carrier' },
	trackingNumber: { minRem: 9, share: 1.6 },
	reference: { minRem: 6, share: 0.9, sortBy: 'reference' },
	price: { minRem: 5.5, share: 0, sortBy: 'price', isNumber: true },
};
const COLUMN_ORDER = Object.keys(SPECS) as ColumnKey[];
const GAP_REM = 0.75;
/** Padding and scroll bar of the list. */
const PADDING_REM = 2.25;
/** Columns that are left out of a narrow list, first to last. */
const DROP_ORDER: readonly ShipmentColumn[] = [
	'reference',
	'carrier',
	'destination',
	'created',
	'trackingNumber',
	'price',
];

export const columnTitle = (key: ColumnKey): string =>
	({
		selected: () => '',
		created: () => t('When'),
		state: () => t('State##of a shipment'),
		recipient: () => t('Recipient'),
		destination: () => t('Destination'),
		carrier: () => t('Carrier'),
		trackingNumber: () => t('Tracking number'),
		reference: () => t('Reference'),
		price: () => t('Price'),
	})[key]();

const neededRem = (keys: readonly ColumnKey[]): number =>
	keys.reduce((sum, key) => sum + SPECS[key].minRem + GAP_REM, PADDING_REM - GAP_REM);

/**
 * The chosen columns that fit into the width, in the order of the list.
 * @param widthRem width of the list; 0 when not known
 */
export function columnsThatFit(chosen: readonly ShipmentColumn[], widthRem: number): ColumnKey[] {
	let keys = COLUMN_ORDER.filter(
		(key) => !SHIPMENT_COLUMNS.some((column) => column === key) || chosen.some((column) => column === key),
	);
	if (widthRem === 0) return keys;
	for (const dropped of DROP_ORDER) {
		if (neededRem(keys) <= widthRem) break;
		keys = keys.filter((key) => key !== dropped);
	}
	return keys;
}

/** Columns as `VirtualRows` expects them. */
export function tableColumns(keys: readonly ColumnKey[], sort: ShipmentSort) {
	return keys.map((key) => {
		const { minRem, share, sortBy, isNumber = false } = SPECS[key];
		const direction = sort.isDescending ? ('descending' as const) : ('ascending' as const);
		return {
			key,
			title: columnTitle(key),
			width: share === 0 ? `${minRem}rem` : `minmax(${minRem}rem,${share}fr)`,
			isNumber,
			...(sortBy && { sortBy, ariaSort: sort.by === sortBy ? direction : ('none' as const) }),
		};
	});
}
