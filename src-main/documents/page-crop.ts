// Crops PDF pages by setting their CropBox. The content outside the CropBox stays in the file, so that cropping can be undone.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import type { Box } from '../../src-contract/rules/label-placement';
import { POINTS_PER_MM } from './pdfium';

/** Key under which the dictionary of a cropped page holds the original CropBox. */
const ORIGINAL_CROP_KEY = 'WaybillCropBox';

/** A PDF whose cropping was undone. */
export interface UncroppedDocument {
	bytes: Uint8Array;
	/**
	 * For each page of the cropped document, the index of its page in `bytes`. Pages that were cropped from one page have the same
	 * index.
	 */
	uncroppedPageIndexes: number[];
	/** Size of the first page. */
	widthMm: number;
	heightMm: number;
}

/** A rectangle on a PDF page, in points from the lower left corner. */
interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The visible part of a page, without its rotation: the intersection of CropBox and MediaBox. */
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
 * @throws Error when the rotation of the page is not a multiple of 90°
 */
export async function cropPage(page: PDFPage, box: Box): Promise<void> {
	const { PDFName } = await import('pdf-lib');
	const { x, y, width, height } = visiblePart(page);
	const [left, top] = [box.leftMm * POINTS_PER_MM, box.topMm * POINTS_PER_MM];
	const [boxWidth, boxHeight] = [box.widthMm * POINTS_PER_MM, box.heightMm * POINTS_PER_MM];
	const cropBoxByRotation = new Map<number, readonly [x: number, y: number, width: number, height: number]>([
		[0, [x + left, y + height - top - boxHeight, boxWidth, boxHeight]],
		[90, [x + top, y + left, boxHeight, boxWidth]],
		[180, [x + width - left - boxWidth, y + top, boxWidth, boxHeight]],
		[270, [x + width - top - boxHeight, y + height - left - boxWidth, boxHeight, boxWidth]],
	]);
	const cropBox = cropBoxByRotation.get(((page.getRotation().angle % 360) + 360) % 360);
	if (!cropBox) throw new Error('the rotation of the page is not a multiple of 90°');
	const originalCrop = page.getCropBox();
	page.node.set(
		PDFName.of(ORIGINAL_CROP_KEY),
		page.doc.context.obj([originalCrop.x, originalCrop.y, originalCrop.width, originalCrop.height]),
	);
	page.setCropBox(...cropBox);
}

/** Adds a copy of a page. The page and its copy share the contents, but can be cropped differently. */
export async function addPageCopy(document: PDFDocument, page: PDFPage): Promise<PDFPage> {
	const { PDFPage } = await import('pdf-lib');
	const node = page.node.clone(document.context);
	return document.addPage(PDFPage.of(node, document.context.register(node), document));
}

/** Undoes `cropPage` on all pages. Pages that were cropped from one page become one page again. */
export async function uncropPages(bytes: Uint8Array): Promise<UncroppedDocument> {
	const { PDFArray, PDFDocument, PDFName } = await import('pdf-lib');
	const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
	const uncroppedPageIndexes: number[] = [];
	/** Identifies the contents of each remaining page: pages that were cropped from one page refer to one content object. */
	const contentKeys: string[] = [];
	const repeatedPageIndexes: number[] = [];
	for (const [index, page] of document.getPages().entries()) {
		const originalCrop = page.node.lookupMaybe(PDFName.of(ORIGINAL_CROP_KEY), PDFArray)?.asRectangle();
		if (originalCrop) page.setCropBox(originalCrop.x, originalCrop.y, originalCrop.width, originalCrop.height);
		page.node.delete(PDFName.of(ORIGINAL_CROP_KEY));
		const contentKey = originalCrop ? String(page.node.get(PDFName.of('Contents'))) : `page ${index}`;
		const existingIndex = contentKeys.indexOf(contentKey);
		if (existingIndex >= 0) repeatedPageIndexes.push(index);
		else contentKeys.push(contentKey);
		uncroppedPageIndexes.push(existingIndex >= 0 ? existingIndex : contentKeys.length - 1);
	}
	for (const index of repeatedPageIndexes.reverse()) document.removePage(index);
	const [firstPage] = document.getPages();
	if (!firstPage) throw new Error('the document has no page');
	const { width, height } = visiblePart(firstPage);
	const [widthMm, heightMm] = [width / POINTS_PER_MM, height / POINTS_PER_MM];
	const isRotatedSideways = firstPage.getRotation().angle % 180 !== 0;
	const size = isRotatedSideways ? { widthMm: heightMm, heightMm: widthMm } : { widthMm, heightMm };
	return { bytes: await document.save(), uncroppedPageIndexes, ...size };
}
