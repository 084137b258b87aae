// The thread that takes documents apart, lays them on their stock and draws their pages.
import { parentPort } from 'node:worker_threads';
import type { PageImage } from '../../src-contract/station-api';
import { answerCalls } from '../../src-contract/worker-calls';
import type { DocumentAnswer, DocumentQuestion } from './document-thread';
import { splitDocuments } from './documents';
import { makePayload } from './payload';
import { openPdf, POINTS_PER_MM } from './pdfium';

async function draw(bytes: Uint8Array, index: number, dpi: number): Promise<PageImage> {
	const pdf = await openPdf(bytes);
	try {
		const { width, height } = pdf.size(index);
		const scale = dpi / 72;
		const { pixels, widthPx, heightPx } = pdf.draw(index, {
			widthPx: Math.round(width * scale),
			heightPx: Math.round(height * scale),
			scale,
			turn: 0,
			leftPx: 0,
			topPx: 0,
			colour: 'rgba',
			smooth: true,
		});
		return { rgba: pixels, widthPx, heightPx, widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM };
	} finally {
		pdf.close();
	}
}

if (parentPort) {
	answerCalls<DocumentQuestion, DocumentAnswer>(parentPort, (question) => {
		switch (question.kind) {
			case 'draw':
				return draw(question.bytes, question.page, question.dpi);
			case 'split':
				return splitDocuments(question.bytes, question.trackingNumber, question.remembered);
			case 'payload':
				return makePayload(question);
		}
	});
}
