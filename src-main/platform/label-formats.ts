// Detects the format of a label or other document from its first bytes, never from a file name, and splits print data in a printer
// language (ZPL, EPL, ESC/POS) into labels.
import { KILOBYTE } from '../../src-contract/lib/units';

export type LabelFormat = 'pdf' | 'png' | 'jpeg' | 'gif' | 'tiff' | 'zpl' | 'epl' | 'escpos';

/** PDF readers accept the signature anywhere in the first kilobyte. */
const PDF_SIGNATURE_RANGE_BYTES = KILOBYTE;
const SIGNATURES: readonly [format: LabelFormat, signature: readonly number[]][] = [
	['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['jpeg', [0xff, 0xd8, 0xff]],
	['gif', [0x47, 0x49, 0x46, 0x38]],
	['tiff', [0x49, 0x49, 0x2a, 0x00]],
	['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
	['escpos', [0x1b, 0x40]],
];

/** @returns undefined when the bytes are not in a format that can be printed */
export function detectLabelFormat(receivedBytes: Uint8Array): LabelFormat | undefined {
	// Print data may start with zero bytes, which wake a sleeping printer.
	const bytes = receivedBytes.subarray(
		Math.max(
			0,
			receivedBytes.findIndex((byte) => byte !== 0),
		),
	);
	for (const [format, signature] of SIGNATURES)
		if (signature.every((byte, index) => bytes[index] === byte)) return format;
	const start = Buffer.from(bytes.subarray(0, PDF_SIGNATURE_RANGE_BYTES)).toString('latin1');
	const text = start.replace(/^(\xef\xbb\xbf|\s)+/, '');
	if (/^<(!doctype|html|\?xml)/i.test(text)) return undefined;
	if (start.includes('%PDF-')) return 'pdf';
	// Settings and stored graphics may precede the label.
	if (/^(\^XA|~DG|~DY|\^XD|CT~~CD|~SD|~JA|\x10CT~~CD|\$\{)/i.test(text)) return 'zpl';
	if (/^(N|O[A-Z]*|q\d+|Q\d+,|S\d|D\d+|ZT|ZB|R\d+,|I8)\r?\n/.test(text) && /\n([BAGLXb][\dpQ]|GW\d|P\d)/.test(start))
		return 'epl';
	return undefined;
}

/** ZPL commands that print. A ZPL block (^XA … ^XZ) without any of these commands only configures the printer. */
const ZPL_CONTENT = /\^(FD|GF|GB|GC|GD|GE|XG|IM|IL)/i;

/** Splits print data into its labels. @returns at least one label */
export function splitIntoLabels(format: 'zpl' | 'epl' | 'escpos', bytes: Uint8Array): string[] {
	const text = Buffer.from(bytes).toString('latin1');
	const endCommand = { zpl: /\^XZ/i, epl: /^P\d+(?:,\d+)?\s*$/m, escpos: /\x1dV[\x00\x01\x30\x31AB]/ }[format];
	const parts = text.split(endCommand);
	// In EPL and ESC/POS, text after the last end command is not a label. In ZPL, such text counts if it prints.
	const labels = format === 'zpl' ? parts.filter((label) => ZPL_CONTENT.test(label)) : parts.slice(0, -1);
	return labels.length > 0 ? labels : [text];
}
