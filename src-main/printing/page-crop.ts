// Shows a part of a PDF page: its CropBox is set, and what lies outside stays in the file.
import type { PDFDocument, PDFPage } from 'pdf-lib';
import type { Box } from '../../src-contract/placement';
import { POINTS_PER_MM } from './pdfium';

interface Rectangle {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** What is seen of a page, in its own coordinates: it lies within both boxes. */
export function visiblePart(page: PDFPage): Rectangle {
	const [crop, media] = [page.getCropBox(), page.getMediaBox()];
	const [x, y] = [Math.max(crop.x, media.x), Math.max(crop.y, media.y)];
	const [right, top] = [
		Math.min(crop.x + crop.width, media.x + media.width),
		Math.min(crop.y + crop.height, media.y + media.height),
	];
	return { x, y, width: right - x, height: top - y };
}

/** @param box from the upper left corner of the page as it is seen, with its turn */
export function cropPage(page: PDFPage, box: Box): void {
	const { x, y, width, height } = visiblePart(page);
	const [left, top, across, down] = [box.leftMm, box.topMm, box.widthMm, box.heightMm].map(
		(millimetres) => millimetres * POINTS_PER_MM,
	) as [number, number, number, number];
	const boxes = {
		0: [x + left, y + height - top - down, across, down],
		90: [x + top, y + left, down, across],
		180: [x + width - left - across, y + top, across, down],
		270: [x + width - top - down, y + height - left - across, down, across],
	} as const;
	const turn = (((page.getRotation().angle % 360) + 360) % 360) as keyof typeof boxes;
	page.setCropBox(...boxes[turn]);
}

/** A further page with the same contents, which can have another crop. */
export async function addSamePage(document: PDFDocument, page: PDFPage): Promise<PDFPage> {
	const { PDFPage } = await import('pdf-lib');
	const node = page.node.clone(document.context);
	return document.addPage(PDFPage.of(node, document.context.register(node), document));
}
