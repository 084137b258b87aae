// Guesses which field of an item each column of a file holds, and reads its rows. Pure.
import { t } from '../../src-contract/i18n';
import { readMoney } from '../../src-contract/lib/money-text';
import { readNumber } from '../../src-contract/lib/numbers';
import {
	lengthUnitOfTitle,
	readCentimetres,
	readKilograms,
	weightUnitOfTitle,
} from '../../src-contract/lib/quantities';
import { hsDigits } from '../../src-contract/model/goods';
import {
	emptyItem,
	ITEM_FIELDS,
	type Item,
	type ItemCode,
	type ItemField,
	itemSchema,
} from '../../src-contract/model/item';
import { countryCodeOf } from '../platform/country-names';
import { normalizeTitle } from '../platform/tabular/title-roles';
import { codeKey, hasWrongCheckDigit } from './item-code';

/** Patterns of normalized titles. The first match decides, so specific patterns come before general ones. */
const TITLES: readonly [ItemField, RegExp][] = [
	[
		'packQuantity',
		/(pack|carton|case|ve|inner) ?(quantity|qty|size|menge)|^(verpackungseinheit|packungsgrosse|stuks per doos)$|pieces (in a|per) pack/,
	],
	[
		'packCode',
		/bar ?code of (a|the) (pack|carton|case)|(pack|carton|case|inner|ve) ?(bar ?code|ean|gtin|code)|itf ?14/,
	],
	['code', /bar ?code|\bean\b|\bgtin\b|\bupc\b|strichcode|streepjescode|code barres|kod kreskowy/],
	['hsCode', /\bhs\b|hs ?code|tariff|zolltarif|warennummer|commodity|harmoni[sz]ed|goederencode|kod cn|code douanier/],
	['originCountry', /origin|made in|ursprung|origine|herkomst|kraj pochodzenia|country of manufacture/],
	['customsDescription', /customs (description|text)|zollbezeichnung|zolltext|douane ?omschrijving/],
	['packingNote', /pack(ing|er)? ?(note|instruction)|packhinweis|pakinstructie/],
	['weightGrams', /(weight|gewicht|poids|peso|waga)\b.*\b(g|gr|grams?|gramm|grammes)\b|\bgrams\b/],
	['weightKg', /weight|gewicht|poids|peso|\bwaga\b/],
	['lengthCm', /length|lange\b|longueur|lengte|dlugosc|largo|^depth$|tiefe/],
	['widthCm', /width|breite|largeur|breedte|szerokosc|ancho/],
	['heightCm', /height|hohe\b|hauteur|hoogte|wysokosc|^alto$/],
	['priceEur', /value|wert\b|valeur|waarde|wartosc|valor|price|preis|prix|prijs|cena|precio|\bcost\b/],
	[
		'sku',
		/\bsku\b|^(item|article|artikel|product|variant)? ?(no|nr|number|nummer|numer|id|code)$|artikel(nummer|nr)|item number|reference|referenz|^ref$|symbol/,
	],
	[
		'name',
		/name|title|bezeichnung|omschrijving|description|designation|nazwa|titre|nombre|^(item|article|artikel|product|produit)$/,
	],
];

const ITEM_FIELD_NAMES = Object.keys(ITEM_FIELDS) as ItemField[];

/** Targets of all columns; null for a column that is not imported. Each field has one column, the first. */
export function itemTargetsOf(titles: readonly string[]): (ItemField | null)[] {
	const used = new Set<ItemField>();
	// The names that this program shows, in the language of the desk.
	const ownTitles = new Map(ITEM_FIELD_NAMES.map((field) => [normalizeTitle(ITEM_FIELDS[field]()), field]));
	const targets = titles.map((title) => {
		const normalizedTitle = normalizeTitle(title);
		const field = ownTitles.get(normalizedTitle) ?? TITLES.find(([, pattern]) => pattern.test(normalizedTitle))?.[0];
		if (field === undefined || used.has(field)) return null;
		used.add(field);
		return field;
	});
	// Without the bar code of a pack, the pieces in it are the shop's unit of sale: a scan of the single code counts one.
	return used.has('packCode') ? targets : targets.map((field) => (field === 'packQuantity' ? null : field));
}

/** A row of an item file. */
export interface ReadItemRow {
	rowNumber: number;
	/** The fields that the row states, with those of an empty item for the others. */
	item: Item;
	/** The fields that the row states. */
	fields: (keyof Item)[];
	/** Parts of a sentence; a row with errors is not imported. */
	errors: string[];
}

/** @param cells of the row, by column */
export function readItemRow(
	rowNumber: number,
	cells: readonly string[],
	titles: readonly string[],
	columns: readonly (ItemField | null)[],
): ReadItemRow {
	const item: Item = { ...emptyItem, codes: [] };
	const fields: (keyof Item)[] = [];
	const errors: string[] = [];
	const columnOf = (field: ItemField) => columns.indexOf(field);
	const textOf = (field: ItemField): string => cells[columnOf(field)]?.trim() ?? '';
	const set = <Key extends keyof Item>(key: Key, value: Item[Key]): void => {
		item[key] = value;
		fields.push(key);
	};
	/** Sets a field of a cell that is filled; `read` returns undefined for a text that it cannot read. */
	function setRead<Key extends keyof Item>(
		key: Key,
		field: ItemField,
		read: (text: string) => Item[Key] | undefined,
	): void {
		const text = textOf(field);
		if (text === '') return;
		const value = read(text);
		if (value === undefined)
			errors.push(t('{field}: "{text}" cannot be read', { field: ITEM_FIELDS[field](), text: text.slice(0, 40) }));
		else set(key, value);
	}
	const titleOf = (field: ItemField) => titles[columnOf(field)] ?? '';

	setRead('sku', 'sku', (text) => text);
	setRead('name', 'name', (text) => text);
	setRead('weightKg', 'weightGrams', (text) =>
		positive(readKilograms(text, weightUnitOfTitle(titleOf('weightGrams')) ?? 'g')),
	);
	setRead('weightKg', 'weightKg', (text) =>
		positive(readKilograms(text, weightUnitOfTitle(titleOf('weightKg')) ?? 'kg')),
	);
	for (const field of ['lengthCm', 'widthCm', 'heightCm'] as const)
		setRead(field, field, (text) => positive(readCentimetres(text, lengthUnitOfTitle(titleOf(field)) ?? 'cm')));
	setRead('hsCode', 'hsCode', (text) => hsDigits(text.replace(/^hs\s*/i, '')));
	setRead('originCountry', 'originCountry', (text) => countryCodeOf(text) || undefined);
	setRead('priceEur', 'priceEur', (text) => {
		const money = readMoney(text);
		return money && (money.currency ?? 'EUR') === 'EUR' && money.sharedSign === undefined ? money.amount : undefined;
	});
	setRead('customsDescription', 'customsDescription', (text) => text);
	setRead('packingNote', 'packingNote', (text) => text);

	const codes: ItemCode[] = [];
	const addCode = (field: 'code' | 'packCode', quantity: number): void => {
		for (const code of textOf(field)
			.split(/[,;|\n]\s*/)
			.map((text) => text.trim())
			.filter(Boolean)) {
			if (hasWrongCheckDigit(code)) errors.push(t('the check digit of the bar code {code} is wrong', { code }));
			else if (!codes.some((other) => codeKey(other.code) === codeKey(code))) codes.push({ code, quantity });
		}
	};
	addCode('code', 1);
	const packText = textOf('packQuantity');
	const packQuantity = packText === '' ? undefined : readNumber(packText, true);
	if (textOf('packCode') !== '') {
		if (packQuantity === undefined) errors.push(t('the number of pieces in the pack is missing'));
		else addCode('packCode', packQuantity);
	} else if (packQuantity !== undefined && packQuantity > 1 && columnOf('packCode') < 0)
		errors.push(t('the bar code of the pack is missing'));
	if (codes.length > 0) set('codes', codes);

	const parsed = itemSchema.safeParse(item);
	if (!parsed.success)
		for (const { path, message } of parsed.error.issues) {
			const field = String(path[0]);
			errors.push(
				field === 'sku' || field === 'hsCode' || !(field in ITEM_FIELDS)
					? message
					: t('{field} is not valid', { field: ITEM_FIELDS[field as ItemField]() }),
			);
		}
	return { rowNumber, item: parsed.data ?? item, fields, errors };
}

const positive = (value: number | undefined): number | undefined =>
	value !== undefined && value > 0 ? value : undefined;
