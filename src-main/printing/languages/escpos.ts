// ESC/POS, as receipt printers speak it: labels as raster, packing slips as text.
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Dots } from '../dots';
import type { PackingSlip } from '../packing-slip';
import type { Encoder } from './language';

/** Small printers hold few rows at a time; bands follow each other without a gap. */
const BAND_ROWS = 240;
const INITIALISE = Buffer.from([0x1b, 0x40]);
/** Letters a line, in the printer's font A of 12 dots. */
const LETTERS = { roll80: 48, roll58: 32 } as const;
/** A code of more letters than this is wider than 58 mm paper at two dots a module. */
const WIDEST_CODE = 22;

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
	} as never);
	printer.add(INITIALISE);
	return printer;
}

/** At words where possible: the printer itself would break in their middle. */
function wrapped(text: string, letters: number): string[] {
	const lines = [''];
	for (const word of text.split(/\s+/).flatMap((one) => one.match(new RegExp(`.{1,${letters}}`, 'g')) ?? [])) {
		const last = lines.at(-1) as string;
		if (last === '') lines[lines.length - 1] = word;
		else if (last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

const repeated = (bytes: Buffer, copies: number) => Buffer.concat(Array<Buffer>(copies).fill(bytes));

export const encodeEscPos: Encoder = (sheets, { copies, stock }) => {
	const printer = composer(stock === 'roll58' ? LETTERS.roll58 : LETTERS.roll80);
	for (const sheet of sheets) {
		printer.add(Buffer.concat(raster(sheet)));
		printer.cut({ verticalTabAmount: 0 });
	}
	return repeated(printer.getBuffer(), copies);
};

export function encodePackingSlip(slip: PackingSlip, stock: string, copies: number): Uint8Array {
	const letters = stock === 'roll58' ? LETTERS.roll58 : LETTERS.roll80;
	const printer = composer(letters);
	printer.bold(true);
	printer.println('PACKING SLIP');
	printer.bold(false);
	printer.leftRight(slip.reference, slip.date);
	printer.drawLine();
	for (const [title, lines] of [
		['TO', slip.to],
		['FROM', slip.from],
	] as const) {
		printer.println(title);
		printer.bold(title === 'TO');
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
		if (slip.trackingNumber.length <= WIDEST_CODE)
			printer.code128(slip.trackingNumber, { width: 2, height: 100 } as never);
		printer.newLine();
		printer.println(slip.trackingNumber);
	}
	printer.cut();
	return repeated(printer.getBuffer(), copies);
}
