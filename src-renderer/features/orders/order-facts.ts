// What the list and the panel say about an order.
import { t } from '../../../src-contract/i18n';
import { ORDER_EXCEPTIONS, type OrderSummary } from '../../../src-contract/model/saved-order';
import { formatDayAndTime, formatWeekday } from '../../lib/format';

/** The order's number, or a name for an order without one. */
export const orderName = ({ number }: Pick<OrderSummary, 'number'>): string => number || t('No number##of an order');

/** A day without a time, as in 2026-11-25. */
const DAY = /^\d{4}-\d\d-\d\d$/;
export const shipByText = ({ shipBy }: OrderSummary): string => {
	if (shipBy === null) return '';
	return DAY.test(shipBy) ? formatWeekday(shipBy) : formatDayAndTime(shipBy);
};
/** True for an order that still waits after its time. A day ends at midnight of the desk. */
export function isLate({ shipBy, state }: OrderSummary, now = new Date()): boolean {
	if (shipBy === null || state === 'shipped' || state === 'cancelled') return false;
	return new Date(DAY.test(shipBy) ? `${shipBy}T23:59:59` : shipBy) < now;
}

/** Why the order is held, in exception or cancelled, or what changed at its last import; may be empty. */
export const reasonText = ({ exception, reason }: OrderSummary): string =>
	[exception && ORDER_EXCEPTIONS[exception](), reason].filter(Boolean).join(' · ');
