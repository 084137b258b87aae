// How the answers to rates and estimate requests are read. No network.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { readEstimate, readRates } from '../../../src-main/connections/partner-v1/rate-responses';
import { type Answer, htmlToPlainText } from '../../../src-main/connections/partner-v1/response-body';

const answer = (body: unknown): Answer => ({
	status: 200,
	text: typeof body === 'string' ? body : JSON.stringify(body),
	retryAfterMs: undefined,
	toPlainText: (text) => htmlToPlainText(text, (part) => part),
});
const option = (changes: object = {}) => ({ carrier: 'C', product: 'P', productId: 1, price: 10, ...changes });
const ratesOf = (...data: unknown[]) => readRates(answer({ errors: false, message: 'Options.', data }));

function errorOf(work: () => unknown): AppError {
	try {
		work();
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
	throw new Error('nothing was thrown');
}

describe.each([
	['rates request', readRates, 'The service refused the request.'],
	['request for an estimate', readEstimate, 'The service could not estimate duties.'],
] as const)('an answer to a %s', (_name, read, withoutReason) => {
	it.each<[string, object, string]>([
		['errors true and no data', { errors: true, message: 'No such zip.' }, 'No such zip.'],
		['errors true and data null', { errors: true, message: 'No such zip.', data: null }, 'No such zip.'],
		['errors true beside data', { errors: true, message: 'No such zip.', data: [option()] }, 'No such zip.'],
		['errors as a list', { errors: ['No such zip.'], message: '' }, 'No such zip.'],
		['errors as an object', { errors: { toZipcode: 'is wrong' }, message: 'Refused.' }, 'Refused. toZipcode: is wrong'],
		['hasErrors and a message', { hasErrors: true, message: 'No such code.' }, 'No such code.'],
		['a message alone', { message: 'No service today.' }, 'No service today.'],
		['a message and data null', { errors: false, message: 'No service today.', data: null }, 'No service today.'],
		['another field alone', { error: 'Closed.' }, 'The service refused the request (200): Closed. Nothing was booked.'],
		['errors without any reason', { errors: true }, withoutReason],
		['hasErrors without any reason', { hasErrors: true }, withoutReason],
	])('is a refusal with the message of the service: %s', (_case, body, message) => {
		const error = errorOf(() => read(answer(body)));
		expect(error).toMatchObject({ code: 'partner.rejected', message, retryable: false });
	});

	it('maps the fields of a refusal to the fields of the form', () => {
		const fields = [{ path: 'parcels.0.weight', code: 'x', message: 'is too much' }];
		expect(errorOf(() => read(answer({ errors: true, message: 'Refused.', fields }))).fields).toEqual([
			{ path: 'parcels.0.weightKg', code: 'x', message: 'is too much' },
		]);
	});

	it.each([
		['a web page', '<!doctype html><title>Sign in</title>', /the answer is a web page with the title "Sign in"/],
		['nothing', '', /it is empty/],
		['an empty object', {}, /unexpected format/],
		['a list', [option()], /unexpected format/],
		['null', 'null', /unexpected format/],
		[
			'data in another form',
			{ errors: false, message: 'x', data: { 0: option() }, taxDetails: {} },
			/unexpected format/,
		],
	])('is unreadable: %s', (_case, body, message) => {
		expect(errorOf(() => read(answer(body)))).toMatchObject({
			code: 'partner.unreadable',
			message: expect.stringMatching(message),
			retryable: true,
		});
	});
});

describe('rate options', () => {
	it('are sorted by price, then by maximum and minimum days; equal options keep their order', () => {
		const days = (min: number | undefined, max: number | undefined) => ({
			minEstimatedTransitTimeInWorkingsDays: min,
			maxEstimatedTransitTimeInWorkingsDays: max,
		});
		const { data, notes } = ratesOf(
			option({ productId: 1, price: 30 }),
			option({ productId: 2, price: 10 }),
			option({ productId: 3, price: 20 }),
			option({ productId: 4, price: 10, ...days(2, 3) }),
			option({ productId: 5, price: 10, ...days(1, 3) }),
			option({ productId: 6, price: 10, ...days(1, 3) }),
			option({ productId: 7, price: 10, estimatedTransitTimeInWorkingDays: 2 }),
			option({ productId: 8, price: '9.99', ...days(9, 9) }),
		);
		expect(data.map(({ productId }) => productId)).toEqual([8, 7, 5, 6, 4, 2, 3, 1]);
		expect(data[0]).toMatchObject({ price: 9.99 });
		expect(notes).toEqual([]);
	});

	it.each<[string, unknown, string]>([
		['a price that is not a number', option({ price: 'NaN' }), 'no usable price'],
		['a price of null', option({ price: null }), 'no usable price'],
		['no price', option({ price: undefined }), 'no usable price'],
		['a price of 1e300', option({ price: 1e300 }), 'no usable price'],
		['a negative price', option({ price: -1 }), 'no usable price'],
		['a price of 0', option({ price: 0 }), 'no usable price'],
		['a price below one cent', option({ price: 0.004 }), 'no usable price'],
		['no product id', option({ productId: undefined }), 'no product number'],
		['a product id that is a text', option({ productId: 'EXP' }), 'no product number'],
		['a product id with a fraction', option({ productId: 1.5 }), 'no product number'],
		['no carrier and no product', option({ carrier: ' ', product: null }), 'no carrier and no product'],
		['null', null, 'unexpected format'],
		['a text', 'C', 'unexpected format'],
		['a list', [], 'unexpected format'],
	])('with %s are omitted with a note, and the others are returned', (_name, unusable, reason) => {
		const { data, notes } = ratesOf(option({ price: 30 }), unusable, option({ productId: 2, price: 20 }));
		expect(data.map(({ price }) => price)).toEqual([20, 30]);
		expect(notes).toEqual([`1 option from the service cannot be used and is not shown (${reason}).`]);
	});

	it('with a price that is not valid in JSON are omitted', () => {
		const text = '{"errors":false,"message":"","data":[{"carrier":"C","product":"P","productId":1,"price":PRICE},';
		for (const price of ['NaN', 'Infinity', '-Infinity', '1e309']) {
			const rest = '{"carrier":"NaN","product":"P","productId":2,"price":5}]}';
			const { data, notes } = readRates(answer(text.replace('PRICE', price) + rest));
			expect(data).toEqual([{ carrier: 'NaN', product: 'P', productId: 2, price: 5 }]);
			expect(notes).toHaveLength(1);
		}
	});

	it('that are omitted for several reasons are counted in one note, which names each reason once', () => {
		const { data, notes } = ratesOf(option(), option({ price: 0 }), option({ price: -1 }), option({ productId: null }));
		expect(data).toHaveLength(1);
		expect(notes).toEqual([
			'3 options from the service cannot be used and are not shown (no usable price, no product number).',
		]);
	});

	it('are an error when none of them can be used', () => {
		expect(errorOf(() => ratesOf(option({ price: 0 }), option({ productId: null })))).toMatchObject({
			code: 'partner.rejected',
			message:
				'None of the 2 options from the service can be used (no usable price, no product number). Nothing was booked.',
		});
		expect(errorOf(() => ratesOf(option({ price: 0 }))).message).toBe(
			'The only option from the service cannot be used (no usable price). Nothing was booked.',
		);
	});

	it('are used when their price rounds to at least one cent', () => {
		expect(ratesOf(option({ price: 0.01 })).data).toHaveLength(1);
		expect(ratesOf(option({ price: 0.005 })).data).toHaveLength(1);
	});

	it('are read without their invalid optional fields', () => {
		const withInvalidFields = option({
			carrier: 7,
			product: null,
			minEstimatedTransitTimeInWorkingsDays: null,
			maxEstimatedTransitTimeInWorkingsDays: '3',
			estimatedTransitTimeInWorkingDays: 367,
			priceBreakdown: [{ item: 'Base' }],
			more: 1,
		});
		const { data, notes } = ratesOf(
			withInvalidFields,
			option({ maxEstimatedTransitTimeInWorkingsDays: -1, price: 11 }),
		);
		expect(data).toEqual([
			{ carrier: '7', product: '', productId: 1, price: 10, maxEstimatedTransitTimeInWorkingsDays: 3 },
			{ carrier: 'C', product: 'P', productId: 1, price: 11 },
		]);
		expect(notes).toHaveLength(1);
	});

	it('with the same product id stay separate with a note, and duplicates are merged', () => {
		const twice = ratesOf(option(), option(), option({ productId: 2 }));
		expect([twice.data.length, twice.notes]).toEqual([2, []]);
		const shared = ratesOf(option(), option({ product: 'Q' }), option({ productId: 2 }), option({ price: 11 }));
		expect(shared.data).toHaveLength(4);
		expect(shared.notes).toEqual([
			'3 options share a product number with another option. The service decides which one it books.',
		]);
	});

	it('may be empty, with the message of the service', () => {
		expect(ratesOf()).toEqual({ errors: false, message: 'Options.', data: [], notes: [] });
		expect(readRates(answer({ data: null }))).toEqual({ errors: false, message: '', data: [], notes: [] });
	});
});

describe('an estimate', () => {
	const line = { harmonizedCode: '610910', name: 'VAT', amount: 5 };
	const estimate = { hasErrors: false, taxDetails: [line], estimate: '5', hsCode: '610910' };

	it('may have numbers as texts', () => {
		expect(readEstimate(answer(estimate))).toMatchObject({ estimate: 5, taxDetails: [{ amount: 5, description: '' }] });
	});

	it('says which amount is not known; other forms of these fields are read as absent', () => {
		const unknown = { ...estimate, taxDetails: [{ ...line, known: false }], estimateIsMinimum: true };
		expect(readEstimate(answer(unknown))).toMatchObject({ taxDetails: [{ known: false }], estimateIsMinimum: true });
		const strange = { ...estimate, taxDetails: [{ ...line, known: null }], estimateIsMinimum: 'perhaps' };
		expect(readEstimate(answer(strange)).taxDetails[0]?.known).toBeUndefined();
		expect(readEstimate(answer(strange)).estimateIsMinimum).toBeUndefined();
	});

	it('is unreadable when a line is unreadable or there are no lines, because the total would be too low', () => {
		const body = { ...estimate, message: 'Done.', taxDetails: [line, { ...line, amount: null }] };
		expect(errorOf(() => readEstimate(answer(body)))).toMatchObject({ code: 'partner.unreadable' });
		const withoutLines = { hasErrors: false, message: 'Done.', estimate: 5, hsCode: '' };
		expect(errorOf(() => readEstimate(answer(withoutLines)))).toMatchObject({ code: 'partner.unreadable' });
	});
});

describe('prices that may not be in euros', () => {
	it('are left out and named, when the option or the whole answer states another currency', () => {
		const rates = ratesOf(
			option({ currency: 'USD' }),
			option({ productId: 2, currency: 'EUR' }),
			option({ productId: 3 }),
		);
		expect(rates.data.map(({ productId }) => productId)).toEqual([2, 3]);
		expect(rates.notes).toEqual(['1 option from the service cannot be used and is not shown (the price is in USD).']);
		expect(
			errorOf(() => readRates(answer({ errors: false, message: '', currency: 'GBP', data: [option()] }))).message,
		).toContain('the price is in GBP');
	});

	it('are read with a decimal comma', () => {
		expect(ratesOf(option({ price: '1.234,50' })).data[0]?.price).toBe(1234.5);
	});
});

it('reads the first options of an answer with very many, and says so', () => {
	const options = Array.from({ length: 40_000 }, (_, index) => option({ productId: index + 1 }));
	const rates = ratesOf(...options);
	expect(rates.data).toHaveLength(300);
	expect(rates.notes).toContain('The service sent 40000 options. Only the first 300 are shown.');
});
