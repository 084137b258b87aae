// What happened to a shipment, in the order of its panel.
import { expect, it } from 'vitest';
import type { PrintJobSummary } from '../../../../src-contract/model/print-job';
import { timelineOf } from '../../../../src-renderer/features/shipments/shipment-timeline';
import { shipmentDetail } from '../../../fixtures/screens';

const job = (id: number, createdAt: string): PrintJobSummary => ({
	id,
	documentId: 1,
	shipmentId: 1,
	kind: 'label',
	trackingNumber: '',
	printerId: 'folder',
	printerName: 'Folder',
	isFolder: true,
	state: 'sent',
	message: '',
	error: '',
	otherPrinter: null,
	isReprint: id > 1,
	nextAttemptAt: null,
	createdAt,
});

it('shows states, prints and the scan, newest first', () => {
	const timeline = timelineOf(
		shipmentDetail({
			history: [
				{ state: 'composed', message: '', at: '2026-11-23T08:00:00.000Z' },
				{ state: 'sending', message: '', at: '2026-11-23T08:00:00.000Z' },
				{ state: 'booked', message: 'Booked.', at: '2026-11-23T08:00:01.000Z' },
			],
			jobs: [job(2, '2026-11-23T09:00:00.000Z'), job(1, '2026-11-23T08:00:01.000Z')],
			verifiedAt: '2026-11-23T08:05:00.000Z',
		}),
	);
	expect(timeline.map(({ key }) => key)).toEqual(['print 2', 'verified', 'print 1', 'state 2', 'state 1', 'state 0']);
});
