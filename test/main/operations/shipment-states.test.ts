// Every step in every state, on the journal itself: the step changes the state as states.ts defines, or is refused.
import { describe, expect, it } from 'vitest';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import type { Journal } from '../../../src-main/operations/journal';
import { SHIPMENT_STATES, type ShipmentTransition, stateAfter, TRANSITIONS } from '../../../src-main/operations/states';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, testRequestTarget } from '../../fixtures/shipment-draft';
import { anyShipment } from '../../fixtures/shipping-desk';

const booking = { id: 7, status: 's', carrier: 'C', product: 'P', price: 1, trackingNumber: 'T9', trackingUrl: '' };
const entry = { connectionId: 'built-in', rule: { kind: 'cheapest' } as const, limitEur: 10 };
const ALL_TRANSITIONS = Object.keys(TRANSITIONS) as ShipmentTransition[];
const FINAL: readonly ShipmentState[] = ['draft', 'rejected', 'abandoned', 'voided'];

/** Performs each step on the journal. */
const PERFORM: Record<ShipmentTransition, (journal: Journal, id: number) => unknown> = {
	queue: (journal, id) => journal.queue(exampleDraft, entry, id),
	send: (journal, id) =>
		journal.summary(id).state === 'queued'
			? journal.recordQueuedIntent(id, 1, testRequestTarget)
			: journal.recordIntent(exampleDraft, 1, testRequestTarget, { id }),
	hold: (journal, id) => journal.hold(id, 'dear'),
	release: (journal, id) => journal.release(id, 20),
	withdraw: (journal, id) => journal.withdraw(id, 'no'),
	drafted: (journal, id) => journal.recordPartnerDraft(id, '7', ''),
	booked: (journal, id) => journal.recordBooking(id, booking, '', []),
	rejected: (journal, id) => journal.recordRejection(id, 'no'),
	requeue: (journal, id) => journal.recordNotCarriedOut(id, 'offline'),
	returnToComposed: (journal, id) => journal.recordNotCarriedOut(id, 'offline'),
	outcomeLost: (journal, id) => journal.recordUnknown(id, 'lost'),
	foundBooked: (journal, id) => journal.resolveBooked(id, 'X123'),
	sendAgain: (journal, id) => journal.markSendingAgain(id),
	foundNotBooked: (journal, id) => journal.resolveNotBooked(id),
	void: (journal, id) => journal.markVoided(id, 'wrong address'),
};

/** @returns for each reachable state, a shortest sequence of steps from `composed` */
function shortestPaths(): Map<ShipmentState, ShipmentTransition[]> {
	const paths = new Map<ShipmentState, ShipmentTransition[]>([['composed', []]]);
	const unvisited: ShipmentState[] = ['composed'];
	for (let state = unvisited.shift(); state; state = unvisited.shift()) {
		for (const step of ALL_TRANSITIONS) {
			const next = stateAfter(state, step);
			if (!next || paths.has(next)) continue;
			paths.set(next, [...(paths.get(state) as ShipmentTransition[]), step]);
			unvisited.push(next);
		}
	}
	return paths;
}
const paths = shortestPaths();

function shipmentIn(state: ShipmentState) {
	const { journal, database } = openDesk();
	const id = journal.saveDraft(exampleDraft, undefined);
	for (const step of paths.get(state) as ShipmentTransition[]) PERFORM[step](journal, id);
	expect(journal.summary(id).state).toBe(state);
	return { journal, database, id };
}
const wasQueued = (state: ShipmentState) => (paths.get(state) as ShipmentTransition[]).includes('queue');

describe('the states of a shipment', () => {
	it('can all be reached', () => {
		expect([...paths.keys()].sort()).toEqual([...SHIPMENT_STATES].sort());
	});

	for (const state of SHIPMENT_STATES) {
		for (const step of ALL_TRANSITIONS) {
			// A request that was not sent returns the shipment to its earlier state, which the journal knows.
			const returnsToOtherState =
				(step === 'requeue' && !wasQueued(state)) || (step === 'returnToComposed' && wasQueued(state));
			if (state === 'sending' && returnsToOtherState) continue;
			const expected = stateAfter(state, step);
			it(`${expected ? 'change' : 'refuse to change'} by ${step} in ${state}`, () => {
				const { journal, database, id } = shipmentIn(state);
				const before = database.all('SELECT * FROM shipment');
				const key = journal.readIntent(id).idempotencyKey;
				if (expected) {
					PERFORM[step](journal, id);
					expect(journal.summary(id).state).toBe(expected);
					expect(journal.history(id).at(-1)?.state).toBe(expected);
				} else {
					expect(() => PERFORM[step](journal, id)).toThrow(/nothing was changed/i);
					expect(database.all('SELECT * FROM shipment')).toEqual(before);
				}
				// The idempotency key never changes, and the index has the state.
				expect(journal.readIntent(id).idempotencyKey).toBe(key);
				for (const listed of SHIPMENT_STATES)
					expect(journal.list({ ...anyShipment, state: listed }, undefined, 5)).toHaveLength(
						listed === (expected ?? state) ? 1 : 0,
					);
			});
		}

		it(`are recovered after a kill in ${state}`, () => {
			const { journal, id } = shipmentIn(state);
			journal.recoverInterrupted();
			expect(journal.summary(id).state).toBe(state === 'sending' ? 'unknown' : state);
		});

		it(`have ${FINAL.includes(state) ? 'no step' : 'a step'} out of ${state}`, () => {
			const transitionsOut = ALL_TRANSITIONS.filter((step) => stateAfter(state, step));
			expect(transitionsOut.length === 0).toBe(FINAL.includes(state));
			// No shipment is stuck, whatever the service does: a user can take a step, or the shipment can be sent.
			if (!FINAL.includes(state) && state !== 'sending')
				expect(transitionsOut.some((step) => TRANSITIONS[step].by === 'user' || step === 'send')).toBe(true);
		});
	}

	it('allow a second request only by a user, or if the first request was not sent', () => {
		for (const step of ALL_TRANSITIONS) {
			const { to, by } = TRANSITIONS[step];
			const from: readonly ShipmentState[] = TRANSITIONS[step].from;
			if (to === 'sending' && from.some((state) => state === 'unknown' || FINAL.includes(state)))
				expect(by).toBe('user');
			if (FINAL.includes(to)) continue;
			expect(from.some((state) => FINAL.includes(state))).toBe(false);
		}
	});

	it('give a changed request a new idempotency key', () => {
		const { journal } = openDesk();
		const id = journal.saveDraft(exampleDraft, undefined);
		const { idempotencyKey } = journal.readIntent(id);
		journal.saveDraft(exampleDraft, id);
		expect(journal.readIntent(id).idempotencyKey).toBe(idempotencyKey);
		journal.saveDraft({ ...exampleDraft, reference: 'other' }, id);
		expect(journal.readIntent(id).idempotencyKey).not.toBe(idempotencyKey);
	});
});
