// Every event in every state, on the journal itself: it moves as states.ts says, or refuses and leaves the shipment as it was.
import { describe, expect, it } from 'vitest';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import type { Journal } from '../../../src-main/operations/journal';
import { SHIPMENT_STATES, type ShipmentStep, STEPS, stateAfter } from '../../../src-main/operations/states';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, testRequestTarget } from '../../fixtures/shipment-draft';
import { anyShipment } from '../../fixtures/shipping-desk';

const booking = { id: 7, status: 's', carrier: 'C', product: 'P', price: 1, trackingNumber: 'T9', trackingUrl: '' };
const entry = { connectionId: 'built-in', rule: { kind: 'cheapest' } as const, limitEur: 10 };
const ALL_STEPS = Object.keys(STEPS) as ShipmentStep[];
const FINAL: readonly ShipmentState[] = ['draft', 'booked', 'rejected', 'abandoned'];

/** Each step as the journal takes it. */
const TAKE: Record<ShipmentStep, (journal: Journal, id: number) => unknown> = {
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
	sendAgain: (journal, id) => journal.sendAgain(id),
	foundNotBooked: (journal, id) => journal.resolveNotBooked(id),
};

/** A shortest way of steps to every state that can be reached. */
function waysToAll(): Map<ShipmentState, ShipmentStep[]> {
	const ways = new Map<ShipmentState, ShipmentStep[]>([['composed', []]]);
	const open: ShipmentState[] = ['composed'];
	for (let state = open.shift(); state; state = open.shift()) {
		for (const step of ALL_STEPS) {
			const next = stateAfter(state, step);
			if (!next || ways.has(next)) continue;
			ways.set(next, [...(ways.get(state) as ShipmentStep[]), step]);
			open.push(next);
		}
	}
	return ways;
}
const ways = waysToAll();

function shipmentIn(state: ShipmentState) {
	const { journal, database } = openDesk();
	const id = journal.saveDraft(exampleDraft, undefined);
	for (const step of ways.get(state) as ShipmentStep[]) TAKE[step](journal, id);
	expect(journal.summary(id).state).toBe(state);
	return { journal, database, id };
}
const wasQueued = (state: ShipmentState) => (ways.get(state) as ShipmentStep[]).includes('queue');

describe('the states of a shipment', () => {
	it('can all be reached', () => {
		expect([...ways.keys()].sort()).toEqual([...SHIPMENT_STATES].sort());
	});

	for (const state of SHIPMENT_STATES) {
		for (const step of ALL_STEPS) {
			// What was surely not sent goes back to where it came from: the journal knows which.
			const goesElsewhere =
				(step === 'requeue' && !wasQueued(state)) || (step === 'returnToComposed' && wasQueued(state));
			if (state === 'sending' && goesElsewhere) continue;
			it(`${step} in ${state}`, () => {
				const { journal, database, id } = shipmentIn(state);
				const before = database.all('SELECT * FROM shipment');
				const key = journal.readIntent(id).idempotencyKey;
				const expected = stateAfter(state, step);
				if (expected) {
					TAKE[step](journal, id);
					expect(journal.summary(id).state).toBe(expected);
					expect(journal.history(id).at(-1)?.state).toBe(expected);
				} else {
					expect(() => TAKE[step](journal, id)).toThrow(/nothing was changed/i);
					expect(database.all('SELECT * FROM shipment')).toEqual(before);
				}
				// Its key stays whatever becomes of it, and the index knows where it stands.
				expect(journal.readIntent(id).idempotencyKey).toBe(key);
				for (const one of SHIPMENT_STATES)
					expect(journal.list({ ...anyShipment, state: one }, undefined, 5)).toHaveLength(
						one === (expected ?? state) ? 1 : 0,
					);
			});
		}

		it(`a kill in ${state}`, () => {
			const { journal, id } = shipmentIn(state);
			journal.recoverInterrupted();
			expect(journal.summary(id).state).toBe(state === 'sending' ? 'unknown' : state);
		});

		it(`a way out of ${state}, or none where it is over`, () => {
			const out = ALL_STEPS.filter((step) => stateAfter(state, step));
			expect(out.length === 0).toBe(FINAL.includes(state));
			// Whatever the service and the connection do, the user or a restart can end it.
			if (!FINAL.includes(state) && state !== 'sending')
				expect(out.some((step) => STEPS[step].by === 'user' || step === 'send')).toBe(true);
		});
	}

	it('leads to a second request only by the user, or when the first was certainly not sent', () => {
		for (const step of ALL_STEPS) {
			const { to, by } = STEPS[step];
			const from: readonly ShipmentState[] = STEPS[step].from;
			if (to === 'sending' && from.some((state) => state === 'unknown' || FINAL.includes(state)))
				expect(by).toBe('user');
			if (FINAL.includes(to)) continue;
			expect(from.some((state) => FINAL.includes(state))).toBe(false);
		}
	});

	it('gives another key to another request', () => {
		const { journal } = openDesk();
		const id = journal.saveDraft(exampleDraft, undefined);
		const { idempotencyKey } = journal.readIntent(id);
		journal.saveDraft(exampleDraft, id);
		expect(journal.readIntent(id).idempotencyKey).toBe(idempotencyKey);
		journal.saveDraft({ ...exampleDraft, reference: 'other' }, id);
		expect(journal.readIntent(id).idempotencyKey).not.toBe(idempotencyKey);
	});
});
