import { describe, expect, it } from 'vitest';
import { codeKey, hasWrongCheckDigit, readScannedCode } from '../../../src-main/catalog/item-code';

const GS = '\u001d';

describe('a code of goods', () => {
	it.each([
		['9521234543213', '09521234543213'],
		['09521234543213', '09521234543213'],
		[']E09521234543213', '09521234543213'],
		[' 9521234543213\r', '09521234543213'],
		['96385074', '00000096385074'],
		['036000291452', '00036000291452'],
		['0036000291452', '00036000291452'],
		['abc-1', 'ABC-1'],
		['9521234543214', '9521234543214'],
	])('%s is found as %s', (text, key) => {
		expect(codeKey(text)).toBe(key);
	});

	it('knows a wrong check digit of 12 to 14 digits; 8 digits may be a number of the warehouse', () => {
		expect(
			['9521234543214', '036000291453', '12345678', 'A9521234543214', '9521234543213'].map(hasWrongCheckDigit),
		).toEqual([true, true, false, false, false]);
	});

	it.each([
		[
			`]d20109521234543213172612311 0LOT7${GS}21SN-9`.replace(' ', ''),
			{ lot: 'LOT7', expiresOn: '2026-12-31', serial: 'SN-9' },
		],
		[`${GS}010952123454321310LOT7${GS}21SN-9`, { lot: 'LOT7', expiresOn: '', serial: 'SN-9' }],
		[']C1010952123454321317261200', { lot: '', serial: '' }],
		['010952123454321321SN-9', { serial: 'SN-9' }],
	])('reads GS1 fields: %j', (text, expected) => {
		expect(readScannedCode(text)).toMatchObject({ key: '09521234543213', ...expected });
	});

	it.each(['9521234543213', 'SHELF-12', '0109521234543214', '95123', ']C1', '', '(01)x'])(
		'%j has no GS1 fields',
		(text) => {
			expect(readScannedCode(text)).toEqual({ key: codeKey(text), lot: '', expiresOn: '', serial: '' });
		},
	);
});
