// What the partner returns as base64 becomes documents: labels and papers apart, each a PDF of its own.
import type { NewDocument } from '../shipments/journal';

const POINTS_PER_MM = 72 / 25.4;
/** A page of at most this size is a label: 4×8 inches with a little room, either way round. */
const LABEL_LIMIT_MM = { short: 110, long: 215 };
const SIZE_LIMIT_BYTES = 20 * 1024 * 1024;

/** Base64 with or without a data URI, line breaks or the URL-safe alphabet. */
export function decodeBase64(text: string): Uint8Array {
	const body = text.replace(/^data:[^,]*,/, '').replace(/\s/g, '');
	return new Uint8Array(Buffer.from(body.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
}

function isLabel(size: { width: number; height: number }): boolean {
	const [short = 0, long = 0] = [size.width, size.height].map((points) => points / POINTS_PER_MM).sort((a, b) => a - b);
	return short <= LABEL_LIMIT_MM.short && long <= LABEL_LIMIT_MM.long;
}

/** What cannot be taken apart is kept as it came. */
export const unreadableDocument = (bytes: Uint8Array): NewDocument => ({ kind: 'unreadable', pages: 0, bytes });

/**
 * Labels first, then papers, as separate documents. What is not a readable PDF comes back whole as `unreadable`:
 * nothing that was paid for is thrown away.
 */
export async function splitDocuments(bytes: Uint8Array): Promise<NewDocument[]> {
	const unreadable = [unreadableDocument(bytes)];
	const startsAsPdf = Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
	if (bytes.length === 0 || bytes.length > SIZE_LIMIT_BYTES || !startsAsPdf) return unreadable;
	try {
		const { PDFDocument } = await import('@cantoo/pdf-lib');
		const source = await PDFDocument.load(bytes);
		const pages = source.getPages();
		const groups = { label: [] as number[], papers: [] as number[] };
		for (const [index, page] of pages.entries()) groups[isLabel(page.getSize()) ? 'label' : 'papers'].push(index);
		if (pages.length === 0) return unreadable;
		const documents: NewDocument[] = [];
		for (const kind of ['label', 'papers'] as const) {
			const indices = groups[kind];
			if (indices.length === 0) continue;
			if (indices.length === pages.length) return [{ kind, pages: pages.length, bytes }];
			const part = await PDFDocument.create();
			for (const page of await part.copyPages(source, indices)) part.addPage(page);
			documents.push({ kind, pages: indices.length, bytes: await part.save() });
		}
		return documents;
	} catch {
		return unreadable;
	}
}
