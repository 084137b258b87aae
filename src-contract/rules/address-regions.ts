// State or province of an address: which countries write one, and where. The partner API has no field for it, so it is sent in the
// city line. Pure. Source: the address formats of Google's libaddressinput, as in localized-address-format 1.3.3 (form of the
// Latin script, November 2026); test/contract/rules/address-regions.test.ts compares them.

type PlaceField = 'zipcode' | 'city' | 'region';

interface PlaceOfAddress {
	city: string;
	region?: string | undefined;
	countryCode: string;
}

/**
 * Orders of postcode (Z), city (C) and region (S), each with the countries that use it. Countries without a region are left out.
 * The form has all three fields, also for a country whose format lacks the postcode or the city.
 */
const ORDERS_WITH_REGION: readonly [order: string, countryCodes: string][] = [
	['CSZ', 'AS AU BB BR CA CC CN CO CU CX EG FM HM HN ID IE IQ KP KR MH MN MP NF PW RU SO TH TW UA UM US VI VN'],
	// The formats of these countries have no postcode.
	['CSZ', 'BS HK JM KN PA SC SR TV'],
	['CZS', 'IN NG PE PG PH VE'],
	['SCZ', 'AE CR IR JP KI KY LV NR'],
	['ZCS', 'AM AR BY CL CV EE ES IT LT MX MY MZ NI PF SV TR UY UZ'],
	['ZSC', 'KZ RO'],
];
const FIELD_OF_LETTER: Record<string, PlaceField> = { Z: 'zipcode', C: 'city', S: 'region' };
const DEFAULT_ORDER: readonly PlaceField[] = ['zipcode', 'city'];

const orderByCountry = new Map<string, readonly PlaceField[]>(
	ORDERS_WITH_REGION.flatMap(([order, countryCodes]) => {
		const fields = [...order].flatMap((letter) => FIELD_OF_LETTER[letter] ?? []);
		return countryCodes.split(' ').map((code): [string, readonly PlaceField[]] => [code, fields]);
	}),
);

/** Postcode, city and, if the country writes one, the region, in the order in which the country writes them. */
export const placeFields = (countryCode: string): readonly PlaceField[] =>
	orderByCountry.get(countryCode) ?? DEFAULT_ORDER;

/** Countries without a region whose addresses have the postcode after the city. */
const CITY_FIRST = new Set(
	'AC AF AI BD BH BM BN BT FK GB GG GS GU HU IL IM IO JE JO KE KH LB LK LS MM MT MV NA NP NZ PK PN PR SA SD SH SZ TC VC VG ZA TA'.split(
		' ',
	),
);

/** As `placeFields`, in the order in which the country's labels have them. The form asks for the postcode first, to find the city. */
export const printedPlaceFields = (countryCode: string): readonly PlaceField[] =>
	CITY_FIRST.has(countryCode) ? ['city', 'zipcode'] : placeFields(countryCode);

/** Whether addresses of the country have a state or province. */
export const hasRegion = (countryCode: string): boolean => orderByCountry.has(countryCode);

/**
 * The city line that is sent and printed: "Austin, TX". In a country without regions, the region is left out. A city that already
 * ends with the region, as in addresses of earlier releases, stays unchanged. Stored drafts of earlier releases have no field
 * `region`.
 */
export function cityLine({ city, region, countryCode }: PlaceOfAddress): string {
	if (!region || !hasRegion(countryCode)) return city;
	const separator = city.charAt(city.length - region.length - 1);
	const endsWithRegion = city.toLowerCase().endsWith(region.toLowerCase()) && /[\s,-]/.test(separator);
	return endsWithRegion || city === '' ? city || region : `${city}, ${region}`;
}

/** Codes of the states or provinces that are usually written after the city: "Austin TX", "Sydney NSW". */
const REGION_CODES = new Map(
	Object.entries({
		AU: 'ACT NSW NT QLD SA TAS VIC WA',
		BR: 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO',
		CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
		US:
			'AA AE AK AL AP AR AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY ' +
			'OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY',
	}).map(([country, codes]) => [country, new Set(codes.split(' '))]),
);
export const isRegionCode = (text: string, countryCode: string): boolean =>
	REGION_CODES.get(countryCode)?.has(text) ?? false;

/** The countries that have a state or province with this code. */
export const countriesOfRegionCode = (text: string): readonly string[] =>
	[...REGION_CODES].filter(([, codes]) => codes.has(text)).map(([country]) => country);

/**
 * In Italy, any two capitals after a name in lower case are a province: "Roma (RM)". In "REGGIO EM", the last word may be a name.
 */
const ITALIAN_PROVINCE = /^((?=.*\p{Ll}).*[^\s,/(-])[\s,/(-]+([A-Z]{2})\)?$/u;
const CODE_AT_END = /^(.*[^\s,/(-])[\s,/(-]+([A-Z]{2,3})\)?$/u;
const COMMA_REGION = /^(.+?)\s*,\s*([^,]+)$/;

/** Splits a city line into the city and, if the line contains one, the state or province: the reverse of `cityLine`. */
export function splitCityLine(line: string, countryCode: string): { city: string; region?: string | undefined } {
	const code = countryCode === 'IT' ? ITALIAN_PROVINCE.exec(line) : CODE_AT_END.exec(line);
	const hasCode = code !== null && (countryCode === 'IT' || isRegionCode(code[2] ?? '', countryCode));
	const [, city, region] = (hasCode ? code : COMMA_REGION.exec(line)) ?? [];
	return city ? { city, region } : { city: line };
}
