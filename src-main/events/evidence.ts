// The evidence of an order or a shipment: a PDF for people, and a file that anyone can check without the station (docs/evidence.md).
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { DaySeal } from '../../src-contract/model/report';
import { localDay, startOfDay } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';
import { dateTimeText } from '../platform/date-text';
import type { EvidencePaper } from '../printing/layout/evidence-pdf';
import {
	type ChainedRecord,
	type EvidenceSubject,
	evidenceFile,
	evidenceFilter,
	FIRST_HASH,
	firstBrokenId,
	sealText,
} from './event-chain';
import { toEvent } from './event-log';
import { toOrderEvent } from './event-texts';

export interface EvidenceDependencies {
	database: Database;
	/** The order of a shipment; undefined if it has none. */
	findOrder: (shipmentId: number) => { id: number; number: string } | undefined;
	/** Recipient, tracking number and reference of a shipment. @throws `shipment.notFound` */
	shipment: (shipmentId: number) => { recipient: string; trackingNumber: string; reference: string };
	deskName: () => string;
	now: () => Date;
}

export interface Evidence {
	/** For the names of files. */
	name: string;
	paper: EvidencePaper;
	file: string;
}

export function createEvidence({ database, findOrder, shipment, deskName, now }: EvidenceDependencies) {
	/** Events of the subject in the chain: the first id and the time of the last; undefined when there are none. */
	function extentOf({ orderId, shipmentId }: EvidenceSubject): { firstId: number; lastId: number } | undefined {
		const column = orderId === null ? 'shipment_id' : 'order_id';
		const extent = database.get<{ firstId: number | null; lastId: number | null }>(
			`SELECT min(id) AS firstId, max(id) AS lastId FROM desk_event WHERE ${column} = ? AND hash IS NOT NULL`,
			orderId ?? shipmentId,
		);
		if (!extent || extent.firstId === null || extent.lastId === null) return undefined;
		return { firstId: extent.firstId, lastId: extent.lastId };
	}

	/** The last event of the day on which the event happened. */
	function lastIdOfDay(id: number): number {
		const event = database.get<{ at: string }>('SELECT at FROM desk_event WHERE id = ?', id);
		const nextDay = startOfDay(localDay(new Date(event?.at ?? 0)), 1).toISOString();
		const next = database.get<{ id: number }>(
			'SELECT id FROM desk_event WHERE id > ? AND at >= ? ORDER BY id LIMIT 1',
			id,
			nextDay,
		);
		if (next) return next.id - 1;
		return database.get<{ id: number }>('SELECT max(id) AS id FROM desk_event')?.id ?? id;
	}

	return {
		/**
		 * The evidence of the order of a shipment or, without an order, of the shipment. It ends with the last event of the day of its last
		 * event, whose seal is printed.
		 * @throws `evidence.none`, `evidence.broken`, `shipment.notFound`
		 */
		ofShipment(id: number): Evidence {
			const { recipient, trackingNumber, reference } = shipment(id);
			const order = findOrder(id);
			const subject: EvidenceSubject = order
				? { orderId: order.id, shipmentId: null }
				: { orderId: null, shipmentId: id };
			const extent = extentOf(subject);
			if (!extent)
				throw new AppError(
					'evidence.none',
					t('Nothing was recorded of this shipment at this desk. Nothing was saved.'),
				);
			const records = database.all<ChainedRecord>(
				'SELECT * FROM desk_event WHERE id BETWEEN ? AND ? ORDER BY id',
				extent.firstId,
				lastIdOfDay(extent.lastId),
			);
			const before = database.get<{ hash: string | null }>(
				'SELECT hash FROM desk_event WHERE id < ? ORDER BY id DESC LIMIT 1',
				extent.firstId,
			);
			const start = before?.hash ?? FIRST_HASH;
			const brokenId = firstBrokenId(start, records);
			if (brokenId !== undefined)
				throw new AppError(
					'evidence.broken',
					t(
						'The event log of this desk was changed after it was written (event {id}). It proves nothing from there on. Nothing was saved.',
						{ id: brokenId },
					),
				);
			const title = order?.number || reference || trackingNumber || String(id);
			const paper: EvidencePaper = {
				title,
				facts: [
					{ name: t('Recipient'), value: recipient },
					{ name: t('Tracking number'), value: trackingNumber },
					{ name: t('Desk'), value: deskName() },
					{ name: t('Printed on'), value: dateTimeText(now()) },
				].filter(({ value }) => value !== ''),
				events: records.filter(evidenceFilter(subject, records)).map((record) => {
					const { at, by, text } = toOrderEvent(toEvent(record));
					return { at: dateTimeText(new Date(at)), by, text };
				}),
				seal: sealText(records.at(-1)?.hash ?? start),
			};
			return { name: title, paper, file: evidenceFile(subject, start, records) };
		},

		/** The seal of a day: of the last event before its end. Null when there is none. */
		sealOf(day: string): DaySeal | null {
			const last = database.get<{ at: string; hash: string | null }>(
				'SELECT at, hash FROM desk_event WHERE at < ? ORDER BY id DESC LIMIT 1',
				startOfDay(day, 1).toISOString(),
			);
			return last?.hash ? { at: last.at, seal: sealText(last.hash) } : null;
		},
	};
}
export type EvidenceService = ReturnType<typeof createEvidence>;
