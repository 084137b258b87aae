import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Printer } from '../../src-contract/print';
import { decodeBase64, splitDocuments } from '../../src-main/printing/documents';
import { folderDriver } from '../../src-main/printing/drivers/folder';
import { layOnStock } from '../../src-main/printing/pages';
import { createPrinters } from '../../src-main/printing/printers';
import { createPrintQueue } from '../../src-main/printing/queue';
import { placeOnStock } from '../../src-main/printing/stock';
import { createJournal } from '../../src-main/shipments/journal';
import { openDatabase } from '../../src-main/storage/database';
import { composition } from '../fixtures/composition';
import { pageSizesMm } from '../fixtures/symbols';

const MM = 72 / 25.4;
const folder = () => mkdtempSync(path.join(tmpdir(), 'waybill-print-'));
const printer = (dir: string): Printer => ({
	id: 'folder',
	name: 'Folder',
	driver: 'folder',
	folder: dir,
	labelStock: '4x6',
	papersStock: 'A4',
});
const now = () => new Date('2026-11-21T10:00:00Z');

async function pdfOf(...sizesMm: [number, number][]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	for (const [width, height] of sizesMm)
		document.addPage([width * MM, height * MM]).drawRectangle({ x: 10, y: 10, width: 20, height: 20 });
	return document.save();
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe('documents', () => {
	it('are told apart by page size', async () => {
		const documents = await splitDocuments(await pdfOf([101.6, 152.4], [101.6, 152.4], [210, 297]));
		expect(documents.map(({ kind, pages }) => [kind, pages])).toEqual([
			['label', 2],
			['papers', 1],
		]);
	});

	it('are read from data URIs, line breaks and the URL-safe alphabet', async () => {
		const text = base64(await pdfOf([101.6, 152.4]));
		for (const form of [
			`data:application/pdf;base64,${text}`,
			text.replace(/(.{60})/g, '$1\r\n'),
			text.replace(/\+/g, '-').replace(/\//g, '_'),
		]) {
			expect((await splitDocuments(decodeBase64(form)))[0]?.kind).toBe('label');
		}
	});

	it.each([
		'',
		'not base64 at all',
		base64(Buffer.from('<html>no label</html>')),
		base64(Buffer.from('%PDF-1.4 and then nothing')),
	])('are kept as they came when they are not a PDF', async (text) => {
		const documents = await splitDocuments(decodeBase64(text));
		expect(documents.map(({ kind }) => kind)).toEqual(['unreadable']);
	});
});

describe('a page on its stock', () => {
	it('lies at true size, turned when its long side asks', () => {
		expect(placeOnStock({ widthMm: 101.6, heightMm: 152.4 }, '4x6')).toMatchObject({
			turned: false,
			leftMm: 0,
			lowerMm: 0,
		});
		expect(placeOnStock({ widthMm: 152.4, heightMm: 101.6 }, '4x6')).toMatchObject({
			turned: true,
			leftMm: 0,
			lowerMm: 0,
		});
		expect(placeOnStock({ widthMm: 101.6, heightMm: 152.4 }, 'A4')).toMatchObject({ turned: false, leftMm: 54.2 });
	});

	it('is refused when it does not fit', () => {
		expect(() => placeOnStock({ widthMm: 210, heightMm: 297 }, '4x6')).toThrow(
			/210 × 297 mm and does not fit on 4 × 6/,
		);
	});

	it('comes out at the size of the stock', async () => {
		const [turned] = await pageSizesMm(await layOnStock(await pdfOf([152.4, 101.6]), '4x6'));
		expect(turned?.widthMm).toBeCloseTo(101.6, 1);
		expect(turned?.heightMm).toBeCloseTo(152.4, 1);
	});
});

describe('the folder driver', () => {
	it('writes whole files and never over another', async () => {
		const dir = folder();
		const pdf = await pdfOf([101.6, 152.4]);
		await folderDriver.print(printer(dir), { pdf, title: 'T1-label' });
		await folderDriver.print(printer(dir), { pdf, title: 'T1-label' });
		await folderDriver.print(printer(dir), { pdf, title: '../../etc/pass wd' });
		expect(readdirSync(dir).sort()).toEqual(['T1-label-2.pdf', 'T1-label.pdf', 'etc-pass-wd.pdf']);
		expect(new Uint8Array(readFileSync(path.join(dir, 'T1-label.pdf')))).toEqual(pdf);
	});

	it('says in plain words that the folder is not one', async () => {
		const dir = folder();
		const notAFolder = path.join(dir, 'file');
		writeFileSync(notAFolder, '');
		await expect(
			folderDriver.print(printer(notAFolder), { pdf: new Uint8Array([1]), title: 'x' }),
		).rejects.toMatchObject({ code: 'printer.failed', retryable: true });
		expect((await folderDriver.check(printer(path.join(notAFolder, 'below')))).condition).toBe('trouble');
	});

	// A file system of 64 KiB that is really full; only root can mount one.
	it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
		'says that the disk is full, and leaves nothing half written',
		async () => {
			const dir = folder();
			execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir]);
			try {
				const error = await folderDriver
					.print(printer(dir), { pdf: new Uint8Array(256 * 1024), title: 'big' })
					.catch((caught) => caught);
				expect(error).toMatchObject({ code: 'printer.full', retryable: true });
				expect(error.message).toMatch(/is full\. Nothing was written; the document is kept/);
				expect(readdirSync(dir)).toEqual([]);
			} finally {
				execFileSync('umount', [dir]);
			}
		},
	);
});

describe('the queue', () => {
	function desk(dir: string) {
		const database = openDatabase(path.join(folder(), 'waybill.db'));
		const journal = createJournal(database, now);
		const printers = createPrinters(database, printer(dir));
		const queue = createPrintQueue(
			database,
			printers,
			layOnStock,
			now,
			() => {},
			(error) => {
				throw error;
			},
		);
		return { database, journal, printers, queue };
	}
	const booking = { id: 7, status: 's', carrier: 'C', product: 'P', price: 1, trackingNumber: 'T9', trackingUrl: '' };

	it('stores a job, sends it, and marks the second print as a reprint', async () => {
		const dir = folder();
		const { journal, queue } = desk(dir);
		const { id } = journal.intend(composition, 1, '');
		journal.booked(id, booking, '', new Uint8Array([1]));
		journal.file(id, [{ kind: 'label', pages: 1, bytes: await pdfOf([101.6, 152.4]) }]);
		const documentId = journal.documents(id)[0]?.id as number;
		expect(queue.add(documentId, undefined).state).toMatch(/waiting|sending/);
		await queue.work();
		queue.add(documentId, undefined);
		await queue.work();
		expect(queue.jobs(10).map(({ state, reprint }) => [state, reprint])).toEqual([
			['sent', true],
			['sent', false],
		]);
		expect(readdirSync(dir)).toHaveLength(2);
	});

	it('fails with the reason, keeps the document and prints it when asked again', async () => {
		const dir = folder();
		const { journal, queue, printers } = desk(path.join(dir, 'file', 'below'));
		writeFileSync(path.join(dir, 'file'), '');
		const { id } = journal.intend(composition, 1, '');
		journal.booked(id, booking, '', new Uint8Array([1]));
		journal.file(id, [{ kind: 'label', pages: 1, bytes: await pdfOf([101.6, 152.4]) }]);
		const job = queue.add(journal.documents(id)[0]?.id as number, undefined);
		await queue.work();
		expect(queue.jobs(1)[0]).toMatchObject({
			state: 'failed',
			message: expect.stringContaining('the document is kept'),
		});
		printers.save(printer(path.join(dir, 'good')));
		queue.retry(job.id);
		await queue.work();
		expect(queue.jobs(1)[0]?.state).toBe('sent');
	});

	it('does not print by itself what may have printed before the station stopped', async () => {
		const dir = folder();
		const { database, journal, queue } = desk(dir);
		const { id } = journal.intend(composition, 1, '');
		journal.booked(id, booking, '', new Uint8Array([1]));
		journal.file(id, [{ kind: 'label', pages: 1, bytes: await pdfOf([101.6, 152.4]) }]);
		queue.add(journal.documents(id)[0]?.id as number, undefined);
		await queue.work();
		database.run("UPDATE print_job SET state = 'sending'");
		queue.settleInterrupted();
		await queue.work();
		expect(queue.jobs(1)[0]).toMatchObject({ state: 'failed', message: expect.stringContaining('may have printed') });
		expect(readdirSync(dir)).toHaveLength(1);
	});
});
