// Invalid answers of IPP printers, sent by a web server.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import ipp from '@sealsystems/ipp';
import { afterEach, expect, it } from 'vitest';
import { type IppPrinter, printIpp, readPrinterAttributes } from '../../../../../src-main/printing/devices/ipp/client';
import { isWellFramed } from '../../../../../src-main/printing/devices/ipp/frame';

let stop: () => void = () => {};
afterEach(() => stop());

async function printerThat(answers: RequestListener): Promise<IppPrinter> {
	const server = createServer((request, response) => {
		request.resume().on('end', () => answers(request, response));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	stop = () => {
		server.closeAllConnections();
		server.close();
	};
	const { port } = server.address() as { port: number };
	return {
		endpoint: { host: '127.0.0.1', port, isEncrypted: false },
		uri: `ipp://127.0.0.1:${port}/ipp/print`,
		name: 'P',
	};
}
const saying = (body: Buffer) => printerThat((_, response) => response.end(body));
const job = { payload: Buffer.from('%PDF-'), format: 'application/pdf', title: 't', attributes: {} };
const message = (statusCode: string) =>
	ipp.serialize({
		version: '2.0',
		statusCode,
		id: 1,
		'operation-attributes-tag': { 'attributes-charset': 'utf-8', 'attributes-natural-language': 'en' },
		'printer-attributes-tag': {
			'printer-state': 'idle',
			'printer-resolution-supported': [[203, 203, 'dpi']],
			'media-col-default': { 'media-size': { 'x-dimension': 10160, 'y-dimension': 15240 } },
		},
	} as never);

it('a valid answer is accepted, and truncated or changed lengths never make the parser hang', async () => {
	const answer = message('successful-ok');
	expect(isWellFramed(answer)).toBe(true);
	for (let end = 0; end < answer.length; end += 1) expect(isWellFramed(answer.subarray(0, end))).toBe(false);
	for (let at = 8; at < answer.length; at += 1) {
		for (const value of [0x00, 0x21, 0x34, 0x35, 0x7f, 0x80, 0xff]) {
			const changed = Buffer.from(answer);
			changed[at] = value;
			if (!isWellFramed(changed)) continue;
			// Only has to terminate.
			try {
				ipp.parse(changed);
			} catch (error) {
				expect(error).toBeInstanceOf(Error);
			}
		}
	}
});

it('an answer that would make the parser loop is rejected', async () => {
	// With a length of -3, the parser would read the same attribute again.
	const backwards = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 4, 0x44, 0, 1, 0x61, 0xff, 0xfa, 3]);
	await expect(readPrinterAttributes(await saying(backwards), ['x'])).rejects.toMatchObject({
		code: 'printer.offline',
	});
	stop();
	await expect(printIpp(await saying(backwards), job)).rejects.toMatchObject({ code: 'printer.unknownOutcome' });
});

it('an endless answer is aborted', async () => {
	const printer = await printerThat((_, response) => {
		const pour = () => {
			while (response.write(Buffer.alloc(65_536)));
			response.once('drain', pour);
		};
		pour();
	});
	await expect(readPrinterAttributes(printer, ['x'])).rejects.toThrow(/answer is too long/);
});

it.each([
	['server-error-busy', { code: 'printer.offline', retryable: true }],
	['server-error-not-accepting-jobs', { code: 'printer.offline', retryable: true }],
	['client-error-document-format-not-supported', { code: 'printer.failed', retryable: false }],
	['server-error-device-error', { code: 'printer.unknownOutcome', retryable: false }],
])('a job answered with %s has the matching error', async (status, expected) => {
	await expect(printIpp(await saying(message(status)), job)).rejects.toMatchObject(expected);
});

it.each([
	[403, { code: 'printer.failed', retryable: false }],
	[500, { code: 'printer.unknownOutcome', retryable: false }],
])('a job answered with the HTTP status %i has the matching error', async (status, expected) => {
	const printer = await printerThat((_, response) => response.writeHead(status).end());
	await expect(printIpp(printer, job)).rejects.toMatchObject(expected);
	await expect(readPrinterAttributes(printer, ['x'])).rejects.toMatchObject({ code: 'printer.offline' });
});

it('a connection that drops after a job was sent leaves its outcome unknown', async () => {
	const printer = await printerThat((request) => request.socket.destroy());
	await expect(printIpp(printer, job)).rejects.toMatchObject({ code: 'printer.unknownOutcome' });
});
