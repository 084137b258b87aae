// The thread that takes documents apart, lays them on their stock and draws their pages.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { PageImage } from '../../src-contract/api';
import { answerCalls } from '../../src-contract/worker-rpc';
import { uncropPages } from '../documents/page-crop';
import { openPdf, POINTS_PER_MM } from '../documents/pdfium';
import { splitDocuments } from '../documents/split';
import { makePayload, previewScaled } from '../printing/payload';

/** More would not be seen on a screen, and takes memory: a page may be as large as it likes. */
const MAX_PIXELS = 12_000_000;
/** As `nice` counts: less than the thread that keeps the window and the bookings. */
const PRIORITY = 10;

async function draw(bytes: Uint8Array, page: number, wantedDpi: number): Promise<PageImage> {
	const pdf = await openPdf(bytes);
	try {
		const { width, height } = pdf.size(page);
		const [widthMm, heightMm] = [width / POINTS_PER_MM, height / POINTS_PER_MM];
		const dpi = Math.min(wantedDpi, 72 * Math.sqrt(MAX_PIXELS / (width * height)));
		const { pixels, widthPx, heightPx } = pdf.drawWhole(page, dpi, 'rgba');
		return { rgba: pixels, widthPx, heightPx, widthMm, heightMm };
	} finally {
		pdf.close();
	}
}

const methods = { draw, split: splitDocuments, uncrop: uncropPages, makePayload, previewScaled };
export type DocumentMethods = typeof methods;

if (parentPort) {
	// Only on Linux is a priority a thread's own, and not its whole process's.
	if (process.platform === 'linux') setPriority(PRIORITY);
	answerCalls(parentPort, methods);
}
