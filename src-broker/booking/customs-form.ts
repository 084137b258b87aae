// Chooses the customs form of the Universal Postal Union for a shipment (CN 22 or CN 23), and the category of goods on it. Pure.
import type { ReasonForExport } from '../../src-contract/model/trade-terms';
import type { TrackingFormat } from '../rating/rate-sheet';

export type CustomsForm = 'CN22' | 'CN23';

/** Maximum value of the contents for CN 22, in special drawing rights (XDR). Source: UPU Convention Manual, not verified. */
const CN22_MAX_XDR = 300;

/** The form for a shipment; undefined if the carrier is not a postal operator. @param valueXdr value of the contents */
export function customsFormOf(trackingFormat: TrackingFormat, valueXdr: number): CustomsForm | undefined {
	if (trackingFormat !== 'postal-s10') return undefined;
	return valueXdr <= CN22_MAX_XDR ? 'CN22' : 'CN23';
}

/** Categories on the forms, in the order in which they are printed. */
export const CATEGORIES = [
	'Gift',
	'Documents',
	'Sale of goods',
	'Commercial sample',
	'Returned goods',
	'Other',
] as const;
export type Category = (typeof CATEGORIES)[number];

const CATEGORY_BY_REASON: Partial<Record<ReasonForExport, Category>> = {
	commercial: 'Sale of goods',
	intercompany: 'Sale of goods',
	gift: 'Gift',
	sample: 'Commercial sample',
	return: 'Returned goods',
};

export const categoryOf = (reason: ReasonForExport): Category => CATEGORY_BY_REASON[reason] ?? 'Other';
