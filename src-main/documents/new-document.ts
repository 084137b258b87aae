// A document as it was found in what came, before it is filed. Apart from what reads documents: a start loads none of that.
import type { DocumentFormat, DocumentKind, PrintableKind } from '../../src-contract/model/print';
import type { PageTrait } from './page-kind';

export interface NewDocument {
	kind: DocumentKind;
	/** What the kind was taken for before anybody corrected it. */
	guess: PrintableKind | null;
	/** What else a correction of its kind goes by; absent when it was not read page by page. */
	trait?: PageTrait;
	format: DocumentFormat;
	pages: number;
	/** Of its pages, in millimetres; 0 where there is none. */
	widthMm: number;
	heightMm: number;
	/** The bar codes of each page, as a scanner sends them; empty for a page whose codes cannot be read. */
	codes: string[][];
	/** Size of the page that it was cropped from; absent: it was not cropped. */
	croppedFrom?: { widthMm: number; heightMm: number };
	/** Pages, from 0, that are printed with the labels of a document in a printer's language and are no pieces. */
	copyPages?: number[];
	/** Why it cannot be printed; empty when it can. */
	message: string;
	bytes: Uint8Array;
}

/** What cannot be printed is kept as it came, with the reason. */
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
