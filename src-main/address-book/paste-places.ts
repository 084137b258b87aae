// Places that decide how the lines of a pasted address are read: cities of countries without postcodes, counties, and addresses in
// Japanese script. Pure. Source: general knowledge of the postal systems; high confidence for the emirates, counties and prefectures.

const words = (text: string): ReadonlySet<string> => new Set(text.split(',').map((name) => name.trim()));

/** Cities that stand for the city of an address in a country whose addresses have no postcode, in lower case. */
const CITIES_WITHOUT_POSTCODE: Readonly<Record<string, ReadonlySet<string>>> = {
	AE: words('dubai,abu dhabi,sharjah,ajman,ras al khaimah,ras al-khaimah,fujairah,umm al quwain,umm al-quwain,al ain'),
	HK: words('hong kong,kowloon,new territories,n.t.,nt,hong kong island,hk'),
	MO: words('macau,macao'),
	QA: words('doha'),
};
export const hasPostcodes = (countryCode: string): boolean => CITIES_WITHOUT_POSTCODE[countryCode] === undefined;
/** The country without postcodes that has a city with this name; undefined when none has. */
export const countryOfCityWithoutPostcode = (text: string): string | undefined =>
	Object.keys(CITIES_WITHOUT_POSTCODE).find((code) => text.length > 2 && isCityOf(text, code));
export const isCityOf = (text: string, countryCode: string): boolean =>
	CITIES_WITHOUT_POSTCODE[countryCode]?.has(text.trim().toLowerCase()) ?? false;

const BRITISH_COUNTIES = words(
	'avon,bedfordshire,berkshire,buckinghamshire,cambridgeshire,cheshire,cleveland,cornwall,cumbria,derbyshire,devon,dorset,durham,co durham,county durham,east sussex,east yorkshire,essex,gloucestershire,greater london,greater manchester,hampshire,herefordshire,hertfordshire,kent,lancashire,leicestershire,lincolnshire,merseyside,middlesex,norfolk,northamptonshire,northumberland,north yorkshire,nottinghamshire,oxfordshire,rutland,shropshire,somerset,south yorkshire,staffordshire,suffolk,surrey,tyne and wear,warwickshire,west midlands,west sussex,west yorkshire,wiltshire,worcestershire,aberdeenshire,angus,argyll,ayrshire,banffshire,berwickshire,caithness,clackmannanshire,dumfriesshire,fife,inverness-shire,kinross-shire,lanarkshire,midlothian,moray,perthshire,renfrewshire,ross-shire,roxburghshire,selkirkshire,stirlingshire,sutherland,west lothian,east lothian,anglesey,blaenau gwent,carmarthenshire,ceredigion,clwyd,conwy,denbighshire,dyfed,flintshire,gwent,gwynedd,mid glamorgan,monmouthshire,pembrokeshire,powys,south glamorgan,west glamorgan,antrim,armagh,down,fermanagh,londonderry,tyrone,county antrim,county down,co antrim,co down,co. antrim,co. down',
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

/** Postcode, prefecture with city or ward, and the rest of a line in Japanese script. */
const JAPANESE_LINE =
	/^(?:〒?\s*(\d{3}-?\d{4}))?\s*((?:東京都|北海道|大阪府|京都府|\p{Script=Han}{2,3}県)?(?:\p{Script=Han}{1,4}市)?(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}[区郡])?)(.*)$/u;
export interface JapaneseLine {
	zipcode: string;
	city: string;
	street: string;
}
export const isJapanese = (text: string): boolean =>
	/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ||
	/〒\d{3}-?\d{4}\s*\p{Script=Han}/u.test(text) ||
	/[都道府県][\p{Script=Han}]{1,5}[市区町村郡]/u.test(text);
export function readJapaneseLine(line: string): JapaneseLine | undefined {
	const [, zipcode = '', city = '', street = ''] = JAPANESE_LINE.exec(line.trim()) ?? [];
	return zipcode === '' && city === '' ? undefined : { zipcode, city, street: street.trim() };
}
