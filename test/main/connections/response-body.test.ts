// How the body of every answer is read: its fields, its text without markup, and the description of an unreadable one.
import { describe, expect, it } from 'vitest';
import { unreadableError } from '../../../src-main/connections/partner-v1/rejection';
import { describeUnreadable, readBody } from '../../../src-main/connections/partner-v1/response-body';
import { answer, signInPage, toPlainText } from '../../fixtures/partner-answers';

describe('plain text of a page', () => {
	it.each([
		['one<br>two', 'one two'],
		['<B>Zip</B>', 'Zip'],
		['</p>end', 'end'],
		['<!doctype html>text', 'text'],
		['a<script>x()</script>b<SCRIPT type="m">y()</script>c', 'a b c'],
		['a<style>b{}</style>c', 'a c'],
		['<head><title>No</title></head>c', 'c'],
		['<headline>News</headline>', 'News'],
		['ab<script>x()', 'ab x()'],
		['kept <b>7</b> < 8', 'kept 7 < 8'],
	])('converts %s to "%s"', (page, text) => {
		expect(toPlainText(page)).toBe(text);
	});

	it('retains < and > that are not markup', () => {
		expect(toPlainText('Weight < 30 kg and length > 3 cm')).toBe('Weight < 30 kg and length > 3 cm');
	});

	it('decodes entities and replaces control characters by one space', () => {
		expect(toPlainText(' Zip\u0000code \r\n\t wrong &amp; unknown ')).toBe('Zip code wrong & unknown');
	});

	it('is at most 300 characters long', () => {
		expect(toPlainText('x'.repeat(300))).toBe('x'.repeat(300));
		expect(toPlainText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
	});
});

describe('the body of a response', () => {
	const errorsOf = (errors: unknown) => (readBody(answer(200, { errors, other: 1 })) as Record<string, unknown>).errors;

	it.each([true, false, [], ['wrong']])('returns errors in the specified form unchanged: %j', (errors) => {
		expect(errorsOf(errors)).toEqual(errors);
	});

	it.each([undefined, null, '', '0', 'false', 'none', 'null', ' None ', 0, {}])(
		'reads errors %j as no errors',
		(errors) => expect(errorsOf(errors)).toBe(false),
	);

	it.each(['wrong', 'true', 1, { zip: 'wrong' }])('reads errors %j as errors', (errors) => {
		expect(errorsOf(errors)).toBe(true);
	});

	it.each([
		[true, true],
		[false, false],
		['yes', true],
		['none', false],
		[undefined, false],
		[1, true],
	])('reads hasErrors %j of an estimate as %s', (hasErrors, expected) => {
		expect(readBody(answer(200, { hasErrors }))).toMatchObject({ hasErrors: expected });
	});

	it('strips markup from the message and returns all other fields unchanged', () => {
		expect(readBody(answer(200, { message: '<b>Zip</b> wrong', data: [1], errors: false }))).toEqual({
			message: 'Zip wrong',
			data: [1],
			errors: false,
			hasErrors: false,
		});
		expect(readBody(answer(200, { message: 7 }))).toMatchObject({ message: '' });
	});

	it.each([
		['null', null],
		['7', 7],
		['[1]', [1]],
		['no JSON', undefined],
	])('returns a body that is not an object unchanged: %s', (text, expected) => {
		expect(readBody(answer(200, text))).toEqual(expected);
	});
});

describe('the description of an unreadable response', () => {
	it.each([
		['a page with a title', signInPage, 'the answer is a web page with the title "Sign in"'],
		[
			'a title with attributes',
			'<html><title lang="en">Log in</title>',
			'the answer is a web page with the title "Log in"',
		],
		['a page without one', '<HTML><body>x', 'the answer is a web page'],
		['an indented page', '  \n<html>', 'the answer is a web page'],
		['an empty answer', '', 'it is empty'],
		['blanks', ' \n ', 'it is empty'],
		['a text that names a page', 'see <html>', 'unexpected format'],
		['another form', '{"ok":1}', 'unexpected format'],
	])('states what was received: %s', (_name, text, expected) => {
		expect(describeUnreadable(answer(200, text))).toBe(expected);
	});

	it('is part of a retryable error', () => {
		const error = unreadableError(answer(200, ''));
		expect(error).toMatchObject({ code: 'partner.unreadable', retryable: true });
		expect(error.message).toBe(
			"The service's answer could not be read: it is empty. Your input is kept. Check the service address in Settings, then try again.",
		);
	});
});
