// What the partner returns as base64 becomes documents: labels and papers apart, each a PDF of its own, or the language of
// a printer as it came.
import type { PDFDocument, PDFForm, PDFPage } from 'pdf-lib';
import { say } from '../../src-contract/i18n';
import type { PrintableKind } from '../../src-contract/model/print';
import type { Box } from '../../src-contract/rules/label-placement';
import { labelsIn, recognise } from './formats';
import { imageToPdf, UnprintablePicture } from './images';
import { type InkGrid, inkGrid, labelAreas, mayHoldLabels, symbolsWithin } from './label-area';
import { codesOfLabel } from './language-codes';
import { type NewDocument, unreadableDocument } from './new-document';
import { addSamePage, cropPage } from './page-crop';
import { type PageFacts, readPage } from './page-facts';
import { copiesAmong, isSameSize, kindsOf, type PageKind, type PageTrait, type RememberedKind } from './page-kind';
import { type OpenPdf, openPdf } from './pdfium';
import { hasLayers, rasterPdf } from './raster-pdf';

const SIZE_LIMIT_BYTES = 20 * 1024 * 1024;
const MOST_PAGES = 200;
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
		if (bytes.length === 0) throw new Error(say('it is empty##of a document'));
		if (bytes.length > SIZE_LIMIT_BYTES) throw new Error(say('it is larger than 20 MB##of a document'));
		const format = recognise(bytes);
		switch (format) {
			case undefined:
				throw new Error(unknown(bytes));
			case 'zpl':
			case 'epl':
			case 'escpos': {
				const labels = labelsIn(format, bytes);
				if (labels.length > MOST_PAGES)
					throw new Error(
						say('it holds {count} labels, more than {limit} labels##of a document', {
							count: labels.length,
							limit: MOST_PAGES,
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
		return [unreadableDocument(bytes, (error as Error).message)];
	}
}

function damaged(error: unknown): never {
	if (error instanceof UnprintablePicture) throw error;
	throw new Error(say('the picture is damaged ({reason})', { reason: (error as Error).message ?? '' }));
}

/** A service that answers with words instead of a label says in them what is wrong. */
function unknown(bytes: Uint8Array): string {
	const text = Buffer.from(bytes.subarray(0, 400)).toString('utf8').trim();
	if (text === '') return say('it is empty: only blanks##of a document');
	if (/^<(!doctype html|html)/i.test(text)) return say('it is a web page (HTML)##of a document');
	return /^[\x20-\x7e\s]+$/.test(text)
		? say('it is neither a PDF, a picture nor in the language of a printer; it begins "{beginning}"##of a document', {
				beginning: text.slice(0, 60),
			})
		: say('it is neither a PDF, a picture nor in the language of a printer##of a document');
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

/** A page, or a part of one that is a document of its own. */
interface PagePart extends PageKind {
	page: number;
	/** null: the whole page. */
	cropMm: Box | null;
	/** Size of the page that it was cropped from. */
	croppedFrom?: WholePage;
	facts: PageFacts;
}

type Candidate = Pick<PagePart, 'page' | 'cropMm' | 'croppedFrom' | 'facts'>;

/** Takes received bytes apart into labels and papers. */
export type DocumentSplitter = (
	bytes: Uint8Array,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
	wholePages: readonly WholePage[],
) => Promise<NewDocument[]>;

/** Sizes of pages that a user wants uncropped. */
export type WholePage = Pick<PageFacts, 'widthMm' | 'heightMm'>;

interface PartRules {
	trackingNumber: string;
	remembered: readonly RememberedKind[];
	wholePages: readonly WholePage[];
	/** False when codes were lost by cropping. */
	mayCrop: boolean;
}

interface ReadPage {
	facts: PageFacts;
	/** Of a page that may be larger than its labels. */
	ink: InkGrid | undefined;
}

/** Pages with labels smaller than themselves become those labels, and papers of what is left over. */
function partsOf(pdf: OpenPdf, read: readonly ReadPage[], rules: PartRules): PagePart[] {
	const { trackingNumber, remembered, wholePages, mayCrop } = rules;
	const within = (page: number, facts: PageFacts, cropMm: Box): PageFacts => ({
		widthMm: cropMm.widthMm,
		heightMm: cropMm.heightMm,
		text: pdf.textWithin(page, cropMm),
		symbols: symbolsWithin(facts.symbols, cropMm),
		inkMm: { ...cropMm, leftMm: 0, topMm: 0 },
	});
	const kinds = kindsOf(
		read.map(({ facts }) => facts),
		trackingNumber,
		remembered,
	);
	const pages = read.map(({ facts, ink }, page) => {
		const whole: PagePart = { page, cropMm: null, facts, ...(kinds[page] as PageKind) };
		// A paper stays whole, also where a part of it, such as the head of an invoice with a bar code, has a label's shape.
		const isPaper = whole.kind !== 'label';
		const isWhole = !mayCrop || isPaper || wholePages.some((one) => isSameSize(one, facts));
		const areas = isWhole || !ink ? undefined : labelAreas(facts, ink);
		const boxes = areas?.labels ?? [];
		const labels = boxes.map(
			(cropMm): Candidate => ({
				page,
				cropMm,
				croppedFrom: { widthMm: facts.widthMm, heightMm: facts.heightMm },
				facts: within(page, facts, cropMm),
			}),
		);
		return { whole, labels, rest: areas?.rest ?? [] };
	});
	// What is a copy is decided among all labels, whether they have a page of their own or not.
	const candidates: Candidate[] = pages.flatMap(({ whole, labels }) =>
		labels.length > 0 ? labels : [{ page: whole.page, cropMm: null, facts: whole.facts }],
	);
	const candidateKinds = kindsOf(
		candidates.map(({ facts }) => facts),
		trackingNumber,
		remembered,
	);
	const parts = candidates.map((one, index): PagePart => ({ ...one, ...(candidateKinds[index] as PageKind) }));
	return pages.flatMap(({ whole, labels, rest }, page) => {
		const found = parts.filter((part) => part.page === page);
		if (labels.length === 0) return found;
		if (!found.some(({ kind }) => kind === 'label')) return [whole];
		return [...found, ...rest.map((cropMm) => restPart(page, cropMm, within(page, whole.facts, cropMm)))];
	});
}

/** What is left over beside labels is never a label. */
function restPart(page: number, cropMm: Box, facts: PageFacts): PagePart {
	const [{ guess } = { guess: 'papers' as const }] = kindsOf([{ ...facts, symbols: [] }], '', []);
	const kind = guess === 'label' ? 'papers' : guess;
	return { page, cropMm, facts, guess: kind, trait: 'plain', kind };
}

async function splitPdf(
	received: Uint8Array,
	trackingNumber: string,
	remembered: readonly RememberedKind[],
	wholePages: readonly WholePage[],
): Promise<NewDocument[]> {
	const bytes = await heeded(received);
	const pdf = await openPdf(bytes);
	try {
		if (pdf.pageCount === 0) throw new Error(say('it has no page##of a document'));
		if (pdf.pageCount > MOST_PAGES)
			throw new Error(
				say('it has {count} pages, more than {limit} pages##of a document', {
					count: pdf.pageCount,
					limit: MOST_PAGES,
				}),
			);
		const deadlineMs = performance.now() + READING_MS;
		const read: ReadPage[] = [];
		for (let page = 0; page < pdf.pageCount; page += 1) {
			const { width, height } = pdf.size(page);
			if (!(width > 0 && height > 0))
				throw new Error(say('its page {page} has no size##of a document', { page: page + 1 }));
			let ink: InkGrid | undefined;
			const facts = await readPage(pdf, page, deadlineMs, (drawn, dpi, size) => {
				if (mayHoldLabels(size)) ink = inkGrid(drawn, dpi);
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

/** Reads the cropped pages once more: each must show the codes that were read on it before. */
async function showsCodes(bytes: Uint8Array, parts: readonly PagePart[]): Promise<boolean> {
	if (parts.every(({ cropMm }) => cropMm === null)) return true;
	const pdf = await openPdf(bytes);
	try {
		for (const [page, { cropMm, facts }] of parts.entries()) {
			if (cropMm === null) continue;
			const { symbols } = await readPage(pdf, page);
			if (!facts.symbols.every(({ text }) => symbols.some((symbol) => symbol.text === text))) return false;
		}
		return true;
	} finally {
		pdf.close();
	}
}

/** Pages as a PDF of their own; as pictures when their parts cannot be taken over: damaged, or on layers that may be hidden. */
async function extractParts(bytes: Uint8Array, parts: readonly PagePart[]): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const pages = [...new Set(parts.map(({ page }) => page))];
	try {
		const source = await PDFDocument.load(bytes, { password: '' });
		if (await hasLayers(source)) return await partsAsPictures(bytes, parts);
		const result = await PDFDocument.create();
		await addParts(result, parts, pages, await result.copyPages(source, pages));
		return await result.save();
	} catch {
		return partsAsPictures(bytes, parts);
	}
}

async function partsAsPictures(bytes: Uint8Array, parts: readonly PagePart[]): Promise<Uint8Array> {
	const pages = [...new Set(parts.map(({ page }) => page))];
	const pictures = await rasterPdf(bytes, pages);
	if (parts.every(({ cropMm }) => cropMm === null)) return pictures;
	const { PDFDocument } = await import('pdf-lib');
	const result = await PDFDocument.create();
	const source = await PDFDocument.load(pictures);
	await addParts(result, parts, pages, await result.copyPages(source, source.getPageIndices()));
	return result.save();
}

/** @param pages numbers of the pages that were copied, each once */
async function addParts(
	result: PDFDocument,
	parts: readonly PagePart[],
	pages: readonly number[],
	copies: readonly PDFPage[],
): Promise<void> {
	for (const [index, { page, cropMm }] of parts.entries()) {
		const copy = copies[pages.indexOf(page)];
		if (!copy) throw new Error('a page is missing');
		const isUsedAgain = parts.slice(index + 1).some((other) => other.page === page);
		const added = isUsedAgain ? await addSamePage(result, copy) : result.addPage(copy);
		if (cropMm) await cropPage(added, cropMm);
	}
}
