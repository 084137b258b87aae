// What looks wrong with an address though it could be sent to. Pure.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { currentLocale, t } from '../../src-contract/i18n';
import type { AddressCheck, AddressWarning, CheckedAddress } from '../../src-contract/model/address-check';
import { splitAddressLines } from '../../src-contract/rules/address-lines';
import { countryCodeOf } from '../platform/country-names';
import { hasPostcodeFormat, isPostcode, padPostcode } from '../platform/postcodes';
import { checkVatNumber, hasVatForm } from './vat-numbers';

/** What a carrier's label takes of an address, in characters a line. */
export interface CarrierLines {
	carrier: string;
	maximum: number;
}

/** By locale: making one takes long. */
const countryNames = new Map<string, Intl.DisplayNames>();
function nameOf(code: string): string {
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
		message: t('This is not the form of a postcode in {country}.', { country: nameOf(countryCode) }),
		suggestion: padded === zipcode ? null : padded,
	};
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
				? t('This is no telephone number of {country}, and of no other country whose prefix it has.', {
						country: nameOf(countryCode),
					})
				: t('This is no telephone number with the prefix of a country.'),
			suggestion: null,
		};
	if (/^\s*\+/.test(phone)) return undefined;
	return {
		level: 'hint',
		field: 'phone',
		message: t('For carriers abroad:'),
		suggestion: parsed.formatInternational(),
	};
}

function vatWarning({ vatNumber, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (vatNumber === '') return undefined;
	const typed = vatNumber
		.replace(/[\s.-]/g, '')
		.toUpperCase()
		.replace(/^GR(?=\d)/, 'EL');
	// Norway writes it without, and with, the letters of its register.
	const bare = countryCode === 'NO' ? `${typed.replace(/^NO|MVA$/g, '')}MVA` : typed;
	const checked = [
		checkVatNumber(bare),
		checkVatNumber(bare, countryCode),
		checkVatNumber(`${countryCode === 'GR' ? 'EL' : countryCode}${bare}`, countryCode),
	];
	if (checked.some(({ isValid }) => isValid)) return undefined;
	// Of countries without a table nothing is known, unless the number names another.
	if (!hasVatForm(countryCode) && !(/^[A-Z]{2}\d{8}/.test(typed) && hasVatForm(typed.slice(0, 2)))) return undefined;
	const noForm = () =>
		hasVatForm(countryCode)
			? t('This is not the form of a VAT number in {country}.', { country: nameOf(countryCode) })
			: t('This is not the form of a VAT number.');
	const message = checked.some(({ hasForm }) => hasForm)
		? t('The check digit of this VAT number is wrong: a figure was mistyped.')
		: noForm();
	return { level: 'warning', field: 'vatNumber', message, suggestion: null };
}

/** Forms, as the customs and tax offices publish them: EU 2015/2447 (EORI), EU 2020/194 (IOSS), IRS (EIN). */
const NUMBERS = [
	[
		'eoriNumber',
		/^[A-Z]{2}[A-Z\d]{1,15}$/,
		() => t('An EORI number is two letters of a country and up to 15 letters and figures.'),
	],
	['iossNumber', /^IM\d{10}$/, () => t('An IOSS number is IM and 10 figures.')],
	['einNumber', /^\d{2}-?\d{7}$/, () => t('An EIN is 9 figures, as in 12-3456789.')],
] as const;

function countryWarning({ countryCode }: CheckedAddress): AddressWarning | undefined {
	if (!/^[A-Z]{2}$/.test(countryCode) || countryCodeOf(countryCode) !== '') return undefined;
	return {
		level: 'warning',
		field: 'countryCode',
		message: t('There is no country {code}.', { code: countryCode }),
		suggestion: null,
	};
}

export function warningsOf(address: CheckedAddress): AddressWarning[] {
	const numbers = NUMBERS.flatMap(([field, form, message]): AddressWarning[] => {
		const typed = address[field].replace(/\s/g, '').toUpperCase();
		return typed === '' || form.test(typed) ? [] : [{ level: 'warning', field, message: message(), suggestion: null }];
	});
	return [countryWarning, postcodeWarning, phoneWarning, vatWarning]
		.flatMap((check) => check(address) ?? [])
		.concat(numbers);
}

/** The warnings, and how each carrier whose lines are too short for the street would split it. */
export function checkAddress(address: CheckedAddress, carriers: readonly CarrierLines[]): AddressCheck {
	const splits = new Map<number, AddressCheck['splits'][number]>();
	for (const { carrier, maximum } of carriers) {
		const known = splits.get(maximum);
		if (known) {
			known.carriers.push(carrier);
			continue;
		}
		const lines = splitAddressLines(address.addressLine1, address.addressLine2, maximum) ?? null;
		const asTyped = lines?.[0] === address.addressLine1.trim() && lines[1] === address.addressLine2.trim();
		if (lines?.[1] === '' || asTyped) continue;
		splits.set(maximum, { carriers: [carrier], maximum, lines });
	}
	return {
		warnings: warningsOf(address),
		splits: [...splits.values()].sort((one, other) => one.maximum - other.maximum),
	};
}
