// Finds the orders, and the items of orders, that must not ship: cancelled, refunded, shipped before, or not sent by post. Pure.
import { t } from '../../src-contract/i18n';
import { foldForSearch } from '../../src-contract/lib/text-folding';
import type { RowReader } from './order-values';

/** States that say the contrary, or that only a part of the order has a state. */
const NOT_YET =
	/\b(un|not|nicht|niet|non|pas|partial\w*|partly|teilweise|gedeeltelijk|partiel\w*)\b|^un(fulfil|ship|paid)|partial/;
const CANCELLED =
	/cancel|storn|annul|geannul|anulo|cancela|abgebrochen|\bvoid(ed)?\b|\bfailed\b|rejected|declined|expired|abgelehnt/;
const REFUNDED = /refund|erstatt|rembours|terugbetaald|reembols|zwroc|charged? ?back/;
const SHIPPED =
	/^(fulfil+ed|shipped|dispatched|complete|completed|delivered|sent|versendet|versandt|verschickt|zugestellt|geliefert|verzonden|geleverd|afgerond|abgeschlossen|erledigt|expedie|expediee|livre|livree|terminee|wyslane|dostarczone|zrealizowane|enviado|entregado|closed|archived|picked up)$/;
const NO = /^(false|no|nein|nee|non|nie|0|n|falsch|faux)$/;

/** Why rows are left out. */
export interface LeaveOutReason {
	/** A sentence for the user. */
	text: string;
	/** Whether it applies only to the item of the row, so that other items of the order may ship. */
	isOfItem: boolean;
}

const isSet = (text: string): boolean => text !== '' && !NO.test(foldForSearch(text));

function stateReason(text: string): string | undefined {
	if (text === '') return undefined;
	const state = foldForSearch(text).replace(/[_-]/g, ' ').trim();
	const shown = { state: text.slice(0, 30) };
	if (NOT_YET.test(state)) return undefined;
	if (CANCELLED.test(state)) return t('The order was cancelled (status "{state}").', shown);
	if (REFUNDED.test(state)) return t('The order was refunded (status "{state}").', shown);
	if (SHIPPED.test(state)) return t('The order was already shipped (status "{state}").', shown);
	return undefined;
}

/** Why the goods of a row must be left out; undefined when they ship. */
export function reasonToLeaveOut(reader: RowReader): LeaveOutReason | undefined {
	const { table, row, textOf } = reader;
	const cancelledOn = textOf('cancelledOn');
	if (isSet(cancelledOn))
		return { text: t('The order was cancelled ({when}).', { when: cancelledOn.slice(0, 30) }), isOfItem: false };
	for (const column of table.columnsOf('status')) {
		const text = stateReason(row.cells[column] ?? '');
		if (text) return { text, isOfItem: /item/i.test(table.titleOf(column)) };
	}
	const shippedOn = textOf('shippedOn');
	if (isSet(shippedOn))
		return { text: t('The order was already shipped ({when}).', { when: shippedOn.slice(0, 30) }), isOfItem: false };
	const requiresShipping = textOf('requiresShipping');
	if (requiresShipping !== '' && !isSet(requiresShipping))
		return { text: t('The item needs no shipping.'), isOfItem: true };
	if (reader.hasText('quantityToShip') && reader.integerOf('quantityToShip') === 0)
		return { text: t('Nothing of the item is left to ship.'), isOfItem: true };
	return undefined;
}
