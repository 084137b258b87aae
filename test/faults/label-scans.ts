// Scans every symbol of the label fixtures as scanners send it, on its own parcel and on others, and random codes on all of them.
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
	/** Scans of symbols that identify the parcel, on that parcel. */
	identifying: number;
	accepted: number;
	/** Of these, scans that were not accepted. */
	refused: number;
	/** Scans of routing codes and shipment numbers, on a label that carries them. */
	routing: number;
	/** Of these, scans accepted as if they identified the parcel. */
	routingAccepted: number;
	/** Of these, scans answered "wrong", as if no label of the parcel carried them. */
	routingRefused: number;
	/** Scans on other parcels: identifying symbols must be answered "wrong", and none may be accepted. */
	onOther: number;
	reportedWrong: number;
	acceptedOnOther: number;
	random: number;
	randomAccepted: number;
	/** Scans of the parcel's own tracking number with one digit changed. */
	altered: number;
	alteredAccepted: number;
	failures: string[];
}

const RANDOM_CODES = 1000;
/** Number of other parcels that each symbol is scanned on. */
const OTHER_PARCELS = 3;

/** Symbology identifiers of ISO/IEC 15424. */
const SYMBOLOGY_IDENTIFIERS: Record<StatedSymbol['format'], string> = {
	Code128: ']C0',
	ITF: ']I0',
	PDF417: ']L2',
	DataMatrix: ']d1',
	Aztec: ']z0',
	QRCode: ']Q1',
	MaxiCode: ']U1',
};
const GS1_SYMBOLOGY_IDENTIFIERS: Partial<typeof SYMBOLOGY_IDENTIFIERS> = { Code128: ']C1', DataMatrix: ']d2' };

/** The forms in which scanners send a symbol: with or without its symbology identifier and its control characters. */
function scansOf({ format, data, isGs1 }: Pick<StatedSymbol, 'format' | 'data' | 'isGs1'>): string[] {
	const identifier = (isGs1 ? GS1_SYMBOLOGY_IDENTIFIERS[format] : undefined) ?? SYMBOLOGY_IDENTIFIERS[format];
	const printable = data.replace(/[\0-\x1f]/g, '');
	return [
		...new Set([
			data,
			identifier + data,
			printable,
			identifier + printable,
			...(isGs1 ? [`${identifier}\x1d${data}`] : []),
		]),
	];
}

const RANDOM_CODE_MAKERS: readonly ((seed: string) => string)[] = [
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

/** The number with one of its last eight digits changed. */
function alteredNumber(number: string, count: number): string {
	const digitPositions = [...number].flatMap((char, index) => (/\d/.test(char) ? [index] : [])).slice(-8);
	const at = digitPositions[count % digitPositions.length] as number;
	const digit = (Number(number[at]) + 1 + (Math.floor(count / 8) % 9)) % 10;
	return number.slice(0, at) + digit + number.slice(at + 1);
}

const isAccepted = ({ kind }: { kind: string }) => kind === 'right' || kind === 'scannedBefore';

export async function scanEverySymbol(labels: readonly CarrierLabel[]): Promise<ScanReport> {
	const now = () => new Date('2026-11-21T10:00:00Z');
	const { database, documents, book } = openDesk({ now });
	const scanVerification = createScanVerification(database, documents, now);
	const parcels: { label: CarrierLabel; id: number }[] = [];
	for (const label of labels) {
		const { carrier, trackingNumber, bytes } = label;
		parcels.push({ label, id: (await book(bytes, { carrier, trackingNumber })).id });
	}
	/** Scans after deleting the results of earlier scans. */
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
		onOther: 0,
		reportedWrong: 0,
		acceptedOnOther: 0,
		random: 0,
		randomAccepted: 0,
		altered: 0,
		alteredAccepted: 0,
		failures: [],
	};
	for (const [index, { label, id }] of parcels.entries()) {
		const symbols = label.pages.flatMap(({ areas }) => areas.flatMap((area) => area.symbols));
		const problems = new Set<string>();
		for (const symbol of symbols) {
			for (const text of scansOf(symbol)) {
				const verdict = scanFresh(id, text);
				if (symbol.identifies) {
					report.identifying += 1;
					if (isAccepted(verdict)) report.accepted += 1;
					else {
						report.refused += 1;
						problems.add(`${symbol.format} ${symbol.data.slice(0, 24)} is ${verdict.kind}`);
					}
				} else {
					report.routing += 1;
					if (isAccepted(verdict)) {
						report.routingAccepted += 1;
						problems.add(`routing ${symbol.format} ${symbol.data.slice(0, 24)} is accepted`);
					} else if (verdict.kind === 'wrong') {
						report.routingRefused += 1;
						problems.add(`routing ${symbol.format} ${symbol.data.slice(0, 24)} is wrong`);
					}
				}
				for (let step = 1; step <= OTHER_PARCELS; step += 1) {
					const other = parcels[(index + step * step) % parcels.length];
					if (!other || other.id === id) continue;
					report.onOther += 1;
					const onOther = scanFresh(other.id, text);
					if (onOther.kind === 'wrong') report.reportedWrong += 1;
					if (isAccepted(onOther) || (symbol.identifies && onOther.kind !== 'wrong')) {
						report.acceptedOnOther += 1;
						problems.add(`${symbol.format} ${symbol.data.slice(0, 24)} is ${onOther.kind} on ${other.label.name}`);
					}
				}
			}
		}
		if (problems.size > 0) report.failures.push(`${label.name}: ${[...problems].join('; ')}`);
	}
	for (let count = 0; count < RANDOM_CODES; count += 1) {
		const makeCode = RANDOM_CODE_MAKERS[count % RANDOM_CODE_MAKERS.length] as (seed: string) => string;
		const code = makeCode(`random ${count}`);
		const parcel = parcels[count % parcels.length];
		if (!parcel) break;
		report.random += 1;
		if (isAccepted(scanFresh(parcel.id, code))) {
			report.randomAccepted += 1;
			report.failures.push(`the random code ${code} is accepted for ${parcel.label.name}`);
		}
		const altered = alteredNumber(parcel.label.trackingNumber, count);
		report.altered += 1;
		if (isAccepted(scanFresh(parcel.id, altered))) {
			report.alteredAccepted += 1;
			report.failures.push(`${altered} is accepted for ${parcel.label.trackingNumber}`);
		}
	}
	return report;
}
