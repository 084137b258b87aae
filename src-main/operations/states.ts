// Which states a shipment goes through at this desk, and what alone takes it from one to the next. Pure; the journal moves a
// shipment by nothing else.
//
//   composed ─► queued ─► sending ─► draft | booked | rejected
//        └───────┼─────────►│  └────► unknown ─► booked | draft | abandoned, or sending by a person's word
//              held ◄───────┘ (what surely was not sent goes back to where it came from)
import { type ShipmentState, shipmentStateSchema } from '../../src-contract/model/shipment';

export const SHIPMENT_STATES = shipmentStateSchema.options;

/** Whose word it takes: a person's at the desk, the service's answer, or what the station knows for certain. */
type Word = 'person' | 'service' | 'station';

interface Step {
	by: Word;
	from: readonly ShipmentState[];
	to: ShipmentState;
}

export const STEPS = {
	/** A person lets it go when the line is back, or in a batch. */
	queue: { by: 'person', from: ['composed'], to: 'queued' },
	/** Its intent is on disk; the request follows. */
	send: { by: 'station', from: ['composed', 'queued'], to: 'sending' },
	/** Its price is beyond what the desk allowed. */
	hold: { by: 'station', from: ['queued'], to: 'held' },
	/** A person agreed to the price. */
	release: { by: 'person', from: ['held'], to: 'queued' },
	withdraw: { by: 'person', from: ['composed', 'queued', 'held'], to: 'abandoned' },
	drafted: { by: 'service', from: ['sending', 'unknown'], to: 'draft' },
	booked: { by: 'service', from: ['sending', 'unknown'], to: 'booked' },
	rejected: { by: 'service', from: ['sending'], to: 'rejected' },
	/** Not a byte of it reached the service. */
	backToQueue: { by: 'station', from: ['sending'], to: 'queued' },
	backToComposed: { by: 'station', from: ['sending'], to: 'composed' },
	/** No answer, one that says nothing, or the station stopped in between. */
	lost: { by: 'station', from: ['sending'], to: 'unknown' },
	/** A person looked: it is booked. */
	foundBooked: { by: 'person', from: ['unknown'], to: 'booked' },
	/** A person looked: it is not booked, and goes again, or not at all. */
	sendAgain: { by: 'person', from: ['unknown'], to: 'sending' },
	foundMissing: { by: 'person', from: ['unknown'], to: 'abandoned' },
} as const satisfies Record<string, Step>;
export type ShipmentStep = keyof typeof STEPS;

/** @returns where a step leads from a state, or undefined where it leads nowhere */
export function stateAfter(state: ShipmentState, step: ShipmentStep): ShipmentState | undefined {
	const { from, to }: Step = STEPS[step];
	return from.includes(state) ? to : undefined;
}
