// The thread that takes documents apart, lays them on their stock and draws their pages.
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PageImage } from '../../src-contract/station-api';
import { answerCalls } from '../../src-contract/worker-calls';
import type { DocumentAnswer, DocumentQuestion } from './document-thread';
import { splitDocuments } from './documents';
import { layOnStock } from './pages';

let library: ReturnType<typeof PDFiumLibrary.init> | undefined;
const POINTS_PER_MM = 72 / 25.4;

async function draw(bytes: Uint8Array, index: number, dpi: number): Promise<PageImage> {
	// Only what is looked at needs the drawing library.
	library ??= PDFiumLibrary.init();
	const document = await (await library).loadDocument(bytes);
	try {
		const page = document.getPage(index);
		const { originalWidth, originalHeight } = page.getOriginalSize();
		const image = await page.render({ scale: dpi / 72, render: 'bitmap' });
		return {
			rgba: new Uint8Array(image.data),
			widthPx: image.width,
			heightPx: image.height,
			widthMm: originalWidth / POINTS_PER_MM,
			heightMm: originalHeight / POINTS_PER_MM,
		};
	} finally {
		document.destroy();
	}
}

if (parentPort) {
	answerCalls<DocumentQuestion, DocumentAnswer>(parentPort, (question) => {
		switch (question.kind) {
			case 'draw':
				return draw(question.bytes, question.page, question.dpi);
			case 'split':
				return splitDocuments(question.bytes);
			case 'lay':
				return layOnStock(question.bytes, question.stock);
		}
	});
}
