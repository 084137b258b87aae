// What writes sheets of dots in the language of a device.
import type { Printer } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import type { PackingSlip } from '../../layout/packing-slip';

/** What a device is sent: `pdf`, or a language for which a device has a writer, such as `zpl`. */
export type Language = string;

export type Encoder = (sheets: readonly Dots[], printer: Printer) => Uint8Array | Promise<Uint8Array>;

/** Writes a language. Runs in the document thread. */
export interface LanguageWriter {
	sheets: Encoder;
	/** Of printers that print packing slips as text. */
	packingSlip?: (slip: PackingSlip, printer: Printer) => Promise<Uint8Array>;
}

/** The part of a device's settings that label printers share; 0 where the printer's own setting stays. */
export function labelPrinterSettings({ device }: Printer): { darkness: number; speed: number } {
	return {
		darkness: 'darkness' in device ? device.darkness : 0,
		speed: 'speed' in device ? device.speed : 0,
	};
}

/** The dots for printers whose 0 is black. */
export function inverted({ bits, widthDots, bytesPerRow }: Dots): Uint8Array {
	const result = bits.map((byte) => ~byte & 0xff);
	// Beyond the last dot of a row nothing is printed.
	const padding = bytesPerRow * 8 - widthDots;
	const paddingBits = (1 << padding) - 1;
	if (padding > 0)
		for (let at = bytesPerRow - 1; at < result.length; at += bytesPerRow) result[at] = (result[at] ?? 0) | paddingBits;
	return result;
}
