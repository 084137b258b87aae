// Finds the country code of a country name or code. Names are recognised in the languages in which address books are written.
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { onFirstUse } from '../../src-contract/lib/on-first-use';
import { foldToWords } from './text';

/** Languages whose country names are recognised; the names are those of the runtime's Unicode CLDR data. */
const LANGUAGES =
	'en de fr nl es it pt pl cs sk da sv nb fi hu ro el bg hr sl et lv lt uk ru sr tr ja zh zh-Hant ko ar he'.split(' ');
/** Common names that CLDR does not contain. */
const COMMON_NAMES: Record<string, string> = {
	uk: 'GB',
	england: 'GB',
	scotland: 'GB',
	wales: 'GB',
	'great britain': 'GB',
	grossbritannien: 'GB',
	'northern ireland': 'GB',
	holland: 'NL',
	'the netherlands': 'NL',
	usa: 'US',
	'u s a': 'US',
	'united states of america': 'US',
	america: 'US',
	'vereinigte staaten von amerika': 'US',
	'etats unis d amerique': 'US',
	'estados unidos de america': 'US',
	'stati uniti d america': 'US',
	'verenigde staten van amerika': 'US',
	'bundesrepublik deutschland': 'DE',
	'russian federation': 'RU',
	'republic of korea': 'KR',
	'people s republic of china': 'CN',
	el: 'GR',
	'czech republic': 'CZ',
	'republic of ireland': 'IE',
	eire: 'IE',
	macedonia: 'MK',
	turkey: 'TR',
	korea: 'KR',
	'hong kong': 'HK',
	brd: 'DE',
	prc: 'CN',
	'p r china': 'CN',
	'pr china': 'CN',
	'mainland china': 'CN',
	'channel islands guernsey': 'GG',
	'channel islands jersey': 'JE',
	'south korea': 'KR',
	'north korea': 'KP',
	'korea republic of': 'KR',
	'korea democratic people s republic of': 'KP',
	'democratic people s republic of korea': 'KP',
	'canary islands': 'ES',
	'kanarische inseln': 'ES',
	'islas canarias': 'ES',
	'canarische eilanden': 'ES',
	'iles canaries': 'ES',
	'wyspy kanaryjskie': 'ES',
	'ceuta y melilla': 'ES',
	uae: 'AE',
	vae: 'AE',
	'kingdom of saudi arabia': 'SA',
	ksa: 'SA',
	'furstentum liechtenstein': 'LI',
	'principality of liechtenstein': 'LI',
	'republic of singapore': 'SG',
	'republic of india': 'IN',
	'republic of turkey': 'TR',
	'state of israel': 'IL',
	'state of qatar': 'QA',
	'state of kuwait': 'KW',
	'federal republic of germany': 'DE',
	'جمهورية مصر العربية': 'EG',
	'arab republic of egypt': 'EG',
	'المملكة العربية السعودية': 'SA',
	'دولة الامارات العربية المتحدة': 'AE',
	'المملكة المغربية': 'MA',
	ราชอาณาจักรไทย: 'TH',
	中华人民共和国: 'CN',
	대한민국: 'KR',
	'republic of austria': 'AT',
	'republik osterreich': 'AT',
	'schweizerische eidgenossenschaft': 'CH',
	schottland: 'GB',
	'slovenska republika': 'SK',
	'ceska republika': 'CZ',
	'republica dominicana': 'DO',
	'republic of the philippines': 'PH',
	'republic of south africa': 'ZA',
	rsa: 'ZA',
	'kingdom of bahrain': 'BH',
	'sultanate of oman': 'OM',
	'hashemite kingdom of jordan': 'JO',
	'grand duchy of luxembourg': 'LU',
	'grossherzogtum luxemburg': 'LU',
	'grand duche de luxembourg': 'LU',
	'groothertogdom luxemburg': 'LU',
	'koninkrijk der nederlanden': 'NL',
	'rzeczpospolita polska': 'PL',
	'republik singapur': 'SG',
	'republique francaise': 'FR',
	'repubblica italiana': 'IT',
	'reino unido': 'GB',
	'volksrepublik china': 'CN',
	'republik korea': 'KR',
	'rep of korea': 'KR',
	'r o c': 'TW',
	'taiwan roc': 'TW',
	emirates: 'AE',
	'viet nam': 'VN',
	'ivory coast': 'CI',
	'hong kong sar': 'HK',
	'hong kong s a r': 'HK',
	macau: 'MO',
	macao: 'MO',
	'the democratic republic of the congo': 'CD',
	'democratic republic of the congo': 'CD',
	'dr congo': 'CD',
	'republic of the congo': 'CG',
	'cape verde': 'CV',
	burma: 'MM',
	swaziland: 'SZ',
	'syrian arab republic': 'SY',
	'lao people s democratic republic': 'LA',
	'islamic republic of iran': 'IR',
	'province of china taiwan': 'TW',
	'taiwan r o c': 'TW',
	'united republic of tanzania': 'TZ',
	'plurinational state of bolivia': 'BO',
	'bolivarian republic of venezuela': 'VE',
	'republic of moldova': 'MD',
	'brunei darussalam': 'BN',
	'holy see': 'VA',
	'state of palestine': 'PS',
	'federated states of micronesia': 'FM',
	'the gambia': 'GM',
	'the bahamas': 'BS',
	'u k': 'GB',
	schweiz: 'CH',
	'confoederatio helvetica': 'CH',
	oesterreich: 'AT',
	daenemark: 'DK',
	tuerkei: 'TR',
	rumaenien: 'RO',
};

/** Alpha-2 codes by folded country name, alpha-2 code or alpha-3 code; undefined until first used. */
let codesByName: Map<string, string> | undefined;

/**
 * True for current ISO 3166-1 codes, and for codes that CLDR adds, such as XK (Kosovo). For a withdrawn code, canonicalisation of the
 * locale returns the code of the successor.
 * @param name English name of the code's region; undefined if it has none
 */
const isCurrentCountryCode = (code: string, name: string | undefined): boolean =>
	name !== undefined &&
	name !== code &&
	!['EU', 'EZ', 'UN', 'QO', 'ZZ', 'XA', 'XB'].includes(code) &&
	Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

function loadCodesByName(): Map<string, string> {
	if (codesByName) return codesByName;
	codesByName = new Map();
	const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
	const letterPairs = letters.flatMap((first) => letters.map((second) => first + second));
	const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	const countryCodes = letterPairs.filter((code) => isCurrentCountryCode(code, englishNames.of(code)));
	for (const code of countryCodes) codesByName.set(code.toLowerCase(), code);
	for (const language of LANGUAGES) {
		const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
		for (const code of countryCodes) {
			const name = foldToWords(names.of(code) ?? '');
			if (name !== '' && !codesByName.has(name)) codesByName.set(name, code);
		}
	}
	for (const [name, code] of Object.entries(COMMON_NAMES)) codesByName.set(name, code);
	for (const [alpha3, alpha2] of Object.entries(ALPHA_3_CODES)) codesByName.set(alpha3, alpha2);
	return codesByName;
}

/** ISO 3166-1 alpha-2 codes by alpha-3 code, for common countries. */
const ALPHA_3_CODES: Record<string, string> = Object.fromEntries(
	'aut AT,bel BE,bgr BG,che CH,cyp CY,cze CZ,deu DE,ger DE,dnk DK,esp ES,est EE,fin FI,fra FR,gbr GB,grc GR,hrv HR,hun HU,irl IE,isl IS,ita IT,ltu LT,lux LU,lva LV,mlt MT,nld NL,nor NO,pol PL,prt PT,rou RO,srb RS,svk SK,svn SI,swe SE,tur TR,ukr UA,can CA,mex MX,bra BR,aus AU,nzl NZ,jpn JP,chn CN,kor KR,ind IN,zaf ZA,isr IL,are AE,sau SA,sgp SG,hkg HK,mys MY,tha TH,vnm VN,phl PH,idn ID,arg AR,chl CL,col CO'
		.split(',')
		.map((pair) => [pair.slice(0, 3), pair.slice(4)]),
);

/** International vehicle registration codes, which some ERP systems and writers of addresses use as country codes. */
const VEHICLE_REGISTRATION_CODES: Record<string, string> = {
	A: 'AT',
	B: 'BE',
	D: 'DE',
	E: 'ES',
	F: 'FR',
	I: 'IT',
	L: 'LU',
	N: 'NO',
	P: 'PT',
	S: 'SE',
	H: 'HU',
	FL: 'LI',
	SLO: 'SI',
	SRB: 'RS',
};

/** What lists of countries write after a comma. Elsewhere a comma separates a country from another place: "Georgia, USA". */
const NAME_ADDITION =
	/\b(republic|province|islamic|democratic|federated|states? of|kingdom|people|channel islands|plurinational|bolivarian|special administrative)\b/i;

/** The first words of an official name. */
const FORM_OF_STATE =
	/^(?:the )?(?:(?:republic|kingdom|república|republica|reino|république|royaume|repubblica|regno|republik|königreich|republika|республика|rzeczpospolita|republiek|koninkrijk) (?:of the |of |de la |del |de |du |di |van )?|république d['’])/iu;

/** "Argentina" of "República Argentina". Empty where two states share the rest of the name, and for codes. */
function withoutFormOfState(text: string): string {
	const name = text.replace(FORM_OF_STATE, '');
	return name.length <= 2 || /chin|cina|congo|kongo|korea|corea|corée/i.test(name) ? '' : name;
}

const codeOfName = (name: string): string => loadCodesByName().get(foldToWords(name)) ?? '';

/**
 * Finds a country by its name or code: "Deutschland", "GBR", "U.K.", "D", "United Kingdom (UK)", "DE - Germany", "Korea, Republic of"
 * and "Made in China".
 * @param postcode decides between the Channel Islands, if given
 * @returns the ISO 3166-1 alpha-2 code; empty when the text names no country
 */
export function countryCodeOf(text: string, postcode = ''): string {
	// Files repeat few countries.
	let code = codesByText.get(text);
	if (code === undefined) {
		code = findCountryCode(text);
		codesByText.set(text, code);
	}
	if (code === '' && postcode !== '' && foldToWords(text) === 'channel islands')
		return /^JE\d/i.test(postcode) ? 'JE' : /^GY\d/i.test(postcode) ? 'GG' : '';
	return code;
}
/** Numeric codes of ISO 3166-1, as DPD's files have them, each before its letters. Source: package iso-3166 4.4.0, November 2026. */
const NUMERIC_CODES =
	'004AF 008AL 010AQ 012DZ 016AS 020AD 024AO 028AG 031AZ 032AR 036AU 040AT 044BS 048BH 050BD 051AM 052BB 056BE 060BM 064BT 068BO 070BA 072BW 074BV 076BR 084BZ 086IO 090SB 092VG 096BN 100BG 104MM 108BI 112BY 116KH 120CM 124CA 132CV 136KY 140CF 144LK 148TD 152CL 156CN 158TW 162CX 166CC 170CO 174KM 175YT 178CG 180CD 184CK 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 212DM 214DO 218EC 222SV 226GQ 231ET 232ER 233EE 234FO 238FK 239GS 242FJ 246FI 248AX 250FR 254GF 258PF 260TF 262DJ 266GA 268GE 270GM 275PS 276DE 288GH 292GI 296KI 300GR 304GL 308GD 312GP 316GU 320GT 324GN 328GY 332HT 334HM 336VA 340HN 344HK 348HU 352IS 356IN 360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM 392JP 398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS 428LV 430LR 434LY 438LI 440LT 442LU 446MO 450MG 454MW 458MY 462MV 466ML 470MT 474MQ 478MR 480MU 484MX 492MC 496MN 498MD 499ME 500MS 504MA 508MZ 512OM 516NA 520NR 524NP 528NL 531CW 533AW 534SX 535BQ 540NC 548VU 554NZ 558NI 562NE 566NG 570NU 574NF 578NO 580MP 581UM 583FM 584MH 585PW 586PK 591PA 598PG 600PY 604PE 608PH 612PN 616PL 620PT 624GW 626TL 630PR 634QA 638RE 642RO 643RU 646RW 652BL 654SH 659KN 660AI 662LC 663MF 666PM 670VC 674SM 678ST 682SA 686SN 688RS 690SC 694SL 702SG 703SK 704VN 705SI 706SO 710ZA 716ZW 724ES 728SS 729SD 732EH 740SR 744SJ 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 772TK 776TO 780TT 784AE 788TN 792TR 795TM 796TC 798TV 800UG 804UA 807MK 818EG 826GB 831GG 832JE 833IM 834TZ 840US 850VI 854BF 858UY 860UZ 862VE 876WF 882WS 887YE 894ZM';
const codeOfNumber = onFirstUse(
	() => new Map(NUMERIC_CODES.split(' ').map((entry) => [Number(entry.slice(0, 3)), entry.slice(3)])),
);
const MAX_CACHED_TEXTS = 2000;
const codesByText = createBoundedMap<string, string>(MAX_CACHED_TEXTS);

function findCountryCode(text: string): string {
	const trimmed = text.trim().replace(/^(made|product|produce|manufactured|hergestellt) (in|of)\s+/i, '');
	if (trimmed === '') return '';
	if (/^\d{1,3}$/.test(trimmed)) return codeOfNumber().get(Number(trimmed)) ?? '';
	const [, beforeParentheses = '', inParentheses = ''] = /^(.*?)\s*\(([^)]*)\)\s*$/.exec(trimmed) ?? [];
	const [, code = '', name = ''] = /^([A-Z]{2})\s*[-:,]\s*(.+)$/i.exec(trimmed) ?? [];
	// Lists of countries put the first words of a name last: "Taiwan, Province of China", "Moldova, Republic of".
	const [, main = '', rest = ''] = /^([^,]+),\s*([^,]+)$/.exec(trimmed) ?? [];
	const withoutDots = /^(\p{L}\.\s?){2,}\p{L}?$/u.test(trimmed) ? trimmed.replace(/[.\s]/g, '') : '';
	const candidates = [
		trimmed,
		withoutDots,
		beforeParentheses,
		inParentheses,
		// "AT-Wien" is no country, but "AT - Austria" is one.
		codeOfName(name) === code.toUpperCase() ? code : '',
		main && `${rest} ${main}`,
		NAME_ADDITION.test(rest) ? main : '',
		// "República Argentina"; the Republic of China is not China.
		withoutFormOfState(trimmed),
	];
	for (const candidate of candidates) {
		const countryCode = candidate === '' ? '' : codeOfName(candidate);
		if (countryCode) return countryCode;
	}
	return VEHICLE_REGISTRATION_CODES[trimmed.toUpperCase()] ?? '';
}
