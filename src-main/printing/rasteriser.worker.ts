// Draws pages of PDF documents, away from the main thread: a hostile file can keep this thread busy, not the station.
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PageImage } from '../../src-contract/station-api';
import type { WorkerCall, WorkerReply } from '../worker-calls';
import type { RasterQuestion } from './rasteriser';

const library = PDFiumLibrary.init();
const POINTS_PER_MM = 72 / 25.4;

async function draw({ bytes, page: index, dpi }: RasterQuestion) {
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

parentPort?.on('message', async ({ id, question }: WorkerCall<RasterQuestion>) => {
	let reply: WorkerReply<PageImage>;
	try {
		reply = { id, answer: await draw(question) };
	} catch (error) {
		reply = { id, error: (error as Error).message };
	}
	parentPort?.postMessage(reply);
});
