// Every symbol of the label fixtures scanned as scanners send it: against its own parcel, against others, and random codes.
import { createScanVerification } from '../../src-main/documents/scan-verification';
import type { CarrierLabel, StatedSymbol } from '../fixtures/carrier-labels';
import {
	canadaPostNumber,
	dhlLicencePlate,
	dhlWaybill,
	digits,
	dpdNumber,
	fedexNumber,
	identcode,
	s10Number,
	sscc,
	upsNumber,
	uspsNumber,
} from '../fixtures/carrier-labels/numbers';
import { openDesk } from '../fixtures/desk';

export interface ScanReport {
	shipments: number;
	/** Scans of symbols that identify the parcel, on the parcel itself. */
	identifying: number;
	accepted: number;
	/** Of these, not accepted. */
	refused: number;
	/** Scans of routing codes and numbers of whole shipments, on a label that bears them. */
	routing: number;
	/** Accepted as if they named the parcel. */
	routingAccepted: number;
	/** Answered as if they stood on no label of the parcel. */
	routingRefused: number;
	/** Scans on other parcels: identifying ones must be answered "wrong", none may be accepted. */
	elsewhere: number;
	stopped: number;
	acceptedElsewhere: number;
	random: number;
	randomAccepted: number;
	/** Scans of a parcel's own tracking number with one digit changed. */
	altered: number;
	alteredAccepted: number;
	faults: string[];
}

const RANDOM_CODES = 1000;
/** Other parcels that each symbol is scanned on. */
const OTHERS = 3;

/** Symbology identifiers of ISO/IEC 15424. */
const MARKS: Record<StatedSymbol['format'], string> = {
	Code128: ']C0',
	ITF: ']I0',
	PDF417: ']L2',
	DataMatrix: ']d1',
	Aztec: ']z0',
	QRCode: ']Q1',
	MaxiCode: ']U1',
};
const GS1_MARKS: Partial<typeof MARKS> = { Code128: ']C1', DataMatrix: ']d2' };

/** As scanners send it: with and without the mark of its symbology, and with its control characters or without. */
function scansOf({ format, data, isGs1 }: Pick<StatedSymbol, 'format' | 'data' | 'isGs1'>): string[] {
	const mark = (isGs1 ? GS1_MARKS[format] : undefined) ?? MARKS[format];
	const typed = data.replace(/[\0-\x1f]/g, '');
	return [...new Set([data, mark + data, typed, mark + typed, ...(isGs1 ? [`${mark}\x1d${data}`] : [])])];
}

const RANDOM_FORMS: readonly ((seed: string) => string)[] = [
	fedexNumber,
	(seed) => `9622001900${digits(`${seed} account`, 12)}${fedexNumber(seed)}`,
	(seed) => upsNumber(seed),
	(seed) => uspsNumber(seed),
	(seed) => `42090210${uspsNumber(seed)}`,
	dhlWaybill,
	dhlLicencePlate,
	identcode,
	(seed) => `00${sscc(seed, '340434')}`,
	(seed) => `%0010115${dpdNumber(seed)}327276`,
	dpdNumber,
	canadaPostNumber,
	(seed) => s10Number('TT', seed, 'GB'),
	(seed) => `3SEXMP${digits(seed, 9)}`,
	(seed) => digits(seed, 6 + (seed.length % 9)),
	(seed) => `https://www.example.com/${digits(seed, 8)}`,
];

/** The number with one of its last digits changed. */
function alteredNumber(number: string, count: number): string {
	const places = [...number].flatMap((char, index) => (/\d/.test(char) ? [index] : [])).slice(-8);
	const at = places[count % places.length] as number;
	const digit = (Number(number[at]) + 1 + (Math.floor(count / 8) % 9)) % 10;
	return number.slice(0, at) + digit + number.slice(at + 1);
}

const isAccepted = ({ kind }: { kind: string }) => kind === 'right' || kind === 'again';

export async function scanEverySymbol(labels: readonly CarrierLabel[]): Promise<ScanReport> {
	const now = () => new Date('2026-11-21T10:00:00Z');
	const { database, documents, book } = openDesk({ now });
	const scanVerification = createScanVerification(database, documents, now);
	const parcels: { label: CarrierLabel; id: number }[] = [];
	for (const label of labels) {
		const { carrier, trackingNumber, bytes } = label;
		parcels.push({ label, id: (await book(bytes, { carrier, trackingNumber })).id });
	}
	/** Nothing was scanned before. */
	const scanFresh = (id: number, text: string) => {
		database.run('DELETE FROM label_scan');
		database.run('UPDATE shipment SET closed_at = NULL');
		return scanVerification.scan(id, text);
	};
	const report: ScanReport = {
		shipments: parcels.length,
		identifying: 0,
		accepted: 0,
		refused: 0,
		routing: 0,
		routingAccepted: 0,
		routingRefused: 0,
		elsewhere: 0,
		stopped: 0,
		acceptedElsewhere: 0,
		random: 0,
		randomAccepted: 0,
		altered: 0,
		alteredAccepted: 0,
		faults: [],
	};
	for (const [index, { label, id }] of parcels.entries()) {
		const symbols = label.pages.flatMap(({ areas }) => areas.flatMap((area) => area.symbols));
		const bad = new Set<string>();
		for (const symbol of symbols) {
			for (const text of scansOf(symbol)) {
				const verdict = scanFresh(id, text);
				if (symbol.identifies) {
					report.identifying += 1;
					if (isAccepted(verdict)) report.accepted += 1;
					else {
						report.refused += 1;
						bad.add(`${symbol.format} ${symbol.data.slice(0, 24)} is ${verdict.kind}`);
					}
				} else {
					report.routing += 1;
					if (isAccepted(verdict)) {
						report.routingAccepted += 1;
						bad.add(`routing ${symbol.format} ${symbol.data.slice(0, 24)} is accepted`);
					} else if (verdict.kind === 'wrong') {
						report.routingRefused += 1;
						bad.add(`routing ${symbol.format} ${symbol.data.slice(0, 24)} is wrong`);
					}
				}
				for (let step = 1; step <= OTHERS; step += 1) {
					const other = parcels[(index + step * step) % parcels.length];
					if (!other || other.id === id) continue;
					report.elsewhere += 1;
					const elsewhere = scanFresh(other.id, text);
					if (elsewhere.kind === 'wrong') report.stopped += 1;
					if (isAccepted(elsewhere) || (symbol.identifies && elsewhere.kind !== 'wrong')) {
						report.acceptedElsewhere += 1;
						bad.add(`${symbol.format} ${symbol.data.slice(0, 24)} is ${elsewhere.kind} on ${other.label.name}`);
					}
				}
			}
		}
		if (bad.size > 0) report.faults.push(`${label.name}: ${[...bad].join('; ')}`);
	}
	for (let count = 0; count < RANDOM_CODES; count += 1) {
		const form = RANDOM_FORMS[count % RANDOM_FORMS.length] as (seed: string) => string;
		const code = form(`random ${count}`);
		const parcel = parcels[count % parcels.length];
		if (!parcel) break;
		report.random += 1;
		if (isAccepted(scanFresh(parcel.id, code))) {
			report.randomAccepted += 1;
			report.faults.push(`the random code ${code} is accepted for ${parcel.label.name}`);
		}
		const altered = alteredNumber(parcel.label.trackingNumber, count);
		report.altered += 1;
		if (isAccepted(scanFresh(parcel.id, altered))) {
			report.alteredAccepted += 1;
			report.faults.push(`${altered} is accepted for ${parcel.label.trackingNumber}`);
		}
	}
	return report;
}
