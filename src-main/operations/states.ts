// The states of a shipment at this desk and the steps between them. Pure; the journal moves a shipment by these steps only.
//
//   composed ─► queued ─► sending ─► draft | booked | rejected
//        └───────┼─────────►│  └────► unknown ─► booked | draft | abandoned, or sending again by the user
//              held ◄───────┘ (a request that never left returns to where it came from)
import { type ShipmentState, shipmentStateSchema } from '../../src-contract/model/shipment';

export const SHIPMENT_STATES = shipmentStateSchema.options;

/** Who causes a step: the user at the desk, the service by its answer, or the station by what it knows for certain. */
type Actor = 'person' | 'service' | 'station';

interface Step {
	by: Actor;
	from: readonly ShipmentState[];
	to: ShipmentState;
}

export const STEPS = {
	/** The user queues it: it is sent when the service is online, or in a batch. */
	queue: { by: 'person', from: ['composed'], to: 'queued' },
	/** Its intent is on disk; the request follows. */
	send: { by: 'station', from: ['composed', 'queued'], to: 'sending' },
	/** Its price is beyond what the desk allowed. */
	hold: { by: 'station', from: ['queued'], to: 'held' },
	/** The user allowed the price. */
	release: { by: 'person', from: ['held'], to: 'queued' },
	withdraw: { by: 'person', from: ['composed', 'queued', 'held'], to: 'abandoned' },
	drafted: { by: 'service', from: ['sending', 'unknown'], to: 'draft' },
	booked: { by: 'service', from: ['sending', 'unknown'], to: 'booked' },
	rejected: { by: 'service', from: ['sending'], to: 'rejected' },
	/** The request never left this machine. */
	backToQueue: { by: 'station', from: ['sending'], to: 'queued' },
	backToComposed: { by: 'station', from: ['sending'], to: 'composed' },
	/** No answer, one that cannot be read, or the station stopped in between. */
	lost: { by: 'station', from: ['sending'], to: 'unknown' },
	/** The user found out that it is booked. */
	foundBooked: { by: 'person', from: ['unknown'], to: 'booked' },
	/** The user found out that it is not booked: it is sent again, or given up. */
	sendAgain: { by: 'person', from: ['unknown'], to: 'sending' },
	foundMissing: { by: 'person', from: ['unknown'], to: 'abandoned' },
} as const satisfies Record<string, Step>;
export type ShipmentStep = keyof typeof STEPS;

/** @returns where a step leads from a state, or undefined where it leads nowhere */
export function stateAfter(state: ShipmentState, step: ShipmentStep): ShipmentState | undefined {
	const { from, to }: Step = STEPS[step];
	return from.includes(state) ? to : undefined;
}
