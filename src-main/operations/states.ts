// State machine of a shipment at this desk. Pure. The journal changes a shipment's state only through these steps.
//
//   composed ─► queued ─► sending ─► draft | booked | rejected
//        └───────┼─────────►│  └────► unknown ─► booked | draft | abandoned, or sending again on the user's request
//              held ◄───────┘ (a request that never left this machine returns to its previous state)
import { type ShipmentState, shipmentStateSchema } from '../../src-contract/model/shipment';

export const SHIPMENT_STATES = shipmentStateSchema.options;

/** Cause of a step: an action of the user, an answer of the service, or a fact that the station itself established. */
type Actor = 'user' | 'service' | 'station';

interface Step {
	by: Actor;
	from: readonly ShipmentState[];
	to: ShipmentState;
}

export const STEPS = {
	/** The user queues the shipment, alone or with a batch. It is sent when the service is online. */
	queue: { by: 'user', from: ['composed'], to: 'queued' },
	/** The intent is committed; the request is sent next. */
	send: { by: 'station', from: ['composed', 'queued'], to: 'sending' },
	/** The price is above the limit, or the service refused the shipment: the user has to approve it. */
	hold: { by: 'station', from: ['queued'], to: 'held' },
	/** The user approved the price. */
	release: { by: 'user', from: ['held'], to: 'queued' },
	withdraw: { by: 'user', from: ['composed', 'queued', 'held'], to: 'abandoned' },
	drafted: { by: 'service', from: ['sending', 'unknown'], to: 'draft' },
	booked: { by: 'service', from: ['sending', 'unknown'], to: 'booked' },
	rejected: { by: 'service', from: ['sending'], to: 'rejected' },
	/** The request never left this machine: return the shipment to the queue, or to the local drafts. */
	requeue: { by: 'station', from: ['sending'], to: 'queued' },
	returnToComposed: { by: 'station', from: ['sending'], to: 'composed' },
	/** No answer, an unreadable answer, or the station stopped before the answer arrived. */
	outcomeLost: { by: 'station', from: ['sending'], to: 'unknown' },
	/** The user confirms that it is booked. */
	foundBooked: { by: 'user', from: ['unknown'], to: 'booked' },
	/** The user confirms that it is not booked: it is sent again, or cancelled. */
	sendAgain: { by: 'user', from: ['unknown'], to: 'sending' },
	foundNotBooked: { by: 'user', from: ['unknown'], to: 'abandoned' },
} as const satisfies Record<string, Step>;
export type ShipmentStep = keyof typeof STEPS;

/** @returns the state after the step, or undefined when the step is not allowed in this state */
export function stateAfter(state: ShipmentState, step: ShipmentStep): ShipmentState | undefined {
	const { from, to }: Step = STEPS[step];
	return from.includes(state) ? to : undefined;
}
