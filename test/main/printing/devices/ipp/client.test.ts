// Printers that answer wrongly, which a real one cannot be made to do: a web server that says what the test says.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import ipp from '@sealsystems/ipp';
import { afterEach, expect, it } from 'vitest';
import { type IppPrinter, printerAttributes, printIpp } from '../../../../../src-main/printing/devices/ipp/client';
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
	return { at: { host: '127.0.0.1', port, secure: false }, uri: `ipp://127.0.0.1:${port}/ipp/print`, name: 'P' };
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

it('a true answer is well framed, and no cut or changed length of it hangs the reader', async () => {
	const answer = message('successful-ok');
	expect(isWellFramed(answer)).toBe(true);
	for (let end = 0; end < answer.length; end += 1) expect(isWellFramed(answer.subarray(0, end))).toBe(false);
	for (let at = 8; at < answer.length; at += 1) {
		for (const value of [0x00, 0x21, 0x34, 0x35, 0x7f, 0x80, 0xff]) {
			const changed = Buffer.from(answer);
			changed[at] = value;
			if (!isWellFramed(changed)) continue;
			// Ends, with whatever it makes of it.
			try {
				ipp.parse(changed);
			} catch (error) {
				expect(error).toBeInstanceOf(Error);
			}
		}
	}
});

it('an answer that would have the reader go back for ever is not read', async () => {
	// A value of the length -3: the reader would come to the same attribute again.
	const backwards = Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 4, 0x44, 0, 1, 0x61, 0xff, 0xfa, 3]);
	await expect(printerAttributes(await saying(backwards), ['x'])).rejects.toMatchObject({ code: 'printer.offline' });
	stop();
	await expect(printIpp(await saying(backwards), job)).rejects.toMatchObject({ code: 'printer.unknownOutcome' });
});

it('an answer without an end is broken off', async () => {
	const printer = await printerThat((_, response) => {
		const pour = () => {
			while (response.write(Buffer.alloc(65_536)));
			response.once('drain', pour);
		};
		pour();
	});
	await expect(printerAttributes(printer, ['x'])).rejects.toThrow(/answer is too long/);
});

it.each([
	['server-error-busy', { code: 'printer.offline', retryable: true }],
	['server-error-not-accepting-jobs', { code: 'printer.offline', retryable: true }],
	['client-error-document-format-not-supported', { code: 'printer.failed', retryable: false }],
	['server-error-device-error', { code: 'printer.unknownOutcome', retryable: false }],
])('a job answered with %s is told as what it is', async (status, expected) => {
	await expect(printIpp(await saying(message(status)), job)).rejects.toMatchObject(expected);
});

it.each([
	[403, { code: 'printer.failed', retryable: false }],
	[500, { code: 'printer.unknownOutcome', retryable: false }],
])('a job answered with the status %i of the web is told as what it is', async (status, expected) => {
	const printer = await printerThat((_, response) => response.writeHead(status).end());
	await expect(printIpp(printer, job)).rejects.toMatchObject(expected);
	await expect(printerAttributes(printer, ['x'])).rejects.toMatchObject({ code: 'printer.offline' });
});

it('a line that drops after a job went out leaves it in doubt', async () => {
	const printer = await printerThat((request) => request.socket.destroy());
	await expect(printIpp(printer, job)).rejects.toMatchObject({ code: 'printer.unknownOutcome' });
});
