// The shipment journal: state changes, outcomes, queue, queries and stored answers of shipments, in one database.
import type { Database } from '../platform/database';
import { createBookingMetrics } from '../reports/booking-metrics';
import { createOutcomes } from './outcomes';
import { createQueries } from './queries';
import { createShipmentQueue } from './queue';
import { createShipmentIndex } from './shipment-index';
import { createShipmentRecords } from './shipment-records';
import { createStoredAnswers, type ReceivedDocuments } from './stored-answers';
import { createTransitions } from './transitions';

export function createJournal(database: Database, documents: ReceivedDocuments, now: () => Date) {
	const index = createShipmentIndex(database);
	const queue = createShipmentQueue(database);
	const records = createShipmentRecords(database, index, queue, now);
	const answers = createStoredAnswers(database, documents, now);
	const metrics = createBookingMetrics(database, now);
	const { queuedShipment, nextQueued, maySend, queuedForOtherService } = queue;
	return {
		...createTransitions({ database, records, queue }),
		...createOutcomes({ database, records, queue, answers, metrics }),
		...createQueries({ database, records, queue, index }),
		queuedShipment,
		nextQueued,
		maySend,
		queuedForOtherService,
		storeAnswer: answers.storeAnswer,
		listAnswers: answers.listAnswers,
		/** Records the time to the first label. Called when a label of the shipment was sent to a printer. */
		recordFirstLabel: metrics.recordFirstLabel,
	};
}
export type Journal = ReturnType<typeof createJournal>;
