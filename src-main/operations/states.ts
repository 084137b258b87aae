// State machine of a shipment at this desk. Pure. The journal changes a shipment's state only through these transitions.
//
//   composed ─► queued                      the user queues a local draft
//   queued ─► held                          the shipment cannot be sent until the user approves a price
//   held ─► queued                          the user approved a price
//   composed | queued ─► sending            the request is on its way
//   sending ─► draft | booked | rejected    the service answered
//   sending ─► composed | queued            the service carried out nothing
//   sending ─► unknown                      it is not known what the service carried out
//   unknown ─► draft | booked | abandoned   the service or the user resolved the outcome
//   unknown ─► sending                      the user sends the shipment again
//   composed | queued | held ─► abandoned   the user withdraws the shipment
//   booked ─► voided                        the user voided the shipment at the service
import { type ShipmentState, shipmentStateSchema } from '../../src-contract/model/shipment';

export const SHIPMENT_STATES = shipmentStateSchema.options;

/** Cause of a transition: an action of the user, an answer of the service, or a fact that the station itself established. */
type Actor = 'user' | 'service' | 'station';

interface Transition {
	by: Actor;
	from: readonly ShipmentState[];
	to: ShipmentState;
}

export const TRANSITIONS = {
	/** The user queues the shipment, alone or with a batch. The outbox sends it when the service is online. */
	queue: { by: 'user', from: ['composed'], to: 'queued' },
	/** The intent is written in the same commit; the request is sent afterwards. */
	send: { by: 'station', from: ['composed', 'queued'], to: 'sending' },
	/**
	 * No option matches the rule within the price limit, the service rejected the rate request, or requests keep failing
	 * for this shipment alone. The shipment waits until the user approves a price or withdraws the shipment.
	 */
	hold: { by: 'station', from: ['queued'], to: 'held' },
	/** The user approved a price. */
	release: { by: 'user', from: ['held'], to: 'queued' },
	withdraw: { by: 'user', from: ['composed', 'queued', 'held'], to: 'abandoned' },
	/** The service saved a draft. */
	drafted: { by: 'service', from: ['sending', 'unknown'], to: 'draft' },
	booked: { by: 'service', from: ['sending', 'unknown'], to: 'booked' },
	rejected: { by: 'service', from: ['sending'], to: 'rejected' },
	/** The service carried out nothing: return the shipment to the queue. */
	requeue: { by: 'station', from: ['sending'], to: 'queued' },
	/** The service carried out nothing: return the shipment to the local drafts. */
	returnToComposed: { by: 'station', from: ['sending'], to: 'composed' },
	/**
	 * No usable answer arrived, the station stopped before an answer arrived, or the service did not carry out the request of a
	 * shipment that the user sent again.
	 */
	outcomeLost: { by: 'station', from: ['sending'], to: 'unknown' },
	/** The user confirms that the shipment is booked. */
	foundBooked: { by: 'user', from: ['unknown'], to: 'booked' },
	/** The user confirms that the shipment is not booked, and sends it again. */
	sendAgain: { by: 'user', from: ['unknown'], to: 'sending' },
	/** The user confirms that the shipment is not booked, and cancels it. */
	foundNotBooked: { by: 'user', from: ['unknown'], to: 'abandoned' },
	/** The user voided the shipment in the account at the service. */
	void: { by: 'user', from: ['booked'], to: 'voided' },
} as const satisfies Record<string, Transition>;
export type ShipmentTransition = keyof typeof TRANSITIONS;

/** @returns the state after the transition, or undefined when the transition is not allowed in this state */
export function stateAfter(state: ShipmentState, transition: ShipmentTransition): ShipmentState | undefined {
	const { from, to }: Transition = TRANSITIONS[transition];
	return from.includes(state) ? to : undefined;
}
