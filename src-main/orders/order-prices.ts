// Reads the prices of an order row: for one piece or all pieces, in any currency with a rate. Pure.
import { t } from '../../src-contract/i18n';
import {
	currencyOf,
	currencyOfTitle,
	isWholeCurrency,
	type MoneyText,
	readMoney,
	SHARED_SIGNS,
} from '../../src-contract/lib/money-text';
import { ambiguousSeparator } from '../../src-contract/lib/numbers';
import { ORDER_FIELDS, type OrderPlan } from '../../src-contract/model/order';
import { normalizeTitle } from '../platform/tabular/title-roles';
import type { ExchangeRates } from './exchange-rates';
import { ambiguousNumber, type RowReader } from './order-values';

/** Price of one piece, and how many pieces have it: a total that is not divisible by its pieces has two prices. */
export interface PricedPieces {
	quantity: number | undefined;
	priceEur: number | undefined;
}

/** Matches normalized titles that say that a price is for one piece. */
const UNIT_TITLE =
	/\b(unit|each|per|piece|lineitem|unitaire|unitario|ud|uds|unidad|ep|pu|each|wholesale)\b|stuck|einzel|stuk|jednostkow/;
/** Whether the title of a price column says that the price is for one piece. */
export const isUnitPriceTitle = (title: string): boolean => UNIT_TITLE.test(normalizeTitle(title));

const roundToCents = (amount: number): number => Math.round(amount * 100 + Number.EPSILON) / 100;

/** Units per euro of a currency; undefined when neither the plan nor the table has a rate. */
const perEuro = (plan: Pick<OrderPlan, 'rates'>, rates: ExchangeRates, currency: string): number | undefined =>
	currency === 'EUR' ? 1 : (plan.rates[currency] ?? rates.get(currency)?.perEuro);

/** Whether two exact amounts are equal but for cents that the file has rounded. */
const isAbout = (left: number, right: number): boolean => Math.abs(left - right) <= Math.max(0.011, right * 0.005);

type PriceField = 'priceEur' | 'lineTotal';

/** The currency of a price, or why it is not known. */
function currencyOfPrice(
	reader: RowReader,
	plan: OrderPlan,
	money: Pick<MoneyText, 'currency' | 'sharedSign'>,
	ofTitle: Pick<MoneyText, 'currency' | 'sharedSign'>,
): { currency: string } | { problem: string } {
	const columnText = reader.textOf('currency');
	const columnCurrency = currencyOf(columnText);
	if (columnText !== '' && columnCurrency === undefined && !SHARED_SIGNS.has(columnText))
		return { problem: t('"{text}" is not a currency that is known here', { text: columnText.slice(0, 20) }) };
	const { currency, sharedSign = columnCurrency === undefined && columnText !== '' ? columnText : ofTitle.sharedSign } =
		money;
	if (currency !== undefined && columnCurrency !== undefined && currency !== columnCurrency)
		return { problem: t('the price is in {currency}, but the row says {other}', { currency, other: columnCurrency }) };
	const stated = currency ?? columnCurrency ?? ofTitle.currency;
	if (stated === undefined && columnText === '' && reader.table.currencies.size > 1)
		return { problem: t('the row names no currency, and the other rows name several') };
	if (sharedSign === undefined) return { currency: stated ?? plan.currency };
	const possible = SHARED_SIGNS.get(sharedSign) ?? [];
	const chosen = stated ?? plan.currency;
	if (possible.includes(chosen)) return { currency: chosen };
	return {
		problem: t('{sign} can be {currencies}: choose the currency of the prices', {
			sign: sharedSign,
			currencies: possible.join(', '),
		}),
	};
}

export function createPriceReader(plan: OrderPlan, rates: ExchangeRates) {
	const currencyByTitle = new Map<string, ReturnType<typeof currencyOfTitle>>();
	function currencyOfColumn(title: string) {
		const known = currencyByTitle.get(title) ?? currencyOfTitle(title);
		currencyByTitle.set(title, known);
		return known;
	}

	/** The amount of a price cell in euros, not rounded; undefined when it is empty or cannot be read, which the reader then reports. */
	function eurosOf(reader: RowReader, field: PriceField): number | undefined {
		const text = reader.textOf(field);
		if (text === '') return undefined;
		const isNumeric = reader.row.isNumericCell(reader.columnOf(field));
		const money = isNumeric ? { amount: Number(text), currency: undefined, sharedSign: undefined } : readMoney(text);
		if (!money || !Number.isFinite(money.amount))
			return reader.addUnread(
				field,
				t('{field}: "{text}" is not a price', { field: ORDER_FIELDS[field](), text: text.slice(0, 40) }),
			);
		const found = currencyOfPrice(reader, plan, money, currencyOfColumn(reader.table.titleOf(reader.columnOf(field))));
		if ('problem' in found) return reader.addUnread(field, found.problem);
		const rate = perEuro(plan, rates, found.currency);
		if (rate === undefined)
			return reader.addUnread(
				field,
				t('there is no exchange rate for {currency}: enter the price in euros', { currency: found.currency }),
			);
		const separator = isNumeric ? undefined : ambiguousSeparator(text);
		if (separator === undefined) return money.amount / rate;
		// A price with three decimals is none; as thousands it is read only in a file whose decimal separator is another.
		const { decimalSeparator } = reader.table;
		const isAmbiguous = decimalSeparator === undefined || decimalSeparator === separator;
		if (isAmbiguous && !isWholeCurrency(found.currency)) return reader.addUnread(field, ambiguousNumber(field, text));
		// `readMoney` has read 2,000 as 2, or as 2000 if the cell names a currency without decimals.
		return (money.amount < 1000 ? money.amount * 1000 : money.amount) / rate;
	}

	/** Divides a total into prices of whole cents. */
	function divide(totalEur: number, quantity: number | undefined): PricedPieces[] {
		if (quantity === undefined || !Number.isInteger(quantity) || quantity < 1)
			return [{ quantity, priceEur: totalEur }];
		const cents = Math.round(totalEur * 100);
		const lower = Math.floor(cents / quantity);
		const higherCount = cents - lower * quantity;
		return [
			{ quantity: quantity - higherCount, priceEur: lower / 100 },
			{ quantity: higherCount, priceEur: (lower + 1) / 100 },
		].filter((pieces) => pieces.quantity > 0);
	}

	return {
		/**
		 * The pieces of a row with their prices. A price whose title does not say whether it is for one piece or all pieces is read as the
		 * plan says; without that, it is an error of a row with several pieces.
		 * @param quantity ordered pieces of the row; undefined when they cannot be read
		 * @param defaultEur price of one piece if the row states none
		 */
		priced(reader: RowReader, quantity: number | undefined, defaultEur: number | undefined): PricedPieces[] {
			const exactTotalEur = eurosOf(reader, 'lineTotal');
			const exactPriceEur = eurosOf(reader, 'priceEur');
			if (exactPriceEur === undefined && exactTotalEur === undefined) {
				const isUnread = reader.hasText('priceEur') || reader.hasText('lineTotal');
				return [{ quantity, priceEur: isUnread ? undefined : defaultEur }];
			}
			const priceEur = exactPriceEur === undefined ? undefined : roundToCents(exactPriceEur);
			if (exactTotalEur !== undefined) {
				const totalEur = roundToCents(exactTotalEur);
				if (priceEur === undefined || exactPriceEur === undefined) return divide(totalEur, quantity);
				// The total may be that of the pieces to ship.
				const pieces = [quantity ?? 1, reader.quantityToShip() ?? 1].find((count) =>
					isAbout(exactPriceEur * count, exactTotalEur),
				);
				if (pieces !== undefined)
					return Math.abs(priceEur * pieces - totalEur) < 0.005 ? [{ quantity, priceEur }] : divide(totalEur, pieces);
				// A smaller total is what was paid after a discount; a larger one has taxes or postage in it.
				return exactTotalEur < exactPriceEur * (quantity ?? 1) ? divide(totalEur, quantity) : [{ quantity, priceEur }];
			}
			if (quantity === 1 || isUnitPriceTitle(reader.table.titleOf(reader.columnOf('priceEur'))))
				return [{ quantity, priceEur }];
			if (plan.priceMeaning === 'line') return divide(priceEur ?? 0, quantity);
			if (plan.priceMeaning === 'unit') return [{ quantity, priceEur }];
			reader.addUnread('priceEur', t('it is not known whether the price is for one piece or for all'));
			return [{ quantity, priceEur: undefined }];
		},
	};
}
export type PriceReader = ReturnType<typeof createPriceReader>;
