// Draws the shipping documents of a booking as one PDF: a label per piece, then the customs documents if the shipment is dutiable.
import { PDFDocument } from 'pdf-lib';
import type { PartnerAddress, ShipmentRequest } from '../../src-contract/partner-api';
import { splitAddressLines } from '../../src-contract/rules/address-lines';
import type { Faces, Fonts } from '../../src-pdf/fonts';
import type { Places } from '../places/places';
import type { Offer } from '../rating/quote';
import { HttpError } from '../transport/http-error';
import { drawCommercialInvoice, type InvoiceItem } from './commercial-invoice';
import { contentsValueCents } from './contents-value';
import type { CustomsForm } from './customs-form';
import { createLabelDrawer, type LabelAddress } from './label';
import { listPieces } from './pieces';
import { drawPostalDeclaration } from './postal-declaration';
import { withLatinDigits, withPrintableTexts } from './printable-text';
import { TextTooWideError } from './text-block';
import { createThreadPause } from './thread-pause';

export interface DocumentsInput {
	request: ShipmentRequest;
	offer: Offer;
	trackingNumber: string;
	/** Serial shipping container codes, one per piece. */
	ssccs: readonly string[];
	isDutiable: boolean;
	/** The form that declares a postal item to customs; undefined if the carrier is not a postal operator. */
	customsForm: CustomsForm | undefined;
	/** Price of the shipment, in units of the currency of its contents. */
	freight: number;
	/** HS code of goods by their description; undefined when none is likely. */
	suggestHsCode: (description: string) => string | undefined;
	/** Date of the booking, as an ISO date. */
	date: string;
}

interface LabelAddresses {
	from: LabelAddress;
	to: LabelAddress;
}

/** Country, postcode and product for sorting machines, such as DE-10115-401. */
function formatRoutingCode(to: PartnerAddress, productId: number): string {
	return `${to.countryCode}-${withLatinDigits(to.zipcode)
		.replace(/[^A-Za-z0-9]/g, '')
		.toUpperCase()}-${productId}`;
}

/**
 * The address with its lines as they are printed.
 * @param path path of the address in the request
 * @param maxLineChars the carrier's maximum characters per printed line
 * @throws HttpError 422 when the address lines are too long, because text is never cut
 */
function toLabelAddress(
	places: Places,
	address: PartnerAddress,
	path: string,
	maxLineChars: number,
	carrier: string,
): LabelAddress {
	const lines = splitAddressLines(address.addressLine1, address.addressLine2, maxLineChars);
	if (!lines) {
		const message = `is longer than two lines of ${maxLineChars} characters, the maximum for ${carrier}; shorten it`;
		throw HttpError.ofFieldErrors([{ path: `${path}.addressLine1`, code: 'too_long', message }]);
	}
	return {
		...address,
		lines: places.addressLines(address, lines),
		countryName: places.countryName(address.countryCode),
	};
}

/** The request with its texts as they are printed. */
function toPrintableRequest(request: ShipmentRequest): ShipmentRequest {
	return {
		...withPrintableTexts(request),
		pickupAddress: withPrintableTexts(request.pickupAddress),
		destinationAddress: withPrintableTexts(request.destinationAddress),
		contentItems: request.contentItems.map(withPrintableTexts),
	};
}

/** Draws one label per piece. @throws HttpError 422 when a text does not fit at a readable size, because text is never cut */
async function drawLabels(
	document: PDFDocument,
	faces: Faces,
	input: DocumentsInput,
	addresses: LabelAddresses,
): Promise<void> {
	const { request, trackingNumber, ssccs, date } = input;
	const { sheet, product } = input.offer;
	const customs = input.isDutiable
		? {
				incoterms: request.incoterms ?? '',
				value: `${request.currency} ${(contentsValueCents(request) / 100).toFixed(2)}`,
				descriptions: request.contentItems.map(({ description }) => description),
			}
		: undefined;
	const pieces = listPieces(request);
	try {
		const drawLabel = createLabelDrawer(document, faces, {
			carrier: sheet.carrier,
			carrierCode: sheet.carrierCode,
			product: product.name,
			productId: product.productId,
			routingCode: formatRoutingCode(request.destinationAddress, product.productId),
			trackingNumber,
			pieceCount: pieces.length,
			reference: request.reference,
			date,
			...addresses,
			customs,
		});
		const pause = createThreadPause();
		for (const [index, parcel] of pieces.entries()) {
			await pause();
			const sscc = ssccs[index];
			if (sscc === undefined) throw new Error(`piece ${index + 1} has no SSCC`);
			drawLabel({
				sscc,
				pieceNumber: index + 1,
				weightKg: parcel.weight,
				dimensions: `${parcel.length} × ${parcel.width} × ${parcel.height} cm`,
			});
		}
	} catch (error) {
		if (!(error instanceof TextTooWideError)) throw error;
		const message = `does not fit on the label of ${sheet.carrier} at a readable size; shorten it`;
		throw HttpError.ofFieldErrors([{ path: error.path, code: 'too_long', message }]);
	}
}

/** Draws the commercial invoice and, for a postal item, the customs declaration. */
async function drawCustomsDocuments(
	document: PDFDocument,
	faces: Faces,
	places: Places,
	input: DocumentsInput,
	addresses: LabelAddresses,
): Promise<void> {
	const { request, offer, trackingNumber, date, freight, suggestHsCode, customsForm } = input;
	const { currency, reasonForExport = 'commercial' } = request;
	const pieces = listPieces(request);
	const pause = createThreadPause();
	const items: InvoiceItem[] = [];
	for (const item of request.contentItems) {
		await pause();
		items.push({
			...item,
			suggestedHsCode: item.hsCode ? undefined : suggestHsCode(item.description),
			countryName: places.countryName(item.country),
		});
	}
	const grossKg = pieces.reduce((sum, parcel) => sum + parcel.weight, 0);
	const fieldsOfBoth = { date, trackingNumber, ...addresses, currency, reasonForExport, items, grossKg, freight };
	await drawCommercialInvoice(document, faces, {
		...fieldsOfBoth,
		number: trackingNumber,
		carrier: offer.sheet.carrier,
		incoterms: request.incoterms ?? '',
		pieceCount: pieces.length,
		insured: request.insured,
		reference: request.reference,
	});
	if (!customsForm) return;
	drawPostalDeclaration(document, faces, {
		...fieldsOfBoth,
		form: customsForm,
		operator: offer.sheet.carrier,
		invoiceNumber: trackingNumber,
	});
}

/**
 * Draws all documents of a booking.
 * @returns the PDF file
 * @throws HttpError 422 when a street is too long for the carrier's address lines, or a text does not fit on the label
 */
export async function drawDocuments(fonts: Fonts, places: Places, booking: DocumentsInput): Promise<Uint8Array> {
	const request = toPrintableRequest(booking.request);
	const input = { ...booking, request };
	const { trackingNumber } = input;
	const { addressLineLength, carrier } = input.offer.sheet;
	const addresses = {
		from: toLabelAddress(places, request.pickupAddress, 'pickupAddress', addressLineLength, carrier),
		to: toLabelAddress(places, request.destinationAddress, 'destinationAddress', addressLineLength, carrier),
	};
	const document = await PDFDocument.create();
	document.setTitle(`Shipping documents ${trackingNumber}`);
	const faces = await fonts.embed(document, [
		request.destinationAddress.countryCode,
		request.pickupAddress.countryCode,
	]);
	await drawLabels(document, faces, input, addresses);
	if (input.isDutiable) await drawCustomsDocuments(document, faces, places, input, addresses);
	faces.embedScriptFonts();
	return document.save();
}
