// Reads amounts of money with their currency, as shops and marketplaces write them. Pure.
import { readNumber } from './numbers';

/** Signs that stand for one currency, the longest first. */
const SIGNS: readonly (readonly [string, string])[] = [
	['US$', 'USD'],
	['US $', 'USD'],
	['AU$', 'AUD'],
	['AU $', 'AUD'],
	['A$', 'AUD'],
	['CA$', 'CAD'],
	['C $', 'CAD'],
	['C$', 'CAD'],
	['NZ$', 'NZD'],
	['NZ $', 'NZD'],
	['HK$', 'HKD'],
	['S$', 'SGD'],
	['MX$', 'MXN'],
	['NT$', 'TWD'],
	['R$', 'BRL'],
	['CN¥', 'CNY'],
	['JP¥', 'JPY'],
	['€', 'EUR'],
	['£', 'GBP'],
	['円', 'JPY'],
	['元', 'CNY'],
	['₹', 'INR'],
	['₩', 'KRW'],
	['₪', 'ILS'],
	['₺', 'TRY'],
	['₴', 'UAH'],
	['฿', 'THB'],
	['₫', 'VND'],
	['zł', 'PLN'],
	['Kč', 'CZK'],
	['Ft', 'HUF'],
	['лв', 'BGN'],
	['lei', 'RON'],
	['euros', 'EUR'],
	['euro', 'EUR'],
	['sFr.', 'CHF'],
	['Fr.', 'CHF'],
];
/** Signs that several currencies have. */
export const SHARED_SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
	['$', ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']],
	['¥', ['JPY', 'CNY']],
	['￥', ['JPY', 'CNY']],
	['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
]);
const WHOLE_CURRENCIES: readonly string[] = ['JPY', 'KRW', 'VND', 'ISK', 'CLP'];
/** Whether a currency has no decimals, so that 1,500 and 1.500 are 1500 (ISO 4217). */
export const isWholeCurrency = (code: string): boolean => WHOLE_CURRENCIES.includes(code);

let knownCodes: Set<string> | undefined;
/** Whether the text is an ISO 4217 code, in capitals. */
function isCurrencyCode(code: string): boolean {
	knownCodes ??= new Set(Intl.supportedValuesOf('currency'));
	return knownCodes.has(code);
}

export interface MoneyText {
	amount: number;
	/** ISO 4217 code; undefined when the text states none, or only a sign that several currencies have. */
	currency: string | undefined;
	/** A sign that several currencies have, such as `$`; undefined when there is none. */
	sharedSign: string | undefined;
}

/** A currency alone, such as "EUR", "€" or "US$"; undefined when the text is none. */
export function currencyOf(text: string): string | undefined {
	const trimmed = text.trim();
	const sign = SIGNS.find(([name]) => name.toLowerCase() === trimmed.toLowerCase());
	return sign?.[1] ?? (isCurrencyCode(trimmed.toUpperCase()) ? trimmed.toUpperCase() : undefined);
}

/** Words of titles in capitals that are codes of currencies too. */
const WORDS_LIKE_CODES: readonly string[] = ['ALL', 'CUP', 'TOP'];
/** What a title names at its start, at its end or in brackets: "Price (USD)", "EUR price", "Price $". */
const TITLE_PARTS =
	/[([]\s*([^)\]]{1,4}?)\s*[)\]]|^(\p{Lu}{3}|[^\p{L}\d\s]{1,3})(?=\s)|(?<=\s)(\p{Lu}{3}|\p{Lu}{0,2}[^\p{L}\d\s]{1,2})$/gu;

/** The currency that a column title states; undefined or a shared sign as in `MoneyText`. */
export function currencyOfTitle(title: string): Pick<MoneyText, 'currency' | 'sharedSign'> {
	for (const [, inBrackets, first, last] of title.trim().matchAll(TITLE_PARTS)) {
		const part = inBrackets ?? first ?? last ?? '';
		if (WORDS_LIKE_CODES.includes(part)) continue;
		if (SHARED_SIGNS.has(part)) return { currency: undefined, sharedSign: part };
		const currency = currencyOf(part);
		if (currency !== undefined) return { currency, sharedSign: undefined };
	}
	return { currency: undefined, sharedSign: undefined };
}

const AMOUNT_ONLY = /^-?\s*[\d.,'\u2019\s]*\d(?:e[+-]?\d+)?$/iu;

/**
 * Reads 12,50, $45.99, US $45.99, 12.50 USD, EUR 12,50, ¥1500 and 12.–.
 * @returns undefined when the text is no amount, or names something that is no currency
 */
export function readMoney(text: string): MoneyText | undefined {
	// Most prices have no currency.
	if (/^\d[\d.,]*$/.test(text)) {
		const plainAmount = readNumber(text);
		return plainAmount === undefined ? undefined : { amount: plainAmount, currency: undefined, sharedSign: undefined };
	}
	let amountText = text.replace(/[\u00a0\u202f]/g, ' ').trim();
	let currency: string | undefined;
	let sharedSign: string | undefined;
	const take = (name: string): boolean => {
		const lower = amountText.toLowerCase();
		const at = lower.startsWith(name.toLowerCase())
			? 0
			: lower.endsWith(name.toLowerCase())
				? amountText.length - name.length
				: -1;
		const atMinus = at < 0 && lower.startsWith(`-${name.toLowerCase()}`);
		if (at < 0 && !atMinus) return false;
		amountText = atMinus
			? `-${amountText.slice(1 + name.length)}`
			: `${amountText.slice(0, at)}${amountText.slice(at + name.length)}`.trim();
		return true;
	};
	const code = /^-?\s*([A-Za-z]{3})(?![\p{L}$])|(?<!\p{L})([A-Za-z]{3})$/u.exec(amountText);
	const codeText = (code?.[1] ?? code?.[2] ?? '').toUpperCase();
	if (codeText !== '' && isCurrencyCode(codeText) && take(codeText)) currency = codeText;
	for (const [sign, signCurrency] of SIGNS)
		if ((currency === undefined || currency === signCurrency) && take(sign)) {
			currency = signCurrency;
			break;
		}
	for (const [sign, currencies] of SHARED_SIGNS)
		if (take(sign)) {
			// "$12.00 CAD": the code decides.
			if (currency === undefined) sharedSign = sign;
			else if (!currencies.includes(currency)) return undefined;
			break;
		}
	// Round amounts are also written 12.– and 12,-.
	const plain = amountText
		.replace(/^\((.+)\)$/, '-$1')
		.replace(/[.,]\s*[-–—]{1,2}$/, '')
		.trim();
	if (!AMOUNT_ONLY.test(plain)) return undefined;
	const isWhole = currency !== undefined ? isWholeCurrency(currency) : sharedSign === '¥' || sharedSign === '￥';
	const amount = readNumber(plain, isWhole);
	return amount === undefined ? undefined : { amount, currency, sharedSign };
}
