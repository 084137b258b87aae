// Encodes sheets as TSPL: each sheet is a label with one graphic (BITMAP), in which 0 is black.
import { type Encoder, invertDots, labelPrinterSettings } from '../shared/encoder';

const MM_PER_INCH = 25.4;
/** DENSITY ranges from 0 to 15; 8 is the default. */
const DEFAULT_DENSITY = 8;
const MAX_DENSITY = 15;

export const encodeTspl: Encoder = (sheets, printer) => {
	const { darkness, speed } = labelPrinterSettings(printer);
	const density = Math.min(MAX_DENSITY, Math.max(0, DEFAULT_DENSITY + darkness));
	const settingCommands = `${darkness === 0 ? '' : `DENSITY ${density}\r\n`}${speed === 0 ? '' : `SPEED ${speed}\r\n`}`;
	const mm = (dots: number) => ((dots / printer.dpi) * MM_PER_INCH).toFixed(1);
	return Buffer.concat(
		sheets.flatMap((dots) => [
			Buffer.from(
				`SIZE ${mm(dots.widthDots)} mm,${mm(dots.heightDots)} mm\r\n${settingCommands}DIRECTION 0\r\nCLS\r\nBITMAP 0,0,${dots.bytesPerRow},${dots.heightDots},0,`,
				'latin1',
			),
			invertDots(dots),
			Buffer.from(`\r\nPRINT 1,${printer.copies}\r\n`, 'latin1'),
		]),
	);
};
