// ESC/POS, as receipt printers speak it: labels as raster, packing slips as text.
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { t } from '../../../../src-contract/i18n';
import type { Printer } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import type { PackingSlip } from '../../layout/packing-slip';
import type { Encoder } from '../shared/encoder';

/** Small printers hold few rows at a time; bands follow each other without a gap. */
const BAND_ROWS = 240;
const INITIALISE = Buffer.from([0x1b, 0x40]);
/** Letters a line, in the printer's font A of 12 dots. */
const LETTERS = { roll80: 48, roll58: 32 } as const;
/** What the head prints, in dots. */
const DOTS = { roll80: 576, roll58: 384 } as const;
const CODE_MODULE_DOTS = 2;
const CODE_HEIGHT_DOTS = 100;
const rollOf = ({ stock }: Pick<Printer, 'stock'>) => (stock === 'roll58' ? 'roll58' : 'roll80');

function raster({ bits, bytesPerRow, heightDots }: Dots): Buffer[] {
	const bands: Buffer[] = [];
	for (let row = 0; row < heightDots; row += BAND_ROWS) {
		const rows = Math.min(BAND_ROWS, heightDots - row);
		const command = Buffer.from([0x1d, 0x76, 0x30, 0, bytesPerRow & 0xff, bytesPerRow >> 8, rows & 0xff, rows >> 8]);
		bands.push(command, Buffer.from(bits.subarray(row * bytesPerRow, (row + rows) * bytesPerRow)));
	}
	return bands;
}

/** The library writes the commands; what reaches the printer and how is the connection's. */
function composer(width: number): ThermalPrinter {
	const printer = new ThermalPrinter({
		type: PrinterTypes.EPSON,
		width,
		characterSet: CharacterSet.PC858_EURO,
		// The type asks for a connection; without one the library only writes commands.
	} as never);
	printer.add(INITIALISE);
	return printer;
}

/** At words where possible: the printer itself would break in their middle. */
function wrapped(text: string, letters: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).flatMap((one) => one.match(new RegExp(`.{1,${letters}}`, 'g')) ?? [])) {
		if (line === '') line = word;
		else if (line.length + 1 + word.length <= letters) line = `${line} ${word}`;
		else {
			lines.push(line);
			line = word;
		}
	}
	return [...lines, line];
}

/**
 * Code 128, drawn by the printer itself: digits at the beginning two to a letter (set C), the rest as they are (set B).
 * @returns undefined when it would be wider than the paper
 */
export function code128(text: string, widthDots: number): Buffer | undefined {
	const digits = /^(\d\d){2,}/.exec(text)?.[0] ?? '';
	const pairs = (digits.match(/../g) ?? []).map(Number);
	const rest = text.slice(digits.length);
	const data = Buffer.concat([
		...(pairs.length > 0 ? [Buffer.from('{C'), Buffer.from(pairs)] : []),
		...(rest === '' ? [] : [Buffer.from('{B'), Buffer.from(rest, 'latin1')]),
	]);
	const letters = pairs.length + rest.length + (pairs.length > 0 && rest !== '' ? 1 : 0);
	// Beside the letters: a start and a check of 11 modules each, a stop of 13.
	if ((letters * 11 + 35) * CODE_MODULE_DOTS > widthDots) return undefined;
	const settings = [0x1d, 0x68, CODE_HEIGHT_DOTS, 0x1d, 0x77, CODE_MODULE_DOTS];
	return Buffer.concat([Buffer.from([...settings, 0x1d, 0x6b, 73, data.length]), data]);
}

const repeated = (bytes: Buffer, copies: number) => Buffer.concat(Array<Buffer>(copies).fill(bytes));

export const encodeEscPos: Encoder = (sheets, printer) => {
	const commands = composer(LETTERS[rollOf(printer)]);
	for (const sheet of sheets) {
		commands.add(Buffer.concat(raster(sheet)));
		commands.cut({ verticalTabAmount: 0 });
	}
	return repeated(commands.getBuffer(), printer.copies);
};

export function encodePackingSlip(slip: PackingSlip, profile: Pick<Printer, 'stock' | 'copies'>): Uint8Array {
	const roll = rollOf(profile);
	const letters = LETTERS[roll];
	const printer = composer(letters);
	printer.bold(true);
	printer.println(t('PACKING SLIP'));
	printer.bold(false);
	printer.leftRight(slip.reference, slip.date);
	printer.drawLine();
	for (const { title, lines, isBold } of [
		{ title: t('TO##recipient'), lines: slip.to, isBold: true },
		{ title: t('FROM##sender'), lines: slip.from, isBold: false },
	]) {
		printer.println(title);
		printer.bold(isBold);
		for (const line of lines) printer.println(line);
		printer.bold(false);
		printer.newLine();
	}
	printer.drawLine();
	for (const { quantity, description } of slip.items) {
		const count = `${quantity} x `.padStart(6);
		for (const [index, line] of wrapped(description, letters - count.length).entries())
			printer.println(`${index === 0 ? count : ' '.repeat(count.length)}${line}`);
	}
	printer.drawLine();
	if (slip.trackingNumber) {
		printer.alignCenter();
		const code = code128(slip.trackingNumber, DOTS[roll]);
		if (code) printer.add(code);
		printer.newLine();
		printer.println(slip.trackingNumber);
	}
	printer.cut();
	return repeated(printer.getBuffer(), profile.copies);
}
