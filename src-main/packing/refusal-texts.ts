// Why scans are refused, in words for the packer. Pure.
import { t } from '../../src-contract/i18n';
import type { Refusal } from '../../src-contract/model/packing';
import { ORDER_EXCEPTIONS } from '../../src-contract/model/saved-order';
import type { ScanVerdict } from '../../src-contract/model/scan';
import type { StoredOrder } from '../orders/saved/order-store';
import { type PackSession, remainingOf } from './pack-session';

/** What the packer knows an item by. */
export interface NamedItem {
	name: string;
	sku: string;
}
export const itemName = ({ name, sku }: NamedItem): string => name || sku;

/** Why an order cannot be packed. */
export function notPackableText({ state, reason, exception }: StoredOrder): string {
	switch (state) {
		case 'shipped':
			return t('It is shipped already. Do not pack it again.');
		case 'packed':
			return t('It is packed already. Do not pack it again.');
		case 'held':
			return t('It is held ({reason}). Do not pack it.', { reason });
		case 'exception':
			return t('It needs a decision in Orders: {reason}', {
				reason: [exception ? ORDER_EXCEPTIONS[exception]() : '', reason].filter(Boolean).join(', '),
			});
		case 'cancelled':
			return t('It is cancelled ({reason}). Do not pack it.', { reason });
		default:
			return t('It is being shipped in bulk mode.');
	}
}

export const refusedItemText = (refusal: Refusal, item: NamedItem, session: PackSession): string => {
	const name = itemName(item);
	switch (refusal) {
		case 'wrongItem':
			return t('{item} is not in this order. Put it back.', { item: name });
		case 'surplus': {
			const remaining = session.lines.reduce(
				(sum, line, index) => sum + (line.sku === item.sku ? remainingOf(session, index) : 0),
				0,
			);
			return remaining > 0
				? t('Only {count, plural, one {# piece} other {# pieces}} of {item} more. Scan or count single pieces.', {
						count: remaining,
						item: name,
					})
				: t('All pieces of {item} are packed. Put it back.', { item: name });
		}
		case 'serialUsed':
			return t('This serial number of {item} was packed before. Scan that of the piece in your hand.', {
				item: name,
			});
		case 'expired':
			return t('{item} is past its expiry date. Put it aside.', { item: name });
		default:
			return t('Scan it again.');
	}
};

export const sharedCodeText = () => t('Several labels have this barcode. Scan another barcode on this label.');
export const voidedLabelText = (recipient: string): string =>
	t('The label for {recipient} is void. Take it off the parcel and destroy it.', { recipient });
/** Why a label was refused. */
export function refusedLabelText(verdict: Exclude<ScanVerdict, { kind: 'right' }>): string {
	switch (verdict.kind) {
		case 'routing':
			return t('This barcode does not identify the parcel. Scan the tracking barcode on its label.');
		case 'wholeShipment':
			return t('This is the number of the whole shipment. Scan the bar code of each label.');
		case 'ambiguous':
			return sharedCodeText();
		case 'scannedBefore':
			return t('This label was scanned before. Is the same label on two boxes?');
		case 'wrong':
			return verdict.otherRecipient === ''
				? t('This is not the label of this order. Scan the printed label.')
				: t('This is the label for {recipient}. Take it off this parcel.', { recipient: verdict.otherRecipient });
	}
}
