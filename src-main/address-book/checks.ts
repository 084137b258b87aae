// Checks an address for values that look wrong but do not prevent a booking. Pure.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { currentLocale, t } from '../../src-contract/i18n';
import type { AddressCheck, AddressWarning, CheckedAddress } from '../../src-contract/model/address-check';
import { splitAddressLines } from '../../src-contract/rules/address-lines';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { hasPostcodeFormat, isPostcode, padPostcode } from '../../src-contract/rules/postcodes';
import { hasVatRules, vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { correctedMail } from './mail-spelling';
import { fieldThatDoesNotFitPostcode } from './postcode-places';

/** The maximum length of an address line on a carrier's label. */
export interface CarrierLineLength {
	carrier: string;
	/** Maximum characters of an address line. */
	maximum: number;
}

/** Country names by locale. Cached because creating a `DisplayNames` is slow. */
const countryNames = new Map<string, Intl.DisplayNames>();
function countryName(code: string): string {
	const locale = currentLocale();
	const names = countryNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
	countryNames.set(locale, names);
	return names.of(code) ?? code;
}

function postcodeWarning({ zipcode, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (zipcode === '' || !hasPostcodeFormat(countryCode) || isPostcode(zipcode, countryCode)) return undefined;
	const padded = padPostcode(zipcode, countryCode);
	return {
		level: 'warning',
		field: 'zipcode',
		message: t('Not a valid postcode for {country}.', { country: countryName(countryCode) }),
		suggestion: padded === zipcode ? null : padded,
	};
}

function placeWarning(address: CheckedAddress): AddressWarning | undefined {
	const { zipcode, city, region, countryCode } = address;
	// A postcode of the wrong format has its own warning.
	if (hasPostcodeFormat(countryCode) && !isPostcode(zipcode, countryCode)) return undefined;
	const field = fieldThatDoesNotFitPostcode(address);
	if (!field) return undefined;
	const place = isolateBidi(field === 'city' ? city : region);
	const message = t('The postcode {zipcode} is not in {place}.', { zipcode: isolateBidi(zipcode), place });
	return { level: 'warning', field, message, suggestion: null };
}

/**
 * Countries in which nearly all addresses have a house number, as generally known from their address formats (2026-11-28). Left out are
 * countries in which many houses have a name instead, such as the United Kingdom and Ireland, or addresses a place, such as the
 * United Arab Emirates.
 */
const COUNTRIES_WITH_HOUSE_NUMBERS = new Set(
	'AT AU BE BG CA CH CZ DE DK EE ES FI FR GR HR HU IT LI LT LU LV NL NO NZ PL PT RO SE SI SK US'.split(' '),
);
/** "Without number" in Spanish and Italian, and French hamlets and business parks. */
const WITHOUT_NUMBER =
	/\b(s\/n|sn|s\.?n\.?c\.?|sin n[uú]mero|località|lieu[- ]?dit|hameau|château|chateau|le bourg|z\.?[ai]\.?|zac|zones? (artisanales?|industrielles?|d['’]activités?))(?!\w)/i;

function houseNumberWarning({ addressLine1, addressLine2, countryCode }: CheckedAddress): AddressWarning | undefined {
	const street = `${addressLine1} ${addressLine2}`;
	if (addressLine1.trim() === '' || !COUNTRIES_WITH_HOUSE_NUMBERS.has(countryCode)) return undefined;
	if (/\p{N}/u.test(street) || WITHOUT_NUMBER.test(street)) return undefined;
	return { level: 'warning', field: 'addressLine1', message: t('The house number is missing.'), suggestion: null };
}

function mailWarning({ email }: CheckedAddress): AddressWarning | undefined {
	const suggestion = correctedMail(email);
	if (!suggestion) return undefined;
	return { level: 'warning', field: 'email', message: t('Possible typing error in the mail address.'), suggestion };
}

function phoneWarning({ phone, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (phone === '') return undefined;
	const parsed = parsePhoneNumberFromString(
		phone.replace(/^\s*00(?=[1-9])/, '+'),
		isSupportedCountry(countryCode) ? countryCode : undefined,
	);
	if (!parsed?.isValid())
		return {
			level: 'warning',
			field: 'phone',
			message: countryCode
				? t('Not a valid phone number for {country}.', {
						country: countryName(countryCode),
					})
				: t('Not a valid international phone number.'),
			suggestion: null,
		};
	if (/^\s*\+/.test(phone)) return undefined;
	return {
		level: 'hint',
		field: 'phone',
		message: t('Use international format:'),
		suggestion: parsed.formatInternational(),
	};
}

function vatWarning({ vatNumber, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (vatNumber === '') return undefined;
	const problem = vatNumberProblem(vatNumber, countryCode);
	if (!problem) return undefined;
	const invalidFormatMessage = () =>
		hasVatRules(countryCode)
			? t('Not a valid VAT number for {country}.', { country: countryName(countryCode) })
			: t('Not a valid VAT number.');
	const message =
		problem === 'check-digit'
			? t('The check digit of this VAT number is wrong. Check the number for typing errors.')
			: invalidFormatMessage();
	return { level: 'warning', field: 'vatNumber', message, suggestion: null };
}

/** Formats as published by the customs and tax authorities: EU 2015/2447 (EORI), EU 2020/194 (IOSS), IRS (EIN). */
const NUMBER_FORMATS = [
	[
		'eoriNumber',
		/^[A-Z]{2}[A-Z\d]{1,15}$/,
		() => t('An EORI number has a two-letter country code followed by up to 15 letters and digits.'),
	],
	['iossNumber', /^IM\d{10}$/, () => t('An IOSS number has IM followed by 10 digits.')],
	['einNumber', /^\d{2}-?\d{7}$/, () => t('An EIN has 9 digits, such as 12-3456789.')],
] as const;

function countryWarning({ countryCode }: CheckedAddress): AddressWarning | undefined {
	if (!/^[A-Z]{2}$/.test(countryCode) || countryCodeOf(countryCode) !== '') return undefined;
	return {
		level: 'warning',
		field: 'countryCode',
		message: t('There is no country with the code {code}.', { code: countryCode }),
		suggestion: null,
	};
}

/** @param address may be incomplete; empty fields give no warning */
export function warningsOf(address: CheckedAddress): AddressWarning[] {
	const numbers = NUMBER_FORMATS.flatMap(([field, format, message]): AddressWarning[] => {
		const compact = address[field].replace(/\s/g, '').toUpperCase();
		return compact === '' || format.test(compact)
			? []
			: [{ level: 'warning', field, message: message(), suggestion: null }];
	});
	return [countryWarning, houseNumberWarning, postcodeWarning, placeWarning, mailWarning, phoneWarning, vatWarning]
		.flatMap((check) => check(address) ?? [])
		.concat(numbers);
}

/**
 * Returns the warnings and, for each maximum line length that is too short for the street, its carriers and the street in two
 * lines.
 */
export function checkAddress(address: CheckedAddress, carriers: readonly CarrierLineLength[]): AddressCheck {
	const splits = new Map<number, AddressCheck['splits'][number]>();
	for (const { carrier, maximum } of carriers) {
		const existing = splits.get(maximum);
		if (existing) {
			existing.carriers.push(carrier);
			continue;
		}
		const lines = splitAddressLines(address.addressLine1, address.addressLine2, maximum) ?? null;
		const isUnchanged = lines?.[0] === address.addressLine1.trim() && lines[1] === address.addressLine2.trim();
		// The street fits on one line, or the user has already split it this way.
		if (lines?.[1] === '' || isUnchanged) continue;
		splits.set(maximum, { carriers: [carrier], maximum, lines });
	}
	return {
		warnings: warningsOf(address),
		splits: [...splits.values()].sort((left, right) => left.maximum - right.maximum),
	};
}
