// Finds the country code of a country name or code. Names are recognised in the languages in which address books are written.
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

/** @param name country name, or alpha-2 or alpha-3 code @returns alpha-2 code; empty when the name is unknown */
export const countryCodeOf = (name: string): string => loadCodesByName().get(foldToWords(name)) ?? '';
