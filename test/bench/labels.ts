// Draws labels in this process: in Latin script with all fonts and, for comparison, with the fonts of Latin script only; and in
// Japanese.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fontkit, { type Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';
import { drawDocuments } from '../../src-broker/booking/documents';
import { createSscc } from '../../src-broker/booking/tracking-number';
import { createPlaces } from '../../src-broker/places/places';
import { parseFont, removeLayoutTables } from '../../src-pdf/font-file';
import { type Fonts, loadFonts } from '../../src-pdf/fonts';
import type { TextFace } from '../../src-pdf/text-face';
import { destinationAddress, pickupAddress } from '../fixtures/requests';
import { scriptAddresses } from '../fixtures/script-addresses';
import type { BenchRow } from './benches';

const ROUNDS = 1500;
/** In the first rounds, the runtime compiles hot functions and the fonts are read. */
const WARM_UP_ROUNDS = 150;
const KINDS = ['peer', 'latin', 'japanese'] as const;
const MAX_LATIN_RATIO = 1.02;
const MAX_JAPANESE_RATIO = 2.5;

const resources = path.resolve('resources');
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Fonts that draw every text by pdf-lib, as if there were no other scripts. */
function loadLatinFonts(): Fonts {
	const read = (name: string) => removeLayoutTables(readFileSync(path.join(resources, 'fonts', name)));
	const [regular, bold] = [read('NotoSans-Regular.ttf'), read('NotoSans-Bold.ttf')];
	const opened = new Map<Uint8Array, Font>([regular, bold].map((bytes) => [bytes, parseFont(bytes)]));
	const faceOf = (font: PDFFont): TextFace => ({
		widthOfTextAtSize: (text, size) => font.widthOfTextAtSize(text, size),
		drawText: (page, text, position) => page.drawText(text, { ...position, font }),
	});
	return {
		firstUnprintable: () => undefined,
		async embed(document: PDFDocument) {
			document.registerFontkit({ ...fontkit, create: (bytes: Uint8Array) => opened.get(bytes) ?? parseFont(regular) });
			const faces = {
				regular: faceOf(await document.embedFont(regular, { subset: true })),
				bold: faceOf(await document.embedFont(bold, { subset: true })),
			};
			return { ...faces, facesFor: () => faces, embedScriptFonts: () => undefined };
		},
	};
}

const places = createPlaces(resources);

function drawLabel(fonts: Fonts, destination: object, index: number): Promise<Uint8Array> {
	return drawDocuments(fonts, places, {
		request: {
			pickupAddress,
			destinationAddress: { ...destinationAddress, ...destination },
			parcels: [{ type: 'NONDOC', weight: 5.5, length: 40, width: 30, height: 20, count: 1 }],
			contentItems: [],
			reference: `ORDER-${index}`,
			currency: 'EUR',
		},
		offer: {
			sheet: { carrier: 'Overland Parcel', addressLineLength: 35 },
			product: { name: 'Economy', productId: 401 },
		},
		trackingNumber: `0952${String(index).padStart(10, '0')}I`,
		ssccs: [createSscc(index + 1)],
		isDutiable: false,
		date: '2026-11-21',
	} as never);
}

export async function labels(): Promise<BenchRow[]> {
	const [fonts, latinFonts] = [loadFonts(resources), loadLatinFonts()];
	const japanese = scriptAddresses.find(({ script }) => script === 'Japanese') as object;
	const kinds = {
		peer: (index: number) => drawLabel(latinFonts, {}, index),
		latin: (index: number) => drawLabel(fonts, {}, index),
		japanese: (index: number) => drawLabel(fonts, japanese, index),
	};
	const rounds: Record<keyof typeof kinds, number>[] = [];
	for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
		const times = { peer: 0, latin: 0, japanese: 0 };
		// In turn, so that each kind is drawn as often after a Japanese label, which leaves more garbage.
		const first = round % KINDS.length;
		for (const kind of [...KINDS.slice(first), ...KINDS.slice(0, first)]) {
			const started = performance.now();
			await kinds[kind](round);
			times[kind] = performance.now() - started;
		}
		if (round >= WARM_UP_ROUNDS) rounds.push(times);
	}
	const peerMs = median(rounds.map(({ peer }) => peer));
	const row = (measure: string, kind: 'latin' | 'japanese', limit: number): BenchRow => {
		const ratio = median(rounds.map((times) => times[kind] / times.peer));
		return {
			measure,
			ours: `${median(rounds.map((times) => times[kind])).toFixed(2)} ms`,
			peer: `${peerMs.toFixed(2)} ms`,
			ratio: ratio.toFixed(3),
			limit: `≤ ${limit}`,
			verdict: ratio <= limit ? 'met' : 'missed',
		};
	};
	return [
		row('a label in Latin script, against fonts of Latin script only', 'latin', MAX_LATIN_RATIO),
		row('a label in Japanese, against one in Latin script', 'japanese', MAX_JAPANESE_RATIO),
	];
}
