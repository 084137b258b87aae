// Sections 2.6, 2.7 and 4.3 of the specification.
import { countries } from 'countries-list';
import { expect, it } from 'vitest';
import { dutiesResponseSchema } from '../../src-contract/partner-api';
import { shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const shirts = {
	description: 'Cotton T-shirt',
	numberOfItems: '20',
	cost: '50',
	tariff: '6109.10',
	originCountry: 'NL',
};

const PHONE = { description: 'Mobile phone', numberOfItems: 1, cost: 500, tariff: '851713' };
const BOOK = { description: 'Printed book', numberOfItems: 10, cost: 20, tariff: '490199' };
/** Codes of countries-list that ISO 3166 reserves or leaves to its users: Ascension, Tristan da Cunha, Kosovo. */
const USER_ASSIGNED_OR_RESERVED = ['AC', 'TA', 'XK'];
/** ISO countries to which no goods are carried from anywhere. */
const UNDER_EMBARGO = ['KP'];

onEachDatabase('duties', (service) => {
	const estimate = async (toCountry: string, item: Record<string, unknown>, rest: Record<string, unknown> = {}) => {
		const { status, body } = await service().post('duties-taxes-estimate', {
			contentItems: [item],
			fromCountry: 'NL',
			toCountry,
			...rest,
		});
		expect(status).toBe(200);
		expect(body.hasErrors).toBe(false);
		const response = dutiesResponseSchema.parse(body);
		const sum = response.taxDetails.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
		expect(Math.round(response.estimate * 100)).toBe(sum);
		return response;
	};

	it('owe nothing within one territory, with a note', async () => {
		expect(await estimate('DE', shirts)).toMatchObject({
			estimate: 0,
			taxDetails: [],
			message: expect.stringContaining('same customs'),
		});
	});

	it('charge duty by code and tax on value and duty', async () => {
		const { taxDetails } = await estimate('GB', shirts);
		expect(taxDetails.map(({ name }) => name)).toEqual(['MFN duty', 'VAT']);
		expect(taxDetails[0]?.amount).toBe(120);
		expect(taxDetails[1]?.amount).toBe(224);
	});

	it('find the code from the description', async () => {
		const { hsCode } = await estimate('CH', { ...shirts, tariff: undefined });
		expect(hsCode).toBe('610910');
	});

	it('mark an unknown amount and the sum without it', async () => {
		const cheese = { ...shirts, description: 'Cheese', tariff: '040690' };
		const { taxDetails, estimate: sum, estimateIsMinimum, message } = await estimate('CH', cheese);
		expect(taxDetails).toMatchObject([
			{ name: 'Duty not known', amount: 0, known: false },
			{ name: 'VAT, reduced rate', amount: 26 },
		]);
		expect(taxDetails[1]).not.toHaveProperty('known');
		expect([sum, estimateIsMinimum]).toEqual([26, true]);
		expect(message).toMatch(/Not included because unknown: Duty\./);
	});

	it('refuse codes and countries of origin with the texts of a shipment', async () => {
		const { contentItems, ...request } = shipmentRequest;
		const item = { ...contentItems[0], hsCode: '999999', country: 'ZZ' };
		const shipment = await service().post('shipments', { ...request, contentItems: [item] });
		const body = {
			contentItems: [{ ...shirts, tariff: '999999', originCountry: 'ZZ' }],
			fromCountry: 'NL',
			toCountry: 'CH',
		};
		const answer = await service().post('duties-taxes-estimate', body);
		const textsOf = ({ fields }: { fields: { code: string; message: string }[] }) =>
			fields.map(({ code, message }) => `${code}: ${message}`);
		expect(textsOf(answer.body)).toEqual([
			'unknown_hs_code: 999999 is not an HS 2022 code: no subheading has its first six digits',
			'unknown_country: ZZ is not an ISO 3166 country code',
		]);
		expect(textsOf(shipment.body)).toEqual(textsOf(answer.body));
	});

	it('refuse goods that are worth more than a shipment may contain, because clients could not read their estimate', async () => {
		const post = (cost: number) =>
			service().post('duties-taxes-estimate', {
				contentItems: [{ ...shirts, cost, numberOfItems: 1000 }],
				fromCountry: 'NL',
				toCountry: 'CH',
			});
		expect((await post(10_000)).status).toBe(200);
		const { status, body } = await post(10_000.01);
		expect(status).toBe(422);
		expect(body).toMatchObject({ hasErrors: true, fields: [{ path: 'contentItems' }] });
		expect(body.message).toContain('at most 10000000');
	});

	it.each([
		['ES', { toZipcode: '51001' }],
		['ES', { toCity: 'Melilla' }],
	])('refuse %s %j, of which no amount is known, and say why', async (toCountry, rest) => {
		const body = { contentItems: [shirts], fromCountry: 'NL', toCountry, ...rest };
		const answer = await service().post('duties-taxes-estimate', body);
		expect(answer.status).toBe(422);
		expect(answer.body).toMatchObject({ hasErrors: true, fields: [{ path: 'toCountry', code: 'duties_not_known' }] });
		expect(answer.body.message).toMatch(/duties and taxes of this destination are not known/);
	});

	it('estimate a T-shirt, a phone and a book for every ISO country that is not under an embargo', async () => {
		const isoCountries = Object.keys(countries).filter((code) => !USER_ASSIGNED_OR_RESERVED.includes(code));
		expect(isoCountries).toHaveLength(249);
		const refused: string[] = [];
		let estimatedCount = 0;
		for (const toCountry of isoCountries) {
			for (const goods of [shirts, PHONE, BOOK]) {
				// Goods of Japan from Japan: nearly every destination is in another customs territory.
				const body = { contentItems: [{ ...goods, originCountry: 'JP' }], fromCountry: 'JP', toCountry };
				const { status, body: answer } = await service().post('duties-taxes-estimate', body);
				if (status === 422) {
					expect(answer).toMatchObject({ hasErrors: true, fields: [{ path: 'toCountry' }] });
					if (!refused.includes(toCountry)) refused.push(toCountry);
					continue;
				}
				const { taxDetails, estimate: sum, estimateIsMinimum = false } = dutiesResponseSchema.parse(answer);
				expect([status, answer.hasErrors]).toEqual([200, false]);
				const cents = taxDetails.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
				expect(Math.round(sum * 100), toCountry).toBe(cents);
				expect(estimateIsMinimum, toCountry).toBe(taxDetails.some(({ known }) => known === false));
				// Without a line nothing is due, which holds within one territory only.
				expect(taxDetails.length === 0, toCountry).toBe(toCountry === 'JP');
				estimatedCount += 1;
			}
		}
		expect(refused).toEqual(UNDER_EMBARGO);
		expect(estimatedCount).toBe((isoCountries.length - UNDER_EMBARGO.length) * 3);
	});

	it.each([
		['6109.10', '610910'],
		['6109 10 00', '61091000'],
		['6109.10.00.10', '6109100010'],
	])('take the code %s as %s', async (tariff, code) => {
		const { hsCode, taxDetails } = await estimate('GB', { ...shirts, tariff });
		expect(hsCode).toBe(code);
		expect(taxDetails.every(({ harmonizedCode }) => harmonizedCode === code)).toBe(true);
	});

	it('use the capital for a side without zipcode and city', async () => {
		const { taxDetails } = await estimate('CA', { ...shirts, cost: '100' }, { toZipcode: undefined });
		expect(taxDetails.at(-1)).toMatchObject({ name: 'HST', description: expect.stringContaining('13.0 %') });
	});

	it.each([
		[{ contentItems: [] }, 'contentItems'],
		[{ contentItems: [{ ...shirts, description: '' }] }, 'contentItems.0.description'],
		[{ contentItems: [{ ...shirts, numberOfItems: 1.5 }] }, 'contentItems.0.numberOfItems'],
		[{ contentItems: [{ ...shirts, cost: undefined }] }, 'contentItems.0.cost'],
		[{ toCountry: 'XX' }, 'toCountry'],
		[{ contentItems: [{ ...shirts, tariff: '6109' }] }, 'contentItems.0.tariff'],
		[{ contentItems: [shirts, { ...shirts, tariff: '610999' }] }, 'contentItems.1.tariff'],
		[{ contentItems: [{ ...shirts, tariff: '999999' }] }, 'contentItems.0.tariff'],
		[{ contentItems: [{ ...shirts, originCountry: 'ZZ' }] }, 'contentItems.0.originCountry'],
	])('refuse %j at %s with hasErrors', async (changes, at) => {
		const body = { contentItems: [shirts], fromCountry: 'NL', toCountry: 'CH', ...changes };
		const answer = await service().post('duties-taxes-estimate', body);
		expect(answer.status).toBe(422);
		expect(answer.body.hasErrors).toBe(true);
		expect(answer.body.fields.map(({ path }: { path: string }) => path)).toContain(at);
	});
});
