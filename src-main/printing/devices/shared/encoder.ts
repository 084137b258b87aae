// Encoders convert sheets of dots to the language of a device.
import type { PrinterProfile } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';

/** Language of a payload: `pdf`, or a language for which the registry has encoders, such as `zpl`. */
export type Language = string;

export type Encoder = (sheets: readonly Dots[], printer: PrinterProfile) => Uint8Array | Promise<Uint8Array>;

/** Encoders of one language. They run in the document thread. */
export interface LanguageEncoders {
	encodeSheets: Encoder;
}

/** Darkness and speed of a label printer; 0 leaves the printer's own setting unchanged. */
export function labelPrinterSettings({ device }: PrinterProfile): { darkness: number; speed: number } {
	return {
		darkness: 'darkness' in device ? device.darkness : 0,
		speed: 'speed' in device ? device.speed : 0,
	};
}

/** Inverts all bits, for languages in which 0 is black. */
export function invertDots({ bits, widthDots, bytesPerRow }: Dots): Uint8Array {
	const result = bits.map((byte) => ~byte & 0xff);
	// Padding at the end of each row is white: its inverted bits are 1.
	const paddingBitCount = bytesPerRow * 8 - widthDots;
	const paddingMask = (1 << paddingBitCount) - 1;
	if (paddingBitCount > 0)
		for (let rowEnd = bytesPerRow - 1; rowEnd < result.length; rowEnd += bytesPerRow)
			result[rowEnd] = (result[rowEnd] ?? 0) | paddingMask;
	return result;
}
