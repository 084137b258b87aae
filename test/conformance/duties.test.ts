// Sections 2.6, 2.7 and 4.3 of the specification.
import { expect, it } from 'vitest';
import { dutiesResponseSchema } from '../../src-contract/partner-api';
import { onEachDatabase } from './on-each-database';

const shirts = {
	description: 'Cotton T-shirt',
	numberOfItems: '20',
	cost: '50',
	tariff: '6109.10',
	originCountry: 'NL',
};

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

	it('report unknown amounts instead of 0', async () => {
		const { taxDetails, message } = await estimate('ES', shirts, { toZipcode: '51001' });
		expect(taxDetails.map(({ name }) => name)).toEqual(['Duty not known', 'Import tax not known']);
		expect(message).toMatch(/Not included because unknown/);
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
	])('refuse %j at %s with hasErrors', async (changes, at) => {
		const body = { contentItems: [shirts], fromCountry: 'NL', toCountry: 'CH', ...changes };
		const answer = await service().post('duties-taxes-estimate', body);
		expect(answer.status).toBe(422);
		expect(answer.body.hasErrors).toBe(true);
		expect(answer.body.fields.map(({ path }: { path: string }) => path)).toContain(at);
	});
});
