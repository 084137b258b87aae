import { describe, expect, it } from 'vitest';
import {
	isDutiable,
	type RouteLocation,
	routeErrors as routeErrorsAt,
	routeRequirements,
	type ShippingRoute,
	territoryOf,
} from '../../../src-contract/rules/customs-territory';

const routeErrors = (route: ShippingRoute) =>
	routeErrorsAt(route, { vatNumber: 'destinationAddress.vatNumber', contents: 'contentItems' });

const location = (text: string) => {
	const [countryCode = '', ...rest] = text.split(' ');
	return { countryCode, zipcode: rest.join(' ') };
};

describe('a route is dutiable if it leads to another fiscal territory', () => {
	it.each([
		['NL 1012', 'DE 10115', false],
		['NL 1012', 'MC 98000', false],
		['NL 1012', 'GB BT1 1AA', false],
		['GB SW1A', 'IM IM1', false],
		['NL 1012', 'GB SW1A 1AA', true],
		['NL 1012', 'FI 22100', true],
		['NL 1012', 'FI 00100', false],
		['ES 28001', 'ES 35001', true],
		['ES 28001', 'ES 51001', true],
		['FR 75001', 'FR 97400', true],
		['DE 10115', 'DE 78266', true],
		['CH 8001', 'DE 78266', false],
		['CH 8001', 'LI 9490', false],
		['IT 20100', 'IT 23041', true],
		['GR 10431', 'GR 63086', true],
		['US 10001', 'US 90001', false],
	])('%s to %s: %s', (from, to, expected) => {
		expect(isDutiable(location(from), location(to))).toBe(expected);
	});
});

describe('the territory of a location', () => {
	const locationOf = (countryCode: string, zipcode?: string, city?: string): RouteLocation => ({
		countryCode,
		zipcode,
		city,
	});

	it.each([
		['an EU country', locationOf('NL', '1012'), 'EU', 'EU', 'NL'],
		['a country outside every union', locationOf('NO', '0150'), 'NO', 'NO', 'NO'],
		['the Isle of Man, in the territory of Great Britain', locationOf('IM'), 'GB', 'GB', 'IM'],
		['San Marino, which is only in the customs union', locationOf('SM'), 'EU', 'SM', 'SM'],
		['Puerto Rico as a country', locationOf('PR'), 'US', 'PR', 'PR'],
		['Puerto Rico by its postcode', locationOf('US', '00901'), 'US', 'PR', 'PR'],
		['South Africa', locationOf('ZA', '2001'), 'SACU', 'ZA', 'ZA'],
		['Northern Ireland by its postcode', locationOf('GB', 'BT1 1AA'), 'EU', 'EU', 'XI'],
		['Northern Ireland in lower case', locationOf('GB', 'bt1 1aa'), 'EU', 'EU', 'XI'],
		['Northern Ireland by its own code', locationOf('XI'), 'EU', 'EU', 'XI'],
		['Ceuta by its own code', locationOf('EA'), 'EA', 'EA', 'EA'],
		['the Canary Islands by their own code', locationOf('IC', '28001'), 'EU', 'IC', 'IC'],
		['Büsingen, which is treated as Switzerland', locationOf('DE', '78266'), 'CH', 'CH', 'CH'],
		['Guernsey by its postcode', locationOf('GB', 'GY1 1AA'), 'GB', 'GG', 'GG'],
	])('is found for %s', (_, location, customs, fiscal, code) => {
		expect(territoryOf(location)).toEqual({ customs, fiscal, code });
	});

	it.each([
		['a country prefix of two characters', locationOf('ES', 'ES-35001'), 'IC'],
		['a country prefix of one character', locationOf('FR', 'F-97400'), 'RE'],
		['another country prefix', locationOf('FI', 'AX-22100'), 'AX'],
		['spaces inside', locationOf('ES', ' 35 001 '), 'IC'],
		['a dash inside', locationOf('FI', '22-100'), 'AX'],
		['characters that belong to it', locationOf('DK', 'FO-100'), 'FO'],
		['characters in the middle, which are no prefix', locationOf('FR', '97A400'), 'FR'],
		['the same digits in another country', locationOf('DE', '22100'), 'DE'],
		['a city of another part of the country', locationOf('ES', '28001', 'Ceuta'), 'ES'],
	])('is known by a postcode with %s', (_, location, code) => {
		expect(territoryOf(location).code).toBe(code);
	});

	it.each([
		['its name', locationOf('ES', undefined, 'Las Palmas de Gran Canaria'), 'IC'],
		['lower case and an empty postcode', locationOf('ES', '', 'las palmas'), 'IC'],
		['a postcode of spaces', locationOf('ES', '  ', 'Melilla'), 'EA'],
		['an accent', locationOf('DE', undefined, 'Büsingen am Hochrhein'), 'CH'],
		['a missing accent', locationOf('DE', undefined, 'Busingen'), 'CH'],
		['a hyphen instead of a space', locationOf('GB', undefined, 'Saint-Helier'), 'JE'],
		['another city', locationOf('ES', undefined, 'San Sebastian'), 'ES'],
		['a city of that name in another country', locationOf('MX', undefined, 'San Juan'), 'MX'],
		['no city', locationOf('FR'), 'FR'],
	])('is known without a postcode by a city with %s', (_, location, code) => {
		expect(territoryOf(location).code).toBe(code);
	});

	it('with its own taxes may be in the customs territory of the EU, like FI 22100, or outside, like ES 51001', () => {
		expect(territoryOf(location('FI 22100')).customs).toBe('EU');
		expect(territoryOf(location('ES 51001')).customs).not.toBe('EU');
	});
});

describe('the missing data of a route', () => {
	const route = (changes: Partial<ShippingRoute> = {}): ShippingRoute => ({
		from: location('NL 1012'),
		to: location('GB SW1A'),
		totalValueEur: 100,
		...changes,
	});

	it('is the reason for export and the incoterms when it is dutiable', () => {
		const reason = {
			path: 'reasonForExport',
			code: 'required',
			message: 'a reason for export is required: the shipment is dutiable',
		};
		const terms = {
			path: 'incoterms',
			code: 'required',
			message: 'incoterms (DAP or DDP) are required: the shipment is dutiable',
		};
		expect(routeErrors(route())).toEqual([reason, terms]);
		expect(routeErrors(route({ incoterms: 'DAP' }))).toEqual([reason]);
		expect(routeErrors(route({ reasonForExport: 'commercial' }))).toEqual([terms]);
		expect(routeErrors(route({ reasonForExport: 'commercial', incoterms: 'DAP' }))).toEqual([]);
		expect(routeErrors(route({ to: location('DE 10115') }))).toEqual([]);
	});

	it('is a VAT number above 2300 EUR, and in the US for a company of any value', () => {
		const isRequired = (changes: Partial<ShippingRoute>) => routeRequirements(route(changes)).needsVatNumber;
		const company = { companyName: 'Example Inc.' };
		expect(isRequired({ totalValueEur: 2300.01 })).toBe(true);
		expect(isRequired({ totalValueEur: 2300 })).toBe(false);
		expect(isRequired({ to: { ...location('US 10001'), ...company } })).toBe(true);
		expect(isRequired({ to: { ...location('US 10001'), companyName: '' } })).toBe(false);
		expect(isRequired({ to: { ...location('GB SW1A'), ...company } })).toBe(false);
	});

	it('is reported with its limit', () => {
		const toGermany = { to: location('DE 10115') };
		expect(routeErrors(route({ ...toGermany, totalValueEur: 3000 }))).toEqual([
			{
				path: 'destinationAddress.vatNumber',
				code: 'required',
				message: expect.stringMatching(/\b2,?300 EUR/),
			},
		]);
		const withNumber = { to: { ...location('DE 10115'), vatNumber: 'DE123456789' } };
		expect(routeErrors(route({ ...withNumber, totalValueEur: 10_000_000 }))).toEqual([]);
		expect(routeErrors(route({ ...withNumber, totalValueEur: 10_000_000.01 }))).toEqual([
			{ path: 'contentItems', code: 'too_valuable', message: expect.stringMatching(/\b10,?000,?000 EUR/) },
		]);
	});
});

describe('the errors of a route', () => {
	it('require a VAT number for a company in the US and above 2300 EUR', () => {
		const route = { from: location('NL 1012'), reasonForExport: 'commercial', incoterms: 'DAP' } as const;
		const paths = (to: object, totalValueEur: number) =>
			routeErrors({ ...route, to: { ...location('US 10001'), ...to }, totalValueEur }).map(({ path }) => path);
		expect(paths({ companyName: 'Acme' }, 10)).toEqual(['destinationAddress.vatNumber']);
		expect(paths({}, 10)).toEqual([]);
		expect(paths({}, 2300.01)).toEqual(['destinationAddress.vatNumber']);
		expect(paths({ companyName: 'Acme', vatNumber: '12-3456789' }, 9000)).toEqual([]);
		expect(paths({ vatNumber: '12-3456789' }, 10_000_001)).toEqual(['contentItems']);
	});

	it('name only the condition of the VAT number that applies', () => {
		const route = { from: location('NL 1012'), reasonForExport: 'commercial', incoterms: 'DAP' } as const;
		const messages = (to: object, totalValueEur: number) =>
			routeErrors({ ...route, to: { ...location('US 10001'), ...to }, totalValueEur }).map(({ message }) => message);
		expect(messages({ companyName: 'Acme' }, 10)).toEqual([
			"the recipient's VAT or tax number is required for a company in the US",
		]);
		expect(messages({}, 9000)).toEqual([
			expect.stringMatching(/VAT or tax number is required for contents worth more than 2,?300 EUR/),
		]);
	});
});
