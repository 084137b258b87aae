// Sends damaged labels through the document thread of the station: split, draw and lay out for printing. The thread must answer or
// be stopped within its time limit, and no received document may be lost.
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { deviceKinds } from '../../../src-contract/model/device-kinds';
import { printerSchema } from '../../../src-contract/model/print';
import { createDocumentThread } from '../../../src-main/compose/document-thread';
import { HANG_LIMIT_MS } from '../../fixtures/hang-limit';
import { mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';

const PRINTERS = deviceKinds.flatMap(({ initial, usualStock }) =>
	'connection' in initial
		? [
				printerSchema.parse({
					id: initial.driver,
					name: initial.driver,
					device: { ...initial, connection: 'tcp://127.0.0.1:9' },
					stock: usualStock,
					oversize: 'scale',
				}),
			]
		: [],
);

export async function fuzzDocuments(
	startWorker: () => Worker,
	files: readonly Uint8Array[],
	count: number,
	seed: number,
): Promise<SurfaceReport> {
	const thread = createDocumentThread(startWorker);
	try {
		return await attemptAll({
			inputs: fc.record({
				bytes: mutated(files),
				page: fc.constantFrom(0, 0, 0, 1, 500),
				printer: fc.constantFrom(...PRINTERS),
				isPrinted: fc.boolean(),
			}),
			count,
			seed,
			maxMs: HANG_LIMIT_MS,
			async attempt({ bytes, page, printer, isPrinted }) {
				const [first] = await thread.split(bytes, 'TEST0001', []);
				if (!first) throw new Error('the document was lost');
				if (first.kind === 'unreadable') {
					if (Buffer.compare(first.bytes, bytes) !== 0) throw new Error('the unreadable document was changed');
					if (first.message.trim() === '') throw new Error('the unreadable document has no message');
					return first.message === 'it took too long' ? 'too hard to read' : 'unreadable';
				}
				if (first.format === 'pdf') {
					await thread.draw(first.bytes, page, 50).catch(requireReason);
					await thread.readCodes(first.bytes, page).catch(requireReason);
				}
				if (!isPrinted) return 'read';
				const layout = { printer, isLabel: true, oversize: 'scale' } as const;
				const language = printer.device.driver;
				const printed = await thread
					.makePayload({ bytes: first.bytes, format: first.format, language, layout } as never)
					.then(() => 'printed', requireReason);
				return printed;
			},
		});
	} finally {
		thread.close();
	}
}

function requireReason(error: unknown): string {
	if (!(error instanceof Error) || error.message.trim() === '') throw new Error(`rejected without a message: ${error}`);
	return /took too long/.test(error.message) ? 'too hard to print' : 'refused';
}
