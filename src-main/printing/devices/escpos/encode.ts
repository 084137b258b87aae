// Encodes sheets as ESC/POS raster graphics.
import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { Dots } from '../../layout/dots';
import type { Encoder } from '../shared/encoder';

/**
 * Maximum rows per raster command, because small printers can buffer only few rows. A sheet is sent in bands of this height, which
 * print without a gap between them.
 */
const BAND_ROWS = 240;
const INITIALISE = Buffer.from([0x1b, 0x40]);
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
function createCommandBuffer(): ThermalPrinter {
	// The library's type requires `interface`, the connection to a printer. Without it, the library only writes commands.
	const commands = new ThermalPrinter({ type: PrinterTypes.EPSON } as never);
	commands.add(INITIALISE);
	return commands;
}

const repeatBytes = (bytes: Buffer, copies: number) => Buffer.concat(Array<Buffer>(copies).fill(bytes));

export const encodeEscPos: Encoder = (sheets, printer) => {
	const commands = createCommandBuffer();
	for (const sheet of sheets) {
		commands.add(Buffer.concat(rasterCommands(sheet)));
		commands.cut({ verticalTabAmount: 0 });
	}
	return repeatBytes(commands.getBuffer(), printer.copies);
};
