// The states of a shipment as a table: every step that each state allows, and the state it leads to.
import { describe, expect, it } from 'vitest';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import { SHIPMENT_STATES, type ShipmentStep, STEPS, stateAfter } from '../../../src-main/operations/states';

const ALLOWED: Record<ShipmentState, Partial<Record<ShipmentStep, ShipmentState>>> = {
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
	booked: {},
	rejected: {},
	abandoned: {},
};
const ALL_STEPS = Object.keys(STEPS) as ShipmentStep[];

describe('the steps of a shipment', () => {
	it('are fourteen, between nine states', () => {
		expect([...SHIPMENT_STATES].sort()).toEqual(Object.keys(ALLOWED).sort());
		expect(ALL_STEPS).toHaveLength(14);
	});

	it.each(Object.entries(ALLOWED))('from %s are exactly those of the table', (state, allowed) => {
		const found = ALL_STEPS.map((step) => [step, stateAfter(state as ShipmentState, step)] as const).filter(
			([, next]) => next !== undefined,
		);
		expect(Object.fromEntries(found)).toEqual(allowed);
	});

	it('from unknown are taken by the service or a user, never by the station', () => {
		const stepsOut = ALL_STEPS.filter((step) => stateAfter('unknown', step));
		expect(stepsOut.length).toBeGreaterThan(0);
		expect(stepsOut.filter((step) => STEPS[step].by === 'station')).toEqual([]);
	});

	it('to a result of the service are taken by the service; a user can also find out that a shipment is booked', () => {
		const leadingTo = (state: ShipmentState) => ALL_STEPS.filter((step) => STEPS[step].to === state).sort();
		expect(leadingTo('booked')).toEqual(['booked', 'foundBooked']);
		expect(leadingTo('draft')).toEqual(['drafted']);
		expect(leadingTo('rejected')).toEqual(['rejected']);
	});

	it('that queue, release or send again are taken by a user', () => {
		expect(STEPS.release.by).toBe('user');
		expect(STEPS.sendAgain.by).toBe('user');
		expect(STEPS.queue.by).toBe('user');
	});
});
