// What looks wrong with an address though it could be sent to. Pure.
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { currentLocale, say } from '../../src-contract/i18n';
import type { AddressCheck, AddressWarning, CheckedAddress } from '../../src-contract/model/address-check';
import { splitAddressLines } from '../../src-contract/rules/address-lines';
import { countryCodeOf } from '../platform/country-names';
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

/** A number has no zeros at its front; the countries whose postcodes are of one length have them put back. */
export function padPostcode(text: string, countryCode: string): string {
	if (!/^\d+$/.test(text) || !hasForm(countryCode) || isPostcode(text, countryCode)) return text;
	return ['0', '00'].map((zeros) => zeros + text).find((one) => postcodeValidator(one, countryCode)) ?? text;
}

const hasForm = (countryCode: string) => postcodeValidatorExistsForCountry(countryCode);

/** However it is written: with or without its gap, its hyphen and the letters of its country. */
function isPostcode(text: string, countryCode: string): boolean {
	const written = text.trim().toUpperCase();
	if (postcodeValidator(written, countryCode)) return true;
	const bare = written.replace(new RegExp(`^${countryCode}[- ]?(?=\\d)`), '').replace(/[\s-]/g, '');
	if (postcodeValidator(bare, countryCode) || postcodeValidator(countryCode + bare, countryCode)) return true;
	return [' ', '-'].some((between) =>
		Array.from(
			{ length: Math.max(0, bare.length - 1) },
			(_, at) => bare.slice(0, at + 1) + between + bare.slice(at + 1),
		).some((one) => postcodeValidator(one, countryCode)),
	);
}

function postcodeWarning({ zipcode, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (zipcode === '' || !hasForm(countryCode) || isPostcode(zipcode, countryCode)) return undefined;
	const padded = padPostcode(zipcode, countryCode);
	return {
		level: 'warning',
		field: 'zipcode',
		message: say('This is not the form of a postcode in {country}.', { country: nameOf(countryCode) }),
		suggestion: padded === zipcode ? null : padded,
	};
}

function phoneWarning({ phone, countryCode }: CheckedAddress): AddressWarning | undefined {
	if (phone === '') return undefined;
	const parsed = parsePhoneNumberFromString(
		phone.replace(/^\s*00(?=[1-9])/, '+'),
		(countryCode || undefined) as Parameters<typeof parsePhoneNumberFromString>[1],
	);
	if (!parsed?.isValid())
		return {
			level: 'warning',
			field: 'phone',
			message: countryCode
				? say('This is no telephone number of {country}, and of no other country whose prefix it has.', {
						country: nameOf(countryCode),
					})
				: say('This is no telephone number with the prefix of a country.'),
			suggestion: null,
		};
	if (/^\s*\+/.test(phone)) return undefined;
	return {
		level: 'hint',
		field: 'phone',
		message: say('For carriers abroad:'),
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
			? say('This is not the form of a VAT number in {country}.', { country: nameOf(countryCode) })
			: say('This is not the form of a VAT number.');
	const message = checked.some(({ hasForm }) => hasForm)
		? say('The check digit of this VAT number is wrong: a figure was mistyped.')
		: noForm();
	return { level: 'warning', field: 'vatNumber', message, suggestion: null };
}

/** Forms, as the customs and tax offices publish them: EU 2015/2447 (EORI), EU 2020/194 (IOSS), IRS (EIN). */
const NUMBERS = [
	[
		'eoriNumber',
		/^[A-Z]{2}[A-Z\d]{1,15}$/,
		() => say('An EORI number is two letters of a country and up to 15 letters and figures.'),
	],
	['iossNumber', /^IM\d{10}$/, () => say('An IOSS number is IM and 10 figures.')],
	['einNumber', /^\d{2}-?\d{7}$/, () => say('An EIN is 9 figures, as in 12-3456789.')],
] as const;

function countryWarning({ countryCode }: CheckedAddress): AddressWarning | undefined {
	if (!/^[A-Z]{2}$/.test(countryCode) || countryCodeOf(countryCode) !== '') return undefined;
	return {
		level: 'warning',
		field: 'countryCode',
		message: say('There is no country {code}.', { code: countryCode }),
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
