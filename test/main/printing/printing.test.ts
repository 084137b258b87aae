import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { STOCKS } from '../../../src-contract/model/stock';
import { type PlacementRequest, placeOnStock } from '../../../src-contract/rules/label-placement';
import { decodeBase64 } from '../../../src-main/connections/partner-v1/label-documents';
import { splitDocuments } from '../../../src-main/documents/split';
import { folderDevice } from '../../../src-main/printing/devices/folder/driver';
import { renderSheetsAsPdf } from '../../../src-main/printing/layout/sheets';
import { folderPrinter, memoryFile, newFolder, openDesk } from '../../fixtures/desk';
import { pageSizesMm } from '../../fixtures/symbols';

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

	it('take the kind that somebody at this desk said for that carrier, guess and size', async () => {
		const remembered = [{ guess: 'papers', widthMm: 210, heightMm: 297, kind: 'label' }] as const;
		const [document] = await splitDocuments(await pdfOf([209, 296]), '', remembered);
		expect(document).toMatchObject({ kind: 'label', guess: 'papers' });
		expect((await splitDocuments(await pdfOf([300, 400]), '', remembered))[0]?.kind).toBe('papers');
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

	it('lies at true size, turned when its long side asks', () => {
		expect(placeOnStock(portrait, request())).toMatchObject({
			fits: true,
			placement: { turn: 0, scale: 1, leftMm: 0, topMm: 0 },
		});
		const lying = { widthMm: 152.4, heightMm: 101.6 };
		expect(placeOnStock(lying, request())).toMatchObject({ fits: true, placement: { turn: 90, scale: 1 } });
	});

	it('is centred, moved by the offsets, and laid where a sheet of several has its next label', () => {
		const place = (changes: Partial<PlacementRequest>) =>
			placeOnStock({ widthMm: 100, heightMm: 140 }, request(changes));
		expect(place({ offsetXMm: 2, offsetYMm: -1 })).toMatchObject({
			placement: { leftMm: expect.closeTo(2.8), topMm: expect.closeTo(5.2) },
		});
		expect(place({ stock: STOCKS['A4/4'], position: 3 })).toMatchObject({
			placement: { leftMm: expect.closeTo(107.5), topMm: expect.closeTo(152.75) },
		});
	});

	it('is refused when it does not fit, and never scaled by a broken ratio', () => {
		const a4 = { widthMm: 210, heightMm: 297 };
		expect(placeOnStock(a4, request())).toMatchObject({ fits: false, scaled: { scale: 1 / 3 } });
		expect(placeOnStock(a4, request({ oversize: 'scale' }))).toMatchObject({ fits: true, placement: { scale: 1 / 3 } });
		expect(placeOnStock(portrait, request({ stock: STOCKS.roll80, oversize: 'scale' }))).toMatchObject({
			placement: { scale: 2 / 3 },
		});
		// Papers have no bars to break.
		const letter = request({ stock: STOCKS.Letter, oversize: 'scale', isLabel: false });
		expect(placeOnStock(a4, letter)).toMatchObject({ placement: { scale: expect.closeTo(279.4 / 297) } });
	});

	it('comes out at the size of the stock', async () => {
		const layout = { printer: folderPrinter('/'), isLabel: true, oversize: 'refuse' } as const;
		const [turned] = await pageSizesMm(await renderSheetsAsPdf(await pdfOf([152.4, 101.6]), layout));
		expect(turned?.widthMm).toBeCloseTo(101.6, 1);
		expect(turned?.heightMm).toBeCloseTo(152.4, 1);
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
		names: { tracking, kind: 'label', date: '2026-11-21', reference: 'R/1', number: '5' },
	});

	it('writes whole files and never over another', async () => {
		const dir = newFolder();
		const pdf = await label();
		await folderDriver.send(folderPrinter(dir), task(pdf, 'T1'));
		await folderDriver.send(folderPrinter(dir), task(pdf, 'T1'));
		await folderDriver.send(folderPrinter(dir), task(pdf, '../../etc/pass wd'));
		const named = { device: { driver: 'folder', folder: dir, namePattern: '{date} {reference} {nothing}{number}' } };
		await folderDriver.send(folderPrinter(dir, named), task(pdf, 'T1'));
		expect(readdirSync(dir).sort()).toEqual([
			'2026-11-21-R-1-5.pdf',
			'T1-label-2.pdf',
			'T1-label.pdf',
			'etc-pass-wd-label.pdf',
		]);
		expect(new Uint8Array(readFileSync(path.join(dir, 'T1-label.pdf')))).toEqual(pdf);
	});

	it('says in plain words that the folder is not one', async () => {
		const dir = newFolder();
		const notAFolder = path.join(dir, 'file');
		writeFileSync(notAFolder, '');
		await expect(folderDriver.send(folderPrinter(notAFolder), task(new Uint8Array([1]), 'x'))).rejects.toMatchObject({
			code: 'printer.failed',
			retryable: true,
		});
		expect((await folderDriver.check(folderPrinter(path.join(notAFolder, 'below')))).condition).toBe('error');
	});

	// A file system of 64 KiB that is really full; only root can mount one.
	it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
		'says that the disk is full, and leaves nothing half written',
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
		expect(jobs.latest(10).map(({ state, reprint }) => [state, reprint])).toEqual([
			['sent', true],
			['sent', false],
		]);
		expect(readdirSync(dir)).toHaveLength(2);
	});

	it('tries again by itself what surely did not print, in order, and prints it when the printer is mended', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, printers, book } = deskWith(path.join(dir, 'file', 'below'));
		const first = (await book(await label(), { trackingNumber: 'ONE' })).documentIds[0] as number;
		const second = (await book(await label(), { trackingNumber: 'TWO' })).documentIds[0] as number;
		queue.add(first, 'folder');
		queue.add(second, 'folder');
		await queue.drain();
		expect(jobs.latest(2).map(({ state, error }) => [state, error])).toEqual([
			['waiting', ''],
			['waiting', 'printer.failed'],
		]);
		expect(jobs.failedCount()).toBe(1);
		printers.save(folderPrinter(path.join(dir, 'good')));
		await queue.drain();
		expect(jobs.latest(2).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
		later(5);
		await queue.drain();
		expect(jobs.latest(2).map(({ state }) => state)).toEqual(['sent', 'sent']);
		expect(readdirSync(path.join(dir, 'good')).sort()).toEqual(['ONE-label.pdf', 'TWO-label.pdf']);
	});

	it('does not print by itself what may have printed before the station stopped, and says what was found', async () => {
		const dir = newFolder();
		const { database, queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		const { id } = queue.add(documentId, 'folder');
		await queue.drain();
		database.run("UPDATE print_job SET state = 'sending'");
		jobs.recoverInterrupted();
		await queue.drain();
		expect(jobs.latest(1)[0]).toMatchObject({
			state: 'doubtful',
			message: expect.stringContaining('may have printed'),
		});
		expect(readdirSync(dir)).toHaveLength(1);
		expect(queue.confirmPrinted(id).state).toBe('sent');
		expect(readdirSync(dir)).toHaveLength(1);
	});

	it('refuses a page that does not fit until somebody chooses to scale it', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await pdfOf([210, 297]))).documentIds;
		const { id } = queue.add(documentId, 'folder');
		await queue.drain();
		expect(jobs.latest(1)[0]).toMatchObject({ state: 'failed', error: 'printer.mismatch' });
		expect(readdirSync(dir)).toEqual([]);
		queue.retry(id, true);
		await queue.drain();
		expect(jobs.latest(1)[0]?.state).toBe('sent');
	});

	const withSecond = () => {
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

	it('moves what waits to the printer that stands in, and nothing else', async () => {
		const { queue, jobs, printers, book } = withSecond();
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		queue.add(documentId, 'third');
		const { id: failed } = queue.add(documentId, 'folder');
		jobs.setState(failed, 'failed', 'torn');
		await queue.drain();
		printers.setFallback('folder', 'second');
		queue.reroute('folder');
		await queue.drain();
		expect(jobs.latest(3).map(({ state, printerId }) => [state, printerId])).toEqual([
			['failed', 'folder'],
			['waiting', 'third'],
			['sent', 'second'],
		]);
		expect(queue.add(documentId, 'folder').printerId).toBe('second');
		await queue.drain();
		// Whoever prints it again means the printer that stands in now.
		expect(queue.retry(failed, false).printerId).toBe('second');
		await queue.drain();
		printers.setFallback('folder', null);
		expect(printers.resolveFallback('folder')).toBe('folder');
	});

	it('sends what was just failing at a switch by the printer that stands in', async () => {
		const { queue, jobs, printers, book } = withSecond();
		const [documentId = 0] = (await book(await label())).documentIds;
		const { id } = queue.add(documentId, 'folder');
		printers.setFallback('folder', 'second');
		await queue.drain();
		await expect.poll(() => jobs.summary(id)).toMatchObject({ state: 'sent', printerId: 'second' });
	});

	it('holds what became of a print while the disk is full, and sends nothing before it is written', async () => {
		const dir = newFolder();
		const { queue, jobs, faults, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		const setState = jobs.setState;
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
		expect(jobs.latest(2).map(({ state }) => state)).toEqual(['waiting', 'sending']);
		await queue.drain();
		expect(readdirSync(dir)).toHaveLength(1);
		expect(faults).toHaveLength(2);
		isFull = false;
		await queue.drain();
		expect(jobs.latest(2).map(({ state }) => state)).toEqual(['sent', 'sent']);
		expect(readdirSync(dir)).toHaveLength(2);
	});

	it('prints with two profiles of one device one after the other', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = openDesk({
			now,
			printers: [folderPrinter(dir), folderPrinter(dir, { id: 'large', name: 'Large', stock: '4x8' })],
		});
		const [documentId = 0] = (await book(await label())).documentIds;
		for (const id of ['folder', 'large', 'folder', 'large']) queue.add(documentId, id);
		const claimed: number[] = [];
		const claim = jobs.claim;
		Object.assign(jobs, {
			claim: (...args: Parameters<typeof claim>) => {
				expect(jobs.open().filter(({ state }) => state === 'sending')).toEqual([]);
				claimed.push(args[0].id);
				return claim(...args);
			},
		});
		await queue.drain();
		expect(claimed).toEqual([1, 2, 3, 4]);
	});

	it('begins nothing more once the station closes, and keeps it for the next start', async () => {
		const dir = newFolder();
		const { queue, jobs, book } = deskWith(dir);
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		await queue.close();
		expect(jobs.latest(1)[0]?.state).toBe('waiting');
		expect(readdirSync(dir)).toEqual([]);
	});

	it('marks what may lie about already, whenever it was asked for', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, printers, book } = deskWith(path.join(dir, 'file', 'x'));
		const [documentId = 0] = (await book(await label())).documentIds;
		// Asked for twice while the printer stands: the second to come out is the reprint.
		queue.add(documentId, 'folder');
		queue.add(documentId, 'folder');
		await queue.drain();
		printers.save(folderPrinter(path.join(dir, 'good')));
		later(5);
		await queue.drain();
		expect(jobs.latest(2).map(({ state, reprint }) => [state, reprint])).toEqual([
			['sent', true],
			['sent', false],
		]);
	});

	it('asks after half an hour instead of printing by itself', async () => {
		const dir = newFolder();
		writeFileSync(path.join(dir, 'file'), '');
		const { queue, jobs, book } = deskWith(path.join(dir, 'file', 'x'));
		const [documentId = 0] = (await book(await label())).documentIds;
		for (let count = 0; count < 3; count += 1) queue.add(documentId, 'folder');
		await queue.drain();
		later(31 * 60);
		await queue.drain();
		expect(jobs.latest(3).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
	});

	it('says of a printer that is gone that it is gone', async () => {
		const { queue, jobs, printers, book } = openDesk({
			now,
			printers: [folderPrinter(newFolder()), folderPrinter(newFolder(), { id: 'gone' })],
			routes: [{ kind: null, carrier: null, destination: null, automatic: true, printerId: 'folder' }],
		});
		const [documentId = 0] = (await book(await label())).documentIds;
		printers.remove('gone');
		queue.add(documentId, 'gone');
		await queue.drain();
		expect(jobs.latest(1)[0]).toMatchObject({ state: 'failed', error: 'printer.notFound' });
	});

	it('does something else on a line between its jobs', async () => {
		const { queue, jobs, book } = deskWith(newFolder());
		const [documentId = 0] = (await book(await label())).documentIds;
		queue.add(documentId, 'folder');
		const seen = await queue.runExclusive('folder', async () => {
			queue.add(documentId, 'folder');
			return jobs.open().map(({ state }) => state);
		});
		expect(seen).toEqual(['waiting']);
		await expect.poll(() => jobs.open()).toEqual([]);
	});

	it('counts the labels of a sheet on', async () => {
		const { queue, printers, book } = deskWith(newFolder(), { stock: 'A4/4', startPosition: 4 });
		const [documentId = 0] = (await book(await pdfOf([101.6, 145]))).documentIds;
		queue.add(documentId, 'folder');
		await queue.drain();
		expect(printers.get('folder').startPosition).toBe(1);
	});
});

describe('documents at rest', () => {
	const keyring = {
		available: () => true,
		encrypt: (text: string) => Buffer.from(text).reverse(),
		decrypt: (data: Buffer) => Buffer.from(data).reverse().toString(),
	};

	it('are encrypted when the desk has a keyring, and opened by the same', async () => {
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

	it('are kept as they are, and it is told, when the keyring lost the key; the old key is never replaced', async () => {
		const vaultFile = memoryFile();
		const first = openDesk({ keyring, vaultFile });
		await first.book(await label());
		const sealed = vaultFile.get('documentKey');
		const lost = {
			...keyring,
			decrypt: () => {
				throw new Error('it is not there');
			},
		};
		const { documents, faults, book } = openDesk({ keyring: lost, vaultFile });
		const [documentId = 0] = (await book(await label())).documentIds;
		expect(documents.get(documentId).bytes.length).toBeGreaterThan(0);
		expect(String(faults[0])).toContain('it is not there');
		expect(vaultFile.get('documentKey')).toBe(sealed);
	});

	it('are let go of by age and by size, but not while they wait to be printed', async () => {
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
