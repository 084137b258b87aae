// Actions on orders, and the sentences that say what they changed.
import { t } from '../../../src-contract/i18n';
import { call } from '../../lib/bridge';

/** What the user is asked before an action. */
export type OrderQuestionKind = 'hold' | 'cancel' | 'tag' | 'tote' | 'shipShort';

export interface ActionResult {
	text: string;
	/** Some orders were not changed. */
	isProblem: boolean;
}
/** Makes an action known: what it did, and whether the orders have another state now, so that a selection of them has ended. */
export type ShowResult = (result: ActionResult, hasNewState: boolean) => void;

/** @param text what was changed */
function resultOf(text: string, { changed, skipped }: { changed: number; skipped: number }): ActionResult {
	const skippedText =
		skipped > 0
			? t('{count, plural, one {# order stays as it is.} other {# orders stay as they are.}}', { count: skipped })
			: '';
	return { text: [changed > 0 ? text : '', skippedText].filter(Boolean).join(' '), isProblem: skipped > 0 };
}

export async function holdOrders(ids: number[], reason: string): Promise<ActionResult> {
	const result = await call('orders.hold', { ids, reason });
	return resultOf(
		t('{count, plural, one {# order is on hold.} other {# orders are on hold.}}', { count: result.changed }),
		result,
	);
}
export async function releaseOrders(ids: number[]): Promise<ActionResult> {
	const result = await call('orders.release', { ids });
	return resultOf(
		t('{count, plural, one {# order is open again.} other {# orders are open again.}}', { count: result.changed }),
		result,
	);
}
export async function cancelOrders(ids: number[]): Promise<ActionResult> {
	const result = await call('orders.cancel', { ids });
	return resultOf(
		t('{count, plural, one {# order was cancelled.} other {# orders were cancelled.}}', { count: result.changed }),
		result,
	);
}
export async function tagOrders(ids: number[], tag: string, isSet: boolean): Promise<ActionResult> {
	const result = await call('orders.tag', { ids, tag, isSet });
	const values = { count: result.changed, tag };
	return resultOf(
		isSet
			? t('{count, plural, one {# order has} other {# orders have}} the tag {tag} now.', values)
			: t('The tag {tag} was removed from {count, plural, one {# order} other {# orders}}.', values),
		result,
	);
}
export async function printPickList(ids: number[]): Promise<ActionResult> {
	const { destination } = await call('orders.printPickList', { ids });
	return { text: t('The pick list was sent to {place}.', { place: destination }), isProblem: false };
}
export async function printSlips(ids: number[]): Promise<ActionResult> {
	const { destination, slips } = await call('orders.printSlips', { ids });
	const text = t('{count, plural, one {# packing slip was} other {# packing slips were}} sent to {place}.', {
		count: slips,
		place: destination,
	});
	return { text, isProblem: slips < ids.length };
}
