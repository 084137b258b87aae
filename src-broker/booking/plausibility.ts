// Warns about values of a request that look wrong but that a carrier may accept. Pure. Loaded with the first shipment, because the
// rules of telephone numbers take long to load.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { FieldError } from '../../src-contract/errors';
import type { PartnerAddress, ShipmentRequest } from '../../src-contract/partner-api';
import { vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { postcodeWarnings } from '../places/postcode-warnings';

function phoneWarnings({ phone, countryCode }: PartnerAddress, path: string): FieldError[] {
	const number = parsePhoneNumberFromString(
		phone.replace(/^\s*00(?=[1-9])/, '+'),
		isSupportedCountry(countryCode) ? countryCode : undefined,
	);
	if (number?.isValid()) return [];
	return [{ path, code: 'unlikely_phone', message: `${phone} does not look like a phone number of ${countryCode}` }];
}

function vatNumberWarnings({ vatNumber, countryCode }: PartnerAddress, path: string): FieldError[] {
	const problem = vatNumber && vatNumberProblem(vatNumber, countryCode);
	if (!problem) return [];
	const message =
		problem === 'check-digit'
			? `the check digit of ${vatNumber} is wrong`
			: `${vatNumber} does not have the form of a VAT number of ${countryCode}`;
	return [{ path, code: 'unlikely_vat_number', message }];
}

/** Warnings about both addresses; empty when every value is plausible. */
export function shipmentWarnings(request: ShipmentRequest): FieldError[] {
	return (['pickupAddress', 'destinationAddress'] as const).flatMap((side) => {
		const address = request[side];
		return [
			...postcodeWarnings(address.zipcode, address.countryCode, `${side}.zipcode`),
			...phoneWarnings(address, `${side}.phone`),
			...vatNumberWarnings(address, `${side}.vatNumber`),
		];
	});
}
