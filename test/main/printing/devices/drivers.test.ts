// All printer drivers, with real peers where possible: a CUPS server, an IPP printer and folders. The received documents are
// measured, and their bar codes are read.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../../../src-contract/model/device-kinds';
import { isResolutionUnsupported, type PrinterProfile } from '../../../../src-contract/model/print';
import { type StockName, stockOf } from '../../../../src-contract/model/stock';
import type { WindowJob } from '../../../../src-main/printing/devices/electron-window/driver';
import { createDrivers, type Drivers } from '../../../../src-main/printing/devices/registry';
import { crc16 } from '../../../../src-main/printing/devices/zpl/encode';
import type { Dots } from '../../../../src-main/printing/layout/dots';
import { renderSheetsAsDots } from '../../../../src-main/printing/layout/sheets';
import { drawTestLabel, testCodeBarWidthMm } from '../../../../src-main/printing/layout/test-label';
import { makePayload } from '../../../../src-main/printing/payload';
import { type Cups, startCups } from '../../../fixtures/cups';
import { newFolder } from '../../../fixtures/desk';
import { type IppPrinter, type IppPrinterOptions, startIppPrinter } from '../../../fixtures/ipp-printer';
import { makeMeasuredPage } from '../../../fixtures/measured-page';
import { readEpl, readEscPos, readTspl, readZplGraphics } from '../../../fixtures/raster-languages';
import {
	hostIdentification,
	hostStatus,
	type RawPrinter,
	type RawPrinterOptions,
	startRawPrinter,
} from '../../../fixtures/raw-printer';
import { drawDots, pageSizesMm, readDots } from '../../../fixtures/symbols';
import {
	expectTrueDots,
	expectTruePdf,
	layoutFor,
	pageFor,
	profile,
	RULER_TOLERANCE_MM,
	rulerMm,
} from '../../../fixtures/true-size';

// The CommonJS build: Vitest would transform the other one and report its missing source map.
const { ready: zplRenderer }: typeof import('zpl-renderer-js') = createRequire(import.meta.url)('zpl-renderer-js');

const drivers = createDrivers(undefined);

async function send(printer: PrinterProfile, bytes: Uint8Array, format: 'pdf' | 'zpl' = 'pdf'): Promise<string> {
	const driver = drivers.of(printer);
	const language = await driver.language(printer, format);
	const { bytes: payload, sheetHeightMm } = await makePayload({ bytes, format, language, layout: layoutFor(printer) });
	const fileNameValues = { tracking: 'T1', kind: 'label', date: '2026-11-21', reference: '', number: '1' };
	return driver.send(printer, { payload, language, sheetHeightMm, title: 'T1-label', fileNameValues });
}

describe('printer languages preserve the dots', () => {
	const encodeMeasuredPage = async (device: object, stock: StockName, dpi: number) => {
		const printer = profile(device, { stock, dpi });
		const page = await pageFor(printer);
		const { driver: language } = printer.device;
		const [dots] = await renderSheetsAsDots(page, layoutFor(printer));
		const payload = await makePayload({ bytes: page, format: 'pdf', language, layout: layoutFor(printer) });
		return { dots: dots as Dots, stream: Buffer.from(payload.bytes) };
	};
	const connection = 'tcp://127.0.0.1:9100';
	const bitsOf = ({ bits }: Dots) => Buffer.from(bits);

	it.each([203, 300])('ZPL at %i dpi, drawn by a ZPL renderer', async (dpi) => {
		const { dots, stream } = await encodeMeasuredPage({ driver: 'zpl', connection, darkness: 5, speed: 4 }, '4x6', dpi);
		const text = stream.toString('latin1');
		expect(text).toMatch(/^\^XA\^MD5\^PR4\^MMT\^PON\^LH0,0\^PW\d+\^LL\d+\^FO0,0\^GFA,/);
		const [graphic] = readZplGraphics(text);
		expect(Buffer.compare(bitsOf(graphic as Dots), bitsOf(dots))).toBe(0);
		const { api } = await zplRenderer;
		const dotsPerMm = dpi === 203 ? 8 : 12;
		const png = await api.zplToBase64Async(text, dots.widthDots / dotsPerMm, dots.heightDots / dotsPerMm, dotsPerMm);
		const grey = execFileSync('convert', ['png:-', '-depth', '8', 'gray:-'], {
			input: Buffer.from(png, 'base64'),
			maxBuffer: 2 ** 26,
		});
		expect(grey.length).toBe(dots.widthDots * dots.heightDots);
		const differentDots = grey.reduce((count, value, at) => {
			const x = at % dots.widthDots;
			const bit =
				(dots.bits[Math.floor(at / dots.widthDots) * dots.bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7));
			return count + Number(value < 128 !== (bit !== 0));
		}, 0);
		expect(differentDots).toBe(0);
	});

	it('the checksum of ZPL is CRC-16/XMODEM', () => {
		// The check value of CRC-16/XMODEM.
		expect(crc16('123456789')).toBe('31C3');
	});

	it.each([203, 300])('EPL and TSPL at %i dpi', async (dpi) => {
		const epl = await encodeMeasuredPage({ driver: 'epl', connection }, '4x6', dpi);
		const [eplSheet] = readEpl(epl.stream);
		expect(Buffer.compare(bitsOf(eplSheet as Dots), bitsOf(epl.dots))).toBe(0);
		await expectTrueDots(eplSheet as Dots, dpi);
		const tspl = await encodeMeasuredPage({ driver: 'tspl', connection }, '4x6', dpi);
		const [tsplSheet] = readTspl(tspl.stream);
		expect(tsplSheet?.size).toBe('101.6 mm,152.4 mm');
		await expectTrueDots(tsplSheet as Dots, dpi);
	});

	it.each(['roll80', 'roll58'] as const)('ESC/POS on %s', async (stock) => {
		const { dots, stream } = await encodeMeasuredPage({ driver: 'escpos', connection }, stock, 203);
		expect(dots.widthDots).toBe(stock === 'roll80' ? 575 : 384);
		const [sheet] = readEscPos(stream);
		expect(Buffer.compare(bitsOf(sheet as Dots), bitsOf(dots))).toBe(0);
		await expectTrueDots(sheet as Dots, 203);
	});

	it('a 4 × 6 label is scaled for 80 mm paper by two thirds, so that its bars stay whole dots', async () => {
		const printer = profile({ driver: 'escpos', connection }, { stock: 'roll80', oversize: 'scale' });
		const label = await drawTestLabel(profile({ driver: 'folder', folder: '/' }), new Date(0));
		// At this size, a module of 2 dots is not a whole number of dots.
		await expect(renderSheetsAsDots(label, layoutFor(printer))).rejects.toThrow(
			/would be unreadable on .*: T2-203\. Nothing was printed/,
		);
		const [dots] = await renderSheetsAsDots(label, { ...layoutFor(printer), acceptsLostCodes: true });
		expect(rulerMm(drawDots(dots as Dots), 203)).toBeCloseTo((100 * 2) / 3, 0);
		expect((await readDots(dots as Dots)).map(({ text }) => text)).toContain('T3-203');
	});
});

// Concurrent, because some of the tests wait seconds for a timeout. Each has its own printer.
describe.concurrent('printers on a socket', () => {
	const device = (driver: 'zpl' | 'epl' | 'tspl' | 'escpos', peer: RawPrinter): object => ({
		driver,
		connection: peer.connection,
	});
	const withPeer = async (options: RawPrinterOptions, use: (peer: RawPrinter) => Promise<void>) => {
		const peer = await startRawPrinter(options);
		try {
			await use(peer);
		} finally {
			await peer.stop();
		}
	};

	it('receive the whole label, and ZPL documents unchanged', () =>
		withPeer({ answer: () => hostStatus() }, async (peer) => {
			const printer = profile(device('zpl', peer));
			expect(await send(printer, await pageFor(printer))).toBe(peer.connection);
			await expectTrueDots(readZplGraphics(peer.received().toString('latin1'))[0] as Dots, 203);
			const zplDocument = Buffer.from('^XA^FO10,10^FDhello^FS^XZ');
			await send(printer, zplDocument, 'zpl');
			expect(peer.received().subarray(-zplDocument.length)).toEqual(zplDocument);
			expect(await drivers.of(printer).readStatus(printer)).toMatchObject({ condition: 'ready' });
		}));

	it.each([
		[{ paperOut: true }, /out of paper\. Nothing was sent/],
		[{ headOpen: true }, /The print head is open\. Nothing was sent/],
		[{ paused: true }, /is paused\. Press its pause button\. Nothing was sent/],
	])('receive nothing while they report %o', (flags, message) =>
		withPeer({ answer: () => hostStatus(flags) }, async (peer) => {
			const printer = profile(device('zpl', peer));
			await expect(send(printer, await pageFor(printer))).rejects.toMatchObject({
				code: 'printer.attentionRequired',
				retryable: true,
				message: expect.stringMatching(message),
			});
			expect(peer.received()).toHaveLength(0);
		}),
	);

	it.each([
		['escpos', [0x12, 0x72], /out of paper/],
		['escpos', [0x16, 0x12], /cover is open/],
		['tspl', [0x04], /out of paper/],
		['tspl', [0x01], /head is open/],
	] as const)('%s: the status %o is parsed', (driver, answer, message) =>
		withPeer({ answer: () => Buffer.from(answer) }, async (peer) => {
			const printer = profile(device(driver, peer), { stock: driver === 'escpos' ? 'roll80' : '4x6' });
			await expect(send(printer, await pageFor(printer))).rejects.toThrow(message);
		}),
	);

	it('that refuse the connection are offline and retryable', async () => {
		const peer = await startRawPrinter();
		await peer.stop();
		const printer = profile(device('zpl', peer));
		await expect(send(printer, await pageFor(printer))).rejects.toMatchObject({
			code: 'printer.offline',
			retryable: true,
		});
	});

	it.each(['hanging', 'dropping'] as const)('that lose the connection by %s may have printed', (breakBy) =>
		withPeer(
			{ answer: (question) => (question.length === 5 ? hostStatus() : undefined), breakAfterBytes: 500, breakBy },
			async (peer) => {
				const printer = profile(device('zpl', peer));
				// Not `rejects`: with concurrent tests, Vitest would let another test wait for it.
				const error = await send(printer, await pageFor(printer)).catch((reason: unknown) => reason);
				expect(error).toMatchObject({ code: 'printer.unknownOutcome', retryable: false });
			},
		),
	);

	it('that send endless answers have an unknown status, and those that close at once are offline', async () => {
		const flood = await startRawPrinter({ answer: () => Buffer.alloc(400_000, 2) });
		const printer = profile(device('zpl', flood));
		expect((await drivers.of(printer).readStatus(printer)).condition).toBe('unknown');
		await flood.stop();
		const closing = createServer((socket) => socket.end());
		await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
		const { port } = closing.address() as { port: number };
		const closed = profile({ driver: 'zpl', connection: `tcp://127.0.0.1:${port}` } as Device);
		await expect(send(closed, await pageFor(closed))).rejects.toMatchObject({
			code: 'printer.offline',
			retryable: true,
		});
		closing.close();
	});

	it.each([
		[8, 203],
		[12, 300],
		[24, 600],
	])('with ZPL and %i dots per millimetre report %i dpi', (dots, dpi) =>
		withPeer(
			{ answer: (question) => (question.includes('~HI') ? hostIdentification(dots) : hostStatus()) },
			async (peer) => {
				const printer = profile(device('zpl', peer), { dpi: 203 });
				const checked = await drivers.of(printer).readStatus(printer);
				expect(checked).toMatchObject({ condition: 'ready', resolutionsDpi: [dpi] });
				const status = { ...checked, printer, proof: null, fallbackPrinterId: null };
				expect(isResolutionUnsupported(status)).toBe(dpi !== 203);
				expect(peer.received()).toHaveLength(0);
			},
		),
	);

	it('that do not report their resolution are checked without it', () =>
		withPeer({ answer: (question) => (question.includes('~HS') ? hostStatus() : undefined) }, async (peer) => {
			const printer = profile(device('zpl', peer));
			expect(await drivers.of(printer).readStatus(printer)).toEqual({
				condition: 'ready',
				message: 'The printer is ready.',
			});
		}));

	it('that answered before and no longer answer receive nothing', async () => {
		let isHanging = false;
		await withPeer({ answer: () => (isHanging ? undefined : hostStatus()) }, async (peer) => {
			const printer = profile(device('zpl', peer));
			await send(printer, await pageFor(printer));
			const received = peer.received();
			isHanging = true;
			const page = await pageFor(printer);
			const error = await send(printer, page).catch((reason: unknown) => reason);
			expect(error).toMatchObject({ code: 'printer.offline', retryable: true });
			expect(peer.received()).toEqual(received);
			isHanging = false;
			await send(printer, page);
			expect(readZplGraphics(peer.received().toString('latin1'))).toHaveLength(2);
		});
	});

	it('that never answer status requests still print', () =>
		withPeer({}, async (peer) => {
			const printer = profile(device('zpl', peer));
			await send(printer, await pageFor(printer));
			expect(readZplGraphics(peer.received().toString('latin1'))).toHaveLength(1);
		}));
});

describe('system printers (CUPS)', () => {
	let cups: Cups;
	let peer: RawPrinter;
	beforeAll(async () => {
		cups = await startCups();
		peer = await startRawPrinter();
		cups.addRawQueue('zebra', peer.port);
		process.env.CUPS_SERVER = cups.server;
	});
	afterAll(async () => {
		delete process.env.CUPS_SERVER;
		await peer.stop();
		await cups.stop();
	});
	const printed = () => readdirSync(cups.pdfOutputDir).length;
	const newestPdf = async (before: number): Promise<Uint8Array> => {
		await expect.poll(printed).toBeGreaterThan(before);
		const name = readdirSync(cups.pdfOutputDir).sort(
			(one, other) => Number(/\d+/.exec(other)?.[0]) - Number(/\d+/.exec(one)?.[0]),
		)[0];
		return new Uint8Array(readFileSync(path.join(cups.pdfOutputDir, name as string)));
	};

	it.each(['4x6', 'A6', 'A5', 'A4', 'own', 'roll80'] as const)('receive a page of true size on %s', async (stock) => {
		const before = printed();
		const printer = profile({ driver: 'system', queue: cups.pdfQueue }, { stock });
		expect(await send(printer, await pageFor(printer))).toMatch(/^job \d+/);
		const pdf = await newestPdf(before);
		const [size] = await pageSizesMm(pdf);
		// The CUPS filters round page sizes to whole points.
		expect(Math.abs((size?.widthMm ?? 0) - stockOf(printer).widthMm)).toBeLessThan(0.6);
		for (const dpi of [203, 300]) await expectTruePdf(pdf, dpi);
	});

	it('are found, with their states', async () => {
		expect((await drivers.systemPrinters()).map(({ name }) => name).sort()).toEqual([cups.pdfQueue, 'zebra'].sort());
		const zebra = (await drivers.systemPrinters()).find(({ name }) => name === 'zebra');
		// The device URI shows that an announced network printer is this queue.
		expect(zebra?.deviceUri).toBe(`socket://127.0.0.1:${peer.port}`);
		const printer = profile({ driver: 'system', queue: cups.pdfQueue });
		const { readStatus } = drivers.of(printer);
		expect(await readStatus(printer)).toMatchObject({ condition: 'ready' });
		cups.pause(cups.pdfQueue, 'Out of labels');
		expect(await readStatus(printer)).toMatchObject({
			condition: 'error',
			message: expect.stringMatching(/paused|Out of labels/i),
		});
		await expect(send(printer, await pageFor(printer))).rejects.toMatchObject({
			code: 'printer.attentionRequired',
			retryable: true,
		});
		cups.resume(cups.pdfQueue);
		await expect(readStatus(profile({ driver: 'system', queue: 'nobody' }))).rejects.toMatchObject({
			code: 'printer.offline',
		});
	});

	it('pass ZPL through a raw queue unchanged', async () => {
		const printer = profile({ driver: 'zpl', connection: 'queue:zebra' }, { dpi: 300 });
		await send(printer, await pageFor(printer));
		await expect.poll(() => readZplGraphics(peer.received().toString('latin1')).length).toBe(1);
		await expectTrueDots(readZplGraphics(peer.received().toString('latin1'))[0] as Dots, 300);
	});
});

describe('driverless printers (IPP)', () => {
	/** Decodes a raster file with the CUPS filter for it. */
	const readPwg = (file: string, type = 'image/pwg-raster'): Uint8Array =>
		execFileSync('/usr/lib/cups/filter/rastertopdf', ['1', 'u', 't', '1', '', file], {
			env: { ...process.env, CONTENT_TYPE: type, FINAL_CONTENT_TYPE: 'application/pdf', PPD: '' },
			stdio: ['ignore', 'pipe', 'ignore'],
			maxBuffer: 2 ** 26,
		});
	const withPrinter = async (options: IppPrinterOptions, use: (peer: IppPrinter) => Promise<void>) => {
		const peer = await startIppPrinter(options);
		try {
			await use(peer);
		} finally {
			await peer.stop();
		}
	};
	const spooled = async (peer: IppPrinter, ending: string): Promise<string> => {
		const find = () => readdirSync(peer.spoolDir).find((name) => name.endsWith(ending));
		await expect.poll(find).toBeTruthy();
		return path.join(peer.spoolDir, find() as string);
	};

	it.each(['A4', 'Letter'] as const)('receive a PDF when they support it, on %s', (stock) =>
		withPrinter({ isLabelPrinter: false, formats: ['application/pdf', 'image/pwg-raster'] }, async (peer) => {
			const printer = profile({ driver: 'ipp', url: peer.url }, { stock });
			expect(await send(printer, await pageFor(printer))).toMatch(/job \d+, completed/);
			const pdf = new Uint8Array(readFileSync(await spooled(peer, '.pdf')));
			for (const dpi of [203, 300]) await expectTruePdf(pdf, dpi);
			expect(await drivers.of(printer).readStatus(printer)).toMatchObject({ condition: 'ready' });
		}),
	);

	it.each([
		['4x6', 203],
		['4x6', 300],
		['A6', 300],
		['own', 203],
	] as const)('receive PWG raster when they do not support PDF, on %s at %i dpi', (stock, dpi) =>
		withPrinter({ isLabelPrinter: true, formats: ['image/pwg-raster'] }, async (peer) => {
			const printer = profile({ driver: 'ipp', url: peer.url }, { stock, dpi });
			expect(await send(printer, await pageFor(printer))).toMatch(/job \d+, completed/);
			expect(await drivers.of(printer).readStatus(printer)).toMatchObject({ condition: 'ready' });
			const file = await spooled(peer, '.pwg');
			await expectTruePdf(readPwg(file), dpi);
		}),
	);

	it.each(['pwgGrey', 'urf'] as const)('receive %s when they do not support one bit per dot', async (language) => {
		const printer = profile({ driver: 'ipp', url: 'ipp://127.0.0.1/' }, { stock: '4x6', dpi: 300 });
		const request = { bytes: await pageFor(printer), format: 'pdf', language } as const;
		const { bytes } = await makePayload({ ...request, layout: layoutFor(printer) });
		const file = path.join(newFolder(), language);
		writeFileSync(file, bytes);
		await expectTruePdf(readPwg(file, language === 'urf' ? 'image/urf' : 'image/pwg-raster'), 300);
	});

	it('receive URF at any resolution when they report none', () =>
		withPrinter({ isLabelPrinter: true, formats: ['image/urf'], isUrfWithoutResolution: true }, async (peer) => {
			const printer = profile({ driver: 'ipp', url: peer.url }, { stock: '4x6', dpi: 203 });
			expect(await drivers.of(printer).language(printer, 'pdf')).toBe('urf');
		}));

	it('receive nothing when they do not support the stock', () =>
		withPrinter({ isLabelPrinter: true, formats: ['image/pwg-raster'] }, async (peer) => {
			const printer = profile(
				{ driver: 'ipp', url: peer.url },
				{ stock: 'own', ownStock: { widthMm: 420, heightMm: 594 } },
			);
			await expect(send(printer, await makeMeasuredPage(100, 150))).rejects.toMatchObject({
				code: 'printer.failed',
				retryable: false,
			});
		}));

	it('report their resolutions when they receive dots, but not when they receive PDF', async () => {
		const formats = ['image/pwg-raster'];
		await withPrinter({ isLabelPrinter: true, formats, densities: [300] }, async (peer) => {
			const printer = profile({ driver: 'ipp', url: peer.url }, { stock: '4x6', dpi: 203 });
			const checked = await drivers.of(printer).readStatus(printer);
			expect(checked).toMatchObject({ condition: 'ready', resolutionsDpi: [300] });
			const status = { ...checked, printer, proof: null, fallbackPrinterId: null };
			expect(isResolutionUnsupported(status)).toBe(true);
			expect(isResolutionUnsupported({ ...status, printer: { ...printer, dpi: 300 } })).toBe(false);
		});
		await withPrinter({ isLabelPrinter: false, formats: ['application/pdf'] }, async (peer) => {
			const printer = profile({ driver: 'ipp', url: peer.url }, { stock: 'A4' });
			const checked = await drivers.of(printer).readStatus(printer);
			expect(checked.condition).toBe('ready');
			expect(checked.resolutionsDpi).toBeUndefined();
		});
	});

	it('that do not exist are offline', async () => {
		const peer = await startIppPrinter({ isLabelPrinter: false, formats: ['application/pdf'] });
		await peer.stop();
		const printer = profile({ driver: 'ipp', url: peer.url });
		await expect(send(printer, await pageFor(printer))).rejects.toMatchObject({
			code: 'printer.offline',
			retryable: true,
		});
	});
});

// Uses a fake Windows spooler that records its jobs.
describe('a system without CUPS', () => {
	const openSpooler = (answer: () => Promise<string | undefined>) => {
		const spooledJobs: { html: string; job: WindowJob }[] = [];
		const windows = createDrivers({
			printers: async () => [{ name: 'Zebra', description: 'ZD421', isDefault: false }],
			print(html, job) {
				spooledJobs.push({ html: Buffer.from(html).toString(), job });
				return answer();
			},
		});
		return { spooledJobs, windows };
	};
	const printer = profile({ driver: 'system', queue: 'Zebra' }, { stock: '4x6', dpi: 300, copies: 2 });
	const sendTo = async (windows: Drivers, to: PrinterProfile) => {
		const page = await pageFor(to);
		const { bytes, sheetHeightMm } = await makePayload({
			bytes: page,
			format: 'pdf',
			language: 'html',
			layout: layoutFor(to),
		});
		const fileNameValues = { tracking: 'T1', kind: 'label', date: '', reference: '', number: '1' };
		return windows.of(to).send(to, { payload: bytes, language: 'html', sheetHeightMm, title: 'T1', fileNameValues });
	};

	it('receives the size, the resolution and a picture of the dots', async () => {
		const { spooledJobs, windows } = openSpooler(async () => undefined);
		expect(await sendTo(windows, printer)).toBe('system print queue');
		const [{ html, job } = { html: '', job: undefined }] = spooledJobs;
		expect(job).toMatchObject({ queue: 'Zebra', widthMm: 101.6, heightMm: 152.4, dpi: 300, copies: 2 });
		expect(html.match(/<img /g)).toHaveLength(1);
		expect(html).not.toMatch(/<script/);
		expect(await windows.systemPrinters()).toMatchObject([{ name: 'Zebra' }]);
	});

	it('reports a rejected job as failed, and a job without an answer as unknown', async () => {
		const refusing = openSpooler(async () => 'Invalid printer settings');
		await expect(sendTo(refusing.windows, printer)).rejects.toMatchObject({ code: 'printer.failed', retryable: false });
		const silent = openSpooler(async () => {
			throw new Error('no answer from the system');
		});
		await expect(sendTo(silent.windows, printer)).rejects.toMatchObject({ code: 'printer.unknownOutcome' });
		const gone = { ...printer, device: { driver: 'system' as const, queue: 'Gone' } };
		await expect(sendTo(silent.windows, gone)).rejects.toMatchObject({ code: 'printer.offline', retryable: true });
	});
});

describe('the folder driver', () => {
	it.each(['pdf', 'zpl'] as const)('writes %s of true size', async (format) => {
		const folder = newFolder();
		const printer = profile({ driver: 'folder', folder, format });
		const name = await send(printer, await pageFor(printer));
		const bytes = readFileSync(path.join(folder, name));
		if (format === 'pdf') await expectTruePdf(new Uint8Array(bytes), 300);
		else await expectTrueDots(readZplGraphics(bytes.toString('latin1'))[0] as Dots, 203);
	});
});

describe('the test label', () => {
	it.each([203, 300, 600] as const)('at %i dpi has a ruler of 100 mm and codes of several widths', async (dpi) => {
		const device: Device = { driver: 'folder', folder: '/', format: 'pdf', namePattern: '{kind}' };
		const printer = profile(device, { dpi, name: 'Zebra ☃ ZD421' });
		const [dots] = await renderSheetsAsDots(await drawTestLabel(printer, new Date(0)), layoutFor(printer));
		expect(Math.abs(rulerMm(drawDots(dots as Dots), dpi) - 100)).toBeLessThanOrEqual(RULER_TOLERANCE_MM);
		const codes = (await readDots(dots as Dots)).map(({ text }) => text);
		expect(codes.length).toBeGreaterThanOrEqual(dpi === 600 ? 2 : 3);
		for (const code of codes) expect(testCodeBarWidthMm(code)).toBeGreaterThan(0.2);
		expect(testCodeBarWidthMm('09520000000001I')).toBeUndefined();
	});
});

// With LOOK=<folder>, writes the test label to a file in that folder, to review a change of the drawing.
it.skipIf(process.env.LOOK === undefined)('draws the test label to a file', async () => {
	const printer = profile({ driver: 'folder', folder: '/' });
	writeFileSync(path.join(process.env.LOOK ?? '', 'test-label.pdf'), await drawTestLabel(printer, new Date()));
});
