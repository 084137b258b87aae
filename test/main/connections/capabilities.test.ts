// What a service says of itself.
import { describe, expect, it } from 'vitest';
import { idempotencyKeyRetentionMs, readCapabilities } from '../../../src-main/connections/partner-v1/capabilities';

describe('the retention time of Idempotency-Keys', () => {
	const openApi = (parameters: unknown) => ({ paths: { '/partners-api/v1/shipments': { post: { parameters } } } });
	const named = { name: 'Idempotency-Key', in: 'header' };
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
		expect(idempotencyKeyRetentionMs('?1; max-age=60', openApi([{ ...named, 'x-max-age': 5 }]))).toBe(60_000);
	});

	it.each<[string, unknown, number]>([
		['with its time', openApi([{ ...named, 'x-max-age': 60 }]), 60_000],
		['in any case of its name', openApi([{ ...named, name: 'IDEMPOTENCY-KEY', 'x-max-age': 60 }]), 60_000],
		['behind others', openApi([{ in: 'header' }, { name: 'X-Other', in: 'header' }, named]), defaultMs],
		['without a time', openApi([named]), defaultMs],
		['with a time that is no number', openApi([{ ...named, 'x-max-age': '60' }]), defaultMs],
		['with no time at all', openApi([{ ...named, 'x-max-age': 0 }]), defaultMs],
		['with a negative time', openApi([{ ...named, 'x-max-age': -60 }]), defaultMs],
	])('is read from the service description that names the header %s', (_name, document, expected) => {
		expect(idempotencyKeyRetentionMs(null, document)).toBe(expected);
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is no object', 7],
		['has no paths', {}],
		['has paths of another form', { paths: { '/partners-api/v1/shipments': 7 } }],
		['lacks the path of shipments', { paths: { '/other': { post: { parameters: [named] } } } }],
		['lacks the booking call', { paths: { '/partners-api/v1/shipments': {} } }],
		['has a booking call of another form', { paths: { '/partners-api/v1/shipments': { post: 7 } } }],
		['has no parameters', { paths: { '/partners-api/v1/shipments': { post: {} } } }],
		['has parameters of another form', openApi(7)],
		['has no such parameter', openApi([{ name: 'X-Other', in: 'header' }])],
		['has it outside of the headers', openApi([{ ...named, in: 'query' }])],
	])('is 0 when the service description %s', (_name, document) => {
		expect(idempotencyKeyRetentionMs(null, document)).toBe(0);
	});

	it('is read for the operation that is asked for alone', () => {
		const document = { paths: { '/partners-api/v1/rates': { post: {} }, ...openApi([named]).paths } };
		expect(idempotencyKeyRetentionMs(null, document, 'shipments')).toBe(defaultMs);
		expect(idempotencyKeyRetentionMs(null, document, 'rates')).toBe(0);
		expect(idempotencyKeyRetentionMs('?1', undefined, 'rates')).toBe(defaultMs);
	});

	it('is read when another path has no POST operation', () => {
		const document = openApi([{ ...named, 'x-max-age': 60 }]);
		expect(idempotencyKeyRetentionMs(null, { paths: { '/other': {}, ...document.paths } })).toBe(60_000);
	});
});

describe('the operations that a service offers', () => {
	const base = { operations: { rates: true, shipments: true, duties: true }, isDeclared: false };
	const post = { post: {} };

	it('are those that its document has a POST operation of', () => {
		const paths = { '/partners-api/v1/rates': post, '/partners-api/v1/shipments/': post, '/other': post };
		const operations = { rates: true, shipments: true, duties: false };
		expect(readCapabilities({ paths })).toEqual({ operations, isDeclared: true });
	});

	it('are found where the paths are relative to the address of the API', () => {
		expect(readCapabilities({ paths: { '/duties-taxes-estimate': post } }).operations).toEqual({
			rates: false,
			shipments: false,
			duties: true,
		});
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is no object', 7],
		['has no paths', {}],
		['has paths of another form', { paths: [7] }],
		['is of another interface', { paths: { '/pets': post } }],
		['reads only', { paths: { '/partners-api/v1/rates': { get: {} } } }],
	])('are those of the specification when its document %s', (_name, document) => {
		expect(readCapabilities(document)).toEqual(base);
	});
});
