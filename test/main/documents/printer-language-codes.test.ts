// Bar codes of labels in a printer language.
import { describe, expect, it } from 'vitest';
import { readCodesFromCommands } from '../../../src-main/documents/printer-language-codes';

const GS = '\x1d';

describe('codes of a ZPL label', () => {
	it.each([
		['Code 128', '^XA^FO20,20^BY3^BCN,100,Y,N,N^FD1Z999AA10123456784^FS^XZ', ['1Z999AA10123456784']],
		['subsets of Code 128', '^BCN,100^FD>;>80034043416000001234>69^FS', ['00340434160000012349']],
		[
			'FNC1 between fields',
			'^BCN,100^FD>;>842090210>89205590304060338687545^FS',
			[`42090210${GS}9205590304060338687545`],
		],
		['hexadecimal characters', '^BXN,4,200^FH\\^FD[)>\\1E01\\1D0210115^FS', [`[)>\x1e01${GS}0210115`]],
		['interleaved two of five', '^B2N,100^FD910796312233^FS', ['910796312233']],
		[
			'DataMatrix with FNC1',
			'^BXN,4,200,,,,_^FD_142090210_19205590304060338687545^FS',
			[`42090210${GS}9205590304060338687545`],
		],
		['PDF417', '^B7N,4,5,10^FDEXAMPLE 12345678^FS', ['EXAMPLE 12345678']],
		['QR code', '^BQN,2,5^FDQA,JVGL0123456789^FS', ['JVGL0123456789']],
		['Aztec', '^B0N,6,N^FD%000850000123456789^FS', ['%000850000123456789']],
		['a position between the code and its data', '^BCN,100^FO10,10^FDTRACK0001234^FS', ['TRACK0001234']],
		['several codes', '^BCN,100^FDPIECE00011^FS^FDDate 2026^FS^B2N,100^FD0123456789^FS', ['PIECE00011', '0123456789']],
		['only text', '^FO1,1^A0N,30^FDTRACK 0001 234^FS^FDExample street^FS', ['TRACK0001234']],
	])('%s', (_, label, codes) => {
		expect(readCodesFromCommands('zpl', label)).toEqual(codes);
	});
});

it('codes of an EPL label are the data of its B and b commands, or its text if it has none', () => {
	const label =
		'N\nA50,0,0,1,1,1,N,"Reference 12345678"\nB50,26,0,1,3,7,200,B,"TRACK\\"0001234"\nb10,10,Q,"JVGL0123456789"\n';
	expect(readCodesFromCommands('epl', label)).toEqual(['TRACK"0001234', 'JVGL0123456789']);
	expect(readCodesFromCommands('epl', 'N\nA50,0,0,1,1,1,N,"TRACK0001234"\n')).toEqual(['TRACK0001234']);
});

it('codes of an ESC/POS label are the data of its GS k and GS ( k commands', () => {
	const code128 = '{B1Z{C\x0c\x22\x38';
	const label = [
		'\x1b@Reference 12345678\n',
		`\x1dk\x49${String.fromCharCode(code128.length)}${code128}`,
		'\x1dk\x050123456789\0',
		`\x1d(k${String.fromCharCode(3 + 14)}\0\x31\x50\x30JVGL0123456789`,
		'\x1d(k\x03\0\x31\x51\x30',
	].join('');
	expect(readCodesFromCommands('escpos', label)).toEqual(['1Z123456', '0123456789', 'JVGL0123456789']);
});

it.each([
	['zpl', '^XA^BY2^GFA,', '^FS^BCN,90^FD12345678^FS^XZ'],
	['zpl', '^XA^BQN,2,4^FDQA,', '^FS^BCN,90^FD12345678^FS^XZ'],
	['epl', 'b1,1,P,"', '"\nB1,1,0,1,3,7,200,B,"12345678"\nP1\n'],
	['escpos', '\x1b@', '\x1dk\x0412345678\0'],
] as const)('reads the code of a %s label with 8 MB between %s and the code', (language, start, end) => {
	const codes = readCodesFromCommands(language, `${start}${'F'.repeat(8_000_000)}${end}`);
	expect(codes.filter((code) => code.length < 100)).toEqual(['12345678']);
});
