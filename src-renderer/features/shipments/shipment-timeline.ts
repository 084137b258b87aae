// What happened to a shipment, newest first: changes of its state, prints, and the scan that verified its label. Pure.
import type { PrintJobSummary } from '../../../src-contract/model/print-job';
import type { ShipmentDetail, StateChange } from '../../../src-contract/model/shipment';

export type TimelineEntry =
	| { kind: 'state'; key: string; at: string; change: StateChange }
	| { kind: 'print'; key: string; at: string; job: PrintJobSummary }
	| { kind: 'verified'; key: string; at: string };

export function timelineOf({ history, jobs, verifiedAt }: ShipmentDetail): TimelineEntry[] {
	const entries: TimelineEntry[] = [
		...history.map((change, index) => ({ kind: 'state' as const, key: `state ${index}`, at: change.at, change })),
		...[...jobs].reverse().map((job) => ({ kind: 'print' as const, key: `print ${job.id}`, at: job.createdAt, job })),
		...(verifiedAt ? [{ kind: 'verified' as const, key: 'verified', at: verifiedAt }] : []),
	];
	// Sorting keeps the order of entries with the same time: a print follows the booking that requested it.
	return entries.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)).reverse();
}
