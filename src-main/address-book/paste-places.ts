// Places that decide how the lines of a pasted address are read: cities of countries without postcodes, counties, and addresses in
// Japanese script. Pure. Source: general knowledge of the postal systems; high confidence for the emirates, counties and prefectures.

const words = (text: string): ReadonlySet<string> => new Set(text.split(',').map((name) => name.trim()));

/** Cities that stand for the city of an address in a country whose addresses have no postcode, in lower case. */
const CITIES_WITHOUT_POSTCODE: Readonly<Record<string, ReadonlySet<string>>> = {
	AE: words(
		'دبي,أبوظبي,أبو ظبي,الشارقة,عجمان,رأس الخيمة,الفجيرة,العين,dubai,abu dhabi,sharjah,ajman,ras al khaimah,ras al-khaimah,fujairah,umm al quwain,umm al-quwain,al ain',
	),
	HK: words('hong kong,kowloon,new territories,n.t.,nt,hong kong island,hk'),
	MO: words('macau,macao'),
	QA: words('الدوحة,الريان,doha,al rayyan,al wakrah,lusail'),
};
export const hasPostcodes = (countryCode: string): boolean => CITIES_WITHOUT_POSTCODE[countryCode] === undefined;
/** The country without postcodes that has a city with this name; undefined when none has. */
export const countryOfCityWithoutPostcode = (text: string): string | undefined =>
	Object.keys(CITIES_WITHOUT_POSTCODE).find((code) => text.length > 2 && isCityOf(text, code));
export const isCityOf = (text: string, countryCode: string): boolean =>
	CITIES_WITHOUT_POSTCODE[countryCode]?.has(text.trim().toLowerCase()) ?? false;

const BRITISH_COUNTIES = words(
	'avon,bedfordshire,berkshire,buckinghamshire,cambridgeshire,cheshire,cleveland,cornwall,cumbria,derbyshire,devon,dorset,durham,co durham,county durham,east sussex,east yorkshire,essex,gloucestershire,greater london,greater manchester,hampshire,herefordshire,hertfordshire,kent,lancashire,leicestershire,lincolnshire,merseyside,middlesex,norfolk,northamptonshire,northumberland,north yorkshire,nottinghamshire,oxfordshire,rutland,shropshire,somerset,south yorkshire,staffordshire,suffolk,surrey,tyne and wear,warwickshire,west midlands,west sussex,west yorkshire,wiltshire,worcestershire,aberdeenshire,angus,argyll,ayrshire,banffshire,berwickshire,caithness,clackmannanshire,dumfriesshire,fife,inverness-shire,bucks,herts,beds,berks,cambs,glos,hants,lancs,leics,lincs,northants,notts,oxon,staffs,wilts,worcs,middx,northumbs,north yorks,west yorks,south yorks,east yorks,salop,isle of wight,bristol,scottish borders,highland,kinross-shire,lanarkshire,midlothian,moray,perthshire,renfrewshire,ross-shire,roxburghshire,selkirkshire,stirlingshire,sutherland,west lothian,east lothian,anglesey,blaenau gwent,carmarthenshire,ceredigion,clwyd,conwy,denbighshire,dyfed,flintshire,gwent,gwynedd,mid glamorgan,monmouthshire,pembrokeshire,powys,south glamorgan,west glamorgan,antrim,armagh,down,fermanagh,londonderry,tyrone,county antrim,county down,co antrim,co down,co. antrim,co. down',
);
const IRISH_COUNTIES = words(
	'carlow,cavan,clare,cork,donegal,dublin,galway,kerry,kildare,kilkenny,laois,leitrim,limerick,longford,louth,mayo,meath,monaghan,offaly,roscommon,sligo,tipperary,waterford,westmeath,wexford,wicklow',
);

/** Whether a line is a county, which stands between the town and the postcode. A town may have the name of its county. */
export function isCounty(line: string, countryCode: string): boolean {
	const name = line.trim().toLowerCase();
	if (countryCode === 'GB') return BRITISH_COUNTIES.has(name);
	return (
		countryCode === 'IE' &&
		/^(co\.?|county)\s+/.test(name) &&
		IRISH_COUNTIES.has(name.replace(/^(co\.?|county)\s+/, ''))
	);
}

export const EIRCODE = /\b([A-Z]\d[\dW])\s?(?=[A-Z\d]*\d)([A-Z\d]{4})\b/i;

export const isJapanese = (text: string): boolean =>
	/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ||
	/〒\d{3}-?\d{4}\s*\p{Script=Han}/u.test(text) ||
	// "四川省成都市武侯区" is in China.
	(/[都道府県][\p{Script=Han}]{1,5}[市区町村郡]/u.test(text) && !/\p{Script=Han}省/u.test(text));

/**
 * Lines of countries whose own script writes the postcode first, then the region, the city and the street, mostly without spaces. The
 * groups are the postcode, the region and the city; the street follows them.
 */
const EAST_ASIAN_LINES: Readonly<Record<string, RegExp>> = {
	JP: /^(?:〒?\s*(?<zipcode>\d{3}-?\d{4}))?\s*(?:日本)?(?<region>東京都|北海道|大阪府|京都府|\p{Script=Han}{2,3}県)?(?<city>\p{Script=Han}{1,4}市(?:[\p{Script=Han}\p{Script=Hiragana}]{1,4}区)?|[\p{Script=Han}\p{Script=Hiragana}]{1,4}区|\p{Script=Han}{1,4}郡\p{Script=Han}{1,4}[町村])?/u,
	KR: /^\(?(?<zipcode>\d{5})?\)?\s*(?:대한민국\s*)?(?<region>\p{Script=Hangul}{1,5}도(?=\s))?\s*(?<city>\p{Script=Hangul}{1,5}(?:특별자치시|특별시|광역시|시|군)(?=\s)|(?:서울|부산|대구|인천|광주|대전|울산|세종)(?=\s))?/u,
	CN: /^(?<zipcode>\d{6})?\s*(?:中国)?(?<region>\p{Script=Han}{2,3}省|\p{Script=Han}{2,6}自治区)?\s*(?<city>\p{Script=Han}{2,4}市)?/u,
	TW: /^(?<zipcode>\d{3}(?:-?\d{2,3})?)?\s*(?:台灣|臺灣)?(?<region>)(?<city>\p{Script=Han}{2}[市縣])?/u,
	HK: /^(?<zipcode>)(?<region>)(?:香港(?=九龍|新界|港島))?(?<city>九龍|新界|香港(?:島)?|港島)?/u,
};
export interface EastAsianLine {
	zipcode: string;
	region: string;
	city: string;
	street: string;
}
/** @returns the parts of a line in the country's own script; undefined when it has neither a postcode nor a city */
export function readEastAsianLine(line: string, countryCode: string): EastAsianLine | undefined {
	const pattern = EAST_ASIAN_LINES[countryCode];
	const match = /\p{Script=Han}|\p{Script=Hangul}|〒\d/u.test(line) ? pattern?.exec(line.trim()) : undefined;
	const { zipcode = '', region = '', city = '' } = match?.groups ?? {};
	const street = line
		.trim()
		.slice(match?.[0].length ?? 0)
		.trim();
	return zipcode === '' && region === '' && city === '' ? undefined : { zipcode, region, city, street };
}

/** Post offices of the forces of the United States: "APO AE 09459". */
export const MILITARY_POST = /\b([ADF]PO),?\s+(A[AEP]),?\s+(\d{5}(?:-\d{4})?)$/i;
/** A British postcode at the end of a line. */
export const BRITISH_POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[A-Z]{2})$|^BFPO\s?\d{1,4}$/i;
