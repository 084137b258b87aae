// The hash chain of the event log, and the evidence file that is read from it. Pure. `docs/evidence.md` is the format of the file;
// `tools/verify-evidence.mjs` checks one without the station.
import { createHash } from 'node:crypto';

/** The hash before the first event. */
export const FIRST_HASH = '0'.repeat(64);
/** Number of characters of a hash that are printed as the seal of a day. */
const SEAL_CHARS = 16;

/** An event as it is stored. */
export interface EventRecord {
	id: number;
	at: string;
	kind: string;
	packer: string;
	desk: string;
	order_id: number | null;
	shipment_id: number | null;
	/** JSON. */
	data: string;
	salt: string | null;
	hash: string | null;
}
/** An event that is part of the chain. */
export type ChainedRecord = EventRecord & { salt: string; hash: string };
type Content = Pick<ChainedRecord, 'at' | 'kind' | 'packer' | 'desk' | 'order_id' | 'shipment_id' | 'data' | 'salt'>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The event without its order and shipment, as JSON. The data are taken as they are stored, because their hash depends on each character. */
const eventText = ({ at, kind, packer, desk, data, salt }: Content): string =>
	`${JSON.stringify({ at, kind, packer, desk, salt }).slice(0, -1)},"data":${data}}`;

/** The order and the shipment of an event, by their numbers at the desk. */
const subjectText = ({ order_id, shipment_id }: Pick<Content, 'order_id' | 'shipment_id'>): string =>
	`${order_id ?? ''}/${shipment_id ?? ''}`;

/** The hash of an event and of all before it. */
export const chainedHash = (previous: string, event: Content): string =>
	sha256(`${previous} ${subjectText(event)} ${sha256(eventText(event))}`);

/** The id of the first event whose hash does not follow from the one before it; undefined: the chain is whole. */
export function firstBrokenId(start: string, records: readonly ChainedRecord[]): number | undefined {
	let hash = start;
	for (const record of records) {
		hash = chainedHash(hash, record);
		if (hash !== record.hash) return record.id;
	}
	return undefined;
}

export interface EvidenceSubject {
	orderId: number | null;
	/** When there is no order. */
	shipmentId: number | null;
}

/** Whether an event belongs to an order, or to one of its shipments. */
export function evidenceFilter(
	{ orderId, shipmentId }: EvidenceSubject,
	records: readonly EventRecord[],
): (record: EventRecord) => boolean {
	const shipmentIds = new Set<number | null>(shipmentId === null ? [] : [shipmentId]);
	if (orderId !== null)
		for (const record of records)
			if (record.order_id === orderId && record.shipment_id !== null) shipmentIds.add(record.shipment_id);
	return (record) => (orderId !== null && record.order_id === orderId) || shipmentIds.has(record.shipment_id);
}

/**
 * The evidence file: the events of an order or shipment, and of each other event in between only its hash.
 * @param start the hash before the first record
 * @param records without a gap
 */
export function evidenceFile(subject: EvidenceSubject, start: string, records: readonly ChainedRecord[]): string {
	const belongs = evidenceFilter(subject, records);
	const end = records.at(-1)?.hash ?? start;
	const subjectOfFile = subjectText({ order_id: subject.orderId, shipment_id: subject.shipmentId });
	return [
		`waybill-evidence 1 ${subjectOfFile} ${start} ${end}`,
		...records.map((record) => {
			const text = eventText(record);
			return `${subjectText(record)} ${belongs(record) ? text : sha256(text)}`;
		}),
		'',
	].join('\n');
}

/** A hash as it is printed: its first characters in groups, as in `1a2b 3c4d 5e6f 7081`. */
export const sealText = (hash: string): string => hash.slice(0, SEAL_CHARS).replace(/(....)(?=.)/g, '$1 ');
