// Reads the bar codes of a label in a printer language from its commands, because such labels are not drawn. Pure.
import { findTextCodes } from './page-kind';

export type PrinterLanguage = 'zpl' | 'epl' | 'escpos';

const GS = '\x1d';

/**
 * The data of all bar code commands of a label. For a label without any (a graphic, or a form stored in the printer), the lines
 * of its text that look like codes.
 */
export function readCodesFromCommands(language: PrinterLanguage, label: string): string[] {
	const codes = { zpl: zplCodes, epl: eplCodes, escpos: escposCodes }[language](label).filter((code) => code !== '');
	return codes.length > 0 ? [...new Set(codes)] : findTextCodes(label.replace(/\^F[SD]|"/g, '\n'));
}

/** A bar code command applies to the next field: `^BCN,100^FDdata^FS`. */
function zplCodes(label: string): string[] {
	return [...label.matchAll(/\^B([0-9A-Z])([^^]*)((?:\^(?!F[DVS]|B)[^^]*)*)\^F[DV]([\s\S]*?)(?=\^FS|\^XZ|$)/gi)]
		.filter(([, type]) => type?.toUpperCase() !== 'Y')
		.map(([, type = '', parameters = '', between = '', data = '']) => {
			const isHex = /\^FH(.?)/i.exec(between);
			const escapeChar = isHex ? isHex[1]?.trim() || '_' : undefined;
			const text = escapeChar ? unescapedHex(data, escapeChar) : data;
			return zplData(type.toUpperCase(), parameters, text.replace(/[\r\n]/g, ''));
		});
}

/** Escapes a text for use in a regular expression. */
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function unescapedHex(data: string, escapeChar: string): string {
	return data.replace(new RegExp(`${escapeRegExp(escapeChar)}([0-9a-f]{2})`, 'gi'), (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** `>8` is FNC1, `>0` is `>`. Other invocations select a subset of Code 128 and add no data. */
const CODE_128_INVOCATIONS: Readonly<Record<string, string>> = { '0': '>', '8': GS, '<': '^', '=': '~' };

function zplData(type: string, parameters: string, data: string): string {
	if (type === 'C')
		return data
			.replace(/>(.)/g, (_, invocation: string) => CODE_128_INVOCATIONS[invocation] ?? '')
			.replace(/^\x1d/, '');
	// The data of a QR code begins with error correction and input mode: `QA,data`, `MM,Adata`.
	if (type === 'Q')
		return data.replace(/^[HQML]?[AM],[ANB]?(?=.)/, (prefix) => (prefix.endsWith(',') ? '' : afterMode(prefix)));
	if (type !== 'X') return data;
	const escapeChar = parameters.split(',')[6]?.trim() || '_';
	return data
		.replaceAll(`${escapeChar}1`, GS)
		.replace(new RegExp(`${escapeRegExp(escapeChar)}d(\\d{3})`, 'g'), (_, code: string) =>
			String.fromCharCode(Number(code)),
		)
		.replace(/^\x1d/, '');
}

/** In manual input mode (`M`), a character mode follows the comma and is dropped; otherwise the last character is data. */
const afterMode = (prefix: string): string => (/M,.$/.test(prefix) ? '' : prefix.slice(-1));

/** `B50,26,0,1,3,7,200,B,"data"`. Commands of two-dimensional codes begin with a lowercase `b`. */
const eplCodes = (label: string): string[] =>
	[...label.matchAll(/^[Bb]\d+,\d+,[^"\r\n]*"((?:\\.|[^"\\\r\n])*)"/gm)].map(([, data = '']) =>
		data.replace(/\\(.)/g, '$1'),
	);

/** `GS k` has its length as a byte or ends with a zero byte. `GS ( k` stores the data of a QR code or PDF417. */
function escposCodes(label: string): string[] {
	const codes: string[] = [];
	for (const { index } of label.matchAll(/\x1dk/g)) {
		const type = label.charCodeAt(index + 2);
		if (type <= 6) codes.push(label.slice(index + 3, Math.max(index + 3, label.indexOf('\0', index + 3))));
		else if (type >= 65 && type <= 79) {
			const data = label.slice(index + 4, index + 4 + label.charCodeAt(index + 3));
			codes.push(type === 73 ? code128Data(data) : data);
		}
	}
	for (const { index } of label.matchAll(/\x1d\(k/g)) {
		const length = label.charCodeAt(index + 3) + 256 * label.charCodeAt(index + 4);
		if (label[index + 6] === 'P') codes.push(label.slice(index + 8, index + 5 + length));
	}
	return codes;
}

/** `{A`, `{B` and `{C` select a subset; each byte in subset C is two digits. `{1` is FNC1, `{{` is `{`. */
function code128Data(data: string): string {
	let text = '';
	let subset = 'B';
	for (let index = 0; index < data.length; index += 1) {
		const char = data[index] ?? '';
		if (char === '{') {
			index += 1;
			const next = data[index] ?? '';
			if ('ABC'.includes(next)) subset = next;
			else if (next === '1' && text !== '') text += GS;
			else if (next === '{') text += '{';
		} else text += subset === 'C' ? String(char.charCodeAt(0)).padStart(2, '0') : char;
	}
	return text;
}
