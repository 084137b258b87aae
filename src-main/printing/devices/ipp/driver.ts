// Driver of driverless IPP printers. It reads the supported formats, resolutions and media, and sends a matching document.
import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import type { Printer } from '../../../../src-contract/model/print';
import { attentionRequiredError, type DeviceModule, type Driver, refusedError } from '../shared/driver';
import type { Language } from '../shared/encoder';
import { type IppPrinter, printerAttributes, printIpp } from './client';
import { type Attributes, STATE_ATTRIBUTES, statusOf, textsOf, valuesOf } from './condition';
import { encodePwg, encodePwgGrey, encodeUrf } from './encode';
import { type Medium, mediumFor } from './media';

const IPP_PORT = 631;
const DPCM_TO_DPI = 2.54;
const FORMATS: Record<Language, string> = {
	pdf: 'application/pdf',
	pwg: 'image/pwg-raster',
	pwgGrey: 'image/pwg-raster',
	urf: 'image/urf',
};
const CAPABILITIES = [
	...STATE_ATTRIBUTES,
	'document-format-supported',
	'media-supported',
	'print-scaling-supported',
	'printer-resolution-supported',
	'pwg-raster-document-resolution-supported',
	'pwg-raster-document-type-supported',
	'urf-supported',
] as const;

function ippPrinterOf({ name, device }: Printer): IppPrinter {
	const url = device.driver === 'ipp' ? device.url : '';
	const { hostname, port, protocol, pathname } = new URL(url.replace(/^ipp/i, 'http'));
	const host = hostname.replace(/^\[|\]$/g, '');
	return {
		at: { host, port: port === '' ? IPP_PORT : Number(port), secure: protocol === 'https:' },
		uri: `ipp://${hostname}${port === '' ? '' : `:${port}`}${pathname}`,
		name,
	};
}

const readCapabilities = (printer: Printer): Promise<Attributes> =>
	printerAttributes(ippPrinterOf(printer), CAPABILITIES);

/** A resolution is [across, down, unit]. The attribute holds one resolution, or a list of them. */
function pwgResolutions(value: unknown): number[] {
	const all = valuesOf(value);
	return (Array.isArray(all[0]) ? all : [all]).flatMap((resolution) => {
		const [across, , unit] = valuesOf(resolution);
		return typeof across === 'number' ? Math.round(across * (unit === 'dpcm' ? DPCM_TO_DPI : 1)) : [];
	});
}

/** Resolutions in the keyword `RS` of `urf-supported`, such as `RS203-300`. */
const urfResolutions = (supported: readonly string[]): number[] =>
	(/^RS([\d-]+)$/.exec(supported.find((keyword) => /^RS\d/.test(keyword)) ?? '')?.[1] ?? '').split('-').map(Number);

/** The best supported format (PDF, then one bit per dot, then grey), and the resolutions it accepts. Empty: any resolution. */
function chooseFormat(capabilities: Attributes): { language: Language; resolutions: number[] } | undefined {
	const formats = textsOf(capabilities['document-format-supported']);
	if (formats.includes('application/pdf')) return { language: 'pdf', resolutions: [] };
	if (formats.includes('image/pwg-raster')) {
		const types = textsOf(capabilities['pwg-raster-document-type-supported']);
		const resolutions = pwgResolutions(capabilities['pwg-raster-document-resolution-supported']);
		if (types.includes('black_1')) return { language: 'pwg', resolutions };
		if (types.includes('sgray_8')) return { language: 'pwgGrey', resolutions };
	}
	const urf = textsOf(capabilities['urf-supported']);
	if (formats.includes('image/urf') && urf.some((keyword) => keyword.startsWith('W8')))
		return { language: 'urf', resolutions: urfResolutions(urf) };
	return undefined;
}

const asAttributes = (medium: Medium): Attributes => {
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
		const { language, resolutions } = format;
		if (resolutions.length > 0 && !resolutions.includes(printer.dpi)) {
			const supportedDpi = resolutions.join(` ${t('or##between numbers')} `);
			throw refusedError(
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
		const state = statusOf(capabilities);
		if (state.condition === 'error') throw attentionRequiredError(`${printer.name}: ${state.message}`);
		return printIpp(ippPrinterOf(printer), {
			payload,
			format: FORMATS[language] ?? 'application/octet-stream',
			title,
			attributes: {
				...asAttributes(mediumFor(printer, sheetHeightMm, textsOf(capabilities['media-supported']))),
				...(textsOf(capabilities['print-scaling-supported']).includes('none') ? { 'print-scaling': 'none' } : {}),
				// PWG Raster holds the number of copies in its page header.
				...(language === 'pwg' || language === 'pwgGrey' ? {} : { copies: printer.copies }),
			},
		});
	},

	async check(printer) {
		const capabilities = await readCapabilities(printer);
		const format = chooseFormat(capabilities);
		// A printer that takes PDF rasterises at its own resolution, so the one of the profile does not matter.
		if (!format || format.language === 'pdf') return statusOf(capabilities);
		const resolutionsDpi =
			format.resolutions.length > 0 ? format.resolutions : pwgResolutions(capabilities['printer-resolution-supported']);
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
