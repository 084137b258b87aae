import { t } from '../../src-contract/i18n';

/** Warns that an order number already has a shipment that is booked or may be: it may be about to be shipped twice. */
export const activeShipmentText = (
	reference: string,
	{ state, createdAt }: { state: string; createdAt: string },
): string =>
	t(
		'Order {order} is already {state, select, queued {queued} held {waiting for approval} sending {being sent} booked {booked} unknown {unconfirmed} other {{state}}} (created on {day}).',
		{ order: reference, state, day: createdAt.slice(0, 10) },
	);
