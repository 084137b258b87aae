// Checks shipment requests that match their schema, and converts them to rates requests. Pure.

import type { FieldError } from '../../src-contract/errors';
import type { RatesRequest, ShipmentRequest } from '../../src-contract/partner-api';
import { isDutiable, routeErrors, routeRequirements } from '../../src-contract/rules/customs-territory';
import type { Fonts } from '../../src-pdf/fonts';
import { goodsErrors } from '../duties/goods-checks';
import { type DutyTables, perEuro } from '../duties/tables';
import type { EmbargoReason } from '../places/embargoes';
import type { Places } from '../places/places';
import { contentsValueCents } from './contents-value';
import { hasTaxNumberFormat } from './tax-number-format';
import { unprintableTextErrors } from './unprintable-texts';

export interface CheckDependencies {
	places: Places;
	fonts: Fonts;
	dutyTables: () => DutyTables;
	/** Whether the first six digits are a code of the Harmonised System. */
	isHsCode: (code: string) => boolean;
	embargoReason: EmbargoReason;
}

/** Whether origin and destination are in different fiscal territories. The shipment then needs a commercial invoice. */
export function isDutiableShipment(request: ShipmentRequest): boolean {
	return isDutiable(request.pickupAddress, request.destinationAddress);
}

/** Value of the contents in euros, at the exchange rate of the date. */
function totalValueEur(tables: DutyTables, request: ShipmentRequest, onDate: string): number {
	return contentsValueCents(request) / 100 / perEuro(tables, request.currency, onDate);
}

/**
 * The rates request for a shipment. Bookings use it too, so a booking costs what the rates request returned.
 * @param onDate ISO date of the exchange rate for the contents' value
 */
export function toRatesRequest(tables: DutyTables, request: ShipmentRequest, onDate: string): RatesRequest {
	const { pickupAddress: from, destinationAddress: to } = request;
	return {
		parcels: request.parcels,
		fromCountry: from.countryCode,
		fromZipcode: from.zipcode,
		fromCity: from.city,
		toCountry: to.countryCode,
		toZipcode: to.zipcode,
		toCity: to.city,
		insured: request.insured,
		totalValue: totalValueEur(tables, request, onDate),
		recipientType: to.companyName ? 'business' : 'individual',
	};
}

/** Field paths of the shipment request (specification, 4.2) for errors of the route requirements. */
const ROUTE_FIELD_PATHS = { vatNumber: 'destinationAddress.vatNumber', contents: 'contentItems' };

/**
 * Errors that the schema does not find: unmet route requirements, tax numbers in a wrong format, unknown countries and HS codes,
 * embargoes, goods for sale without a value, and characters that cannot be printed.
 */
export function requestErrors(
	{ places, fonts, dutyTables, isHsCode, embargoReason }: CheckDependencies,
	request: ShipmentRequest,
	onDate: string,
): FieldError[] {
	const { pickupAddress: from, destinationAddress: to } = request;
	const totalEur = totalValueEur(dutyTables(), request, onDate);
	const { reasonForExport, incoterms } = request;
	const fieldErrors = routeErrors({ from, to, totalValueEur: totalEur, reasonForExport, incoterms }, ROUTE_FIELD_PATHS);
	const isVatNumberRequired = routeRequirements({ from, to, totalValueEur: totalEur }).needsVatNumber;
	if (isVatNumberRequired && to.vatNumber && !hasTaxNumberFormat(to)) {
		const message = `${to.vatNumber} does not have the form of a VAT or tax number of ${to.countryCode}, which this shipment requires`;
		fieldErrors.push({ path: 'destinationAddress.vatNumber', code: 'invalid_vat_number', message });
	}
	const countries: [string, string][] = [
		['pickupAddress.countryCode', from.countryCode],
		['destinationAddress.countryCode', to.countryCode],
	];
	for (const [path, code] of countries) {
		if (places.isCountry(code)) continue;
		fieldErrors.push({ path, code: 'unknown_country', message: `${code} is not an ISO 3166 country code` });
	}
	const embargo = embargoReason(from, to, onDate);
	if (embargo) fieldErrors.push({ path: 'destinationAddress.countryCode', code: 'embargo', message: embargo });
	const checkedGoods = request.contentItems.map(({ hsCode, country }) => ({ hsCode, origin: country }));
	fieldErrors.push(
		...goodsErrors({ isHsCode, isCountry: places.isCountry }, checkedGoods, { hsCode: 'hsCode', origin: 'country' }),
	);
	if (reasonForExport === 'commercial' && contentsValueCents(request) === 0) {
		const message = 'contents without a value need a reason other than commercial, such as gift or sample';
		fieldErrors.push({ path: 'reasonForExport', code: 'zero_value', message });
	}
	return [...fieldErrors, ...unprintableTextErrors(fonts, request)];
}
