// Encodes sheets as EPL2: each sheet is a label with one graphic (GW), in which 0 is black.
import { type Encoder, invertDots, labelPrinterSettings } from '../shared/encoder';

/** The density (command D) ranges from 0 to 15; 8 is the default. */
const DEFAULT_DENSITY = 8;
const MAX_DENSITY = 15;

export const encodeEpl: Encoder = (sheets, printer) => {
	const { darkness, speed } = labelPrinterSettings(printer);
	const density = Math.min(MAX_DENSITY, Math.max(0, DEFAULT_DENSITY + darkness));
	const settingCommands = `${darkness === 0 ? '' : `D${density}\n`}${speed === 0 ? '' : `S${speed}\n`}`;
	return Buffer.concat(
		sheets.flatMap((dots) => [
			Buffer.from(`\nN\nq${dots.widthDots}\n${settingCommands}GW0,0,${dots.bytesPerRow},${dots.heightDots},`, 'latin1'),
			invertDots(dots),
			Buffer.from(`\nP${printer.copies}\n`, 'latin1'),
		]),
	);
};
