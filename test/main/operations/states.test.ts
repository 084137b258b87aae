// The states of a shipment as a table: every step that each state allows, and the state it leads to.
import { describe, expect, it } from 'vitest';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import { SHIPMENT_STATES, type ShipmentTransition, stateAfter, TRANSITIONS } from '../../../src-main/operations/states';

const ALLOWED: Record<ShipmentState, Partial<Record<ShipmentTransition, ShipmentState>>> = {
	composed: { queue: 'queued', send: 'sending', withdraw: 'abandoned' },
	queued: { send: 'sending', hold: 'held', withdraw: 'abandoned' },
	held: { release: 'queued', withdraw: 'abandoned' },
	sending: {
		drafted: 'draft',
		booked: 'booked',
		rejected: 'rejected',
		requeue: 'queued',
		returnToComposed: 'composed',
		outcomeLost: 'unknown',
	},
	unknown: {
		drafted: 'draft',
		booked: 'booked',
		foundBooked: 'booked',
		sendAgain: 'sending',
		foundNotBooked: 'abandoned',
	},
	draft: {},
	booked: { void: 'voided' },
	rejected: {},
	abandoned: {},
	voided: {},
};
const ALL_TRANSITIONS = Object.keys(TRANSITIONS) as ShipmentTransition[];

describe('the steps of a shipment', () => {
	it('are fifteen, between ten states', () => {
		expect([...SHIPMENT_STATES].sort()).toEqual(Object.keys(ALLOWED).sort());
		expect(ALL_TRANSITIONS).toHaveLength(15);
	});

	it.each(Object.entries(ALLOWED))('from %s are exactly those of the table', (state, allowed) => {
		const found = ALL_TRANSITIONS.map((step) => [step, stateAfter(state as ShipmentState, step)] as const).filter(
			([, next]) => next !== undefined,
		);
		expect(Object.fromEntries(found)).toEqual(allowed);
	});

	it('from unknown are taken by the service or a user, never by the station', () => {
		const transitionsOut = ALL_TRANSITIONS.filter((step) => stateAfter('unknown', step));
		expect(transitionsOut.length).toBeGreaterThan(0);
		expect(transitionsOut.filter((step) => TRANSITIONS[step].by === 'station')).toEqual([]);
	});

	it('to a result of the service are taken by the service; a user can also find out that a shipment is booked', () => {
		const leadingTo = (state: ShipmentState) => ALL_TRANSITIONS.filter((step) => TRANSITIONS[step].to === state).sort();
		expect(leadingTo('booked')).toEqual(['booked', 'foundBooked']);
		expect(leadingTo('draft')).toEqual(['drafted']);
		expect(leadingTo('rejected')).toEqual(['rejected']);
	});

	it('that queue, release or send again are taken by a user', () => {
		expect(TRANSITIONS.release.by).toBe('user');
		expect(TRANSITIONS.sendAgain.by).toBe('user');
		expect(TRANSITIONS.queue.by).toBe('user');
	});
});
