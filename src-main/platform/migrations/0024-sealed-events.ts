/** Chains the events of the desk by hashes, see events/event-chain.ts. Events of earlier versions have none. */
export const sealedEvents: readonly string[] = [
	`
	-- Random, in hexadecimal: a hash of an event tells nothing of it to a reader who does not have the event.
	ALTER TABLE desk_event ADD COLUMN salt TEXT;
	-- Of this event and all before it, SHA-256 in hexadecimal.
	ALTER TABLE desk_event ADD COLUMN hash TEXT;
	`,
];
