// A kind of operation that the station does not have: it orders a pickup at the carrier. It shows that a new kind needs only its own
// file: its table and its requests are known to no other code.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src-contract/errors';
import type { OperationIntent, OperationKind, OperationOutcome } from '../../../src-main/operations/operation-kind';
import { createSubmission } from '../../../src-main/operations/submission';
import type { Database } from '../../../src-main/platform/database';
import { type SuiteKind, type SuiteState, suiteDestination } from './operation-suite';

interface PickupRow {
	id: number;
	state: SuiteState;
	idempotency_key: string;
	account: string;
	service_time: string;
}
const TABLE = `CREATE TABLE IF NOT EXISTS pickup (id INTEGER PRIMARY KEY, state TEXT NOT NULL, idempotency_key TEXT NOT NULL,
	account TEXT NOT NULL, service_time TEXT NOT NULL, pickup_id INTEGER, message TEXT)`;

function outcomeOf({ status }: Response, body: unknown): OperationOutcome<number> {
	const notSent = (disposition: 'retry' | 'stop') =>
		new AppError('partner.failed', `The service answered ${status}.`, { disposition });
	if (status === 429) return { kind: 'rejected', error: notSent('retry') };
	if (status === 401) return { kind: 'rejected', error: notSent('stop') };
	if (status === 422)
		return { kind: 'rejected', error: new AppError('partner.rejected', 'Refused.', { disposition: 'reject' }) };
	const hasPickup = status === 200 && typeof body === 'object' && body !== null && 'pickup' in body;
	// The answer has both errors and a pickup: the pickup may be ordered or not.
	if (hasPickup && 'errors' in body && body.errors === true) return { kind: 'unknown', message: 'It reports errors.' };
	if (hasPickup && typeof body.pickup === 'number') return { kind: 'succeeded', result: body.pickup };
	return { kind: 'unknown', message: 'The answer cannot be read.' };
}

const isRefusedConnection = (error: unknown): boolean =>
	error instanceof Error && error.cause instanceof Error && error.cause.message === 'ECONNREFUSED';

function createPickup(database: Database, send: typeof fetch): OperationKind<OperationIntent, number> {
	const setState = (id: number, state: SuiteState, message = '') =>
		database.run('UPDATE pickup SET state = ?, message = ? WHERE id = ?', state, message, id);
	const readIntent = (id: number): OperationIntent => {
		const row = database.get<PickupRow>('SELECT * FROM pickup WHERE id = ?', id);
		if (!row) throw new Error('no such pickup');
		return {
			id,
			isUnknown: row.state === 'unknown',
			idempotencyKey: row.idempotency_key,
			connectionId: 'built-in',
			apiKeyDigest: row.account,
			serviceTime: new Date(row.service_time),
		};
	};
	return {
		readIntent,
		listUnknownIds: () =>
			database.all<{ id: number }>("SELECT id FROM pickup WHERE state = 'unknown' ORDER BY id").map(({ id }) => id),
		counts() {
			const count = (state: SuiteState) =>
				database.all<PickupRow>('SELECT * FROM pickup WHERE state = ?', state).length;
			return { inFlight: count('inFlight'), unknown: count('unknown') };
		},
		recoverInterrupted: () => void database.run("UPDATE pickup SET state = 'unknown' WHERE state = 'inFlight'"),
		async send({ idempotencyKey }) {
			try {
				const response = await send('http://service.example/pickups', {
					method: 'POST',
					headers: { 'Idempotency-Key': idempotencyKey },
				});
				return outcomeOf(response, await response.json().catch(() => undefined));
			} catch (error) {
				if (!isRefusedConnection(error)) return { kind: 'unknown', message: 'The answer was lost.' };
				return { kind: 'rejected', error: new AppError('partner.unreachable', 'Offline.', { disposition: 'retry' }) };
			}
		},
		resultId: String,
		onSucceeded: ({ id }, pickupId) =>
			void database.run("UPDATE pickup SET state = 'succeeded', pickup_id = ? WHERE id = ?", pickupId, id),
		onRejected: (id, message) => void setState(id, 'rejected', message),
		onUnknown: (id, message) => void setState(id, 'unknown', message),
		onNotCarriedOut: (id, message) => void setState(id, 'notSent', message),
		onStillUnknown: (id, message) => void setState(id, 'unknown', message),
		storeAnswer: () => {},
		followUp: async () => {},
		onLateCommit: () => {},
		texts: {
			unknown: (message) => `${message} The pickup may be ordered or not.`,
			stillUnknown: (answer) => `${answer} The pickup may still be ordered or not.`,
			duplicate: (pickupId) => `The service answered with the number of another pickup (${pickupId}).`,
			unsaved: () => 'The pickup may be ordered, and this desk could not save that.',
		},
	};
}

export const pickups: SuiteKind = {
	open({ database, fetch: send, onError }) {
		if (!database.get("SELECT 1 FROM sqlite_schema WHERE name = 'pickup'")) database.run(TABLE);
		const submission = createSubmission(createPickup(database, send), {
			onChange: () => {},
			onWritten: () => {},
			onError,
		});
		return {
			submission,
			intend() {
				const { apiKeyDigest, serviceTime } = suiteDestination();
				return database.run(
					"INSERT INTO pickup (state, idempotency_key, account, service_time) VALUES ('inFlight', ?, ?, ?)",
					randomUUID(),
					apiKeyDigest,
					serviceTime.toISOString(),
				);
			},
			states: () => database.all<PickupRow>('SELECT * FROM pickup ORDER BY id').map(({ state }) => state),
		};
	},
	answer: (number) => ({ pickup: number }),
	answerWithErrors: (number) => ({ errors: true, message: 'It failed.', pickup: number }),
};
