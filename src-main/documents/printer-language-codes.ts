// Reads the bar codes of a label in a printer language from its commands, because the station cannot draw such labels. Pure.

export type PrinterLanguage = 'zpl' | 'epl' | 'escpos';

/** Group separator: a scanner sends it for FNC1, between the fields of a GS1 code. */
const GS = '\x1d';

/** Maximum number of codes that are taken from a text. No label has more codes to scan. */
const MAX_TEXT_CODES = 30;
/** Longer commands are cut. Matrix codes have at most 3,000 characters. */
const MAX_COMMAND_CHARS = 4_000;
const DATE = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-(\d{1,2}|[A-Z]{3})-\d{4})$/;

/** Puts each text of a label, between ^FD and ^FS in ZPL or between quotation marks in EPL, on a line of its own. */
export const textsOnOwnLines = (label: string): string => label.replace(/\^F[SD]|"/g, '\n');

/** The lines of a text that look like codes, in upper case, without spaces and parentheses, each once; at most `MAX_TEXT_CODES`. */
function findTextCodes(text: string): string[] {
	const codes = text
		.split(/[\r\n]+/)
		.map((line) => line.replace(/[\s()]/g, '').toUpperCase())
		.filter((line) => /^[A-Z\d-]{8,48}$/.test(line) && (line.match(/\d/g)?.length ?? 0) >= 5 && !DATE.test(line));
	return [...new Set(codes)].slice(0, MAX_TEXT_CODES);
}

/**
 * Reads the data of all bar code commands of a label, each code once. If the label has none, for example because it is a graphic or
 * a form in the printer, finds the lines of its text that look like codes.
 */
export function readCodesFromCommands(language: PrinterLanguage, label: string): string[] {
	const codes = { zpl: zplCodes, epl: eplCodes, escpos: escposCodes }[language](label).filter((code) => code !== '');
	return codes.length > 0 ? [...new Set(codes)] : findTextCodes(textsOnOwnLines(label));
}

/** Reads the data of ZPL bar code commands. A command applies to the field that follows the command: `^BCN,100^FDdata^FS`. */
function zplCodes(label: string): string[] {
	return (
		[...label.matchAll(/\^B([0-9A-Z])([^^]*)((?:\^(?!F[DVS]|B)[^^]*)*)\^F[DV]([\s\S]*?)(?=\^FS|\^XZ|$)/gi)]
			// ^BY sets the module width and is no bar code.
			.filter(([, type]) => type?.toUpperCase() !== 'Y')
			.map(([, type = '', parameters = '', commandsBetween = '', data = '']) => {
				// ^FH: the data contains bytes as an escape character and two hexadecimal digits.
				const hexCommand = /\^FH(.?)/i.exec(commandsBetween);
				const escapeChar = hexCommand ? hexCommand[1]?.trim() || '_' : undefined;
				const text = escapeChar ? unescapeHex(data, escapeChar) : data;
				return zplData(type.toUpperCase(), parameters, text.replace(/[\r\n]/g, ''));
			})
	);
}

/** Escapes a text for use in a regular expression. */
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function unescapeHex(data: string, escapeChar: string): string {
	return data.replace(new RegExp(`${escapeRegExp(escapeChar)}([0-9a-f]{2})`, 'gi'), (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/**
 * Characters after `>` in the data of a Code 128, with the data for which they stand: `>8` is FNC1, `>0` is `>`. All others
 * select a subset of Code 128 and stand for no data.
 */
const CODE_128_INVOCATIONS: Readonly<Record<string, string>> = { '0': '>', '8': GS, '<': '^', '=': '~' };

/**
 * The data of a ZPL field, as a scanner sends it.
 * @param type letter of the bar code command: C is Code 128, Q is QR code, X is Data Matrix
 */
function zplData(type: string, parameters: string, data: string): string {
	if (type === 'C')
		return data
			.replace(/>(.)/g, (_, invocation: string) => CODE_128_INVOCATIONS[invocation] ?? '')
			.replace(/^\x1d/, '');
	// The data of a QR code begins with error correction and input mode: `QA,data`, `MM,Adata`.
	if (type === 'Q')
		return data.replace(/^[HQML]?[AM],[ANB]?(?=.)/, (prefix) => (prefix.endsWith(',') ? '' : dataAfterMode(prefix)));
	if (type !== 'X') return data;
	const escapeChar = parameters.split(',')[6]?.trim() || '_';
	return data
		.replaceAll(`${escapeChar}1`, GS)
		.replace(new RegExp(`${escapeRegExp(escapeChar)}d(\\d{3})`, 'g'), (_, code: string) =>
			String.fromCharCode(Number(code)),
		)
		.replace(/^\x1d/, '');
}

/**
 * The part of a QR code prefix that is data. In automatic input mode (`A`), the last character is data. In manual mode (`M`), the
 * last character is the character mode, so nothing is data.
 */
const dataAfterMode = (prefix: string): string => (/M,.$/.test(prefix) ? '' : prefix.slice(-1));

/** Reads the data of EPL commands such as `B50,26,0,1,3,7,200,B,"data"`. Commands of matrix codes begin with a lowercase `b`. */
const eplCodes = (label: string): string[] =>
	label
		.split(/[\r\n]/)
		.map((line) => /^[Bb]\d+,\d+,[^"]*"((?:\\.|[^"\\])*)"/.exec(line.slice(0, MAX_COMMAND_CHARS))?.[1] ?? '')
		.map((data) => data.replace(/\\(.)/g, '$1'));

/**
 * Finds the commands `GS k`, which prints a linear code, and `GS ( k`, which stores the data of a QR code or PDF417. The type of
 * code in `GS k` determines whether the length of the data is stated or the data ends with a zero byte.
 */
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

/**
 * Decodes the data of a Code 128: `{A`, `{B` and `{C` select a subset, `{1` is FNC1, `{{` is `{`. In subset C, each byte is two
 * digits.
 */
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
