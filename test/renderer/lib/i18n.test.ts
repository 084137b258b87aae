// @vitest-environment happy-dom
// How values and checks are formatted as text on the screens.
import { afterEach, describe, expect, it } from 'vitest';
import { emptyAddress } from '../../../src-contract/model/empty-address';
import { reasonForExportSchema } from '../../../src-contract/model/trade-terms';
import { SCREENS, screenLabel } from '../../../src-renderer/app/screens';
import { addressFieldName, addressFieldText } from '../../../src-renderer/features/addresses/address-fields';
import { ADDRESS_LABELS } from '../../../src-renderer/features/shared/address-labels';
import { reasonName } from '../../../src-renderer/features/shared/export-reasons';
import { completeParcels, parseAddress } from '../../../src-renderer/lib/form-checks';
import {
	countryName,
	formatDay,
	formatEuros,
	formatNumber,
	formatSeconds,
	formatWeekday,
	formatWorkingDays,
	shortcutText,
} from '../../../src-renderer/lib/format';
import { showLanguage } from '../../../src-renderer/lib/i18n';
import { recipient } from '../../fixtures/shipment-draft';

afterEach(() => showLanguage('en'));

describe('numbers and dates', () => {
	it('are formatted for the language, and follow when it changes', async () => {
		expect(formatEuros(1234.5)).toBe('€1,234.50');
		expect(formatNumber(1234.567)).toBe('1,234.57');
		expect(formatDay('2026-11-25')).toBe('25 Nov 2026');
		expect(formatWeekday('2026-11-25')).toBe('Wed 25 Nov');
		expect(countryName('DE')).toBe('Germany');
		await showLanguage('de');
		expect(formatEuros(1234.5)).toBe('1.234,50\u00a0€');
		expect(formatNumber(1234.567)).toBe('1.234,57');
		expect(countryName('DE')).toBe('Deutschland');
	});

	it.each([
		[undefined, undefined, 'delivery time unknown'],
		[2, 2, '2 working days'],
		[undefined, 1, '1 working day'],
		[1, 3, '1–3 working days'],
		[4, undefined, '4 working days'],
	])('of days from %s to %s are "%s"', (min, max, text) => {
		expect(formatWorkingDays(min, max)).toBe(text);
	});

	it.each([
		[0.4, '0 s'],
		[59.4, '59 s'],
		[65, '1:05 min'],
		[600, '10:00 min'],
	])('of %s seconds are "%s"', (seconds, text) => {
		expect(formatSeconds(seconds)).toBe(text);
	});

	it.each([
		[119.7, '2:00 min'],
		[59.6, '1:00 min'],
	])('of %s seconds are rounded before they are split: "%s"', (seconds, text) => {
		expect(formatSeconds(seconds)).toBe(text);
	});
});

describe('codes and keys', () => {
	it('are named as on the keyboard of the language', async () => {
		expect(shortcutText('Ctrl Shift S')).toBe('Ctrl Shift S');
		await showLanguage('de');
		expect(shortcutText('Ctrl Enter')).toBe('Strg Enter');
		expect(shortcutText('F8')).toBe('F8');
	});

	it('that are not country codes stay unchanged', () => {
		expect(countryName('Germany')).toBe('Germany');
		expect(countryName('')).toBe('');
	});
});

describe('names', () => {
	it('exist for every reason for export, address field and screen, and are distinct', () => {
		for (const [all, nameOf] of [
			[reasonForExportSchema.options, reasonName],
			[Object.keys(ADDRESS_LABELS), (field: string) => ADDRESS_LABELS[field as keyof typeof ADDRESS_LABELS]()],
			[SCREENS.map(({ name }) => name), screenLabel],
		] as [string[], (name: string) => string][]) {
			const names = all.map(nameOf);
			expect(names.length).toBeGreaterThan(8);
			expect(names.every(Boolean)).toBe(true);
			expect(new Set(names).size).toBe(names.length);
		}
	});

	it.each([
		['countryCode', 'CH', 'Switzerland'],
		['defaultParcel', { lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 }, '40 × 30 × 20 cm, 5 kg'],
		['tags', ['regular', 'fragile'], 'regular, fragile'],
		['kind', 'business', 'business'],
		['kind', '', ''],
		['isFavourite', true, 'yes'],
		['isFavourite', false, ''],
		['defaultParcel', null, ''],
		['city', 'Berlin', 'Berlin'],
	] as const)('of an address: %s %j is "%s"', (field, value, text) => {
		expect(addressFieldText(field, value)).toBe(text);
		expect(addressFieldName(field)).not.toBe('');
	});
});

describe('the checks of a form', () => {
	it('trim a complete address', () => {
		expect(parseAddress({ ...recipient, city: ' Berlin ' })).toEqual({ address: recipient, fieldErrors: [] });
	});

	it('name every required field of an empty address', () => {
		const { address, fieldErrors } = parseAddress(emptyAddress);
		expect(address).toBeUndefined();
		expect(fieldErrors.map(({ path }) => path)).toEqual(
			expect.arrayContaining(['contactPerson', 'addressLine1', 'zipcode', 'city', 'countryCode', 'phone', 'email']),
		);
		expect(fieldErrors.map(({ path }) => path)).not.toContain('companyName');
	});

	it('accept parcels only when each of them is complete', () => {
		const box = { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 };
		expect(completeParcels([box])).toEqual([box]);
		expect(completeParcels([box, { ...box, weightKg: undefined }])).toBeUndefined();
	});
});
