/** Where a request goes, and when by the clock there. */
export interface Destination {
	connectionId: string;
	/** A digest of the key that it goes under. */
	account: string;
	/** The service's own clock; undefined: not known. */
	serviceTime: Date | undefined;
}
