// Label pages that were not read in time are read later, one at a time, also after a restart.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createDocumentThread } from '../../../src-main/compose/document-thread';
import type { NewDocument } from '../../../src-main/documents/new-document';
import { createScanVerification } from '../../../src-main/documents/scan-verification';
import { createUnreadPageReader } from '../../../src-main/documents/unread-pages';
import { makeCarrierLabels } from '../../fixtures/carrier-labels';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { openShippingDesk } from '../../fixtures/shipping-desk';

const label: NewDocument = {
	kind: 'label',
	guess: 'label',
	format: 'pdf',
	pages: 3,
	widthMm: 100,
	heightMm: 150,
	codes: [['T1'], [], []],
	unreadPages: [1, 2],
	message: '',
	bytes: Buffer.from('%PDF-1.4 three labels'),
};
const NUMBER = 'T1';
const openDesk = (readCodes: (bytes: Uint8Array, page: number) => Promise<string[]>) => {
	const desk = openShippingDesk(
		{
			createShipment: async () => ({
				kind: 'booked',
				message: '',
				shipment: {
					id: 7,
					status: 'created_at_carrier',
					carrier: 'C',
					product: 'P',
					trackingNumber: NUMBER,
					trackingUrl: '',
				},
				documents: [label.bytes],
				warnings: [],
			}),
		},
		{ split: async () => [label], readCodes },
	);
	const verification = createScanVerification(desk.database, desk.documents, () => new Date());
	return { ...desk, scan: (text: string) => verification.scan(1, text).kind };
};
const book = (desk: ReturnType<typeof openDesk>) =>
	desk.shipments.create({ ...exampleDraft, parcels: [{ ...exampleDraft.parcels[0], count: 3 }] } as never, 7, true);

describe('a label page that was not read in time', () => {
	it('is read after the label was stored, and verified by its code', async () => {
		const read: number[] = [];
		const desk = openDesk(async (bytes, page) => {
			expect(Buffer.from(bytes)).toEqual(label.bytes);
			read.push(page);
			return [`PIECE-${page + 1}-0001`];
		});
		await book(desk);
		await expect.poll(() => desk.documents.nextUnreadPage()).toBeUndefined();
		expect(read).toEqual([1, 2]);
		expect(desk.documents.labelPages(1).map(({ codes }) => codes)).toEqual([
			['T1'],
			['PIECE-2-0001'],
			['PIECE-3-0001'],
		]);
		expect(desk.scan('PIECE-3-0001')).toBe('right');
		expect(desk.scan('PIECE-2-0001')).toBe('right');
		expect(desk.scan('OTHER-0001')).toBe('wrong');
		expect(desk.scan(NUMBER)).toBe('right');
		expect(desk.documents.scanProgress(1)).toEqual({ scanned: 3, pages: 3 });
	});

	it('is read after the next start when the station ended before', async () => {
		let stop = () => {};
		const desk = openDesk(() => new Promise((_resolve, reject) => (stop = () => reject(new Error('closing')))));
		await book(desk);
		expect(desk.documents.nextUnreadPage()).toEqual({ documentId: expect.any(Number), page: 1 });
		await desk.close();
		stop();
		const reader = createUnreadPageReader({
			documents: desk.documents,
			readCodes: async (_bytes, page) => [`PIECE-${page + 1}-0001`],
			onError: (error) => expect.fail(String(error)),
		});
		await reader.readAll();
		expect(desk.documents.labelPages(1).map(({ codes }) => codes)).toEqual([
			['T1'],
			['PIECE-2-0001'],
			['PIECE-3-0001'],
		]);
		expect(desk.errors).toEqual([]);
	});

	it('is read by the document thread', async () => {
		const [file] = await makeCarrierLabels(['fedex two pieces, 4×6, each followed by its copy']);
		const symbols = file?.pages[2]?.areas[0]?.symbols.map(({ data }) => data) ?? [];
		const workerData = { resourcesDir: path.resolve('resources') };
		const thread = createDocumentThread(() => new Worker(path.resolve('out/main/document-worker.js'), { workerData }));
		const codes = await thread.readCodes(file?.bytes ?? Buffer.of(), 2);
		await thread.close();
		expect(symbols.length).toBeGreaterThan(0);
		expect(codes.sort()).toEqual(symbols.sort());
	});

	it('that cannot be read is not tried again, and the next one is read', async () => {
		const desk = openDesk(async (_bytes, page) => {
			if (page === 1) throw new Error('the page is damaged');
			return ['PIECE-3-0001'];
		});
		await book(desk);
		await expect.poll(() => desk.documents.nextUnreadPage()).toBeUndefined();
		expect(desk.documents.labelPages(1).map(({ codes }) => codes)).toEqual([['T1'], [], ['PIECE-3-0001']]);
		expect(desk.errors).toEqual([expect.objectContaining({ message: 'the page is damaged' })]);
	});
});
