import type { Printer } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';

/** What a device is sent: pages, pages as dots in its language, a picture format of driverless printing, or a page of pictures. */
export type Language = 'pdf' | 'zpl' | 'epl' | 'tspl' | 'escpos' | 'pwg' | 'pwgGrey' | 'urf' | 'html';

/** Writes sheets of dots in the language of a printer. */
export type Encoder = (sheets: readonly Dots[], printer: Printer) => Uint8Array | Promise<Uint8Array>;

/** The part of a device's settings that thermal printers share; nothing is said where the printer's own setting stands. */
export function thermalSettings({ device }: Printer): { darkness: number; speed: number } {
	return 'darkness' in device ? device : { darkness: 0, speed: 0 };
}

/** Printers whose 0 is black. */
export function inverted({ bits, widthDots, bytesPerRow }: Dots): Uint8Array {
	const result = bits.map((byte) => ~byte & 0xff);
	// Beyond the last dot of a row nothing is printed.
	const padding = bytesPerRow * 8 - widthDots;
	if (padding > 0)
		for (let at = bytesPerRow - 1; at < result.length; at += bytesPerRow)
			result[at] = (result[at] as number) | ((1 << padding) - 1);
	return result;
}
