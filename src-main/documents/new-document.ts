// A document found in received bytes, before it is stored. A module of its own, so that a start does not load the PDF readers.
import type { DocumentFormat, DocumentKind, PrintableKind } from '../../src-contract/model/print';
import type { PageTrait } from './page-kind';

export interface NewDocument {
	kind: DocumentKind;
	/** Kind that was recognised, before corrections by the user were applied. Null: not recognised page by page. */
	guess: PrintableKind | null;
	/** Distinguishes pages of one size when a correction is applied. Absent when the document was not read page by page. */
	trait?: PageTrait;
	format: DocumentFormat;
	pages: number;
	/** Page size in millimetres; 0 for documents without pages. */
	widthMm: number;
	heightMm: number;
	/** The bar codes of each page as a scanner sends them. Empty for a page without readable codes. */
	codes: string[][];
	/** Size of the page that the document was cropped from; absent when it was not cropped. */
	croppedFrom?: { widthMm: number; heightMm: number };
	/**
	 * Page numbers, from 0, of copies and receipts in a document in a printer language. They are printed with the labels but are
	 * not pieces of the shipment.
	 */
	copyPages?: number[];
	/** Why the document cannot be printed; empty when it can. */
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
