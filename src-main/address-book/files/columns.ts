// Guesses which address field each column of a file holds, from its title or from its cells. Pure.

import { currentLanguage, type Language } from '../../../src-contract/i18n';
import {
	type ColumnTarget,
	columnTargetSchema,
	IMPORT_FIELDS,
	type ImportField,
	POSTAL_FIELDS,
} from '../../../src-contract/model/address-import';
import { hasPostcodeFormat, isPostcode } from '../../../src-contract/rules/postcodes';
import { countryCodeOf } from '../../platform/country-names';
import { type Program, programTargetOf } from '../../platform/tabular/programs';
import { addressRoleOf, normalizeTitle, withoutRole } from '../../platform/tabular/title-roles';

/**
 * English column titles of files that this and earlier releases exported, in lower case. Keep old titles: existing files have them.
 */
const ENGLISH_TITLES: readonly (readonly [string, ImportField])[] = [
	['company', 'companyName'],
	['contact person', 'contactPerson'],
	['first name', 'firstName'],
	['last name', 'lastName'],
	['street and number', 'addressLine1'],
	['house number', 'houseNumber'],
	['more of the address', 'addressLine2'],
	['address line 2', 'addressLine2'],
	['postcode', 'zipcode'],
	['city', 'city'],
	['state or province', 'region'],
	['country', 'country'],
	['phone', 'phone'],
	['e-mail', 'email'],
	['vat or tax number', 'vatNumber'],
	['eori', 'eoriNumber'],
	['ioss', 'iossNumber'],
	['ein', 'einNumber'],
	['reference', 'reference'],
	['book', 'book'],
	['tags', 'tags'],
	['favourite', 'isFavourite'],
	['business or residential', 'kind'],
	['default parcel', 'defaultParcel'],
	['label printer', 'labelPrinterId'],
	['notes', 'notes'],
];
const FIELDS = columnTargetSchema.shape.field.options;
let cachedTitles: { language: Language; titles: Map<string, ImportField> } | undefined;

/** Maps the column titles that this program exports, in the current language and in English, to their fields. */
function ownTitles(): Map<string, ImportField> {
	const language = currentLanguage();
	if (cachedTitles?.language !== language)
		cachedTitles = {
			language,
			titles: new Map([
				...FIELDS.map((field): [string, ImportField] => [normalizeTitle(IMPORT_FIELDS[field]()), field]),
				...ENGLISH_TITLES.map(([title, field]): [string, ImportField] => [normalizeTitle(title), field]),
			]),
		};
	return cachedTitles.titles;
}

/**
 * Number of columns of an exported file. Four import fields are not exported, because an entry stores them as part of other
 * fields. Earlier releases did not export the region either.
 */
const OWN_COLUMN_COUNTS = [FIELDS.length - 4, FIELDS.length - 5];

/**
 * A column whose title contains one of these words is not imported, even if the title also names an address field,
 * except a title that this program exports.
 */
const IGNORED_WORDS =
	/\b(fax|telefax|telecopie|pager|telex|url|web ?page|website|web|webseite|webpagina|homepage|pagina|birth\w*|geburtstag|anniversaire|verjaardag|anniversary|jahrestag|photo|nick ?name|spitzname|surnom|bijnaam|yomi|phonetic|assistant\w*|assistent\w*|sekretar\w*|callback|ruckruf|rappel|terugbellen|car|autotelefon|autotelefoon|voiture|isdn|tty|tdd|ttyttd|radio|funkruf|spouse|partner|conjoint|manager|vorgesetzte\w*|language|sprache|gender|geschlecht|initials|initialen|initiales|screen|display name email|identification de|organisatie id|angezeigter name|weergavenaam voor|weergegeven naam|nom complet de|title|titel|titre|position|department|abteilung|service|afdeling|job|symbol|suffix|suffixe|achtervoegsel|prefix|file as|server|type|typ|format|formatted|indicator|flag|extension|durchwahl|\w*notification|notif|broker|validation|verification|status|date|liability|im ?address|identification reference|is a company|(phone|telephone|telefon|mobile)( number)? country code)\b/u;
/** Titles of what follows a house number, as the B of 12 B. */
const HOUSE_NUMBER_SUFFIX =
	/(house|haus|huis) ?(number|no|nummer|nr) ?(extension|addition|suffix|zusatz|toevoeging)$|^hausnummernzusatz$/u;
/** Words that say which of several addresses, phone numbers or e-mail addresses a column holds. */
const WORK_WORDS =
	/\b(work|business|dienst\w*|geschaft\w*|bureau|travail|professionnel\w*|zakelijk\w*|werk|trabajo|lavoro|ufficio|shipping|delivery|ship|lieferung|lieferadresse|office|company|main|primary|primar\w*|primair\w*|principal\w*|haupt\w*)\b/u;
const HOME_WORDS =
	/\b(home|private?|privat\w*|personal|domicile|personnel\w*|prive|thuis|huis|huisadres|casa|particular|bill|billing|rechnung\w*|secondary|sekundar\w*|zweite\w*|secondaire)\b/u;
const OTHER_WORDS = /\b(other|weitere\w*|andere?\w*|sonstige\w*|autre\w*|overig\w*|anders|otr[oa]|altr[oi])\b/u;
const MOBILE_WORDS = /\b(mobile?|mobil\w*|handy\w*|gsm|cell|cellulare|portable|movil|mobiele?)\b/u;

const USAGE_WORDS = new RegExp(`${WORK_WORDS.source}|${HOME_WORDS.source}|${OTHER_WORDS.source}`, 'gu');
/** Fields whose texts are joined if several columns hold them, with the separator between two texts. */
export const TEXT_SEPARATORS: Partial<Record<ImportField, string>> = {
	houseNumber: ' ',
	addressLine2: ', ',
	firstName: ' ',
	lastName: ' ',
	tags: ',',
	notes: '\n',
};
export const isJoinedField = (field: ImportField): boolean => TEXT_SEPARATORS[field] !== undefined;
const isPostalField = (field: ImportField): boolean => POSTAL_FIELDS.some((postalField) => postalField === field);

/** Patterns of normalized titles. The first match decides, so specific patterns come before general ones. */
const TITLE_PATTERNS: readonly [ImportField, RegExp][] = [
	// Programs of carriers give a name several lines, the first of which is a company or a person.
	['name', /company or name|name or company|^(name|naam|nom) 1$/u],
	['addressLine2', /^(name|naam|nom) [2-4]\b/u],
	['email', /\be ?mail|\bmail\b|messagerie|имеил|courriel|correo electronico|メール/u],
	[
		'phone',
		/phone|contact (number|no)\b|telefon|telefoon|\btel\b|telefono|cellulare|telnummer|電話|телефон|\bhandy|\bgsm\b|\bmobil|\bmobiel|\bcell\b|\bportable\b|\bmovil\b/u,
	],
	['eoriNumber', /\beori\b/u],
	['iossNumber', /\bioss\b/u],
	['einNumber', /\bein\b|employer identification/u],
	[
		'vatNumber',
		/\bvat\b|\bust\b|ust ?id|umsatzsteuer|\bbtw\b|\btva\b|\biva\b|\btax (id|number|no)\b|steuernummer|\bnip\b|\bdic\b|\bmoms\b|\bnif\b|\bcif\b|ддс|пдв/u,
	],
	[
		'zipcode',
		/post ?code|postal|\bzip|\bplz\b|postleitzahl|\bcp\b|\bcap\b|postnummer|postnr|kod pocztowy|\bpsc\b|^c p$|^kod$|town postcode|town and postcode|郵便番号|индекс|пощенски|поштански/u,
	],
	[
		'houseNumber',
		/hausnummer|nr domu|^n(o|r|um|umero)?( de)?( la)? (rue|voie|calle)$|street (no|nr|number)$|cislo popisne|cislo domu|haus ?nr|house ?(no|number|nr)|huisnummer|huisnr|numero (de|civico)/u,
	],
	[
		'country',
		/country|\blkz\b|landerkennzeichen|\bland\b|\bpays\b|\bpais\b|\bpaese\b|\bkraj\b|\bzeme\b|国|държава|страна|држава|\bnation\b/u,
	],
	[
		'city',
		/\bcity\b|\bort\b|wohnort|stadt|\bville\b|plaats|ciudad|citta|localidad|localite|poblacion|\bcommune\b|comune|locality|\bsuburb\b|miasto|miejscowosc|\bmesto\b|\bobec\b|\btown\b|市区町村|град|место/u,
	],
	[
		'region',
		/\bstate\b|province|\bregion\b|bundesland|kanton|provincia|provincie|\bcounty\b|departement|prefecture|都道府県|wojewodztwo|област/u,
	],
	[
		'addressLine2',
		/(address|adresse?|street|strasse|\brue|straat|direccion|indirizzo|adresregel|line|住所)( (?:line|ligne|regel|zeile|linea|riga|linia))? ?[2-4]\b|\b[2-4] straat|extended|(additional|extra) (address|field|line)|zusatz|complement|apartment|\bpiso\b|\bpuerta\b|\betage\b|\bfloor\b|\bbuilding\b|\bsuite\b|adresregel [2-4]|toevoeging|\bpo box\b|\bp o box\b|postfach|stiege|boite postale|\bb ?p\b|postbus/u,
	],
	[
		'addressLine1',
		/street|strasse|\bstr\b|\bline 1\b|\brue\b|straat|\bcalle\b|\bvia\b|\bulica\b|address|adresse?\b|\badres\b|adresregel|anschrift|direccion|indirizzo|住所|адрес|улица|^where to$/u,
	],
	[
		'firstName',
		/first ?name|given name|fore ?name|middle name|middelste|tussenvoegsel|vornamen?\b|krestni|prenom|voornaam|^nombre$|^nome$|^jmeno$|^imie$|^име$/u,
	],
	[
		'lastName',
		/last ?name|family name|surname|nachname|familienname|^nom$|^surname$|achternaam|apellido|cognome|prijmeni|nazwisko|фамилия|презиме/u,
	],
	[
		'contactPerson',
		/display name|full name|contact|ansprechpartner|anzeigename|^(name|naam|nazwa|nombre y apellidos|person name)$|\bz hd\b|\bzhd\b|\bt a v\b|\btav\b|nom complet|nom a afficher|nom d affichage|weergavenaam|氏名|лице|\bkontakt|attention|\battn\b|osoba|imie i nazwisko|persona de contacto|referente/u,
	],
	[
		'companyName',
		/company|organi[sz]ation\b|organisatie|\bfirma\b|\bfirm\b|unternehmen|societe|entreprise|bedrijf|empresa|azienda|societa|raison sociale|ragione sociale|nazwa firmy|razon social|^name der firma$|会社|фирма/u,
	],
	['tags', /categor|kategor|^labels?$|\bgroups?\b|\btags?\b|gruppe/u],
	[
		'reference',
		/(customer|client) (no|number|id|code)\b|kundennummer|kundennr|numero client|klantnummer|\breference\b|\bref\b/u,
	],
	[
		'notes',
		/\bnotes?$|remarks|uwagi|poznamka|napomena|observaciones|бележки|напомен|notizen|bemerkung|remarque|opmerking|notities|^notas?$|^comments?$|kommentar|備考|забележка/u,
	],
];

/**
 * The choice of a column: its rank among the columns of its field, from 1 (preferred). Work comes before home, and home before
 * other; for phones, mobile comes second. A number in the title of an e-mail or company column is its choice.
 */
function choiceOf(field: ImportField, title: string): number {
	const digit = /(\d)/.exec(title)?.[1];
	if (field === 'phone') {
		if (digit && /phone \d value|phone \d$/.test(title) && !WORK_WORDS.test(title)) return Math.min(4, Number(digit));
		if (MOBILE_WORDS.test(title)) return 2;
		if (HOME_WORDS.test(title)) return 3;
		return OTHER_WORDS.test(title) || digit ? 4 : 1;
	}
	if (field === 'email' || field === 'companyName') {
		if (digit) return Math.min(4, Number(digit));
		return HOME_WORDS.test(title) ? 2 : OTHER_WORDS.test(title) ? 3 : 1;
	}
	if (!isPostalField(field) || /prov(ince)? other/.test(title)) return 1;
	if (HOME_WORDS.test(title)) return 2;
	return OTHER_WORDS.test(title) ? 3 : 1;
}

/** Finds the field that a column title names. @returns null when the title names no address field */
export function targetOf(title: string): ColumnTarget | null {
	const normalizedTitle = normalizeTitle(title).replace(/^default address /, '');
	const ownField = ownTitles().get(normalizedTitle);
	if (ownField) return { field: ownField, choice: 1 };
	// Titles such as "Address 2 - Street" and "E-mail 1 - Value".
	const numberedTitle = /^(address|e ?mail|phone|organi[sz]ation) (\d) (.+)$/u.exec(normalizedTitle);
	if (numberedTitle) {
		const [, group = '', number, part = ''] = numberedTitle;
		if (IGNORED_WORDS.test(part) || part === 'label') return null;
		const isEmail = /^e ?mail$/.test(group);
		// Outlook writes "E-mail 2 Address" beside "E-mail 2 Display Name".
		if (isEmail && part !== 'value' && part !== 'address') return null;
		const field = TITLE_PATTERNS.find(([, pattern]) =>
			pattern.test(isEmail || part === 'value' || part === 'name' ? group : part),
		)?.[0];
		return field ? { field, choice: Math.min(4, Number(number)) } : null;
	}
	if (HOUSE_NUMBER_SUFFIX.test(normalizedTitle)) return { field: 'houseNumber', choice: 1 };
	if (IGNORED_WORDS.test(normalizedTitle) || /^e ?mail display name$/.test(normalizedTitle)) return null;
	// Try the title also without words such as "home", which may stand between the words that name the field.
	const titleWithoutUsage = normalizedTitle.replace(USAGE_WORDS, '').replace(/ +/g, ' ').trim();
	const field = TITLE_PATTERNS.find(
		([candidate, pattern]) =>
			pattern.test(normalizedTitle) || (isPostalField(candidate) && pattern.test(titleWithoutUsage)),
	)?.[0];
	return field ? { field, choice: choiceOf(field, normalizedTitle) } : null;
}

/** Whether the file was exported by this program: it has all of the exported columns and no others. */
export const isWaybillExport = (titles: readonly string[]): boolean =>
	OWN_COLUMN_COUNTS.includes(titles.length) && titles.every((title) => ownTitles().has(normalizeTitle(title)));

const isImportField = (field: string): field is ImportField => Object.hasOwn(IMPORT_FIELDS, field);

/** The target that a program's file states for a column; undefined when it states none. */
function programTarget(program: Program | undefined, title: string): ColumnTarget | null | undefined {
	const text = program && programTargetOf(program, title);
	if (text === undefined) return undefined;
	const [field = '', choice = '1'] = text.split(' ');
	return isImportField(field) ? { field, choice: Number(choice) } : null;
}

/** A title that is only a number, as in "Nr." and "SHIP_TO_NO". */
const NUMBER_WORD =
	/(?<!\p{L})(nr|no|n°|number|nummer|numer|numero|numéro|número|toev|toevoeging|nr lokalu|lokal)\.?$/iu;
/** Whether the column before is a street, or its house number. */
function followsStreet(titles: readonly string[], index: number): boolean {
	const field = targetOf(titles[index - 1] ?? '')?.field;
	return field === 'addressLine1' || field === 'houseNumber';
}
/** The titles, with "house number" in place of a number after the title of a street. */
export const withHouseNumberTitles = (titles: readonly string[]): string[] =>
	titles.map((title, index) => {
		const before = title.trim().replace(NUMBER_WORD, '');
		if (before === title.trim() || !followsStreet(titles, index)) return title;
		const normalizedTitle = normalizeTitle(`${before} nr`);
		const role = addressRoleOf(normalizedTitle);
		const words = role ? withoutRole(normalizedTitle, role) : normalizedTitle;
		return words === 'nr' ? `${before}house number` : title;
	});

const recipientTitleOf = (title: string): string => withoutRole(normalizeTitle(title), 'recipient');

/**
 * Targets of all columns. Of a file with senders and recipients, only the recipients are imported. If a file has both the name and the
 * code of a state, only the code is imported.
 * @param program the program that exported the file, if it is known
 */
export function targetsOf(titles: readonly string[], program?: Program): (ColumnTarget | null)[] {
	const roles = titles.map((title) => addressRoleOf(normalizeTitle(title)));
	const clearTitles = withHouseNumberTitles(titles);
	const hasRecipients = titles.some((title, index) => roles[index] === 'recipient' && targetOf(title));
	const targets = titles.map((title, index) => {
		const stated = programTarget(program, title);
		if (stated !== undefined) return stated;
		if (roles[index] === 'sender' && hasRecipients) return null;
		const clearTitle = clearTitles[index] ?? title;
		return targetOf(clearTitle) ?? (roles[index] === 'recipient' ? targetOf(recipientTitleOf(clearTitle)) : null);
	});
	const hasCode = (choice: number) =>
		targets.some(
			(target, index) => target?.field === 'region' && target.choice === choice && /code/i.test(titles[index] ?? ''),
		);
	return targets.map((target, index) =>
		target?.field === 'region' && hasCode(target.choice) && !/code/i.test(titles[index] ?? '') ? null : target,
	);
}

/**
 * Finds the usage columns: their cells say whether the value of another column is for work or for home. For example,
 * "Phone 2 - Label" is the usage column of "Phone 2 - Value".
 * @returns for each column, the index of its usage column, or -1
 */
export function findUsageColumns(titles: readonly string[]): number[] {
	const isLabel = (title: string) => /- (label|type)$/i.test(title);
	const groups = titles.map((title) => /^(.+ \d+) - /.exec(title)?.[1]);
	return titles.map((title, index) =>
		groups[index] === undefined || isLabel(title)
			? -1
			: titles.findIndex((candidate, candidateIndex) => groups[candidateIndex] === groups[index] && isLabel(candidate)),
	);
}

/**
 * @param label cell of a usage column, such as "Work" or "* Mobile"
 * @returns undefined for values that are not imported, such as fax numbers
 */
export const choiceOfUsage = (field: ImportField, label: string): number | undefined =>
	IGNORED_WORDS.test(normalizeTitle(label)) ? undefined : choiceOf(field, normalizeTitle(label));

/** Number of fields that the titles name at least: in the first row of a file, and in a later one. */
const MIN_FIELDS = { first: 2, later: 3 };

/**
 * A row is a header if its cells name several address fields, and no cell holds an e-mail address or a number with several
 * digits.
 * @param isFirst whether it is the first row of the file; later rows must leave no doubt
 */
export function looksLikeHeader(row: readonly string[], isFirst: boolean): boolean {
	const filledCells = row.filter((cell) => cell.trim() !== '');
	if (filledCells.length === 0 || filledCells.some((cell) => /\S@\S/.test(cell))) return false;
	const fieldCount = new Set(filledCells.flatMap((cell) => targetOf(cell)?.field ?? [])).size;
	// A street name may look like a title, but no title contains two digits in a row.
	return fieldCount >= MIN_FIELDS[isFirst ? 'first' : 'later'] && !filledCells.some((cell) => /\d{2}/.test(cell));
}

const COMPANY_FORM =
	/(?<![\p{L}\p{N}])(gmbh|ag|kg|ohg|b\.?v\.?|n\.?v\.?|ltd|limited|llc|inc|corp|plc|sarl|sas|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|spa|s\.p\.a\.?|ab|oy|a\/s|aps|sp\. z o\.? ?o\.?|d\.?o\.?o\.?|s\.r\.o\.?|kft|ood|eood)(?![\p{L}\p{N}])/iu;
export const looksLikeCompany = (text: string): boolean => COMPANY_FORM.test(text);
const looksLikePostcode = (text: string): boolean => /^(?=.*\d)[\p{Lu}\d][\p{Lu}\d\s-]{2,9}$/u.test(text);
export const looksLikeStreet = (text: string): boolean =>
	/\p{L}{2,}/u.test(text) && /(^|\s)\d{1,5}\s?[a-z]?([\s,/-]|$)/iu.test(text);

const SALUTATION =
	/^(firma|company|herrn?|frau|mr|mrs|ms|miss|dr|dhr|mevr|heer|mevrouw|m|mme|monsieur|madame|pan|pani|sr|sra)\.?$/i;

/** Guesses the targets of a file without a header from the cells of its first 50 rows. */
export function targetsByContent(rows: readonly (readonly string[])[]): (ColumnTarget | null)[] {
	const sample = rows.slice(0, 50);
	const width = Math.max(0, ...sample.map(({ length }) => length));
	const usedFields = new Set<ImportField>();
	const isCountry = (cell: string) => countryCodeOf(cell) !== '';
	const tests: [ImportField, (cell: string) => boolean][] = [
		['email', (cell) => /^\S+@\S+\.\S+$/.test(cell)],
		['country', isCountry],
		['phone', (cell) => /^[+\d][\d\s()./-]{6,}$/.test(cell) && cell.replace(/\D/g, '').length >= 7],
		['zipcode', looksLikePostcode],
		['companyName', looksLikeCompany],
		['addressLine1', looksLikeStreet],
	];
	const cellsOf = (column: number) => sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
	// The codes of some states are those of countries, so the country is the column with the most of them.
	const countryCounts = Array.from({ length: width }, (_, column) => cellsOf(column).filter(isCountry).length);
	// Of two with the same number, the country is the last.
	const countryColumn = countryCounts.lastIndexOf(Math.max(...countryCounts));
	// A customer number looks like a postcode, but is none of the row's country.
	const isPostcodeOfRow = (row: readonly string[], column: number): boolean => {
		const countryCode = countryCodeOf((row[countryColumn] ?? '').trim());
		return hasPostcodeFormat(countryCode) && isPostcode(row[column] ?? '', countryCode);
	};
	const postcodeCounts = Array.from(
		{ length: width },
		(_, column) => sample.filter((row) => isPostcodeOfRow(row, column)).length,
	);
	const mostPostcodes = Math.max(0, ...postcodeCounts);
	const mayBePostcodes = (column: number) => mostPostcodes === 0 || postcodeCounts[column] === mostPostcodes;
	const targets = Array.from({ length: width }, (_, column): ColumnTarget | null => {
		const cells = cellsOf(column);
		const fitsMajority = (test: (cell: string) => boolean) => cells.filter(test).length * 2 > cells.length;
		const field = tests.find(
			([candidate, test]) =>
				!usedFields.has(candidate) &&
				(candidate !== 'country' || column === countryColumn) &&
				(candidate !== 'zipcode' || mayBePostcodes(column)) &&
				fitsMajority(test),
		)?.[0];
		if (!field) return null;
		usedFields.add(field);
		return { field, choice: 1 };
	});
	if (usedFields.size === 0) return targets;
	const columnOf = (field: ImportField) => targets.findIndex((target) => target?.field === field);
	const isText = (column: number) =>
		targets[column] === null && sample.some((row) => /\p{L}{2}/u.test(row[column] ?? ''));
	const textColumns = () => Array.from(targets.keys()).filter(isText);
	const set = (column: number | undefined, field: ImportField) => {
		if (column !== undefined) targets[column] = { field, choice: 1 };
	};
	const [streetColumn, zipcodeColumn] = [columnOf('addressLine1'), columnOf('zipcode')];
	const isEvery = (column: number, pattern: RegExp) => cellsOf(column).every((cell) => pattern.test(cell));
	const isCode = (column: number) => isEvery(column, /^\p{Lu}{2,3}$/u);
	if (zipcodeColumn >= 0)
		set(
			textColumns().find((column) => Math.abs(column - zipcodeColumn) <= 2 && isCode(column)),
			'region',
		);
	// The city stands beside the postcode, and the names before the street.
	const places = textColumns().filter((column) => column > streetColumn && !isCode(column));
	const distance = (column: number) => (zipcodeColumn < 0 ? column : Math.abs(column - zipcodeColumn));
	const cityColumn = places.sort((left, right) => distance(left) - distance(right))[0];
	const names = textColumns().filter(
		(column) =>
			column !== cityColumn &&
			(streetColumn < 0 || column < streetColumn) &&
			!isCode(column) &&
			!isEvery(column, SALUTATION),
	);
	if (names.length > 1) {
		set(names[0], 'name');
		set(names[1], 'contactPerson');
	} else set(names[0], 'contactPerson');
	set(cityColumn, 'city');
	for (const column of textColumns())
		if (streetColumn >= 0 && column > streetColumn && (cityColumn === undefined || column < cityColumn))
			set(column, 'addressLine2');
	return targets;
}
