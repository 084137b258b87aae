// Words at the start of the lines of a pasted address that name the field of the line, in the languages of address books. Pure.
import type { Address } from '../../src-contract/model/address';

/** Fields of an address, parts of them, a line with postcode and city, and lines that are not used. */
type LabelledField =
	| Exclude<keyof Address, 'eoriNumber' | 'iossNumber' | 'einNumber'>
	| 'firstName'
	| 'lastName'
	| 'houseNumber'
	| 'careOf'
	| 'place'
	| 'country'
	| 'ignored';

/** Words of the labels, in lower case without accents. */
const WORDS: readonly (readonly [LabelledField, string])[] = [
	['firstName', 'voornaam|vorname|first name|prenom|nombre de pila|imie|jmeno|fornavn|fornamn|etunimi|keresztnev'],
	[
		'lastName',
		'achternaam|nachname|last name|surname|family name|apellidos?|cognome|nazwisko|prijmeni|etternavn|efternamn|efternavn|sukunimi|vezeteknev',
	],
	[
		'contactPerson',
		'inh|kapcsolattarto|contacto|persona de contacto|inhaber|inhaberin|owner|name|full name|nume|nom|naam|nombre|nome|imie i nazwisko|jmeno a prijmeni|navn|namn|nimi|nev|attn|attention|att|attn to|for the attention of|fao|z ?hd|z ?h|zu handen|ansprechpartner|contact|contact person|contact name|kontakt|recipient|empfanger|ontvanger|destinataire|destinatari[oa]|odbiorca|prijemce|t ?a ?v|tav|a l attention de|a l att de|a l att|att de|at de|aux soins de|c ?a|alla c ?a|a c|a a|att n|na rece|do rak|in atentia|για|onoma|ονομα|υποψη|υπ οψιν|мол|а/к|контакт|отримувач|получатель|kind attn|at n|atn|at te|a la atencion de|a/c|a/s|v/|u p|up|k rukam|attenzione|担当者?|ご担当|收件人|收货人|联系人|聯絡人|담당자|받는 ?사람|수취인|nguoi nhan|penerima|alıcı|alici|yetkili|primatelj|prejemnik|saaja|mottaker|modtager|mottagare|cimzett|to the attention of|fao|ship to name',
	],
	[
		'companyName',
		'company|company name|firma|firm|societe|bedrijf|bedrijfsnaam|organi[sz]ation|empresa|azienda|foretag|yritys|cegnev|cliente',
	],
	['careOf', 'presso|c o'],
	[
		'addressLine1',
		'address|street|street address|address line 1|address 1|adresse|strasse|anschrift|adres|adresa|direccion|indirizzo|ulica|straat|rue|morada|endereco|adress|osoite|cim|διευθυνση',
	],
	['addressLine2', 'address line 2|address 2|adresszusatz|complement|complement d adresse|complemento|unit|apt'],
	['houseNumber', 'huisnummer|hausnummer|hausnr|house number|house no|nr|numero|toevoeging'],
	[
		'place',
		'住所|地址|주소|plz ort|plz stadt|city zip|postcode plaats|postcode city|postcode en plaats|code postal ville|psc mesto|zip city',
	],
	[
		'zipcode',
		'postcode|post code|postal code|zip|zip code|plz|postleitzahl|cod postal|code postal|cp|cep|codigo postal|kod pocztowy|psc|postnummer|postinumero|iranyitoszam|cap|eircode|τκ|邮编|郵編|邮政编码|郵便番号|우편번호|пощенски код|индекс|pin|pin code|pincode',
	],
	[
		'city',
		'poblacion|city|town|suburb|ort|stadt|wohnort|plaats|woonplaats|ville|localitate|localidad|localidade|ciudad|cidade|citta|miasto|mesto|by|varos|πολη|poststed|postort',
	],
	['region', 'state|province|region|county|judet|provincia|estado|bundesland|prov'],
	['countryCode', 'country code'],
	['country', 'country|land|tara|pays|pais|paese|kraj|zeme|orszag|maa|χωρα'],
	[
		'phone',
		'fon|telefonnummer|nummer|telephone|telefon|telefoon|telefono|telefone|phone|phone no|phone number|tel|tel no|tel kom|telem|tfn|tfno|tlfno|fone|mobile|mobile no|mobil|mobiel|mobilnr|mob|handy|gsm|cell|t|m|ph|p|hp|tlf|puh|office|τηλ|κιν|τηλεφωνο|call before delivery|電話|电话|手机|手機|전화|연락처|휴대폰|携帯|携帯電話|โทร|tel ephone|portable|cel|celular|movil|fono|telf|telef|telefoonnummer|telefone|tel mobil|rufnummer|tf|fon|kom|talr|cep|cep tel|gsm no|тел|телефон|моб|мобильный|мобилен|whatsapp|wa|hp/wa|h/p|hp|no hp|telp|đt|dt|sdt|dien thoai|s|simi|sími|puhelin|matkapuhelin|nr tel|tel nr|direct|dw|durchwahl|tel mob|mobile phone|cell phone|טלפון|نقال|هاتف|جوال|contact no|contact number|office phone|landline',
	],
	['email', 'e ?mail|email address|mail|e|correo|correo electronico|courriel|sahkoposti|epost|e ?post|メール'],
	[
		'vatNumber',
		'momsreg nr|momsreg|steuernr|vat|vat no|vat nr|vat number|vat id|vat reg no|ust|ust ?id|ust ?id ?nr|ust ?idnr|uid|uid nr|mwst|mwst nr|btw|btw nr|btw nummer|tva|n tva|no tva|n de tva|tva intracom|tva intracommunautaire|iva|p ?iva|partita iva|nif|cif|nip|dic|moms|momsnr|cvr|cvr nr|org nr|orgnr|y tunnus|alv|adoszam|αφμ|trn|abn|gst|gst no|gstin|vat reg|gst reg no|business no|vies|cui|cif|tax id|tax no|steuernummer|cnpj|rut|ruc|nit|rfc|cuit|npwp|mst|tin|tin no|ntn|pan|kmkr|kmkr nr|pvn|pvn nr|pvm kodas|ic dph|pib|пиб|oib|id za ddv|ddv|vergi no|vergi numarasi|vkn|ice|еик|統一編號|统一社会信用代码|사업자등록번호|事業者番号|vsk|vsk nr|vat registration no|n siret tva|cvr no|mva|org nr mva|n intracom|tax registration number|עמ|עוסק מורשה|gst/hst',
	],
	[
		'ignored',
		'po number|fn|eori|eori no|n eori|uen|crn|едрпоу|егн|jmbg|mb|regon|krs|cel|company no|company reg no|reg no|registration no|reg|matr|matricula|rif empresa|ein|ioss|fax|telefax|www|http|https|ico|cpf|kvk|kvk nr|siret|siren|hrb|hra|iban|bic|web|website|order|order no|order number|customer no|kundennr|code porte|note|notes|remarks|hinweis|bemerkung|opmerking|ref|reference',
	],
];
const LABELS = WORDS.map(([field, words]) => [field, new RegExp(`^(?:${words})$`, 'u')] as const);
/** Labels that need no separator: after them comes a value that starts with a digit, a sign or a capital. */
const WITHOUT_SEPARATOR: readonly LabelledField[] = [
	'phone',
	'vatNumber',
	'contactPerson',
	'careOf',
	'zipcode',
	'ignored',
];
/** Short labels that are also initials or words: "T 123" is a phone number, "T Smith" is a person. */
const NEEDS_DIGITS: readonly LabelledField[] = ['phone', 'vatNumber', 'zipcode'];
const AMBIGUOUS_WITHOUT_SEPARATOR =
	/^(name|nom|naam|nome|nombre|contact|kontakt|recipient|p|e|by|order|note|notes|web|ref|reference|office|ust|a a|c o)$/u;

const foldLabel = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		// Hangul has no marks, and is written composed.
		.normalize('NFC')
		.toLowerCase()
		.replace(/ß/g, 'ss')
		.replace(/[ıì]/g, 'i')
		.replace(/[^\p{L}\p{N}/]+/gu, ' ')
		.trim();

const fieldOf = (label: string): LabelledField | undefined => {
	const folded = foldLabel(label);
	const spellings = [folded, folded.replaceAll('/', ' ').trim(), folded.split('/').at(-1)?.trim() ?? ''];
	return LABELS.find(([, pattern]) => spellings.some((spelling) => pattern.test(spelling)))?.[0];
};

/** "Cep" is a mobile phone in Turkish and a postcode in Portuguese; a "Postnummer" may be that of a parcel locker's customer. */
function withPhoneAsPhone(label: { field: LabelledField; value: string }, word: string) {
	const digits = label.value.replace(/\D/g, '').length;
	const maxDigits = /^postnummer$/i.test(word.trim()) ? MAX_NORDIC_POSTCODE_DIGITS : MAX_POSTCODE_DIGITS;
	if (label.field !== 'zipcode' || digits <= maxDigits) return label;
	return /^[+(]?0|^\+/.test(label.value) ? { ...label, field: 'phone' as const } : undefined;
}
const MAX_POSTCODE_DIGITS = 8;
const MAX_NORDIC_POSTCODE_DIGITS = 5;

/** @returns the field that the start of the line names, and the rest of the line; undefined when it names none */
export function labelOf(line: string): { field: LabelledField; value: string } | undefined {
	const [, label = '', value = ''] = /^([^:：]{1,30}?)\s*[:：]\s*(.*)$/u.exec(line) ?? [];
	const separated = label === '' ? undefined : fieldOf(label);
	if (separated) return withPhoneAsPhone({ field: separated, value }, label);
	// "Tel. +49 30 1", "NIP 123-456-78-90", "z. Hd. Frau Muster", "À l'attention de M. Exemple", "c.a. Mario Esempio".
	for (let end = line.length; end > 0; end = line.lastIndexOf(' ', end - 1)) {
		const words = line.slice(0, end);
		if (words.length > 28) continue;
		const field = fieldOf(words);
		const rest = line.slice(end).trim();
		if (!field || !WITHOUT_SEPARATOR.includes(field) || rest === '') continue;
		if (AMBIGUOUS_WITHOUT_SEPARATOR.test(foldLabel(words))) return undefined;
		if (NEEDS_DIGITS.includes(field) && !/\d.*\d.*\d/.test(rest)) return undefined;
		if (NEEDS_DIGITS.includes(field) && (field === 'vatNumber' ? /^\p{L}{5}/u : /^\p{L}/u).test(rest)) return undefined;
		return withPhoneAsPhone({ field, value: rest }, words);
	}
	return undefined;
}
