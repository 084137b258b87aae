import { describe, expect, it } from 'vitest';
import { isDutiable, laneFaults, territoryOf } from '../../src-contract/customs-territory';

const place = (text: string) => {
	const [countryCode = '', ...rest] = text.split(' ');
	return { countryCode, zipcode: rest.join(' ') };
};

describe('a lane is dutiable between fiscal territories', () => {
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
		expect(isDutiable(place(from), place(to))).toBe(expected);
	});

	it('but no duty is owed where only the fiscal border lies between', () => {
		expect(territoryOf(place('FI 22100')).customs).toBe('EU');
		expect(territoryOf(place('ES 51001')).customs).not.toBe('EU');
	});
});

describe('what a lane needs', () => {
	it('is a VAT number for a company in the US and above 2300 EUR', () => {
		const lane = { from: place('NL 1012'), reasonForExport: 'commercial', incoterms: 'DAP' } as const;
		const paths = (to: object, totalValueEur: number) =>
			laneFaults({ ...lane, to: { ...place('US 10001'), ...to }, totalValueEur }).map(({ path }) => path);
		expect(paths({ companyName: 'Acme' }, 10)).toEqual(['destinationAddress.vatNumber']);
		expect(paths({}, 10)).toEqual([]);
		expect(paths({}, 2300.01)).toEqual(['destinationAddress.vatNumber']);
		expect(paths({ companyName: 'Acme', vatNumber: '12-3456789' }, 9000)).toEqual([]);
		expect(paths({ vatNumber: '12-3456789' }, 10_000_001)).toEqual(['contentItems']);
	});
});
