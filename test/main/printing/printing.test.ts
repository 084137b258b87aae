// Documents on label stock, the folder driver, the print queue and the store of documents.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { STOCKS } from '../../../src-contract/model/stock';
import { type PlacementRequest, placeOnStock } from '../../../src-contract/rules/label-placement';
import { decodeBase64 } from '../../../src-main/connections/partner-v1/label-documents';
import { openPdf, POINTS_PER_MM } from '../../../src-main/documents/pdfium';
import { splitDocuments } from '../../../src-main/documents/split';
import { folderDevice } from '../../../src-main/printing/devices/folder/driver';
import { createPackingSlip } from '../../../src-main/printing/layout/packing-slip';
import { renderSheetsAsPdf } from '../../../src-main/printing/layout/sheets';
import { folderPrinter, memoryFile, newFolder, openDesk } from '../../fixtures/desk';

const { driver: folderDriver } = folderDevice;

const MM = 72 / 25.4;

async function pdfOf(...sizesMm: [number, number][]): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	for (const [width, height] of sizesMm)
		document.addPage([width * MM, height * MM]).drawRectangle({ x: 10, y: 10, width: 20, height: 20 });
	return document.save();
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const label = () => pdfOf([101.6, 152.4]);

describe('documents', () => {
	it('are read from data URIs, line breaks and the URL-safe alphabet', async () => {
		const text = base64(await label());
		for (const form of [
			`data:application/pdf;base64,${text}`,
			text.replace(/(.{60})/g, '$1\r\n'),
			text.replace(/\+/g, '-').replace(/\//g, '_'),
		]) {
			expect((await splitDocuments(decodeBase64(form), '', []))[0]?.kind).toBe('label');
		}
	});

	it('get the kind that a user set for that carrier, guess and size', async () => {
		const corrections = [{ guess: 'papers', widthMm: 210, heightMm: 297, kind: 'label' }] as const;
		const [document] = await splitDocuments(await pdfOf([209, 296]), '', corrections);
		expect(document).toMatchObject({ kind: 'label', guess: 'papers' });
		expect((await splitDocuments(await pdfOf([300, 400]), '', corrections))[0]?.kind).toBe('papers');
	});
});

describe('a page on its stock', () => {
	const request = (changes: Partial<PlacementRequest> = {}): PlacementRequest => ({
		stock: STOCKS['4x6'],
		position: 0,
		turn: 'auto',
		offsetXMm: 0,
		offsetYMm: 0,
		oversize: 'refuse',
		dpi: 203,
		isLabel: true,
		...changes,
	});
	const portrait = { widthMm: 101.6, heightMm: 152.4 };

	it('is placed at true size, rotated when it fits only then', () => {
		expect(placeOnStock(portrait, request())).toMatchObject({
			fits: true,
			placement: { rotationDegrees: 0, scale: 1, leftMm: 0, topMm: 0 },
		});
		const landscape = { widthMm: 152.4, heightMm: 101.6 };
		expect(placeOnStock(landscape, request())).toMatchObject({
			fits: true,
			placement: { rotationDegrees: 90, scale: 1 },
		});
	});

	it('is centred, moved by the offsets, and placed at the next position of a sheet', () => {
		const place = (changes: Partial<PlacementRequest>) =>
			placeOnStock({ widthMm: 100, heightMm: 140 }, request(changes));
		expect(place({ offsetXMm: 2, offsetYMm: -1 })).toMatchObject({
			placement: { leftMm: expect.closeTo(2.8), topMm: expect.closeTo(5.2) },
		});
		expect(place({ stock: STOCKS['A4/4'], position: 3 })).toMatchObject({
			placement: { leftMm: expect.closeTo(107.5), topMm: expect.closeTo(152.75) },
		});
	});

	it('is rejected when it does not fit, and a label is never scaled to uneven bar widths', () => {
		const a4 = { widthMm: 210, heightMm: 297 };
		expect(placeOnStock(a4, request())).toMatchObject({ fits: false, scaledPlacement: { scale: 1 / 3 } });
		expect(placeOnStock(a4, request({ oversize: 'scale' }))).toMatchObject({ fits: true, placement: { scale: 1 / 3 } });
		expect(placeOnStock(portrait, request({ stock: STOCKS.roll80, oversize: 'scale' }))).toMatchObject({
			placement: { scale: 2 / 3 },
		});
		// Papers may be scaled by any ratio.
		const letter = request({ stock: STOCKS.Letter, oversize: 'scale', isLabel: false });
		expect(placeOnStock(a4, letter)).toMatchObject({ placement: { scale: expect.closeTo(279.4 / 297) } });
	});

	async function pageSizesMm(bytes: Uint8Array): Promise<{ widthMm: number; heightMm: number }[]> {
		const pdf = await openPdf(bytes);
		const sizes = Array.from({ length: pdf.pageCount }, (_, page) => {
			const { width, height } = pdf.size(page);
			return { widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM };
		});
		pdf.close();
		return sizes;
	}

	it('becomes a sheet in the size of the stock', async () => {
		const layout = { printer: folderPrinter('/'), isLabel: true, oversize: 'refuse' } as const;
		const [sheet] = await pageSizesMm(await renderSheetsAsPdf(await pdfOf([152.4, 101.6]), layout));
		expect(sheet?.widthMm).toBeCloseTo(101.6, 1);
		expect(sheet?.heightMm).toBeCloseTo(152.4, 1);
		await expect(renderSheetsAsPdf(await pdfOf([210, 297]), layout)).rejects.toThrow(
			/210 × 297 mm and does not fit on 4 × 6/,
		);
	});

	it('fills sheets of several labels from the start position on', async () => {
		const printer = folderPrinter('/', { stock: 'A4/4', startPosition: 3 });
		const layout = { printer, isLabel: true, oversize: 'refuse' } as const;
		const pages = await pdfOf(...Array<[number, number]>(4).fill([101.6, 145]));
		expect(await pageSizesMm(await renderSheetsAsPdf(pages, layout))).toHaveLength(2);
	});
});

describe('the folder driver', () => {
	const task = (payload: Uint8Array, tracking: string) => ({
		payload,
		language: 'pdf' as const,
		sheetHeightMm: 152.4,
		title: tracking,
		fileNameValues: { tracking, kind: 'label', date: '2026-11-21', reference: 'R/1', number: '5' },
	});

	it('writes complete files and never overwrites one', async () => {
		const dir = newFolder();
		const pdf = await label();
		await folderDriver.send(folderPrinter(dir), task(pdf, 'T1'));
		await folderDriver.send(folderPrinter(dir), task(pdf, 'T1'));
		await folderDriver.send(folderPrinter(dir), task(pdf, '../../etc/pass wd'));
		const withNamePattern = {
			device: { driver: 'folder', folder: dir, namePattern: '{date} {reference} {nothing}{number}' },
		};
		await folderDriver.send(folderPrinter(dir, withNamePattern), task(pdf, 'T1'));
		expect(readdirSync(dir).sort()).toEqual([
			'2026-11-21-R-1-5.pdf',
			'T1-label-2.pdf',
			'T1-label.pdf',
			'etc-pass-wd-label.pdf',
		]);
		expect(new Uint8Array(readFileSync(path.join(dir, 'T1-label.pdf')))).toEqual(pdf);
	});

	it('reports a path that is not a folder', async () => {
		const dir = newFolder();
		const notAFolder = path.join(dir, 'file');
		writeFileSync(notAFolder, '');
		await expect(folderDriver.send(folderPrinter(notAFolder), task(new Uint8Array([1]), 'x'))).rejects.toMatchObject({
			code: 'printer.failed',
			retryable: true,
		});
		expect((await folderDriver.readStatus(folderPrinter(path.join(notAFolder, 'below')))).condition).toBe('error');
	});

	// Mounts a file system of 64 KiB and fills it; only root can mount.
	it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
		'reports that the disk is full, and leaves no partial file',
		async () => {
			const dir = newFolder();
			execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir]);
			try {
				const error = await folderDriver
					.send(folderPrinter(dir), task(new Uint8Array(256 * 1024), 'big'))
					.catch((caught) => caught);
				expect(error).toMatchObject({ code: 'printer.full', retryable: true });
				expect(error.message).toMatch(/is full\. Nothing was written\. The document is kept/);
				expect(readdirSync(dir)).toEqual([]);
			} finally {
				execFileSync('umount', [dir]);
			}
		},
	);
});

describe('the queue', () => {
	const clock = { now: new Date('2026-11-21T10:00:00Z') };
	const now = () => clock.now;
	const later = (seconds: number) => {
		clock.now = new Date(clock.now.getTime() + seconds * 1000);
	};
	const deskWith = (dir: string, changes: object = {}) => openDesk({ now, printers: [folderPrinter(dir, changes)] });

	it('stores a job, sends it, and marks the second print as a reprint', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		expect(queue.add(documentId, 'folder').state).toMatch(/waiting|sending/);
		await queue.drain();
		queue.add(documentId, 'folder');
		await queue.drain();
		expect(jobs.latestJobs(10).map(({ state, isReprint }) => [state, isReprint])).toEqual([
			['sent', true],
			['sent', false],
		]);
		expect(readdirSync(dir)).toHaveLength(2);
	});

	it('automatically retries the jobs that did not print, in order, until the printer works again', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, printers, book } = deskWith(path.join(dir, 'file', 'below'));
		const first = (await book(await label(), { trackingNumber: 'ONE' })).documentIds[0] as number;
		const second = (await book(await label(), { trackingNumber: 'TWO' })).documentIds[0] as number;
		queue.add(first, 'folder');
		queue.add(second, 'folder');
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state, error }) => [state, error])).toEqual([
			['waiting', ''],
			['waiting', 'printer.failed'],
		]);
		expect(jobs.countWithProblems()).toBe(1);
		printers.save(folderPrinter(path.join(dir, 'good')));
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
		later(5);
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state }) => state)).toEqual(['sent', 'sent']);
		expect(readdirSync(path.join(dir, 'good')).sort()).toEqual(['ONE-label.pdf', 'TWO-label.pdf']);
	});

	it('does not automatically repeat a print that was interrupted when the station stopped, and reports it', async () => {
		const dir = newFolder();
		const { database, queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		const { id } = queue.add(documentId, 'folder');
		await queue.drain();
		database.run("UPDATE print_job SET state = 'sending'");
		jobs.recoverInterrupted();
		await queue.drain();
		expect(jobs.latestJobs(1)[0]).toMatchObject({
			state: 'doubtful',
			message: expect.stringContaining('may have printed'),
		});
		expect(readdirSync(dir)).toHaveLength(1);
		expect(queue.confirmPrinted(id).state).toBe('sent');
		expect(readdirSync(dir)).toHaveLength(1);
	});

	it('rejects a page that does not fit until the user chooses to scale it', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await pdfOf([210, 297]))).documentIds;
		const { id } = queue.add(documentId, 'folder');
		await queue.drain();
		expect(jobs.latestJobs(1)[0]).toMatchObject({ state: 'failed', error: 'printer.mismatch' });
		expect(readdirSync(dir)).toEqual([]);
		queue.retry(id, true);
		await queue.drain();
		expect(jobs.latestJobs(1)[0]?.state).toBe('sent');
	});

	const openWithFallback = () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const broken = path.join(dir, 'file', 'x');
		return openDesk({
			now,
			printers: [
				folderPrinter(broken),
				folderPrinter(dir, { id: 'second', name: 'Second' }),
				folderPrinter(`${broken}/y`, { id: 'third', name: 'Third' }),
			],
		});
	};

	it('moves only waiting jobs to the fallback printer', async () => {
		const { queue, jobs, printers, book } = openWithFallback();
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		queue.add(documentId, 'third');
		const { id: failed } = queue.add(documentId, 'folder');
		jobs.setState(failed, 'failed', 'torn');
		await queue.drain();
		printers.setFallback('folder', 'second');
		queue.reroute('folder');
		await queue.drain();
		expect(jobs.latestJobs(3).map(({ state, printerId }) => [state, printerId])).toEqual([
			['failed', 'folder'],
			['waiting', 'third'],
			['sent', 'second'],
		]);
		expect(queue.add(documentId, 'folder').printerId).toBe('second');
		await queue.drain();
		// Printing again uses the current fallback printer.
		expect(queue.retry(failed, false).printerId).toBe('second');
		await queue.drain();
		printers.setFallback('folder', null);
		expect(printers.resolveFallback('folder')).toBe('folder');
	});

	it('prints a failed job on another printer, once, and offers the next one that can', async () => {
		const { queue, jobs, printers, book } = openWithFallback();
		const [documentId = 0] = (await book(await label())).documentIds;
		const { id } = queue.add(documentId, 'third');
		expect(jobs.summary(id).otherPrinter).toBeNull();
		jobs.setState(id, 'failed', 'torn', 'printer.failed');
		// After the last printer comes the first.
		expect(jobs.summary(id).otherPrinter).toEqual({ id: 'folder', name: 'Folder' });
		expect(() => queue.moveTo(id, 'unknown')).toThrow(expect.objectContaining({ code: 'printer.notFound' }));
		expect(queue.moveTo(id, 'second')).toMatchObject({ state: 'waiting', printerId: 'second', otherPrinter: null });
		await queue.drain();
		expect(jobs.summary(id)).toMatchObject({ state: 'sent', printerName: 'Second' });
		queue.moveTo(id, 'third');
		await queue.drain();
		expect(jobs.summary(id)).toMatchObject({ state: 'sent', printerName: 'Second' });
		expect(printers.resolveFallback('third')).toBe('third');
		// The first printer's jobs are printed by the second: a job that failed there is not offered to the first.
		printers.setFallback('folder', 'second');
		jobs.setState(id, 'failed', 'torn', 'printer.failed');
		expect(jobs.summary(id).otherPrinter).toEqual({ id: 'third', name: 'Third' });
	});

	it('prints a packing slip on any printer, and offers another one after a failure', async () => {
		const { queue, jobs, printers, documents, journal, book } = openWithFallback();
		const { id: shipmentId } = await book(await label());
		const slip = createPackingSlip(journal.draft(shipmentId), journal.summary(shipmentId));
		const { id } = queue.add(documents.savePackingSlip(shipmentId, slip), 'second');
		await queue.drain();
		expect(jobs.summary(id)).toMatchObject({ state: 'sent', kind: 'slip' });
		const { device } = printers.get('second');
		expect(
			readdirSync('folder' in device ? device.folder : '').filter((name) => /slip.*\.pdf$/.test(name)),
		).toHaveLength(1);
		jobs.setState(id, 'failed', 'torn', 'printer.failed');
		expect(jobs.summary(id).otherPrinter).not.toBeNull();
	});

	it('sends a failed job to the fallback printer that was set while the job was printing', async () => {
		const { queue, jobs, printers, book } = openWithFallback();
		const [documentId = 0] = (await book(await label())).documentIds;
		const { id } = queue.add(documentId, 'folder');
		printers.setFallback('folder', 'second');
		await queue.drain();
		await expect.poll(() => jobs.summary(id)).toMatchObject({ state: 'sent', printerId: 'second' });
	});

	it('keeps the outcome of a print in memory while the disk is full, and sends nothing before it is stored', async () => {
		const dir = newFolder();
		const { queue, jobs, errors, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		const { setState } = jobs;
		let isFull = true;
		Object.assign(jobs, {
			setState: (...args: Parameters<typeof setState>) => {
				if (isFull && args[1] === 'sent') throw new AppError('storage.full', 'The disk is full');
				setState(...args);
			},
		});
		queue.add(documentId, 'folder');
		queue.add(documentId, 'folder');
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state }) => state)).toEqual(['waiting', 'sending']);
		await queue.drain();
		expect(readdirSync(dir)).toHaveLength(1);
		expect(errors).toHaveLength(2);
		isFull = false;
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state }) => state)).toEqual(['sent', 'sent']);
		expect(readdirSync(dir)).toHaveLength(2);
	});

	it('prints the jobs of two profiles of one device one after the other', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = openDesk({
			now,
			printers: [folderPrinter(dir), folderPrinter(dir, { id: 'large', name: 'Large', stock: '4x8' })],
		});
		const [documentId = 0] = (await book(await label())).documentIds;
		for (const id of ['folder', 'large', 'folder', 'large']) queue.add(documentId, id);
		const claimed: number[] = [];
		const { claim } = jobs;
		Object.assign(jobs, {
			claim: (...args: Parameters<typeof claim>) => {
				expect(jobs.unfinishedJobs().filter(({ state }) => state === 'sending')).toEqual([]);
				claimed.push(args[0].id);
				return claim(...args);
			},
		});
		await queue.drain();
		expect(claimed).toEqual([1, 2, 3, 4]);
	});

	it('sends no further job once the station closes, and keeps the jobs for the next start', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		await queue.close();
		expect(jobs.latestJobs(1)[0]?.state).toBe('waiting');
		expect(readdirSync(dir)).toEqual([]);
	});

	it('marks a print as a reprint when the document was sent before', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, printers, book } = deskWith(path.join(dir, 'file', 'x'));
		const [documentId = 0] = (await book(await label())).documentIds;
		// Requested twice while the printer is stopped: the second print is the reprint.
		queue.add(documentId, 'folder');
		queue.add(documentId, 'folder');
		await queue.drain();
		printers.save(folderPrinter(path.join(dir, 'good')));
		later(5);
		await queue.drain();
		expect(jobs.latestJobs(2).map(({ state, isReprint }) => [state, isReprint])).toEqual([
			['sent', true],
			['sent', false],
		]);
	});

	it('fails a job after half an hour instead of retrying it', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, book } = deskWith(path.join(dir, 'file', 'x'));
		const [documentId = 0] = (await book(await label())).documentIds;
		for (let count = 0; count < 3; count += 1) queue.add(documentId, 'folder');
		await queue.drain();
		later(31 * 60);
		await queue.drain();
		expect(jobs.latestJobs(3).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
	});

	it('reports that a printer was removed', async () => {
		const { queue, jobs, printers, book } = openDesk({
			now,
			printers: [folderPrinter(newFolder()), folderPrinter(newFolder(), { id: 'gone' })],
			routes: [{ kind: null, carrier: null, destination: null, automatic: true, printerId: 'folder' }],
		});
		const [documentId = 0] = (await book(await label())).documentIds;
		printers.remove('gone');
		queue.add(documentId, 'gone');
		await queue.drain();
		expect(jobs.latestJobs(1)[0]).toMatchObject({ state: 'failed', error: 'printer.notFound' });
	});

	it('runs other tasks on a device between its jobs', async () => {
		const { queue, jobs, book } = deskWith(newFolder());
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		const statesDuringTask = await queue.runExclusive('folder', async () => {
			queue.add(documentId, 'folder');
			return jobs.unfinishedJobs().map(({ state }) => state);
		});
		expect(statesDuringTask).toEqual(['waiting']);
		await expect.poll(() => jobs.unfinishedJobs()).toEqual([]);
	});

	it('advances the start position on a sheet of labels', async () => {
		const { queue, printers, book } = deskWith(newFolder(), { stock: 'A4/4', startPosition: 4 });
		const [documentId = 0] = (await book(await pdfOf([101.6, 145]))).documentIds;
		queue.add(documentId, 'folder');
		await queue.drain();
		expect(printers.get('folder').startPosition).toBe(1);
	});
});

describe('stored documents', () => {
	const keyring = {
		available: () => true,
		encrypt: (text: string) => Buffer.from(text).reverse(),
		decrypt: (data: Buffer) => Buffer.from(data).reverse().toString(),
	};

	it('are encrypted when the desk has a keyring, and decrypted with the same keyring only', async () => {
		const vaultFile = memoryFile();
		const databaseFile = path.join(newFolder(), 'waybill.db');
		const { database, documents, book } = openDesk({ databaseFile, keyring, vaultFile });
		const bytes = await label();
		const [documentId = 0] = (await book(bytes)).documentIds;
		const [row] = database.all<{ bytes: Uint8Array }>('SELECT bytes FROM document');
		expect(Buffer.from(row?.bytes ?? []).includes('%PDF')).toBe(false);
		expect(Buffer.compare(documents.get(documentId).bytes, bytes)).toBe(0);
		vaultFile.delete('documentKey');
		const other = openDesk({ databaseFile });
		expect(() => other.documents.get(documentId)).toThrow(/its key is not available\. The document is kept/);
	});

	it('are stored unencrypted, with an error, when the keyring lost the key; the stored key is not replaced', async () => {
		const vaultFile = memoryFile();
		const first = openDesk({ keyring, vaultFile });
		await first.book(await label());
		const storedKey = vaultFile.get('documentKey');
		const keyringWithoutKey = {
			...keyring,
			decrypt: () => {
				throw new Error('it is not there');
			},
		};
		const { documents, errors, book } = openDesk({ keyring: keyringWithoutKey, vaultFile });
		const [documentId = 0] = (await book(await label())).documentIds;
		expect(documents.get(documentId).bytes.length).toBeGreaterThan(0);
		expect(String(errors[0])).toContain('it is not there');
		expect(vaultFile.get('documentKey')).toBe(storedKey);
	});

	it('are deleted by age and by size, but not while they wait to be printed', async () => {
		const clock = { now: new Date('2026-01-01T00:00:00Z') };
		const { documents, queue, book } = openDesk({ now: () => clock.now });
		const bytes = await label();
		const old = (await book(bytes)).documentIds[0] as number;
		const waiting = (await book(bytes)).documentIds[0] as number;
		queue.add(waiting, 'folder');
		clock.now = new Date('2026-06-01T00:00:00Z');
		const fresh = (await book(bytes)).documentIds[0] as number;
		expect(documents.prune(90, 1000)).toBe(1);
		expect(() => documents.get(old)).toThrow(/was deleted to free disk space/);
		expect(documents.get(waiting).bytes.length).toBe(bytes.length);
		expect(documents.get(fresh).bytes.length).toBe(bytes.length);
		expect(documents.prune(90, 0)).toBe(1);
		expect(() => documents.get(fresh)).toThrow(/was deleted/);
		await queue.drain();
	});
});
