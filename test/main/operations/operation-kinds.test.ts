// Every kind of operation passes the shared suite. A new kind adds its line to KINDS; without it, this file does not compile.
import { describe } from 'vitest';
import { createJournal } from '../../../src-main/operations/journal';
import { createOperations, type Operations } from '../../../src-main/operations/kinds';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { itIsASafeOperation, type SuiteKind, type SuiteState, suiteDestination } from './operation-suite';
import { pickups } from './pickup-kind';

const SHIPMENT_STATES: Record<string, SuiteState> = {
	composed: 'notSent',
	sending: 'inFlight',
	booked: 'succeeded',
	rejected: 'rejected',
	unknown: 'unknown',
};

const bookedAnswer = (number: number, labels: string) => ({
	errors: false,
	message: 'Booked.',
	data: {
		id: number,
		status: 'created_at_carrier',
		carrier: 'C',
		product: 'P',
		productId: 1,
		price: 9,
		trackingNumber: `T000${number}`,
		trackingUrl: '',
		labels,
	},
});

const bookings: SuiteKind = {
	open({ database, client, onError }) {
		const documents = { receive: () => 0, hasReceivedDocuments: () => false, discardReceived: () => {} };
		const journal = createJournal(database, documents, () => new Date());
		const { booking } = createOperations(
			{
				journal,
				client,
				addressBook: { markUsed: async () => {} },
				ingestion: { ingest: async () => {}, ingestPending: async () => {} },
				onError,
			},
			{ onChange: () => {}, onWritten: () => {}, onError },
		);
		return {
			submission: booking,
			intend: () => journal.recordIntent(exampleDraft, 1, suiteDestination()).id,
			states: () =>
				database
					.all<{ state: string }>('SELECT state FROM shipment ORDER BY id')
					.map(({ state }) => SHIPMENT_STATES[state] ?? 'inFlight'),
		};
	},
	answer: (number) => bookedAnswer(number, Buffer.from('^XA^FDlabel^FS^XZ').toString('base64')),
	// Without a label: a label would prove the booking.
	answerWithErrors: (number) => ({ ...bookedAnswer(number, ''), errors: true }),
};

const KINDS: Record<keyof Operations, SuiteKind> = {
	booking: bookings,
};

describe.each(Object.entries(KINDS))('%s', (_name, kind) => itIsASafeOperation(kind));

// Shows what a new kind needs: one file that implements the interface, and one line here.
describe('a kind that exists only in the tests', () => itIsASafeOperation(pickups));
