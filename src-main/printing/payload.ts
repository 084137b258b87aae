// A stored document becomes what a device is sent. Runs in the document thread.
import { AppError } from '../../src-contract/errors';
import type { DocumentFormat } from '../../src-contract/print';
import { say } from '../../src-contract/wording';
import { encodePwg, encodePwgGrey, encodeUrf } from './languages/driverless';
import { encodeEpl } from './languages/epl';
import { encodeHtml } from './languages/html';
import type { Encoder, Language } from './languages/language';
import { encodeTspl } from './languages/tspl';
import { encodeZpl } from './languages/zpl';
import { type Layout, sheetHeightMm, sheetsAsDots, sheetsAsPdf } from './sheets';

export interface PayloadRequest {
	bytes: Uint8Array;
	format: DocumentFormat;
	language: Language;
	layout: Layout;
}

export interface Payload {
	bytes: Uint8Array;
	/** Of the longest sheet: a roll is as long as what is printed on it. 0 for what is in a printer's own language. */
	heightMm: number;
}

/** One line a language. */
const encoders: Record<Exclude<Language, 'pdf'>, Encoder> = {
	zpl: encodeZpl,
	epl: encodeEpl,
	tspl: encodeTspl,
	// Only desks with a receipt printer load what writes for it.
	escpos: async (sheets, printer) => (await import('./languages/escpos')).encodeEscPos(sheets, printer),
	pwg: encodePwg,
	pwgGrey: encodePwgGrey,
	urf: encodeUrf,
	html: encodeHtml,
};

const SPOKEN: Record<Exclude<DocumentFormat, 'pdf'>, string> = {
	zpl: 'ZPL',
	epl: 'EPL',
	escpos: 'ESC/POS',
	slip: 'ESC/POS',
};

/**
 * @throws `printer.mismatch` when a page does not fit; `printer.otherLanguage` when the document is in a language that the
 * printer does not speak
 */
export async function makePayload({ bytes, format, language, layout }: PayloadRequest): Promise<Payload> {
	const { printer } = layout;
	if (format === 'slip' && language === 'escpos') {
		const { encodePackingSlip } = await import('./languages/escpos');
		return { bytes: encodePackingSlip(JSON.parse(Buffer.from(bytes).toString()), printer), heightMm: 0 };
	}
	if (format === language && format !== 'pdf') return { bytes, heightMm: 0 };
	if (format !== 'pdf') {
		throw new AppError(
			'printer.otherLanguage',
			say(
				'This document is written for {language} printers, and {printer} is not one. Nothing was printed; the document is kept. Choose another printer.',
				{ language: SPOKEN[format], printer: printer.name },
			),
		);
	}
	const heightMm = await sheetHeightMm(bytes, layout);
	if (language === 'pdf') return { bytes: await sheetsAsPdf(bytes, layout), heightMm };
	return { bytes: await encoders[language](await sheetsAsDots(bytes, layout), printer), heightMm };
}
