// A document that was found in received bytes, before it is stored. In a module of its own, so that the start of the station does
// not load the PDF readers.
import type { DocumentFormat, DocumentKind, PrintableKind } from '../../src-contract/model/print';
import type { PageTrait } from './page-kind';

export interface NewDocument {
	kind: DocumentKind;
	/** Kind that was recognised, before the corrections of users were applied. Null: no kind was recognised. */
	guess: PrintableKind | null;
	/** Property by which corrections distinguish pages of equal size. Absent when the pages were not classified. */
	trait?: PageTrait;
	format: DocumentFormat;
	pages: number;
	/** Page size in millimetres; 0 when unknown: for documents in a printer language and unreadable documents. */
	widthMm: number;
	heightMm: number;
	/** For each page, its bar codes as a scanner sends them. */
	codes: string[][];
	/** Size of the page that the document was cropped from; absent when it was not cropped. */
	croppedFrom?: { widthMm: number; heightMm: number };
	/**
	 * Only for documents in a printer language: indexes of the pages that are printed with the labels, but do not have to be
	 * scanned, such as copies of labels.
	 */
	pagesWithoutScan?: number[];
	/** Indexes of the pages whose text contains the tracking number of the shipment. */
	pagesWithNumber?: number[];
	/** Indexes of the pages whose bar codes were not read, because the document took too long. */
	unreadPages?: number[];
	/** True for a label that may belong to another shipment. It is printed only after the user has accepted it. */
	isHeld?: boolean;
	/** Why the document cannot be printed, or is held; empty when it can be printed. */
	message: string;
	bytes: Uint8Array;
}

/** A document that cannot be printed. Its bytes are stored as received, with the reason in `message`. */
export const unreadableDocument = (bytes: Uint8Array, message: string): NewDocument => ({
	kind: 'unreadable',
	guess: null,
	format: 'pdf',
	pages: 0,
	widthMm: 0,
	heightMm: 0,
	codes: [],
	message,
	bytes,
});
