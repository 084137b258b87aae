// Events as sentences for the panels, in the current language.
import { t } from '../../src-contract/i18n';
import type { OrderEvent } from '../../src-contract/model/order-event';
import { refusalText } from '../../src-contract/model/packing';
import { ORDER_EXCEPTIONS } from '../../src-contract/model/saved-order';
import { amountText } from '../../src-contract/rules/amount-text';
import type { DeskEventKind, DeskEvents, StoredEvent } from './event-log';

const TEXTS: { [Kind in DeskEventKind]: (data: DeskEvents[Kind]) => string } = {
	'order.imported': ({ source }) => t('Imported from {source}', { source }),
	'order.changed': ({ changes }) => t('Changed at its source: {changes}', { changes: changes.join(', ') }),
	'order.edited': () => t('Edited'),
	'order.held': ({ reason }) => t('Held: {reason}', { reason }),
	'order.released': () => t('Released'),
	'order.cancelled': ({ reason }) => t('Cancelled: {reason}', { reason }),
	'order.cancelledAfterPacking': ({ reason }) => t('Cancelled at its source after packing: {reason}', { reason }),
	'order.combined': ({ numbers }) => t('Combined with {numbers}', { numbers: numbers.join(', ') }),
	'order.shippedShort': ({ missing }) =>
		t('Ships without {count, plural, one {# missing piece} other {# missing pieces}}', { count: missing }),
	'packing.opened': ({ pieces }) =>
		t('Packing began: {count, plural, one {# piece} other {# pieces}}', { count: pieces }),
	'packing.resumed': () => t('Packing continued'),
	'packing.takenOver': ({ from }) => t('Taken over from {desk}', { desk: from }),
	'packing.lost': ({ desk }) => t('Packed at {desk} instead', { desk }),
	'packing.scanned': ({ sku, quantity, serial, lot }) =>
		[t('Scanned: {quantity} × {sku}', { quantity, sku }), serial, lot].filter(Boolean).join(' · '),
	'packing.counted': ({ sku, quantity }) => t('Counted by hand: {quantity} × {sku}', { quantity, sku }),
	'packing.undone': ({ sku, quantity }) => t('Taken out: {quantity} × {sku}', { quantity, sku }),
	'packing.refused': ({ refusal, code }) => t('Refused: {reason} ({code})', { reason: refusalText(refusal), code }),
	'packing.found': ({ refusal, code }) =>
		t('A scan would have been refused: {reason} ({code})', { reason: refusalText(refusal), code }),
	'packing.packageClosed': ({ number }) => t('Package {number} closed', { number }),
	'packing.putOff': () => t('Postponed'),
	'packing.changeAccepted': () => t('The change at its source was accepted'),
	'packing.excepted': ({ exception, note }) => [ORDER_EXCEPTIONS[exception](), note].filter(Boolean).join(': '),
	'packing.cartonChosen': ({ carton }) =>
		carton === '' ? t('Box as suggested') : t('Box chosen: {carton}', { carton }),
	'packing.closed': ({ packages, pieces }) =>
		t(
			'Packed: {pieces, plural, one {# piece} other {# pieces}} in {packages, plural, one {# package} other {# packages}}',
			{ pieces, packages },
		),
	'packing.weighed': ({ number, weightKg, problem, reason }) =>
		[t('Package {number} weighed: {weight} kg', { number, weight: amountText(weightKg) }), problem, reason]
			.filter(Boolean)
			.join(' · '),
	'packing.staged': ({ reason }) => t('Staged without a label: {reason}', { reason }),
	'packing.labelVerified': ({ trackingNumber }) => t('Label verified: {trackingNumber}', { trackingNumber }),
	'shipment.voided': ({ reason, trackingNumber }) =>
		t('Label {trackingNumber} voided: {reason}', { trackingNumber, reason }),
	'item.codeTaught': ({ sku, code, quantity }) =>
		t('Bar code {code} added to {sku} ({quantity, plural, one {# piece} other {# pieces}})', { code, sku, quantity }),
};
const ERRORS: readonly DeskEventKind[] = [
	'packing.refused',
	'packing.found',
	'packing.excepted',
	'packing.staged',
	'order.held',
	'order.cancelledAfterPacking',
];

const textOf = <Kind extends DeskEventKind>({ kind, data }: StoredEvent<Kind>): string => TEXTS[kind](data);

export const toOrderEvent = (event: StoredEvent): OrderEvent => ({
	at: event.at,
	by: event.packer || event.desk,
	text: textOf(event),
	isError: ERRORS.includes(event.kind),
});
