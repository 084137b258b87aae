// Labels from a hostile service: documents damaged in every way, through the thread that the station uses, taken apart, drawn and
// laid on paper. Whatever comes, the thread answers or is given up within its limit, and nothing that came is lost.
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { deviceKinds } from '../../../src-contract/model/device-kinds';
import { printerSchema } from '../../../src-contract/model/print';
import { createDocumentThread } from '../../../src-main/compose/document-thread';
import { mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';

/** A document that is too hard for the thread is asked about twice, and the thread is then started anew. */
const WITHIN_MS = 3 * 10_000 + 5_000;
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

export async function readDocuments(
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
			withinMs: WITHIN_MS,
			async attempt({ bytes, page, printer, isPrinted }) {
				const [first] = await thread.split(bytes, 'TEST0001', []);
				if (!first) throw new Error('what came is lost');
				if (first.kind === 'unreadable') {
					if (Buffer.compare(first.bytes, bytes) !== 0) throw new Error('it is not kept as it came');
					if (first.message.trim() === '') throw new Error('nothing says why');
					return first.message === 'it took too long' ? 'too hard to read' : 'unreadable';
				}
				if (first.format === 'pdf') await thread.draw(first.bytes, page, 50).catch(mustSayWhy);
				if (!isPrinted) return 'read';
				const layout = { printer, isLabel: true, oversize: 'scale' } as const;
				const language = printer.device.driver;
				const printed = await thread
					.makePayload({ bytes: first.bytes, format: first.format, language, layout } as never)
					.then(() => 'printed', mustSayWhy);
				return printed;
			},
		});
	} finally {
		thread.close();
	}
}

function mustSayWhy(error: unknown): string {
	if (!(error instanceof Error) || error.message.trim() === '')
		throw new Error(`it was refused without a word: ${error}`);
	return /took too long/.test(error.message) ? 'too hard to print' : 'refused';
}
