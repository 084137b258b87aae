// Requirements for every kind of operation: a stop before each effect, and lost, malformed, duplicate and refused answers.
// Nothing is carried out twice, nothing is lost, and an unknown outcome is never reported as known.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import type { OperationCounts } from '../../../src-main/operations/operation-kind';
import { createReconciliation, type Reconcilable } from '../../../src-main/operations/reconciliation';
import { type Database, openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { newFolder } from '../../fixtures/desk';
import { stopBefore } from './stop-before';

const API_KEY_DIGEST = 'digest of the API key';
const BASE_URL = 'http://service.example';
/** Destination of the suite's intents. The service time is a minute ago, so that the clocks agree. */
export const suiteDestination = () => ({
	connectionId: 'built-in',
	apiKeyDigest: API_KEY_DIGEST,
	serviceTime: new Date(Date.now() - 60_000),
});

interface SuiteSurroundings {
	database: Database;
	client: ReturnType<typeof createPartnerClient>;
	fetch: typeof fetch;
	onError: (error: unknown) => void;
}

/** State of an operation on disk. `notSent`: the user or the queue may send it again. */
export type SuiteState = 'notSent' | 'inFlight' | 'succeeded' | 'rejected' | 'unknown';

/** One kind of operation on one database. */
interface SuiteDesk {
	submission: Reconcilable & {
		kind: { recoverInterrupted(): void; counts(): OperationCounts };
		submit(id: number): Promise<unknown>;
		drain(): Promise<void>;
	};
	/** Writes an intent. @returns its id */
	intend(): number;
	/** State of each operation, oldest first. */
	states(): SuiteState[];
}

/** What a kind of operation provides for the suite. */
export interface SuiteKind {
	open(surroundings: SuiteSurroundings): SuiteDesk;
	/** The service's answer after it carried out operation `number`. */
	answer(number: number): unknown;
	/** An answer that reports errors and names a result without proof of it. */
	answerWithErrors(number: number): unknown;
}

/** How the service handles a request. `carryOut` carries it out and returns its answer: `kind.answer` by default. */
type Behaviour = (carryOut: (answer?: SuiteKind['answer']) => Response, kind: SuiteKind) => Response;

const timeOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const connectionError = (code: string, syscall: string) =>
	new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
function failAfter(carryOut: () => Response, error: Error): never {
	carryOut();
	throw error;
}
/** Answers with a body that looks like a refusal, and a status that leaves open whether the request was carried out. */
function answerLikeRefusal(status: number): Behaviour {
	return (carryOut) => {
		carryOut();
		return json(status, { errors: true, message: 'It cannot be done.', fields: [] });
	};
}

/** `carriedOut`: whether the service carries out the request, whatever it answers. `state`: expected state of the operation. */
const FAILURES: { title: string; carriedOut: boolean; state: SuiteState; behaviour: Behaviour }[] = [
	{
		title: 'a time-out',
		carriedOut: true,
		state: 'unknown',
		behaviour: (carryOut) => failAfter(carryOut, timeOut()),
	},
	{
		title: 'a time-out before the request was read',
		carriedOut: false,
		state: 'unknown',
		behaviour: () => {
			throw timeOut();
		},
	},
	{
		title: 'a reset connection',
		carriedOut: true,
		state: 'unknown',
		behaviour: (carryOut) => failAfter(carryOut, connectionError('ECONNRESET', 'read')),
	},
	{
		title: 'a refused connection',
		carriedOut: false,
		state: 'notSent',
		behaviour: () => {
			throw connectionError('ECONNREFUSED', 'connect');
		},
	},
	{
		title: 'a malformed answer',
		carriedOut: true,
		state: 'unknown',
		behaviour(carryOut) {
			carryOut();
			return new Response('<!doctype html><title>Gateway</title>', { status: 200 });
		},
	},
	{
		title: 'an empty answer',
		carriedOut: true,
		state: 'unknown',
		behaviour(carryOut) {
			carryOut();
			return new Response('', { status: 200 });
		},
	},
	{
		title: 'a server error',
		carriedOut: true,
		state: 'unknown',
		behaviour(carryOut) {
			carryOut();
			return json(500, { errors: true, message: 'Failed.' });
		},
	},
	...[302, 303, 408, 409].map((status) => ({
		title: `the status ${status}`,
		carriedOut: true,
		state: 'unknown' as const,
		behaviour: answerLikeRefusal(status),
	})),
	{
		title: 'errors beside a result',
		carriedOut: true,
		state: 'unknown',
		behaviour: (carryOut, kind) => carryOut(kind.answerWithErrors),
	},
	{
		title: 'a rejection',
		carriedOut: false,
		state: 'rejected',
		behaviour: () => json(422, { errors: true, message: 'It cannot be done.', fields: [] }),
	},
	{
		title: 'a rate limit',
		carriedOut: false,
		state: 'notSent',
		behaviour: () => json(429, { errors: true, message: 'Slow down.' }),
	},
	{
		title: 'a refused key',
		carriedOut: false,
		state: 'notSent',
		behaviour: () => json(401, { errors: true, message: 'Who is there?' }),
	},
];

/** Fake service behind `fetch` that counts the operations it carries out. */
function fakeService(kind: SuiteKind, keepsKeys: boolean) {
	/** Idempotency key of each request that arrived. */
	const requests: string[] = [];
	/** Idempotency key of each operation that was carried out. */
	const carriedOut: string[] = [];
	const service = {
		requests,
		carriedOut,
		behaviour: ((carryOut) => carryOut()) as Behaviour,
		/** OpenAPI document of the service; undefined: it publishes none. */
		document: undefined as unknown,
		/** @param effect called before the request arrives and before its answer is returned */
		fetch:
			(effect: () => void = () => {}): typeof fetch =>
			async (input, init) => {
				if (init?.method !== 'POST') {
					const headers = {
						Date: new Date().toUTCString(),
						...(keepsKeys && { 'Idempotency-Key': '?1; max-age=86400' }),
					};
					const isDocument = service.document !== undefined && String(input).endsWith('/openapi.json');
					if (isDocument) return new Response(JSON.stringify(service.document), { headers });
					return new Response('{}', { status: String(input).endsWith('/health') ? 200 : 404, headers });
				}
				effect();
				const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
				requests.push(key);
				const response = service.behaviour((answer = kind.answer) => {
					const known = carriedOut.indexOf(key);
					const number = known >= 0 && keepsKeys ? known + 1 : carriedOut.push(key);
					return json(200, answer(number));
				}, kind);
				effect();
				return response;
			},
	};
	return service;
}

function openDesk(
	kind: SuiteKind,
	folder: string,
	fetchService: typeof fetch,
	wrapDatabase = (database: Database) => database,
) {
	const opened = openDatabase(path.join(folder, 'waybill.db'), migrations);
	const database = wrapDatabase(opened);
	const client = createPartnerClient({
		fetch: fetchService,
		endpoint: async () => ({ baseUrl: BASE_URL, key: 'a-long-key', secret: 'a-secret' }),
	});
	const onError = () => {};
	const desk = kind.open({ database, client, fetch: fetchService, onError });
	const { submission } = desk;
	const reconciliation = createReconciliation({
		submissions: [submission],
		client,
		connectionId: () => 'built-in',
		apiKeyDigest: () => API_KEY_DIGEST,
		onError,
	});
	return {
		...desk,
		/** Writes an intent and sends it. */
		begin: async () => submission.submit(desk.intend()),
		/** Recovers interrupted operations, as a station does at start-up. */
		recover: () => submission.kind.recoverInterrupted(),
		async reconcile(): Promise<void> {
			reconciliation.reconcileNow();
			await reconciliation.close();
		},
		async close(): Promise<void> {
			await submission.drain().catch(() => {});
			opened.close();
		},
	};
}

async function stoppedBefore(kind: SuiteKind, keepsKeys: boolean, stopAt: number) {
	const folder = newFolder();
	const service = fakeService(kind, keepsKeys);
	const stop = stopBefore(stopAt);
	const first = openDesk(kind, folder, service.fetch(stop.effect), stop.guarded);
	stop.count();
	const isCompleted = await first.begin().then(
		() => true,
		() => false,
	);
	await first.close();

	const second = openDesk(kind, folder, service.fetch());
	second.recover();
	await second.reconcile();
	const [state = 'no intent', ...others] = second.states();
	await second.close();
	rmSync(folder, { recursive: true });
	return { effects: stop.effects(), isCompleted, state, others, carriedOut: service.carriedOut.length };
}

/** Defines the tests of a kind. Call it inside a describe block of the kind. */
export function itIsASafeOperation(kind: SuiteKind): void {
	it.each(['shipments', 'rates'])(
		'is repeated at a service that keeps only the keys of %s, if it is one of these operations',
		async (operation) => {
			const folder = newFolder();
			const service = fakeService(kind, false);
			const post = { parameters: [{ name: 'Idempotency-Key', in: 'header', 'x-max-age': 86_400 }] };
			service.document = { paths: { [`/partners-api/v1/${operation}`]: { post } } };
			service.behaviour = () => {
				throw timeOut();
			};
			const desk = openDesk(kind, folder, service.fetch());
			await desk.begin();
			service.behaviour = (carryOut) => carryOut();
			await desk.reconcile();
			const isRepeated = desk.submission.kind.serviceOperation === operation;
			expect(service.requests).toHaveLength(isRepeated ? 2 : 1);
			expect(desk.states()).toEqual([isRepeated ? 'succeeded' : 'unknown']);
			await desk.close();
			rmSync(folder, { recursive: true });
		},
	);

	it('counts operations in flight and operations with an unknown outcome', async () => {
		const folder = newFolder();
		const service = fakeService(kind, false);
		const desk = openDesk(kind, folder, service.fetch());
		const { submission } = desk;
		expect(submission.kind.counts()).toEqual({ inFlight: 0, unknown: 0 });
		const [first, second] = [desk.intend(), desk.intend()];
		expect(submission.kind.counts()).toEqual({ inFlight: 2, unknown: 0 });
		await submission.submit(first);
		service.behaviour = () => {
			throw timeOut();
		};
		await submission.submit(second);
		expect(desk.states()).toEqual(['succeeded', 'unknown']);
		expect(submission.kind.counts()).toEqual({ inFlight: 0, unknown: 1 });
		await desk.close();
		rmSync(folder, { recursive: true });
	});

	describe.each([
		['keeps idempotency keys', true],
		['does not keep idempotency keys', false],
	] as const)('at a service that %s', (_service, keepsKeys) => {
		it('is carried out at most once when the desk stops before any of its effects', async () => {
			const uninterrupted = await stoppedBefore(kind, keepsKeys, Number.POSITIVE_INFINITY);
			expect(uninterrupted).toMatchObject({ isCompleted: true, state: 'succeeded', others: [], carriedOut: 1 });
			// Intent, request, answer, outcome. If there are fewer, an effect is not counted.
			expect(uninterrupted.effects).toBeGreaterThanOrEqual(4);

			const statesSeen = new Set<string>();
			for (let stopAt = 1; stopAt <= uninterrupted.effects; stopAt += 1) {
				const context = `stopped before effect ${stopAt} of ${uninterrupted.effects}`;
				const { state, others, carriedOut } = await stoppedBefore(kind, keepsKeys, stopAt);
				statesSeen.add(state);
				expect(others, context).toEqual([]);
				expect(carriedOut, context).toBeLessThanOrEqual(1);
				if (state === 'succeeded') expect(carriedOut, context).toBe(1);
				// Only an unknown outcome may hide a result, and only where reconciliation is not possible.
				else if (state !== 'unknown' || keepsKeys) expect(carriedOut, `${context}: ${state}`).toBe(0);
			}
			// Before the intent nothing is stored; the last effects follow the outcome.
			expect(statesSeen.has('no intent')).toBe(true);
			expect(statesSeen.has('succeeded') || statesSeen.has('unknown')).toBe(true);
			expect(statesSeen.has('unknown')).toBe(!keepsKeys);
			expect(statesSeen.has('inFlight')).toBe(false);
		});

		it.each(FAILURES.map((failure) => [failure.title, failure.state, failure] as const))(
			'after %s it is %s',
			async (_title, state, { carriedOut, behaviour }) => {
				const folder = newFolder();
				const service = fakeService(kind, keepsKeys);
				service.behaviour = behaviour;
				const first = openDesk(kind, folder, service.fetch());
				await first.begin();
				expect(service.requests).toHaveLength(1);
				expect(service.carriedOut).toHaveLength(carriedOut ? 1 : 0);
				expect(first.states()).toEqual([state]);
				await first.close();

				// The service works again: unknown outcomes are reconciled, and nothing else is sent.
				service.behaviour = (carryOut) => carryOut();
				const second = openDesk(kind, folder, service.fetch());
				second.recover();
				await second.reconcile();
				const isRepeated = keepsKeys && state === 'unknown';
				expect(service.requests).toHaveLength(isRepeated ? 2 : 1);
				expect(new Set(service.requests).size).toBe(1);
				expect(service.carriedOut).toHaveLength(carriedOut || isRepeated ? 1 : 0);
				expect(second.states()).toEqual([isRepeated ? 'succeeded' : state]);
				await second.close();
				rmSync(folder, { recursive: true });
			},
		);

		it('does not accept the answer to another operation', async () => {
			const folder = newFolder();
			const service = fakeService(kind, keepsKeys);
			const desk = openDesk(kind, folder, service.fetch());
			await desk.begin();
			service.behaviour = (carryOut) => {
				carryOut();
				return json(200, kind.answer(1));
			};
			await desk.begin();
			expect(desk.states()).toEqual(['succeeded', 'unknown']);
			expect(service.carriedOut).toHaveLength(2);
			service.behaviour = (carryOut) => carryOut();
			await desk.reconcile();
			expect(desk.states()).toEqual(['succeeded', keepsKeys ? 'succeeded' : 'unknown']);
			expect(service.carriedOut).toHaveLength(2);
			await desk.close();
			rmSync(folder, { recursive: true });
		});

		it('stays unknown when the repeated request is refused', async () => {
			const folder = newFolder();
			const service = fakeService(kind, keepsKeys);
			service.behaviour = (carryOut) => failAfter(carryOut, timeOut());
			const desk = openDesk(kind, folder, service.fetch());
			await desk.begin();
			service.behaviour = () => json(422, { errors: true, message: 'No.', fields: [] });
			await desk.reconcile();
			expect(service.requests).toHaveLength(keepsKeys ? 2 : 1);
			expect(desk.states()).toEqual(['unknown']);
			await desk.close();
			rmSync(folder, { recursive: true });
		});
	});
}
