// Encodes sheets as ZPL II: each sheet is a label with one compressed graphic (^GF with Z64: zlib, base64 and a checksum).
import { deflateSync } from 'node:zlib';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import { type Encoder, labelPrinterSettings } from '../shared/encoder';

const MEDIA_MODES = { tearOff: 'T', peelOff: 'P', cutter: 'C' } as const;

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
	let crc = byte << 8;
	for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
	return crc;
});

/** CRC-16/XMODEM (polynomial 0x1021, initial value 0) as four hexadecimal digits, the checksum of Z64. */
export function crc16(text: string): string {
	let crc = 0;
	for (let index = 0; index < text.length; index += 1)
		crc = ((crc << 8) & 0xffff) ^ (CRC_TABLE[(crc >> 8) ^ text.charCodeAt(index)] ?? 0);
	return crc.toString(16).padStart(4, '0').toUpperCase();
}

function graphicField({ bits, bytesPerRow }: Dots): string {
	const data = deflateSync(bits).toString('base64');
	return `^GFA,${bits.length},${bits.length},${bytesPerRow},:Z64:${data}:${crc16(data)}`;
}

/** Commands for the settings of the profile. Without a command, the printer keeps its own setting. */
function settingCommands(printer: PrinterProfile): string {
	const { darkness, speed } = labelPrinterSettings(printer);
	const { device } = printer;
	return [
		darkness === 0 ? '' : `^MD${darkness}`,
		speed === 0 ? '' : `^PR${speed}`,
		device.driver === 'zpl' ? `^MM${MEDIA_MODES[device.mediaMode]}` : '',
	].join('');
}

export const encodeZpl: Encoder = (sheets, printer) => {
	const { device, copies } = printer;
	const tearOffDots = device.driver === 'zpl' && device.tearOffDots !== 0 ? device.tearOffDots : undefined;
	const sign = (tearOffDots ?? 0) < 0 ? '-' : '';
	const tearOffCommand = tearOffDots === undefined ? '' : `~TA${sign}${String(Math.abs(tearOffDots)).padStart(3, '0')}`;
	const labels = sheets.map(
		(dots) =>
			`^XA${settingCommands(printer)}^PON^LH0,0^PW${dots.widthDots}^LL${dots.heightDots}^FO0,0${graphicField(dots)}^FS${copies > 1 ? `^PQ${copies}` : ''}^XZ\n`,
	);
	return Buffer.from(tearOffCommand + labels.join(''), 'latin1');
};
