// Driver of driverless IPP printers. Reads which formats, resolutions and media the printer supports, and sends each document in a
// supported format and on a supported medium.
import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { attentionRequiredError, type DeviceModule, type Driver, rejectedError } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { type IppPrinter, printIpp, readPrinterAttributes } from './client';
import { type Attributes, STATE_ATTRIBUTES, statusOf, textsOf, valuesOf } from './condition';
import { encodePwg, encodePwgGrey, encodeUrf } from './encode';
import { type Medium, mediumFor } from './media';

const IPP_PORT = 631;
const DPCM_TO_DPI = 2.54;
const MIME_TYPES: Record<Language, string> = {
	pdf: 'application/pdf',
	pwg: 'image/pwg-raster',
	pwgGrey: 'image/pwg-raster',
	urf: 'image/urf',
};
const CAPABILITY_ATTRIBUTES = [
	...STATE_ATTRIBUTES,
	'document-format-supported',
	'media-supported',
	'print-scaling-supported',
	'printer-resolution-supported',
	'pwg-raster-document-resolution-supported',
	'pwg-raster-document-type-supported',
	'urf-supported',
] as const;

function ippPrinterOf({ name, device }: PrinterProfile): IppPrinter {
	const url = device.driver === 'ipp' ? device.url : '';
	const { hostname, port, protocol, pathname } = new URL(url.replace(/^ipp/i, 'http'));
	const host = hostname.replace(/^\[|\]$/g, '');
	return {
		endpoint: { host, port: port === '' ? IPP_PORT : Number(port), isEncrypted: protocol === 'https:' },
		uri: `ipp://${hostname}${port === '' ? '' : `:${port}`}${pathname}`,
		name,
	};
}

const readCapabilities = (printer: PrinterProfile): Promise<Attributes> =>
	readPrinterAttributes(ippPrinterOf(printer), CAPABILITY_ATTRIBUTES);

/**
 * Resolutions in dpi.
 * @param value an attribute that holds one resolution, or an array of resolutions. A resolution is [across, down, unit].
 */
function resolutionsDpiOf(value: unknown): number[] {
	const values = valuesOf(value);
	return (Array.isArray(values[0]) ? values : [values]).flatMap((resolution) => {
		const [across, , unit] = valuesOf(resolution);
		return typeof across === 'number' ? Math.round(across * (unit === 'dpcm' ? DPCM_TO_DPI : 1)) : [];
	});
}

/** Resolutions in dpi from the keyword `RS` of `urf-supported`, such as `RS203-300`. Empty if the printer reports none. */
function urfResolutionsDpi(urfKeywords: readonly string[]): number[] {
	const resolutionKeyword = urfKeywords.find((keyword) => /^RS\d+(-\d+)*$/.test(keyword));
	return resolutionKeyword ? resolutionKeyword.slice('RS'.length).split('-').map(Number) : [];
}

interface ChosenFormat {
	language: Language;
	/** Resolutions that the printer accepts in this format; empty when the printer accepts any or reports none. */
	resolutionsDpi: number[];
}

/** Chooses the best format that a printer supports: PDF, then one bit per dot, then grey. */
function chooseFormat(capabilities: Attributes): ChosenFormat | undefined {
	const formats = textsOf(capabilities['document-format-supported']);
	if (formats.includes('application/pdf')) return { language: 'pdf', resolutionsDpi: [] };
	if (formats.includes('image/pwg-raster')) {
		const types = textsOf(capabilities['pwg-raster-document-type-supported']);
		const resolutionsDpi = resolutionsDpiOf(capabilities['pwg-raster-document-resolution-supported']);
		if (types.includes('black_1')) return { language: 'pwg', resolutionsDpi };
		if (types.includes('sgray_8')) return { language: 'pwgGrey', resolutionsDpi };
	}
	const urfKeywords = textsOf(capabilities['urf-supported']);
	if (formats.includes('image/urf') && urfKeywords.some((keyword) => keyword.startsWith('W8')))
		return { language: 'urf', resolutionsDpi: urfResolutionsDpi(urfKeywords) };
	return undefined;
}

/** The job attributes that select a medium. IPP sizes are in hundredths of a millimetre. */
const mediumAttributes = (medium: Medium): Attributes => {
	if ('name' in medium) return { media: medium.name };
	const hundredths = (millimetres: number) => Math.round(millimetres * 100);
	const { widthMm, heightMm } = medium.size;
	return {
		'media-col': { 'media-size': { 'x-dimension': hundredths(widthMm), 'y-dimension': hundredths(heightMm) } },
	};
};

const driver: Driver = {
	async language(printer) {
		const format = chooseFormat(await readCapabilities(printer));
		if (!format) {
			throw new AppError(
				'printer.otherLanguage',
				t(
					'{printer} supports neither PDF nor the formats of driverless printing. Nothing was printed. The document is kept. Install the printer in the system and choose it there.',
					{ printer: printer.name },
				),
			);
		}
		const { language, resolutionsDpi } = format;
		if (resolutionsDpi.length > 0 && !resolutionsDpi.includes(printer.dpi)) {
			const supportedDpi = resolutionsDpi.join(` ${t('or##between numbers')} `);
			throw rejectedError(
				printer.name,
				t('it prints at {resolutions} dpi, but {dpi} dpi is set##of a printer', {
					resolutions: supportedDpi,
					dpi: printer.dpi,
				}),
			);
		}
		return language;
	},

	async send(printer, { payload, language, title, sheetHeightMm }) {
		const capabilities = await readCapabilities(printer);
		const { condition, message } = statusOf(capabilities);
		if (condition === 'error') throw attentionRequiredError(`${printer.name}: ${message}`);
		return printIpp(ippPrinterOf(printer), {
			payload,
			format: MIME_TYPES[language] ?? 'application/octet-stream',
			title,
			attributes: {
				...mediumAttributes(mediumFor(printer, sheetHeightMm, textsOf(capabilities['media-supported']))),
				...(textsOf(capabilities['print-scaling-supported']).includes('none') ? { 'print-scaling': 'none' } : {}),
				// A PWG Raster file states the number of copies in its page headers.
				...(language === 'pwg' || language === 'pwgGrey' ? {} : { copies: printer.copies }),
			},
		});
	},

	async readStatus(printer) {
		const capabilities = await readCapabilities(printer);
		const format = chooseFormat(capabilities);
		// A printer that supports PDF draws the pages at its own resolution, so the resolution of the profile does not matter.
		if (!format || format.language === 'pdf') return statusOf(capabilities);
		const resolutionsDpi =
			format.resolutionsDpi.length > 0
				? format.resolutionsDpi
				: resolutionsDpiOf(capabilities['printer-resolution-supported']);
		return { ...statusOf(capabilities), ...(resolutionsDpi.length > 0 && { resolutionsDpi }) };
	},
};

export const ippDevice: DeviceModule = {
	driver,
	encoders: {
		pwg: { encodeSheets: encodePwg },
		pwgGrey: { encodeSheets: encodePwgGrey },
		urf: { encodeSheets: encodeUrf },
	},
};
