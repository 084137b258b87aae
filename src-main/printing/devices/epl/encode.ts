// Encodes sheets as EPL2: each sheet is a label with one graphic (GW), in which 0 is black.
import { type Encoder, invertDots, labelPrinterSettings } from '../shared/encoder';

/** The D command ranges from 0 to 15; 8 is the default. */
const MIDDLE_DARKNESS = 8;
const MAX_DARKNESS = 15;

export const encodeEpl: Encoder = (sheets, printer) => {
	const { darkness, speed } = labelPrinterSettings(printer);
	const density = Math.min(MAX_DARKNESS, Math.max(0, MIDDLE_DARKNESS + darkness));
	const settings = `${darkness === 0 ? '' : `D${density}\n`}${speed === 0 ? '' : `S${speed}\n`}`;
	return Buffer.concat(
		sheets.flatMap((dots) => [
			Buffer.from(`\nN\nq${dots.widthDots}\n${settings}GW0,0,${dots.bytesPerRow},${dots.heightDots},`, 'latin1'),
			invertDots(dots),
			Buffer.from(`\nP${printer.copies}\n`, 'latin1'),
		]),
	);
};
