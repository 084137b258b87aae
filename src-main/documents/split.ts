// What the partner returns as base64 becomes documents: labels and papers apart, each a PDF of its own, or the language of
// a printer as it came.
import type { PDFForm } from 'pdf-lib';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { MEGABYTE } from '../../src-contract/lib/units';
import type { PrintableKind } from '../../src-contract/model/print';
import { detectLabelFormat, splitIntoLabels } from '../platform/label-formats';
import { extractParts, showsCodes } from './extract-parts';
import { imageToPdf, UnprintablePicture } from './images';
import { type InkGrid, inkGrid } from './ink-grid';
import { mayContainLabels } from './label-area';
import { codesOfLabel } from './language-codes';
import { type NewDocument, unreadableDocument } from './new-document';
import { readPage } from './page-facts';
import { copiesAmong, isSameSize, type PageTrait, type RememberedKind } from './page-kind';
import { type PagePart, partsOf, type ReadPage, type WholePage } from './page-parts';
import { openPdf } from './pdfium';

const SIZE_LIMIT_BYTES = 20 * MEGABYTE;
const MAX_PAGES = 200;
/** Pages are read for at most this long; the thread is ended after 10 s. Eighty 4×6 labels take about this on two cores. */
const READING_MS = 4_000;

/**
 * Labels first, then papers, as separate documents: pages of one kind and size are one. What cannot be printed comes back
 * whole as `unreadable`, with the reason: nothing that was paid for is thrown away.
 */
export async function splitDocuments(
	bytes: Uint8Array,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
	wholePages: readonly WholePage[] = [],
): Promise<NewDocument[]> {
	try {
		if (bytes.length === 0) throw new Error(t('it is empty##of a document'));
		if (bytes.length > SIZE_LIMIT_BYTES) throw new Error(t('it is larger than 20 MB##of a document'));
		const format = detectLabelFormat(bytes);
		switch (format) {
			case undefined:
				throw new Error(unknown(bytes));
			case 'zpl':
			case 'epl':
			case 'escpos': {
				const labels = splitIntoLabels(format, bytes);
				if (labels.length > MAX_PAGES)
					throw new Error(
						t('it holds {count} labels, more than {limit} labels##of a document', {
							count: labels.length,
							limit: MAX_PAGES,
						}),
					);
				const codes = labels.map((label) => codesOfLabel(format, label));
				const texts = labels.map((label) => label.replace(/\^F[SD]|"/g, '\n'));
				const copyPages = copiesAmong(texts, codes);
				const base = { kind: 'label', guess: 'label', widthMm: 0, heightMm: 0, message: '' } as const;
				return [{ ...base, format, pages: labels.length, codes, copyPages, bytes }];
			}
			case 'pdf':
				return await splitPdf(bytes, trackingNumber, remembered, wholePages);
			default:
				return await splitPdf(await imageToPdf(format, bytes).catch(damaged), trackingNumber, remembered, wholePages);
		}
	} catch (error) {
		return [unreadableDocument(bytes, errorMessage(error))];
	}
}

function damaged(error: unknown): never {
	if (error instanceof UnprintablePicture) throw error;
	throw new Error(t('the picture is damaged ({reason})', { reason: error instanceof Error ? error.message : '' }));
}

/** A service that answers with words instead of a label says in them what is wrong. */
function unknown(bytes: Uint8Array): string {
	const text = Buffer.from(bytes.subarray(0, 400)).toString('utf8').trim();
	if (text === '') return t('it is empty: only blanks##of a document');
	if (/^<(!doctype html|html)/i.test(text)) return t('it is a web page (HTML)##of a document');
	return /^[\x20-\x7e\s]+$/.test(text)
		? t('it is neither a PDF, a picture nor in the language of a printer; it begins "{beginning}"##of a document', {
				beginning: text.slice(0, 60),
			})
		: t('it is neither a PDF, a picture nor in the language of a printer##of a document');
}

/**
 * Two things that the drawing library does not heed are written into the pages themselves: a unit larger than a point
 * (/UserUnit), and the fields of forms.
 */
async function heeded(bytes: Uint8Array): Promise<Uint8Array> {
	const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// Objects may lie compressed in a stream, where their names cannot be seen.
	if (!['/UserUnit', '/AcroForm', '/ObjStm'].some((name) => raw.includes(name))) return bytes;
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
 * Draws the fields of a form onto their pages. pdf-lib writes the error of a field that it cannot draw to the console and
 * continues with the next field. The call is synchronous, so no message of other code is caught.
 * @returns the errors of the fields that were left out
 */
export function flattenForm(form: PDFForm): unknown[] {
	const errors: unknown[] = [];
	const { error } = console;
	console.error = (fieldError: unknown) => void errors.push(fieldError);
	try {
		form.flatten();
	} finally {
		console.error = error;
	}
	return errors;
}

interface PageGroup {
	kind: PrintableKind;
	guess: PrintableKind;
	trait: PageTrait;
	widthMm: number;
	heightMm: number;
	parts: PagePart[];
	codes: string[][];
}

/** Takes received bytes apart into labels and papers. */
export type DocumentSplitter = (
	bytes: Uint8Array,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
	wholePages: readonly WholePage[],
) => Promise<NewDocument[]>;

async function splitPdf(
	received: Uint8Array,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
	wholePages: readonly WholePage[],
): Promise<NewDocument[]> {
	const bytes = await heeded(received);
	const pdf = await openPdf(bytes);
	try {
		if (pdf.pageCount === 0) throw new Error(t('it has no page##of a document'));
		if (pdf.pageCount > MAX_PAGES)
			throw new Error(
				t('it has {count} pages, more than {limit} pages##of a document', {
					count: pdf.pageCount,
					limit: MAX_PAGES,
				}),
			);
		const deadlineMs = performance.now() + READING_MS;
		const read: ReadPage[] = [];
		for (let page = 0; page < pdf.pageCount; page += 1) {
			const { width, height } = pdf.size(page);
			if (!(width > 0 && height > 0))
				throw new Error(t('its page {page} has no size##of a document', { page: page + 1 }));
			let ink: InkGrid | undefined;
			const facts = await readPage(pdf, page, deadlineMs, (drawn, dpi, size) => {
				if (mayContainLabels(size)) ink = inkGrid(drawn, dpi);
			});
			read.push({ facts, ink });
		}
		const rules = { trackingNumber, remembered, wholePages };
		const documents = await documentsOf(bytes, partsOf(pdf, read, { ...rules, mayCrop: true }));
		return documents ?? (await documentsOf(bytes, partsOf(pdf, read, { ...rules, mayCrop: false }))) ?? [];
	} finally {
		pdf.close();
	}
}

/** @returns undefined when a label that was cropped no longer shows its codes */
async function documentsOf(bytes: Uint8Array, parts: readonly PagePart[]): Promise<NewDocument[] | undefined> {
	const groups: PageGroup[] = [];
	for (const part of parts) {
		const { guess, trait, kind, facts } = part;
		const isOfGroup = (one: PageGroup) =>
			one.kind === kind && one.guess === guess && (kind === 'label' || one.trait === trait) && isSameSize(one, facts);
		let group = groups.find(isOfGroup);
		if (!group) {
			group = { kind, guess, trait, widthMm: facts.widthMm, heightMm: facts.heightMm, parts: [], codes: [] };
			groups.push(group);
		}
		group.parts.push(part);
		group.codes.push([...new Set(facts.symbols.map((symbol) => symbol.text))]);
	}
	groups.sort((one, other) => Number(other.kind === 'label') - Number(one.kind === 'label'));
	const isAsReceived = groups.length === 1 && groups[0]?.parts.every(({ cropMm }) => cropMm === null);
	const documents: NewDocument[] = [];
	for (const { parts: pages, ...group } of groups) {
		const own = isAsReceived ? bytes : await extractParts(bytes, pages);
		if (group.kind === 'label' && !(await showsCodes(own, pages))) return undefined;
		const croppedFrom = pages.find((part) => part.croppedFrom)?.croppedFrom;
		documents.push({
			...group,
			...(croppedFrom && { croppedFrom }),
			format: 'pdf',
			pages: pages.length,
			message: '',
			bytes: own,
		});
	}
	return documents;
}
