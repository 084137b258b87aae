// Texts about pickups.
import { t } from '../../../src-contract/i18n';
import type { LastPickup } from '../../../src-contract/model/shipment';
import type { Pickup } from '../../../src-contract/model/shipment-draft';
import { isolateBidi } from '../../../src-contract/rules/bidi';
import { formatTimeOfDay } from '../../lib/format';

/** As in "13:00–17:00"; empty when the service decides. */
export const pickupWindowText = ({ from, to }: Pickup): string => (from || to ? `${from || '…'}–${to || '…'}` : '');

/** Says that a pickup was requested today for the same sender; empty when none was. */
export function pickedUpTodayText(last: LastPickup | null): string {
	if (!last || new Date(last.requestedAt).toDateString() !== new Date().toDateString()) return '';
	return t('A pickup by {carrier} was requested today at {time} ({window}).', {
		carrier: isolateBidi(last.carrier),
		time: formatTimeOfDay(last.requestedAt),
		window: pickupWindowText(last.pickup) || t('time chosen by the service'),
	});
}

/** Completes a time of day that the user typed: 9 and 900 become 09:00, 13.30 becomes 13:30. Other texts stay. */
export function completeTime(text: string): string {
	const [, hours, minutes = '00'] = /^(\d{1,2})[:.,h ]?(\d{2})?$/.exec(text.trim()) ?? [];
	return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`;
}
