// Splits the bytes that were received from the partner into labels and papers, each as a PDF of its own. Documents in a printer
// language are not split.
import type { PDFForm } from 'pdf-lib';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MEGABYTE } from '../../src-contract/lib/units';
import type { PrintableKind } from '../../src-contract/model/print';
import { detectLabelFormat, splitIntoLabels } from '../platform/label-formats';
import { mentionsNumber } from './code-numbers';
import { extractParts, showsCodes } from './extract-parts';
import { imageToPdf, UnprintablePictureError } from './images';
import { createInkGrid, type InkGrid } from './ink-grid';
import { isLargerThanOrdinaryLabel } from './label-area';
import { type NewDocument, unreadableDocument } from './new-document';
import { readPage } from './page-facts';
import { findPagesWithoutScan, isSameSize, type KindCorrection, type PageTrait } from './page-kind';
import { type AnalysedPage, type PagePart, type PageSizeMm, splitIntoParts } from './page-parts';
import { openPdf } from './pdfium';
import { readCodesFromCommands, textsOnOwnLines } from './printer-language-codes';

const MAX_BYTES = 20 * MEGABYTE;
const MAX_PAGES = 200;
/** Time limit for reading bar codes. Lower than 60 s, after which the thread is ended. Eighty 4×6 labels take about 4 s on two cores. */
const READING_TIMEOUT_MS = 20_000;

/**
 * Splits received bytes into documents, labels first. Pages of the same kind, guess and size form one document; papers must also
 * have the same trait. Never rejects: bytes that cannot be printed are returned unchanged as one `unreadable` document with the
 * reason, so that no paid label is lost.
 * @param bytes PDF, PNG, JPEG, GIF, TIFF, ZPL, EPL or ESC/POS
 * @param trackingNumber of the shipment; empty when unknown
 * @param corrections the users' corrections of page kinds for the carrier of the shipment, the latest first
 * @param sizesNotToCrop page sizes for which a user turned cropping off
 */
export async function splitDocuments(
	bytes: Uint8Array,
	trackingNumber: string,
	corrections: readonly KindCorrection[],
	sizesNotToCrop: readonly PageSizeMm[] = [],
): Promise<NewDocument[]> {
	try {
		if (bytes.length === 0) throw new Error(t('it is empty##of a document'));
		if (bytes.length > MAX_BYTES) throw new Error(t('it is larger than 20 MB##of a document'));
		const format = detectLabelFormat(bytes);
		switch (format) {
			case undefined:
				throw new Error(describeUnknownFormat(bytes));
			case 'zpl':
			case 'epl':
			case 'escpos': {
				const labels = splitIntoLabels(format, bytes);
				if (labels.length > MAX_PAGES)
					throw new Error(
						t('it has more than {limit} labels ({count})##of a document', {
							count: labels.length,
							limit: MAX_PAGES,
						}),
					);
				const codes = labels.map((label) => readCodesFromCommands(format, label));
				const pagesWithoutScan = findPagesWithoutScan(labels.map(textsOnOwnLines), codes);
				const pagesWithNumber = indexesOf(labels, (label) => mentionsNumber(label, trackingNumber));
				const labelFields = { kind: 'label', guess: 'label', widthMm: 0, heightMm: 0, message: '' } as const;
				return [{ ...labelFields, format, pages: labels.length, codes, pagesWithoutScan, pagesWithNumber, bytes }];
			}
			case 'pdf':
				return await splitPdf(bytes, trackingNumber, corrections, sizesNotToCrop);
			default:
				return await splitPdf(
					await imageToPdf(format, bytes).catch(throwDamagedPicture),
					trackingNumber,
					corrections,
					sizesNotToCrop,
				);
		}
	} catch (error) {
		return [unreadableDocument(bytes, errorMessage(error))];
	}
}

function throwDamagedPicture(error: unknown): never {
	if (error instanceof UnprintablePictureError) throw error;
	throw new Error(t('the picture is damaged ({reason})', { reason: error instanceof Error ? error.message : '' }));
}

/** Describes bytes of an unknown format. Quotes the bytes if they are text, because a service may answer with an error message. */
function describeUnknownFormat(bytes: Uint8Array): string {
	const text = Buffer.from(bytes.subarray(0, 400)).toString('utf8').trim();
	if (text === '') return t('it contains only spaces##of a document');
	if (/^<(!doctype html|html)/i.test(text)) return t('it is a web page (HTML)##of a document');
	return /^[\x20-\x7e\s]+$/.test(text)
		? t('its format is unknown; it begins with "{beginning}"##of a document', {
				beginning: text.slice(0, 60),
			})
		: t('its format is unknown##of a document');
}

/**
 * PDFium ignores page units (`/UserUnit`) and does not draw form fields. So this function scales pages with a unit to their real
 * size, and draws the form fields as page contents.
 * @returns `bytes` unchanged when the PDF has neither units nor form fields, or cannot be loaded
 */
async function applyUnitsAndForms(bytes: Uint8Array): Promise<Uint8Array> {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// Loads the PDF only if needed. Compressed object streams (`/ObjStm`) may contain the two names.
	if (!['/UserUnit', '/AcroForm', '/ObjStm'].some((name) => buffer.includes(name))) return bytes;
	const { PDFDocument, PDFName, PDFNumber } = await import('pdf-lib');
	try {
		const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
		let isChanged = false;
		for (const page of document.getPages()) {
			const unit = page.node.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1;
			if (unit === 1) continue;
			page.scale(unit, unit);
			page.node.delete(PDFName.of('UserUnit'));
			isChanged = true;
		}
		if (document.catalog.has(PDFName.of('AcroForm')) && document.getForm().getFields().length > 0) {
			flattenForm(document.getForm());
			isChanged = true;
		}
		return isChanged ? await document.save() : bytes;
	} catch {
		return bytes;
	}
}

/**
 * Draws the fields of a form as page contents. pdf-lib leaves out a field that it cannot draw, and writes the error to the
 * console. This function collects these errors by replacing `console.error`. Because `flatten` is synchronous, no other code
 * runs and logs in the meantime.
 * @returns the errors of the fields that were left out
 */
export function flattenForm(form: PDFForm): unknown[] {
	const errors: unknown[] = [];
	const { error: originalConsoleError } = console;
	console.error = (fieldError: unknown) => void errors.push(fieldError);
	try {
		form.flatten();
	} finally {
		console.error = originalConsoleError;
	}
	return errors;
}

/** Parts that form one document. */
interface PageGroup {
	kind: PrintableKind;
	guess: PrintableKind;
	trait: PageTrait;
	widthMm: number;
	heightMm: number;
	/** Index of the page of which the group is what was left beside its labels; undefined for other groups. */
	besideLabelsOf: number | undefined;
	parts: PagePart[];
	codes: string[][];
}

/** The indexes of the items for which `isTrue` holds. */
const indexesOf = <Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number[] =>
	items.flatMap((item, index) => (isTrue(item) ? [index] : []));

/** Type of `splitDocuments`, and of the function that calls `splitDocuments` in the document thread. */
export type DocumentSplitter = (
	bytes: Uint8Array,
	trackingNumber: string,
	corrections: readonly KindCorrection[],
	sizesNotToCrop: readonly PageSizeMm[],
) => Promise<NewDocument[]>;

async function splitPdf(
	received: Uint8Array,
	trackingNumber: string,
	corrections: readonly KindCorrection[],
	sizesNotToCrop: readonly PageSizeMm[],
): Promise<NewDocument[]> {
	const bytes = await applyUnitsAndForms(received);
	const pdf = await openPdf(bytes);
	try {
		if (pdf.pageCount === 0) throw new Error(t('it has no pages##of a document'));
		if (pdf.pageCount > MAX_PAGES)
			throw new Error(
				t('it has more than {limit} pages ({count})##of a document', {
					count: pdf.pageCount,
					limit: MAX_PAGES,
				}),
			);
		const deadlineMs = performance.now() + READING_TIMEOUT_MS;
		const pages: AnalysedPage[] = [];
		for (let pageIndex = 0; pageIndex < pdf.pageCount; pageIndex += 1) {
			const { width, height } = pdf.size(pageIndex);
			if (!(width > 0 && height > 0))
				throw new Error(t('page {page} has no size##of a document', { page: pageIndex + 1 }));
			let ink: InkGrid | undefined;
			const facts = await readPage(pdf, pageIndex, deadlineMs, (drawnPage, dpi, size) => {
				if (isLargerThanOrdinaryLabel(size)) ink = createInkGrid(drawnPage, dpi);
			});
			pages.push({ facts, ink });
		}
		const rules = { trackingNumber, corrections, sizesNotToCrop };
		const make = (mayCrop: boolean) =>
			makeDocuments(bytes, splitIntoParts(pdf, pages, { ...rules, mayCrop }), trackingNumber);
		// If cropping made a code unreadable, split again without cropping.
		return (await make(true)) ?? (await make(false)) ?? [];
	} finally {
		pdf.close();
	}
}

/**
 * Makes one document of all parts with equal kind, guess and size. Papers must also have equal traits.
 * @returns the documents, labels first; undefined when a code of a cropped label can no longer be read
 */
async function makeDocuments(
	bytes: Uint8Array,
	parts: readonly PagePart[],
	trackingNumber: string,
): Promise<NewDocument[] | undefined> {
	const groups: PageGroup[] = [];
	for (const part of parts) {
		const besideLabelsOf = part.isBesideLabels ? part.pageIndex : undefined;
		const { guess, trait, kind, facts } = part;
		const belongsTo = (candidate: PageGroup) =>
			candidate.kind === kind &&
			candidate.guess === guess &&
			(kind === 'label' || candidate.trait === trait) &&
			// What is left of a page is one paper, whatever the sizes of its areas.
			(isSameSize(candidate, facts) || (part.isBesideLabels && candidate.besideLabelsOf === part.pageIndex));
		let group = groups.find(belongsTo);
		if (!group) {
			group = {
				kind,
				guess,
				trait,
				widthMm: facts.widthMm,
				heightMm: facts.heightMm,
				besideLabelsOf,
				parts: [],
				codes: [],
			};
			groups.push(group);
		}
		group.parts.push(part);
		group.codes.push([...new Set(facts.symbols.map((symbol) => symbol.text))]);
	}
	// Labels first.
	groups.sort((a, b) => Number(b.kind === 'label') - Number(a.kind === 'label'));
	const isUnchanged = groups.length === 1 && groups[0]?.parts.every(({ cropMm }) => cropMm === null);
	const documents: NewDocument[] = [];
	for (const { parts: partsOfGroup, besideLabelsOf: _, ...group } of groups) {
		const documentBytes = isUnchanged ? bytes : await extractParts(bytes, partsOfGroup);
		if (group.kind === 'label' && !(await showsCodes(documentBytes, partsOfGroup))) return undefined;
		const croppedFrom = partsOfGroup.find((part) => part.croppedFrom)?.croppedFrom;
		documents.push({
			...group,
			...(croppedFrom && { croppedFrom }),
			pagesWithNumber: indexesOf(partsOfGroup, ({ facts }) => mentionsNumber(facts.text, trackingNumber)),
			unreadPages: indexesOf(partsOfGroup, ({ facts }) => facts.isUnread === true),
			format: 'pdf',
			pages: partsOfGroup.length,
			message: '',
			bytes: documentBytes,
		});
	}
	return documents;
}
