// Which countries have postcodes. Pure. Source: as in rules/address-regions.ts; its test compares them.

/** Countries whose address form has no postcode. */
const WITHOUT_POSTCODE = new Set(
	'AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CP CQ CW DG DJ DM EA ER FJ GA GD GH GM GQ GY HK IC JM KI KM KN LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW'.split(
		' ',
	),
);
/** Whether an address of the country needs a postcode. True while the country is not known. */
export const needsPostcode = (countryCode: string): boolean => !WITHOUT_POSTCODE.has(countryCode);
