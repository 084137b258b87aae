// Whether a part of a pasted address is the name of a city or of a state or province. Pure.
import { hasRegion, isRegionCode, splitCityLine } from '../../src-contract/rules/address-regions';
import { countryCodeOf } from '../platform/country-names';
import { isCityName, isNameOfRegion } from './gazetteer';
import { countryOfCity, isRegionName } from './postcode-places';

/** The code of a canton behind a Swiss city: "Orbe VD". */
export const CANTON = /\s(?:AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)$/;
export const isKnownCity = (text: string, zipcode: string, countryCode: string): boolean =>
	[
		text,
		text.replace(CITY_WORD, '').replace(/\s*\(.*\)$/, ''),
		countryCode === 'CH' ? text.replace(CANTON, '') : '',
	].some((name) => isCityName(name, countryCode)) ||
	(zipcode !== '' && countryOfCity(zipcode, text) === countryCode);
export const isRegion = (written: string, countryCode: string): boolean => {
	const text = written.replace(/\.$/, '').replace(/\s+darul\s+\p{Lu}\p{L}+$/iu, '');
	return (
		CALLED_REGION.test(text) ||
		isRegionCode(text, countryCode) ||
		(countryCode === 'IT' && /^[A-Z]{2}$/.test(text)) ||
		(countryCode === 'MX' && MEXICAN_STATE.test(text)) ||
		/\p{L}\s(?:обл|область|област|obl|oblast)\.?$/u.test(written) ||
		isRegionName(text, countryCode) ||
		isNameOfRegion(text, countryCode) ||
		isNameOfRegion(text.replace(REGION_WORD, ''), countryCode)
	);
};
/** A state of Mexico as it is abbreviated on letters: "Jal.", "N.L." */
export const MEXICAN_STATE =
	/^(?:Ags|B\.?C\.?(?:S\.?)?|Camp|Chis|Chih|Coah|Col|C\.?D\.?M\.?X\.?|D\.?F\.?|Dgo|Gto|Gro|Hgo|Jal|(?:Edo\. ?(?:de )?)?M[eé]x|Edomex|Mich|Mor|Nay|N\.?L\.?|Oax|Pue|Qro|Q\.? ?Roo|S\.?L\.?P\.?|Sin|Son|Tab|Tamps|Tlax|Ver|Yuc|Zac)\.?$/iu;
/** Words before or after the name of a city. */
const CITY_WORD =
	/^(?:м|г|гр|с|смт|с-ще|tp|thành phố|kota|kab|kabupaten|city of)\.?\s+|[\s-](?:city|shi|municipality)$/iu;
/** A line that says itself that it is a region: "Región de O'Higgins", "WOJ. WIELKOPOLSKIE". */
const CALLED_REGION =
	/^(?:regi[oó]n|regione|region|woj\.|województwo|bundesland|kanton|canton|provin[cz](?:ia|ie|e)|prov\.|estado|departamento|dept?o\.|pcia\.|prefecture|state)\s(?:of |de |del |di |d['’])?\p{Lu}[\p{L}\s'’-]*$/iu;
/** Words before or after the name of a region. */
const REGION_WORD =
	/^(?:jud(?:\.|ețul|etul)?|prov(?:\.|incia(?: de)?|ince)?|edo\.?|estado de|dept?o\.?|departamento de|pcia\.?(?: de)?|state of|regi[oó]n(?: de)?|prov\.? de)\s+|\s+(?:province|state|pref(?:\.|ecture)?|county|region|oblast|governorate|city)$/iu;

/** Whether a name behind city and postcode can be a state or province, also of those that the table does not have: "Tanta 31511, Gharbia". */
export const mayBeRegion = (text: string, countryCode: string): boolean =>
	isRegion(text, countryCode) ||
	(hasRegion(countryCode) && /^\p{Lu}[\p{L} '-]+$/u.test(text) && countryCodeOf(text) === '');

/** Splits the state or province from the end of a city: "Austin TX", "Springfield Illinois", "Milano (MI)". */
export function splitRegion(text: string, countryCode: string): { city: string; region: string } {
	const clean = text.replace(/[.\s]+$/, '');
	if (isRegion(clean, countryCode)) return { city: '', region: text };
	const { city, region = '' } = splitCityLine(text, countryCode);
	if (region !== '' && /^[A-Z]{2,3}$/.test(region)) return { city, region };
	const words = clean.split(/\s+/);
	for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
		const ending = words.slice(-count).join(' ');
		// "Oberndorf in Tirol"
		if (/^(?:in|am|an|im|bei|ob|of|de|do|sur|sul|nad|v|en)$/iu.test(words.at(-count - 1) ?? '')) continue;
		if (isRegion(ending, countryCode)) return { city: words.slice(0, -count).join(' '), region: ending };
	}
	return { city: text, region: '' };
}
