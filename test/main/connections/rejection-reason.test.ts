// The reason of a rejection, read from any form of `message` and `errors`.
import { describe, expect, it } from 'vitest';
import { reasonOf, secondaryReasonOf } from '../../../src-main/connections/partner-v1/rejection-reason';
import { htmlToPlainText } from '../../../src-main/connections/partner-v1/response-body';

const toPlainText = (text: string) => htmlToPlainText(text, (part) => part);
const reason = (body: unknown) => reasonOf(body, toPlainText);

describe('the reason of a rejection', () => {
	it.each<[string, unknown, string]>([
		['a message', { message: 'Zip <b>wrong</b>' }, 'Zip wrong'],
		['a list as the message', { message: ['Zip wrong', 'City wrong'] }, 'Zip wrong. City wrong'],
		['errors as a text', { errors: 'Zip wrong' }, 'Zip wrong'],
		['errors as texts', { errors: ['Zip wrong', 'City wrong.', 'Why?', 'End'] }, 'Zip wrong. City wrong. Why? End'],
		['message and errors', { message: 'Refused', errors: ['Zip wrong.'] }, 'Refused. Zip wrong.'],
		['errors with a message', { errors: [{ message: 'is wrong' }] }, 'is wrong'],
		['errors with a field', { errors: [{ field: 'zip', message: 'is wrong' }] }, 'zip: is wrong'],
		['errors with a path', { errors: [{ path: ['parcels', 0, null], detail: 'too big' }] }, 'parcels.0: too big'],
		['errors with a property', { errors: [{ property: 'zip', description: 'bad' }] }, 'zip: bad'],
		['errors with a parameter', { errors: [{ parameter: 'zip', reason: 'bad' }] }, 'zip: bad'],
		['errors with a location', { errors: [{ loc: ['body', 'zip'], msg: 'bad' }] }, 'body.zip: bad'],
		['errors with a title', { errors: [{ message: '', title: 'bad' }] }, 'bad'],
		['errors with an error', { errors: [{ error: 'bad' }] }, 'bad'],
		['errors with a text', { errors: [{ text: 'bad' }] }, 'bad'],
		['errors with a code', { errors: [{ code: 'ZIP_WRONG' }] }, 'ZIP_WRONG'],
		['errors with a field that is a number', { errors: [{ field: 7, message: 'bad' }] }, 'bad'],
		[
			'a map of errors',
			{ errors: { zip: 'is wrong', city: ['is missing', 'is short'] } },
			'zip: is wrong. city: is missing. city: is short',
		],
		['one error object', { errors: { message: 'is wrong', field: 'zip' } }, 'zip: is wrong'],
		['numbers and null', { message: 7, errors: [7, null, { code: 7 }] }, ''],
		['flags', { message: 'true', errors: ['false', ' None ', '', '0', '1', 'YES', 'null'] }, ''],
		['a list instead of an object', ['Zip wrong'], ''],
		['null', null, ''],
		['a text', 'Zip wrong', ''],
	])('is read from %s', (_name, body, expected) => {
		expect(reason(body)).toBe(expected);
	});

	it('does not repeat a text', () => {
		expect(reason({ message: 'Zip wrong.', errors: ['zip  WRONG', 'City wrong'] })).toBe('Zip wrong. City wrong');
		expect(reason({ message: 'Zip wrong', errors: [{ field: 'to', message: 'Zip wrong.' }] })).toBe('to: Zip wrong.');
		// A part of a word is not a repetition.
		expect(reason({ message: 'not known', errors: ['no'] })).toBe('not known. no');
		expect(reason({ message: 'no', errors: ['not known'] })).toBe('no. not known');
	});

	it.each(['.', '!', '?', '…', ':', ';', '。', '！', '？'])('adds no full stop after %s', (end) => {
		expect(reason({ message: `Wrong${end}`, errors: ['City'] })).toBe(`Wrong${end} City`);
	});

	it('has at most 1000 characters, from at most 100 texts', () => {
		const errors = Array.from({ length: 150 }, (_, index) => `field ${index} is wrong`);
		expect(reason({ errors })).toHaveLength(1000);
		expect(reason({ errors }).endsWith('…')).toBe(true);
		expect(reason({ errors: [...Array.from({ length: 99 }, () => 'same'), 'first', 'second'] })).toBe('same. first');
		expect(
			reason({ message: 'x'.repeat(299), errors: ['y'.repeat(299), 'z'.repeat(299), 'u'.repeat(97)] }),
		).toHaveLength(1000);
		expect(
			reason({ message: 'x'.repeat(299), errors: ['y'.repeat(299), 'z'.repeat(299), 'u'.repeat(97)] }).endsWith('u'),
		).toBe(true);
	});

	it('is not read from deeper than 4 levels', () => {
		expect(reason({ errors: { a: { b: { c: 'bad' } } } })).toBe('a: b: c: bad');
		expect(reason({ errors: { a: { b: { c: { d: { e: 'bad' } } } } } })).toBe('');
		let deep: unknown = 'bad';
		for (let level = 0; level < 5_000; level += 1) deep = [deep];
		expect(reason({ errors: deep })).toBe('');
	});

	it('may be in fields that the specification does not name', () => {
		const secondaryReason = (body: unknown) => secondaryReasonOf(body, toPlainText);
		expect(secondaryReason({ title: 'Refused', detail: 'Zip wrong.', error: 'E1' })).toBe('E1. Zip wrong. Refused');
		expect(secondaryReason({ error: { code: 'E1', message: 'Zip wrong' } })).toBe('Zip wrong');
		expect(secondaryReason({ message: 'Zip wrong' })).toBe('');
		expect(secondaryReason(undefined)).toBe('');
	});
});
