// Finds the orders, and the items of orders, that must not ship: cancelled, refunded, shipped before, or not sent by post. Pure.
import { currentLanguage, t } from '../../src-contract/i18n';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { foldForSearch } from '../../src-contract/lib/text-folding';
import type { RowReader } from './order-values';

const CANCELLED =
	/cancel|called off|\bvoid|storn|annul|geannul|anulo|anulad|abgebrochen|gelosch|vervallen|\bdenied\b|will not deliver|\bvoid(ed)?\b|\bfailed\b|rejected|declined|expired|abgelehnt|\btrash\b/;
const REFUNDED =
	/refund|ruckzahlung|erstatt|rembours|rimbors|terugbetaald|reembols|zwroc|zwrot|charged? ?back|reversed|gutschrift|retour|^return$|\breturned\b|avoir\b/;
/** Words beside "cancelled" or "refunded" that say the contrary, or that only a part of the order is. */
const NEGATED_BEFORE =
	/(^| )(not|nicht|niet|non|pas|un|partial\w*|partly|teilweise|gedeeltelijk|partiel\w*|parcial\w*) ?$/;
const PARTLY_AFTER = /^\w* (partial|partiel|parcial|teilweise|gedeeltelijk)/;
const SHIPPED =
	/^(fully |completely )?(out for delivery|fulfil+ed|shipped|d[ei]spatched|posted|complete|completed|delivered|sent|versendet|versandt|verschickt|zugestellt|(vollstandig )?(aus)?geliefert|verzonden|geleverd|afgerond|abgeschlossen|erledigt|expedie|expediee|livre|livree|terminee|wyslane|dostarczone|zrealizowane|enviado|entregado|spedito|consegnato|evaso|picked up|label (created|printed|purchased)|announced|manifested|in transit|en transit|unterwegs|onderweg|etikett (erstellt|gedruckt))$/;
/** States that say only that nothing is left to do: shipped, refunded or given up. */
const CLOSED = /^(closed|archived|geschlossen|gesloten|cloturee?|cerrado|zamkniet[ey]|archiviert|gearchiveerd)$/;
/** States of orders that are not placed, or stopped by the shop: those of Magento, Odoo and WooCommerce, also in other languages. */
const STOPPED =
	/^(on ?hold|holded|hold|parked|locked|incomplete|disputed|checkout draft|draft|quotation( sent)?|angebot|(suspected )?fraud|review necessary|(clarification|manual verification) required|pending approval|credit hold|backordered|ausstehende (vorauszahlung|genehmigung)|wartend|wacht op goedkeuring|oczekuje na akceptacje|reklamation|angehalten|pausiert|zuruckgestellt|zuruckgehalten|liefersperre|gesperrt|geblokkeerd|bloquee?|bloqueado|en attente|suspendue?|in de wacht|aangehouden|wstrzyman[ey]|retenido)$/;
/** States of orders that are not paid. "Awaiting shipment" is none of them. */
const UNPAID =
	/^(zahlungserinnerung|mahnung|uberfallig|overdue|not paid( yet)?|awaiting bank transfer|open invoice|invoice open|erreur de paiement|unpaid|unbezahlt|onbetaald|impayee?|nieoplacon[ey]|pending payment|on backorder not paid)$|^payment (pending|review|error)|^(nicht|niet|nie|non|sin) (bezahlt|betaald|zaplacon[ey]|payee?|pagar)$|^(zahlung|vorkasse) (noch )?(offen|ausstehend)|^(awaiting|warte[nt]? auf|wacht(en)? op|(en )?attente|oczekuje na|pendiente de) .*(payment|zahlung|betaling|paiement|non paye|reglement|virement|platnosc|wplat|pago)/;
/** Values of columns such as "Order Type" and "Fulfillment channel": sold in person, downloads, shipped by the marketplace. */
const NOT_BY_POST =
	/^((selbst)?abholung|abholer|click (and|&|en|et|y) collect|(in store|local|customer) pick ?up|afhalen|zelf afhalen|retrait en magasin|recogida en tienda|ritiro in negozio|odbior osobisty|in ?person|digital|service|dienstleistung|dienst|amazon|afn|(awaiting|ready for) pick ?up)$/;
/** Titles of columns that say yes or no. */
const HOLD_TITLE =
	/^\W*(is )?(on (credit )?hold|hold or cancel|parked|locked|blocked|liefersperre|versandsperre|geblokkeerd|gesperrt|bloqu[ée]e?)\W*$/i;
const PAID_TITLE = /^\W*(paid|bezahlt|betaald|réglée?|payée?|pagado|opłacone|zapłacone|płatność)\W*$/i;
/** Titles of columns that say yes or no, or when, an order was sent: "erledigt?". */
const DONE_TITLE =
	/^\W*(erledigt|versendet|versandt|verschickt|done|shipped|sent|dispatched|despatched|fulfilled|completed?|klaar|gedaan|verzonden|afgehandeld|fait|traitée?|expédiée?|envoyée?|hecho|enviado|listo|wysłane|gotowe|zrobione)\W*$/i;
/** Titles of columns whose "completed" is said of the payment. */
const PAYMENT_TITLE = /payment|paid|financial|zahl|betaal|paiement/i;
/** Titles of columns about what was sent, in which "pending" is said of an order that is paid. */
const SHIPPING_TITLE = /fulfil|ship|delivery|versand|liefer|verzend/i;
const NO = /^(false|no|nein|nee|non|nie|n|falsch|faux|null|none|n\/?a|[0\s:./-]+)$/;

/** Why rows are left out. */
export interface LeaveOutReason {
	/** A sentence for the user. */
	text: string;
	/** Whether it applies only to the item of the row, so that other items of the order may ship. */
	isOfItem: boolean;
	/** Whether the order was cancelled or refunded. */
	isCancelled: boolean;
}

/** Delivery methods of orders that the recipient collects; a parcel that waits at a parcel shop is sent. */
const PICKUP =
	/pick ?up|click (and|&|et|en|und|y) collect|^collect(ion)?( (in|from) .*)?$|customer collection|in store|abhol|afha+l|ophal|retrait|enlevement|odbior osobisty|recogida|ritiro|\bbopis\b/;
const PARCEL_SHOP =
	/point|punkt|punto|punt\b|relay|relais|locker|paczkomat|(paket|parcel|pick ?up) ?shop|packstation|automat|\bpost|\b(dhl|dpd|gls|ups|fedex|hermes|inpost|colissimo|chronopost|evri|bpost)\b/;
/** Delivery methods of orders that the marketplace ships from its own stock. */
const BY_MARKETPLACE = /^(lvb|fbb|fba|afn|amazon|logistiek via bol.*|fulfil+(ed|ment) by (amazon|bol).*)$/;
/** Delivery methods without a parcel from here; Odoo lists its receipts and transfers beside its deliveries. */
const WITHOUT_PARCEL =
	/^(digital( delivery)?|download(able)?|virtual|electronic( delivery)?|no shipping( required)?)$|(^|: )(receipts|internal transfers|dropship)$/;
/** Titles of columns that say yes if the recipient collects the order. */
const PICKUP_TITLE = /ispu|collect|pick.?up|abholung|afhalen/i;

/** Whether an order with a delivery method is not sent from here. */
function isNotSent(text: string, title: string): boolean {
	if (PICKUP_TITLE.test(title)) return isSet(text);
	const method = foldedState(text);
	if (BY_MARKETPLACE.test(method) || WITHOUT_PARCEL.test(method)) return true;
	return PICKUP.test(method) && !PARCEL_SHOP.test(method);
}

/** A line of an order that is the price of its delivery, as Odoo and shops write it. */
const DELIVERY_LINE =
	/^(\[delivery_\d+\].*|delivery_\d+|(standard |express |free )?(delivery|shipping)( charges?| costs?| fee)?|versand(kosten)?|verzendkosten|frais de (port|livraison)|gastos de env[ií]o|koszt (dostawy|wysy[lł]ki))$/i;

const DISCOUNT =
	/gutschein|rabatt|discount|coupon|voucher|promo|remise|bon d.achat|korting|kortingsbon|descuento|sconto|rabat|zniżka/i;

/** Titles of columns that say yes if an item is no parcel. */
const VIRTUAL_TITLE = /virtual|download/i;

const isSet = (text: string): boolean => text !== '' && !NO.test(foldForSearch(text));

/** Whether a state contains one of the words, and no word beside it that says the contrary. */
function says(state: string, words: RegExp): boolean {
	const found = words.exec(state);
	if (!found) return false;
	const [before, after] = [state.slice(0, found.index), state.slice(found.index + found[0].length)];
	return !NEGATED_BEFORE.test(before) && !PARTLY_AFTER.test(after);
}

const foldedState = (text: string): string =>
	foldForSearch(text)
		.replace(/[_()–-]/g, ' ')
		.replace(/ +/g, ' ')
		.trim()
		// WooCommerce stores its states with a prefix.
		.replace(/^wc /, '');

/** States of orders to ship. A state that is neither one of these nor a reason to leave out is shown to the user. */
const TO_SHIP =
	/^(un(fulfil+ed|shipped)|process(ing|ed)|in (process|bearbeitung|behandeling|progress|preparation)|paid( in full)?|(fully |completely )?paid|bezahlt|betaald|payee?|paiement accepte|pagado|oplacone|zaplacone|open|offen|new|neu|nieuw|nouveau|nouvelle|nuevo|nowe|sale|sales order|confirmed|bestatigt|bevestigd|confirmee?|confirmado|potwierdzone|released|freigegeben|vrijgegeven|validee?|approved|authori[sz]ed|captured|accepted|received|ordered|bestellt|pending|partial\w*|partly|teil\w*|deels.*|gedeelte.*|partiel.*|parcial.*|(ready|awaiting|waiting|wartet auf|wacht op|en attente d.?|oczekuje na|bereit|pret|a) .*(ship|versand|verzend|expedi|wysyl|fulfil).*|preparation.*|picking|packing|yes|ja|oui|true|y|si|tak|no|nein|non|nee|nie|false|n|standard|normal|private|business|merchant|mfn|seller|need to be sent|online|web|ready|live|listing|not delivered|to deliver|ab|auftrag|auftragsbestatigung|(vollstandig|komplett) bezahlt|nicht (aus)?geliefert|not (fulfil+ed|shipped)|in lavorazione|pagato|nuovo|da spedire|physical|listing|goods|acknowledged|awaiting( \w+)?|placed|created|to ship|payment accepted|paiement accepte|en cours de preparation|preparation en cours|zahlung eingegangen|betaling aanvaard|pago aceptado|bank transfer|wire payment|carte bancaire|credit card|virement( bancaire)?|paypal|stripe|sin enviar|por enviar)$/;

/** The states of a row that are neither known to ship nor a reason to leave the row out, with the titles of their columns. */
export const unknownStates = ({ table, row }: RowReader): { title: string; state: string }[] =>
	table.columnsOf('status').flatMap((column) => {
		const title = table.titleOf(column);
		const state = row.cells[column]?.trim() ?? '';
		return state === '' || knownState(state, title).isKnown ? [] : [{ title, state: state.slice(0, 40) }];
	});

type StateReason = Omit<LeaveOutReason, 'isOfItem'> | undefined;
interface KnownState {
	reason: StateReason;
	/** Whether it says that the order is to be shipped, or that it must not. */
	isKnown: boolean;
}
const MAX_KNOWN_STATES = 500;
/** Files repeat few states, and each is compared with many patterns. */
const knownStates = createBoundedMap<string, KnownState>(MAX_KNOWN_STATES);
/** @param title title of the column that holds the state */
function knownState(text: string, title: string): KnownState {
	const key = `${currentLanguage()}\n${title}\n${text}`;
	let known = knownStates.get(key);
	if (!known) {
		const reason = findReason(text, title);
		known = { reason, isKnown: reason !== undefined || TO_SHIP.test(foldedState(text)) };
		knownStates.set(key, known);
	}
	return known;
}
const stateReason = (text: string, title: string): StateReason =>
	text === '' ? undefined : knownState(text, title).reason;
function findReason(text: string, title: string): StateReason {
	const state = foldedState(text);
	const shown = { state: text.slice(0, 30) };
	if (PAID_TITLE.test(title) && NO.test(foldForSearch(text)))
		return {
			text: t('The order is not released for shipping (status "{state}").', { state: `${title}: ${text}` }),
			isCancelled: false,
		};
	if (DONE_TITLE.test(title) && isSet(text) && TO_SHIP.test(state))
		return {
			text: t('The order was already shipped (status "{state}").', { state: `${title}: ${text}`.slice(0, 40) }),
			isCancelled: false,
		};
	if (HOLD_TITLE.test(title))
		return isSet(text)
			? { text: t('The order is not released for shipping (status "{state}").', { state: title }), isCancelled: false }
			: undefined;
	if (says(state, CANCELLED))
		return { text: t('The order was cancelled (status "{state}").', shown), isCancelled: true };
	if (says(state, REFUNDED)) return { text: t('The order was refunded (status "{state}").', shown), isCancelled: true };
	if (CLOSED.test(state)) return { text: t('The order is closed (status "{state}").', shown), isCancelled: false };
	if (SHIPPED.test(state) && !PAYMENT_TITLE.test(title))
		return { text: t('The order was already shipped (status "{state}").', shown), isCancelled: false };
	if (STOPPED.test(state) || UNPAID.test(state))
		return { text: t('The order is not released for shipping (status "{state}").', shown), isCancelled: false };
	if (NOT_BY_POST.test(state))
		return { text: t('The order is not sent from here ("{state}").', shown), isCancelled: false };
	return undefined;
}

/** States that say that a part of the order was shipped, refunded, cancelled or paid. */
const PARTLY = /\b(partial\w*|partly|partiel\w*|parcial\w*|gedeelt\w*|deels|czesciow\w*)\b|\bteil\w*/;

/**
 * Sentences for the user about an order that is imported, but perhaps must not ship, or not as a whole.
 * @param isFirstRow whether it is the first row of its order, which has the date of the payment
 */
export function stateWarnings(reader: RowReader, isFirstRow: boolean): string[] {
	const { table, row, hasText, textOf } = reader;
	const warnings: string[] = [];
	const state = table
		.columnsOf('status')
		.map((column) => row.cells[column]?.trim() ?? '')
		.find((text) => PARTLY.test(foldForSearch(text)));
	// With these columns, only the rest is shipped.
	if (state !== undefined && !hasText('quantityToShip') && !hasText('quantityDone'))
		warnings.push(
			t('Only a part of the order is done (status "{state}"). Check which items are still to ship.', {
				state: state.slice(0, 30),
			}),
		);
	const pending = table.columnsOf('status').find((column) => {
		const text = foldForSearch(row.cells[column]?.trim() ?? '').replace(/^wc-/, '');
		const title = table.titleOf(column);
		return (
			(text === 'pending' && !SHIPPING_TITLE.test(title)) ||
			(['open', 'offen', 'nein', 'no'].includes(text) && PAYMENT_TITLE.test(title))
		);
	});
	if (pending !== undefined)
		warnings.push(
			t('The order may not be paid ({title}: {state}).', {
				title: table.titleOf(pending),
				state: row.cells[pending]?.trim() ?? '',
			}),
		);
	for (const { state: unknown } of unknownStates(reader))
		warnings.push(t('The state "{state}" is not known. Check whether the order is to be shipped.', { state: unknown }));
	if (isFirstRow && isSet(textOf('trackingNumber')))
		warnings.push(
			t('The order has the tracking number {number}. Check whether it was already shipped.', {
				number: textOf('trackingNumber').slice(0, 40),
			}),
		);
	if (isFirstRow && table.columnsOf('paidOn').length > 0 && !hasText('paidOn'))
		warnings.push(t('The order has no date of payment. Check whether it is paid.'));
	return warnings;
}

/** The first letters of the months in English, German, Dutch, French, Spanish and Polish, without accents. */
const MONTHS = [
	'jan|jan|ene|sty',
	'feb|fev|lut',
	'mar|mrt|maa|mars',
	'apr|avr|abr|kwi',
	'may|mai|mei|maj',
	'jun|juin|cze',
	'jul|juil|lip',
	'aug|aou|ago|sie',
	'sep|wrz',
	'oct|okt|paz',
	'nov|lis',
	'dec|dez|dic|gru',
].map((names) => new RegExp(`^(?:${names})`));
/** Year, month and day of "Oct-05-26", "03-Oct-26", "Oct 2, 2026" and "2. Oktober 2026"; undefined for other texts. */
function dayWithMonthName(text: string): [string, string, string] | undefined {
	const [, first = '', second = '', year = ''] =
		/^(\p{L}{3,9}|\d{1,2})\.?[\s.-]+(\p{L}{3,9}|\d{1,2})\.?,?[\s.-]+(\d{4}|\d{2})(?!\d)/u.exec(foldForSearch(text)) ??
		[];
	const [name, day] = /\d/.test(first) ? [second, first] : [first, second];
	const month = MONTHS.findIndex((pattern) => pattern.test(name)) + 1;
	return month > 0 && /^\d/.test(day) ? [year, String(month), day] : undefined;
}

/** The days that a text such as 03/04/2026 may mean, as ISO dates; empty when it is no date. */
export function daysOf(text: string): string[] {
	const toDay = (year = '', month = '', day = ''): string[] =>
		Number(month) >= 1 && Number(month) <= 12
			? [`${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`]
			: [];
	const named = dayWithMonthName(text);
	if (named !== undefined) return toDay(...named);
	const [, year, month, day] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(text) ?? [];
	if (year !== undefined) return toDay(year, month, day);
	const [, first, second, lastYear] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
	if (lastYear === undefined) return [];
	return [...toDay(lastYear, second, first), ...(text.includes('.') ? [] : toDay(lastYear, first, second))];
}

/**
 * A sentence for the user about an order with a ship date that is not known to be today or later: some programs write there when the
 * order is to be shipped, others when it was.
 * @param today ISO date
 */
export function shipDateWarnings(reader: RowReader, today: string): string[] {
	const text = reader.textOf('shipDate');
	if (!isSet(text) || daysOf(text).some((day) => day >= today)) return [];
	return [t('The order has the ship date {date}. Check whether it was already shipped.', { date: text.slice(0, 30) })];
}

/** Notes that may say that the order is cancelled, if they say nothing else. */
const NOTE_FIELDS = ['customerNote', 'orderNote'] as const;
const MAX_STATE_WORDS = 2;

/** Whether a column of states is about the item of a row, not the whole order. */
const isOfItem = (title: string): boolean => /item|listing/i.test(title);

/** Whether a row says anything about the state of its whole order. */
export const hasState = ({ table, row, hasText }: RowReader): boolean =>
	hasText('cancelledOn') ||
	hasText('shippedOn') ||
	table.columnsOf('status').some((column) => !isOfItem(table.titleOf(column)) && row.cells[column]?.trim());

/** Why the goods of a row must be left out; undefined when they ship. */
export function reasonToLeaveOut(reader: RowReader): LeaveOutReason | undefined {
	const { table, row, textOf } = reader;
	const cancelledOn = textOf('cancelledOn');
	if (isSet(cancelledOn))
		return {
			text: t('The order was cancelled ({when}).', { when: cancelledOn.slice(0, 30) }),
			isOfItem: false,
			isCancelled: true,
		};
	for (const column of table.columnsOf('status')) {
		const title = table.titleOf(column);
		const reason = stateReason(row.cells[column] ?? '', title);
		if (reason) {
			const state = (row.cells[column] ?? '').slice(0, 30);
			const ofItem = isOfItem(title);
			const isShippedItem = ofItem && SHIPPED.test(foldedState(state));
			const text = isShippedItem ? t('The item was already shipped (status "{state}").', { state }) : reason.text;
			return { ...reason, text, isOfItem: ofItem };
		}
	}
	const note = NOTE_FIELDS.flatMap((field) => table.columnsOf(field))
		.map((column) => row.cells[column]?.trim() ?? '')
		.find((text) => text.split(/\s+/).length <= MAX_STATE_WORDS && says(foldedState(text), CANCELLED));
	if (note !== undefined)
		return {
			text: t('The order was cancelled (note "{note}").', { note: note.slice(0, 30) }),
			isOfItem: false,
			isCancelled: true,
		};
	const shippedOn = textOf('shippedOn');
	if (isSet(shippedOn))
		return {
			text: t('The order was already shipped ({when}).', { when: shippedOn.slice(0, 30) }),
			isOfItem: false,
			isCancelled: false,
		};
	for (const column of table.columnsOf('deliveryMethod')) {
		const title = table.titleOf(column);
		const text = row.cells[column]?.trim() ?? '';
		if (text !== '' && isNotSent(text, title))
			return {
				text: t('The order is not sent from here ("{state}").', {
					state: (PICKUP_TITLE.test(title) ? `${title}: ${text}` : text).slice(0, 40),
				}),
				isOfItem: false,
				isCancelled: false,
			};
	}
	const needsNoShipping = table.columnsOf('requiresShipping').some((column) => {
		const text = row.cells[column]?.trim() ?? '';
		return text !== '' && isSet(text) === VIRTUAL_TITLE.test(table.titleOf(column));
	});
	if (DELIVERY_LINE.test(textOf('description').trim()) || DELIVERY_LINE.test(textOf('sku').trim()))
		return { text: t('The row is the price of the delivery.'), isOfItem: true, isCancelled: false };
	// "Gutschein HERBST5": a discount is written as an item with a negative price.
	const isDiscount =
		DISCOUNT.test(textOf('description')) &&
		[textOf('priceEur'), textOf('lineTotal')].some((price) => /^\D*[-−]/.test(price));
	if (needsNoShipping || isDiscount)
		return { text: t('The item needs no shipping.'), isOfItem: true, isCancelled: false };
	if (reader.quantityToShip() === 0 && (reader.hasText('quantityToShip') || reader.hasText('quantityDone')))
		return { text: t('Nothing of the item is left to ship.'), isOfItem: true, isCancelled: false };
	return undefined;
}
