// What a service declares about itself.
import { describe, expect, it } from 'vitest';
import { idempotencyKeyRetentionMs, readCapabilities } from '../../../src-main/connections/partner-v1/capabilities';

describe('the retention time of Idempotency-Keys', () => {
	const openApi = (parameters: unknown) => ({ paths: { '/partners-api/v1/shipments': { post: { parameters } } } });
	const keyParameter = { name: 'Idempotency-Key', in: 'header' };
	const defaultMs = 15 * 60_000;

	it.each([
		['?1; max-age=86400', 86_400_000],
		[' ?1;max-age=60 ', 60_000],
		['?1  ;  max-age  =  60', 60_000],
		['?1', defaultMs],
		['?1; other=2', defaultMs],
	])('is read from the header %j', (header, expected) => {
		expect(idempotencyKeyRetentionMs(header, undefined)).toBe(expected);
	});

	it.each(['?0', '', 'yes', 'x ?1', '1'])('is 0 with the header %j: nothing is repeated', (header) => {
		expect(idempotencyKeyRetentionMs(header, undefined)).toBe(0);
	});

	it('is read from the header rather than from the service description', () => {
		expect(idempotencyKeyRetentionMs('?1; max-age=60', openApi([{ ...keyParameter, 'x-max-age': 5 }]))).toBe(60_000);
	});

	it.each<[string, unknown, number]>([
		['with its time', openApi([{ ...keyParameter, 'x-max-age': 60 }]), 60_000],
		['with its name in capitals', openApi([{ ...keyParameter, name: 'IDEMPOTENCY-KEY', 'x-max-age': 60 }]), 60_000],
		['after other parameters', openApi([{ in: 'header' }, { name: 'X-Other', in: 'header' }, keyParameter]), defaultMs],
		['without a time', openApi([keyParameter]), defaultMs],
		['with a time that is not a number', openApi([{ ...keyParameter, 'x-max-age': '60' }]), defaultMs],
		['with a time of 0', openApi([{ ...keyParameter, 'x-max-age': 0 }]), defaultMs],
		['with a negative time', openApi([{ ...keyParameter, 'x-max-age': -60 }]), defaultMs],
	])('is read from the service description that names the header %s', (_name, document, expected) => {
		expect(idempotencyKeyRetentionMs(null, document)).toBe(expected);
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is not an object', 7],
		['has no paths', {}],
		['has paths in another form', { paths: { '/partners-api/v1/shipments': 7 } }],
		['has no path for shipments', { paths: { '/other': { post: { parameters: [keyParameter] } } } }],
		['has no booking call', { paths: { '/partners-api/v1/shipments': {} } }],
		['has a booking call in another form', { paths: { '/partners-api/v1/shipments': { post: 7 } } }],
		['has no parameters', { paths: { '/partners-api/v1/shipments': { post: {} } } }],
		['has parameters in another form', openApi(7)],
		['has no such parameter', openApi([{ name: 'X-Other', in: 'header' }])],
		['has the parameter outside the headers', openApi([{ ...keyParameter, in: 'query' }])],
	])('is 0 when the service description %s', (_name, document) => {
		expect(idempotencyKeyRetentionMs(null, document)).toBe(0);
	});

	it('is read only for the requested operation', () => {
		const document = { paths: { '/partners-api/v1/rates': { post: {} }, ...openApi([keyParameter]).paths } };
		expect(idempotencyKeyRetentionMs(null, document, 'shipments')).toBe(defaultMs);
		expect(idempotencyKeyRetentionMs(null, document, 'rates')).toBe(0);
		expect(idempotencyKeyRetentionMs('?1', undefined, 'rates')).toBe(defaultMs);
	});

	it('is read when another path has no POST operation', () => {
		const document = openApi([{ ...keyParameter, 'x-max-age': 60 }]);
		expect(idempotencyKeyRetentionMs(null, { paths: { '/other': {}, ...document.paths } })).toBe(60_000);
	});
});

describe('the operations that a service offers', () => {
	const specified = {
		operations: { rates: true, shipments: true, duties: true },
		isDeclared: false,
		acceptsFreight: false,
	};
	const post = { post: {} };

	it('are those with a POST operation in its document', () => {
		const paths = { '/partners-api/v1/rates': post, '/partners-api/v1/shipments/': post, '/other': post };
		const operations = { rates: true, shipments: true, duties: false };
		expect(readCapabilities({ paths })).toEqual({ operations, isDeclared: true, acceptsFreight: false });
	});

	it.each([
		['/duties-taxes-estimate', { freight: { type: 'number' } }, true],
		['/partners-api/v1/duties-taxes-estimate', { freight: { type: 'number' } }, true],
		['/partners-api/v1/duties-taxes-estimate', { fromCountry: {} }, false],
		['/partners-api/v1/rates', { freight: { type: 'number' } }, false],
	])('include the freight of an estimate at %s with the properties %j: %s', (url, properties, expected) => {
		const requestBody = { content: { 'application/json': { schema: { properties } } } };
		expect(readCapabilities({ paths: { [url]: { post: { requestBody } } } }).acceptsFreight).toBe(expected);
	});

	it('are found when the paths are relative to the address of the API', () => {
		expect(readCapabilities({ paths: { '/duties-taxes-estimate': post } }).operations).toEqual({
			rates: false,
			shipments: false,
			duties: true,
		});
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is not an object', 7],
		['has no paths', {}],
		['has paths in another form', { paths: [7] }],
		['is for another API', { paths: { '/pets': post } }],
		['has only read operations', { paths: { '/partners-api/v1/rates': { get: {} } } }],
	])('are those of the specification when its document %s', (_name, document) => {
		expect(readCapabilities(document)).toEqual(specified);
	});
});
