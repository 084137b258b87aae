// Encodes sheets as ESC/POS raster graphics and packing slips as ESC/POS text.
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { t } from '../../../../src-contract/i18n';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import type { PackingSlip } from '../../layout/packing-slip';
import type { Encoder } from '../shared/encoder';

/**
 * Maximum rows per raster command, because small printers can buffer only few rows. A sheet is sent in bands of this height, which
 * print without a gap between them.
 */
const BAND_ROWS = 240;
const INITIALISE = Buffer.from([0x1b, 0x40]);
/** Characters per line in the printer's font A, which is 12 dots wide. */
const CHARS_PER_LINE = { roll80: 48, roll58: 32 } as const;
/** Width of the print head in dots. */
const HEAD_WIDTH_DOTS = { roll80: 576, roll58: 384 } as const;
const CODE_MODULE_DOTS = 2;
const CODE_HEIGHT_DOTS = 100;
/** The roll of a printer. Other stock is treated as the wider roll. */
const rollOf = ({ stock }: Pick<PrinterProfile, 'stock'>) => (stock === 'roll58' ? 'roll58' : 'roll80');

/** Splits a sheet into bands of rows, each printed by one raster command (GS v 0). */
function rasterCommands({ bits, bytesPerRow, heightDots }: Dots): Buffer[] {
	const commands: Buffer[] = [];
	for (let row = 0; row < heightDots; row += BAND_ROWS) {
		const rows = Math.min(BAND_ROWS, heightDots - row);
		const header = Buffer.from([0x1d, 0x76, 0x30, 0, bytesPerRow & 0xff, bytesPerRow >> 8, rows & 0xff, rows >> 8]);
		commands.push(header, Buffer.from(bits.subarray(row * bytesPerRow, (row + rows) * bytesPerRow)));
	}
	return commands;
}

/** Creates a buffer to which the library writes commands. The library's connection to a printer is not used. */
function createCommandBuffer(charsPerLine: number): ThermalPrinter {
	const commands = new ThermalPrinter({
		type: PrinterTypes.EPSON,
		width: charsPerLine,
		characterSet: CharacterSet.PC858_EURO,
		// The library's type requires `interface`, the connection to a printer. Without it, the library only writes commands.
	} as never);
	commands.add(INITIALISE);
	return commands;
}

/** Breaks a text into lines at spaces. Words longer than a line are split. */
function wrapText(text: string, maxChars: number): string[] {
	const lines: string[] = [];
	let line = '';
	const wordParts = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${maxChars}}`, 'g')) ?? []);
	for (const wordPart of wordParts) {
		if (line === '') line = wordPart;
		else if (line.length + 1 + wordPart.length <= maxChars) line = `${line} ${wordPart}`;
		else {
			lines.push(line);
			line = wordPart;
		}
	}
	return [...lines, line];
}

/**
 * Command that makes the printer draw a Code 128 (GS k). Four or more leading digits are encoded in pairs (code set C), all other
 * characters one by one (code set B).
 * @returns undefined when the code would be wider than `widthDots`
 */
export function code128Command(text: string, widthDots: number): Buffer | undefined {
	const leadingDigits = /^(\d\d){2,}/.exec(text)?.[0] ?? '';
	const pairs = (leadingDigits.match(/../g) ?? []).map(Number);
	const rest = text.slice(leadingDigits.length);
	const data = Buffer.concat([
		...(pairs.length > 0 ? [Buffer.from('{C'), Buffer.from(pairs)] : []),
		...(rest === '' ? [] : [Buffer.from('{B'), Buffer.from(rest, 'latin1')]),
	]);
	const codeCharacters = pairs.length + rest.length + (pairs.length > 0 && rest !== '' ? 1 : 0);
	// Each code character has 11 modules. Start and check character (11 each) and the stop pattern (13) have 35 together.
	if ((codeCharacters * 11 + 35) * CODE_MODULE_DOTS > widthDots) return undefined;
	const settings = [0x1d, 0x68, CODE_HEIGHT_DOTS, 0x1d, 0x77, CODE_MODULE_DOTS];
	return Buffer.concat([Buffer.from([...settings, 0x1d, 0x6b, 73, data.length]), data]);
}

const repeatBytes = (bytes: Buffer, copies: number) => Buffer.concat(Array<Buffer>(copies).fill(bytes));

export const encodeEscPos: Encoder = (sheets, printer) => {
	const commands = createCommandBuffer(CHARS_PER_LINE[rollOf(printer)]);
	for (const sheet of sheets) {
		commands.add(Buffer.concat(rasterCommands(sheet)));
		commands.cut({ verticalTabAmount: 0 });
	}
	return repeatBytes(commands.getBuffer(), printer.copies);
};

export function encodePackingSlip(slip: PackingSlip, printer: Pick<PrinterProfile, 'stock' | 'copies'>): Uint8Array {
	const roll = rollOf(printer);
	const charsPerLine = CHARS_PER_LINE[roll];
	const commands = createCommandBuffer(charsPerLine);
	commands.bold(true);
	commands.println(t('PACKING SLIP'));
	commands.bold(false);
	commands.leftRight(slip.reference, slip.date);
	commands.drawLine();
	for (const { title, lines, isBold } of [
		{ title: t('TO##recipient'), lines: slip.to, isBold: true },
		{ title: t('FROM##sender'), lines: slip.from, isBold: false },
	]) {
		commands.println(title);
		commands.bold(isBold);
		for (const line of lines) commands.println(line);
		commands.bold(false);
		commands.newLine();
	}
	commands.drawLine();
	for (const { quantity, description } of slip.items) {
		const count = `${quantity} x `.padStart(6);
		for (const [index, line] of wrapText(description, charsPerLine - count.length).entries())
			commands.println(`${index === 0 ? count : ' '.repeat(count.length)}${line}`);
	}
	commands.drawLine();
	if (slip.trackingNumber) {
		commands.alignCenter();
		const code = code128Command(slip.trackingNumber, HEAD_WIDTH_DOTS[roll]);
		if (code) commands.add(code);
		commands.newLine();
		commands.println(slip.trackingNumber);
	}
	commands.cut();
	return repeatBytes(commands.getBuffer(), printer.copies);
}
