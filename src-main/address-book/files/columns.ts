// What the columns of a file hold, by the titles that other programs give them, or by what stands in them. Pure.

import { currentLanguage, type Language } from '../../../src-contract/i18n';
import {
	type ColumnTarget,
	columnTargetSchema,
	IMPORT_FIELDS,
	type ImportField,
	POSTAL_FIELDS,
} from '../../../src-contract/model/address-import';
import { countryCodeOf } from '../../platform/country-names';
import { foldToWords } from '../../platform/text';

const words = (title: string): string => foldToWords(title.replace(/([a-z])([A-Z\d])/g, '$1 $2'));

/** As this program writes them in English, and wrote them before it spoke other languages. */
const ENGLISH: Record<ImportField, string> = {
	companyName: 'Company',
	contactPerson: 'Contact person',
	firstName: 'First name',
	lastName: 'Last name',
	addressLine1: 'Street and number',
	houseNumber: 'House number',
	addressLine2: 'Address line 2',
	zipcode: 'Postcode',
	city: 'City',
	region: 'State or province',
	country: 'Country',
	phone: 'Phone',
	email: 'E-mail',
	vatNumber: 'VAT or tax number',
	eoriNumber: 'EORI',
	iossNumber: 'IOSS',
	einNumber: 'EIN',
	reference: 'Reference',
	book: 'Book',
	tags: 'Tags',
	isFavourite: 'Favourite',
	kind: 'Business or residential',
	defaultParcel: 'Default parcel',
	labelPrinterId: 'Label printer',
	notes: 'Notes',
};
const FIELDS = columnTargetSchema.shape.field.options;
let own: { language: Language; titles: Map<string, ImportField> } | undefined;

/** By the titles of our own files: in the language that is spoken, and in English. */
function ownTitles(): Map<string, ImportField> {
	const language = currentLanguage();
	if (own?.language !== language)
		own = {
			language,
			titles: new Map([
				...FIELDS.map((field): [string, ImportField] => [words(IMPORT_FIELDS[field]()), field]),
				...FIELDS.map((field): [string, ImportField] => [words(ENGLISH[field]), field]),
				// Title in the exports of earlier releases.
				[words('More of the address'), 'addressLine2'],
			]),
		};
	return own.titles;
}

/** Without the parts that an entry holds within another field. */
const OWN_COLUMNS = FIELDS.length - 4;

/** What no address needs, though its title names something that one does. */
const IGNORED =
	/\b(fax|telefax|telecopie|pager|telex|url|web ?page|website|web|webseite|webpagina|homepage|pagina|birth\w*|geburtstag|anniversaire|verjaardag|anniversary|jahrestag|photo|nick ?name|spitzname|surnom|bijnaam|yomi|phonetic|assistant\w*|assistent\w*|sekretar\w*|callback|ruckruf|rappel|terugbellen|car|autotelefon|autotelefoon|voiture|isdn|tty|tdd|ttyttd|radio|funkruf|spouse|partner|conjoint|manager|vorgesetzte\w*|language|sprache|gender|geschlecht|initials|initialen|initiales|screen|display name email|identification de|organisatie id|angezeigter name|weergavenaam voor|weergegeven naam|nom complet de|title|titel|titre|position|department|abteilung|service|afdeling|job|symbol|suffix|suffixe|achtervoegsel|prefix|file as|server|type|typ|format|formatted)\b/u;
const WORK =
	/\b(work|business|dienst\w*|geschaft\w*|bureau|travail|professionnel\w*|zakelijk\w*|werk|trabajo|lavoro|ufficio|shipping|delivery|ship|lieferung|lieferadresse|office|company|main|primary|primar\w*|primair\w*|principal\w*|haupt\w*)\b/u;
const HOME =
	/\b(home|private?|privat\w*|personal|domicile|personnel\w*|prive|thuis|huis|huisadres|casa|particular|bill|billing|rechnung\w*|secondary|sekundar\w*|zweite\w*|secondaire)\b/u;
const OTHER = /\b(other|weitere\w*|andere?\w*|sonstige\w*|autre\w*|overig\w*|anders|otr[oa]|altr[oi])\b/u;
const MOBILE = /\b(mobile?|mobil\w*|handy\w*|gsm|cell|cellulare|portable|movil|mobiele?)\b/u;

const WHOSE = new RegExp(`${WORK.source}|${HOME.source}|${OTHER.source}`, 'gu');
const isOfPlace = (field: ImportField): boolean => POSTAL_FIELDS.some((one) => one === field);

/** The first that fits decides: what is more special stands before what is less. */
const TITLES: readonly [ImportField, RegExp][] = [
	['email', /\be ?mail|\bmail\b|messagerie|имеил|courriel|correo electronico|メール/u],
	[
		'phone',
		/phone|telefon|telefoon|\btel\b|telefono|電話|телефон|\bhandy|\bgsm\b|\bmobil|\bmobiel|\bcell\b|\bportable\b|\bmovil\b/u,
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
		/post ?code|postal|\bzip|\bplz\b|postleitzahl|\bcp\b|\bcap\b|postnummer|postnr|kod pocztowy|\bpsc\b|郵便番号|индекс|пощенски|поштански/u,
	],
	[
		'houseNumber',
		/hausnummer|nr domu|cislo popisne|cislo domu|haus ?nr|house (no|number|nr)|huisnummer|huisnr|numero (de|civico)/u,
	],
	['country', /country|\bland\b|\bpays\b|\bpais\b|\bpaese\b|\bkraj\b|\bzeme\b|国|държава|страна|држава|\bnation\b/u],
	[
		'city',
		/\bcity\b|\bort\b|wohnort|stadt|\bville\b|plaats|ciudad|citta|localidad|localite|miasto|\bmesto\b|\bobec\b|\btown\b|市区町村|град|место/u,
	],
	[
		'region',
		/\bstate\b|province|\bregion\b|bundesland|kanton|provincia|provincie|\bcounty\b|departement|prefecture|都道府県|wojewodztwo|област/u,
	],
	[
		'addressLine2',
		/(address|adresse?|street|strasse|\brue|straat|direccion|indirizzo|adresregel|line|住所)( line)? ?[2-4]\b|\b[2-4] straat|extended|zusatz|complement|apartment|\bsuite\b|adresregel [2-4]|toevoeging|\bpo box\b|\bp o box\b|postfach|boite postale|\bb ?p\b|postbus/u,
	],
	[
		'addressLine1',
		/street|strasse|\bstr\b|\brue\b|straat|\bcalle\b|\bvia\b|\bulica\b|address|adresse?\b|\badres\b|adresregel|anschrift|direccion|indirizzo|住所|адрес|улица/u,
	],
	[
		'firstName',
		/first name|given name|fore ?name|middle name|middelste|tussenvoegsel|vornamen?\b|prenom|voornaam|^nombre$|^nome$|^jmeno$|^imie$|^име$/u,
	],
	[
		'lastName',
		/last name|family name|surname|nachname|familienname|^nom$|achternaam|apellido|cognome|prijmeni|nazwisko|фамилия|презиме/u,
	],
	[
		'contactPerson',
		/display name|full name|contact|ansprechpartner|anzeigename|^name$|^naam$|nom complet|nom a afficher|nom d affichage|weergavenaam|氏名|лице|\bkontakt|attention|\battn\b|osoba/u,
	],
	[
		'companyName',
		/company|organi[sz]ation\b|organisatie|\bfirma\b|\bfirm\b|unternehmen|societe|entreprise|bedrijf|empresa|azienda|societa|会社|фирма/u,
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
const NAMES_COMPANY = /company or name|name or company/;

function choiceOf(field: ImportField, title: string): number {
	const numbered = /(\d)/.exec(title)?.[1];
	if (field === 'phone') {
		if (numbered && /phone \d value|phone \d$/.test(title) && !WORK.test(title)) return Math.min(4, Number(numbered));
		if (MOBILE.test(title)) return 2;
		if (HOME.test(title)) return 3;
		return OTHER.test(title) || numbered ? 4 : 1;
	}
	if (field === 'email' || field === 'companyName') {
		if (numbered) return Math.min(4, Number(numbered));
		return HOME.test(title) ? 2 : OTHER.test(title) ? 3 : 1;
	}
	if (!isOfPlace(field) || /province other/.test(title)) return 1;
	if (HOME.test(title)) return 2;
	return OTHER.test(title) ? 3 : 1;
}

/** @returns null for a title that names nothing an address holds */
export function targetOf(title: string): ColumnTarget | null {
	const plain = words(title).replace(/^default address /, '');
	const ours = ownTitles().get(plain);
	if (ours) return { field: ours, choice: 1 };
	// Such as "Address 2 - Street" and "E-mail 1 - Value".
	const part = /^(address|e ?mail|phone|organi[sz]ation) (\d) (.+)$/u.exec(plain);
	if (part) {
		const [, whole = '', number, what = ''] = part;
		if (IGNORED.test(what) || what === 'label') return null;
		const field = TITLES.find(([, pattern]) => pattern.test(what === 'value' || what === 'name' ? whole : what))?.[0];
		return field ? { field, choice: Math.min(4, Number(number)) } : null;
	}
	if (IGNORED.test(plain) && plain !== 'title') return null;
	if (NAMES_COMPANY.test(plain)) return { field: 'companyName', choice: 1 };
	// Whose address it is may stand between the words that name the part.
	const bare = plain.replace(WHOSE, '').replace(/ +/g, ' ').trim();
	const field = TITLES.find(([one, pattern]) => pattern.test(plain) || (isOfPlace(one) && pattern.test(bare)))?.[0];
	return field ? { field, choice: choiceOf(field, plain) } : null;
}

/** Every title is one of ours: what stands under it is as this program writes it. */
export const isOwnFile = (titles: readonly string[]): boolean =>
	titles.length === OWN_COLUMNS && titles.every((title) => ownTitles().has(words(title)));

/** Of a state's name and its code, the code is what addresses show. */
export function targetsOf(titles: readonly string[]): (ColumnTarget | null)[] {
	const targets = titles.map(targetOf);
	const hasCode = (choice: number) =>
		targets.some(
			(target, at) => target?.field === 'region' && target.choice === choice && /code/i.test(titles[at] ?? ''),
		);
	return targets.map((target, at) =>
		target?.field === 'region' && hasCode(target.choice) && !/code/i.test(titles[at] ?? '') ? null : target,
	);
}

/** Columns such as "Phone 2 - Label" say, row by row, whose the columns beside them are. @returns that column for each, or -1 */
export function labelColumns(titles: readonly string[]): number[] {
	const groups = titles.map((title) => /^(.+ \d+) - /.exec(title)?.[1]);
	return titles.map((title, at) =>
		groups[at] === undefined || /- (label|type)$/i.test(title)
			? -1
			: titles.findIndex((one, other) => groups[other] === groups[at] && /- (label|type)$/i.test(one)),
	);
}

/** @param label such as "Work" or "* Mobile" @returns undefined for what no address needs, such as a fax */
export const choiceOfLabel = (field: ImportField, label: string): number | undefined =>
	IGNORED.test(words(label)) ? undefined : choiceOf(field, words(label));

/** The first row names the columns when at least two of its titles, and most that are filled, say something. */
export function looksLikeHeader(row: readonly string[]): boolean {
	const filled = row.filter((cell) => cell.trim() !== '');
	if (filled.length === 0 || filled.some((cell) => /\S@\S/.test(cell))) return false;
	const known = new Set(filled.flatMap((cell) => targetOf(cell)?.field ?? [])).size;
	// A street's name may sound like a title; a title holds no number of two figures.
	return known >= 2 && filled.filter((cell) => /\d{2}/.test(cell)).length === 0;
}

const COMPANY_FORM =
	/\b(gmbh|ag|kg|ohg|b\.?v\.?|n\.?v\.?|ltd|limited|llc|inc|corp|plc|sarl|sas|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|spa|s\.p\.a\.?|ab|oy|a\/s|aps|sp\. z o\.? ?o\.?|d\.?o\.?o\.?|s\.r\.o\.?|kft|ood|eood)(?![\p{L}\p{N}])/iu;
export const namesCompany = (text: string): boolean => COMPANY_FORM.test(text);
export const looksLikeStreet = (text: string): boolean =>
	/\p{L}{2,}/u.test(text) && /(^|\s)\d{1,5}\s?[a-z]?([\s,/-]|$)/iu.test(text);

/** What stands in the columns of a file without titles. */
export function targetsByContent(rows: readonly (readonly string[])[]): (ColumnTarget | null)[] {
	const looked = rows.slice(0, 50);
	const width = Math.max(0, ...looked.map(({ length }) => length));
	const taken = new Set<ImportField>();
	const tests: [ImportField, (cell: string) => boolean][] = [
		['email', (cell) => /^\S+@\S+\.\S+$/.test(cell)],
		['country', (cell) => countryCodeOf(cell) !== ''],
		['phone', (cell) => /^[+\d][\d\s()./-]{6,}$/.test(cell) && cell.replace(/\D/g, '').length >= 7],
		['zipcode', (cell) => /^(?=.*\d)[\p{Lu}\d][\p{Lu}\d\s-]{2,9}$/u.test(cell)],
		['companyName', namesCompany],
		['addressLine1', looksLikeStreet],
	];
	const targets = Array.from({ length: width }, (_, column): ColumnTarget | null => {
		const cells = looked.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');
		const most = (test: (cell: string) => boolean) => cells.filter(test).length * 2 > cells.length;
		const field = tests.find(([one, test]) => !taken.has(one) && most(test))?.[0];
		if (!field) return null;
		taken.add(field);
		return { field, choice: 1 };
	});
	if (taken.size === 0) return targets;
	// What is left are names: of a person before that of a place, as most files have them.
	for (const field of ['contactPerson', 'city'] as const) {
		const column = targets.findIndex(
			(target, at) => target === null && looked.some((row) => /\p{L}{2}/u.test(row[at] ?? '')),
		);
		if (column >= 0) targets[column] = { field, choice: 1 };
	}
	return targets;
}
