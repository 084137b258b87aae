// Crops PDF pages by setting their CropBox. The content outside the box stays in the file, so that cropping can be undone.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import type { Box } from '../../src-contract/rules/label-placement';
import { POINTS_PER_MM } from './pdfium';

/** Key in the dictionary of a cropped page for its original CropBox. */
const ORIGINAL_CROP_KEY = 'WaybillCropBox';

/** A PDF whose cropping was undone. */
export interface UncroppedDocument {
	bytes: Uint8Array;
	/** Page number, from 0, of each page of the cropped document: the parts of one page are one page again. */
	uncroppedPageIndexes: number[];
	/** Size of the first page. */
	widthMm: number;
	heightMm: number;
}

interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The visible part of a page in its own coordinates: the intersection of CropBox and MediaBox. */
export function visiblePart(page: PDFPage): Rectangle {
	const [crop, media] = [page.getCropBox(), page.getMediaBox()];
	const [x, y] = [Math.max(crop.x, media.x), Math.max(crop.y, media.y)];
	const [right, top] = [
		Math.min(crop.x + crop.width, media.x + media.width),
		Math.min(crop.y + crop.height, media.y + media.height),
	];
	return { x, y, width: right - x, height: top - y };
}

/**
 * Crops a page.
 * @param box in millimetres from the upper left corner of the visible page, with its rotation applied
 * @throws Error when the page is not rotated by a multiple of 90°
 */
export async function cropPage(page: PDFPage, box: Box): Promise<void> {
	const { PDFName } = await import('pdf-lib');
	const { x, y, width, height } = visiblePart(page);
	const [left, top] = [box.leftMm * POINTS_PER_MM, box.topMm * POINTS_PER_MM];
	const [across, down] = [box.widthMm * POINTS_PER_MM, box.heightMm * POINTS_PER_MM];
	const boxes = new Map<number, readonly [x: number, y: number, width: number, height: number]>([
		[0, [x + left, y + height - top - down, across, down]],
		[90, [x + top, y + left, down, across]],
		[180, [x + width - left - across, y + top, across, down]],
		[270, [x + width - top - down, y + height - left - across, down, across]],
	]);
	const cropBox = boxes.get(((page.getRotation().angle % 360) + 360) % 360);
	if (!cropBox) throw new Error('the rotation of the page is not a multiple of 90°');
	const originalCrop = page.getCropBox();
	page.node.set(
		PDFName.of(ORIGINAL_CROP_KEY),
		page.doc.context.obj([originalCrop.x, originalCrop.y, originalCrop.width, originalCrop.height]),
	);
	page.setCropBox(...cropBox);
}

/** Adds a page that shares the contents of another page and can be cropped differently. */
export async function addPageCopy(document: PDFDocument, page: PDFPage): Promise<PDFPage> {
	const { PDFPage } = await import('pdf-lib');
	const node = page.node.clone(document.context);
	return document.addPage(PDFPage.of(node, document.context.register(node), document));
}

/** Undoes `cropPage` on all pages, and merges pages that were cropped from the same page. */
export async function uncropPages(bytes: Uint8Array): Promise<UncroppedDocument> {
	const { PDFArray, PDFDocument, PDFName } = await import('pdf-lib');
	const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
	const uncroppedPageIndexes: number[] = [];
	const contents: string[] = [];
	const repeated: number[] = [];
	for (const [index, page] of document.getPages().entries()) {
		const originalCrop = page.node.lookupMaybe(PDFName.of(ORIGINAL_CROP_KEY), PDFArray)?.asRectangle();
		if (originalCrop) page.setCropBox(originalCrop.x, originalCrop.y, originalCrop.width, originalCrop.height);
		page.node.delete(PDFName.of(ORIGINAL_CROP_KEY));
		const content = originalCrop ? String(page.node.get(PDFName.of('Contents'))) : `page ${index}`;
		const known = contents.indexOf(content);
		if (known >= 0) repeated.push(index);
		else contents.push(content);
		uncroppedPageIndexes.push(known >= 0 ? known : contents.length - 1);
	}
	for (const index of repeated.reverse()) document.removePage(index);
	const [first] = document.getPages();
	if (!first) throw new Error('the document has no page');
	const { width, height } = visiblePart(first);
	const [widthMm, heightMm] = [width / POINTS_PER_MM, height / POINTS_PER_MM];
	const isTurned = first.getRotation().angle % 180 !== 0;
	const size = isTurned ? { widthMm: heightMm, heightMm: widthMm } : { widthMm, heightMm };
	return { bytes: await document.save(), uncroppedPageIndexes, ...size };
}
