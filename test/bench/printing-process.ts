// Converts labels to ZPL in this process and, for comparison, with pdftoppm as a child process; then both again with reading the bar
// codes, with zbarimg on their side.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drawDocuments } from '../../src-broker/booking/documents';
import { createSscc } from '../../src-broker/booking/tracking-number';
import { createPlaces } from '../../src-broker/places/places';
import { printerSchema } from '../../src-contract/model/print';
import { decodeBase64 } from '../../src-main/connections/partner-v1/label-documents';
import { splitDocuments } from '../../src-main/documents/split';
import { makePayload } from '../../src-main/printing/payload';
import { loadFonts } from '../../src-pdf/fonts';
import { exampleDraft } from '../fixtures/shipment-draft';

const LABELS = 20;
const ROUNDS = 5;

const resources = path.resolve('resources');
const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-print-'));
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const fonts = loadFonts(resources);
const places = createPlaces(resources);

/** A label as the built-in service draws it. */
async function label(index: number): Promise<Uint8Array> {
	const { from, to, parcels } = exampleDraft;
	const number = `0952${String(index).padStart(10, '0')}I`;
	const party = (address: typeof from) => ({ ...address, sendNotification: false });
	return drawDocuments(fonts, places, {
		request: {
			pickupAddress: party(from),
			destinationAddress: { ...party(to), contactPerson: `Max Muster ${index}` },
			parcels: parcels.map((parcel) => ({
				type: 'NONDOC',
				weight: parcel.weightKg,
				length: parcel.lengthCm,
				width: parcel.widthCm,
				height: parcel.heightCm,
				count: 1,
			})),
			contentItems: [],
			reference: `ORDER-${index}`,
			currency: 'EUR',
		},
		offer: {
			sheet: { carrier: 'Overland Parcel', carrierCode: 'OP', trackingFormat: 'parcel-mod37', addressLineLength: 35 },
			product: { name: 'Economy', productId: 401 },
		},
		trackingNumber: number,
		ssccs: [createSscc(index + 1)],
		dutiable: false,
		date: '2026-11-21',
	} as never);
}

const labels: { base64: string; file: string }[] = [];
for (let index = 0; index < LABELS; index += 1) {
	const bytes = await label(index);
	const file = path.join(folder, `${index}.pdf`);
	writeFileSync(file, bytes);
	labels.push({ base64: Buffer.from(bytes).toString('base64'), file });
}

const printer = printerSchema.parse({
	id: 'p',
	name: 'P',
	device: { driver: 'zpl', connection: 'tcp://127.0.0.1:9100' },
	stock: '4x6',
	dpi: 203,
});
const layout = { printer, isLabel: true, oversize: 'refuse' } as const;

async function convertHere(base64: string): Promise<number> {
	const start = performance.now();
	await makePayload({ bytes: decodeBase64(base64), format: 'pdf', language: 'zpl', layout });
	return performance.now() - start;
}
function peerMs(file: string): number {
	const start = performance.now();
	execFileSync('pdftoppm', ['-mono', '-r', '203', file, path.join(folder, 'page')]);
	return performance.now() - start;
}

/** As for a booking: splits the document, reads its codes, and makes the print data. */
async function convertHereWithCodes(base64: string): Promise<number> {
	const start = performance.now();
	const [document] = await splitDocuments(decodeBase64(base64), '', []);
	if (document?.kind !== 'label' || document.codes.flat().length === 0) throw new Error('no code was read');
	await makePayload({ bytes: document.bytes, format: 'pdf', language: 'zpl', layout });
	return performance.now() - start;
}
function peerWithCodes(file: string): number {
	const start = performance.now();
	execFileSync('pdftoppm', ['-gray', '-r', '203', file, path.join(folder, 'grey')]);
	const pageFiles = readdirSync(folder).filter((name) => name.startsWith('grey'));
	execFileSync('zbarimg', ['-q', ...pageFiles.map((name) => path.join(folder, name))]);
	return performance.now() - start;
}

interface Pair {
	convertHere: number;
	peerMs: number;
}
const pairs: Pair[] = [];
const pairsWithCodes: Pair[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
	for (const { base64, file } of labels) {
		const pair = { convertHere: await convertHere(base64), peerMs: peerMs(file) };
		const withCodes = { convertHere: await convertHereWithCodes(base64), peerMs: peerWithCodes(file) };
		// The first round only loads the libraries.
		if (round === 0) continue;
		pairs.push(pair);
		pairsWithCodes.push(withCodes);
	}
}
const medianOf = (all: readonly Pair[]) => ({
	oursMs: median(all.map((pair) => pair.convertHere)),
	theirsMs: median(all.map((pair) => pair.peerMs)),
	ratio: median(all.map((pair) => pair.convertHere / pair.peerMs)),
});

process.stdout.write(
	JSON.stringify({
		conversion: medianOf(pairs),
		withCodes: medianOf(pairsWithCodes),
		labels: labels.map(({ base64 }) => base64),
	}),
	// Exit when the pipe has accepted all data.
	() => process.exit(0),
);
